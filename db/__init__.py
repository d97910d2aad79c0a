"""How the site speaks to PostgreSQL."""

from __future__ import annotations
