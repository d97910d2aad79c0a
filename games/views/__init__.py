"""The doors of games on the web: translate in, one call, translate out."""

from __future__ import annotations
