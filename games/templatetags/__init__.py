"""Template tags for the pages of games."""

from __future__ import annotations
