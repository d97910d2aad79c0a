"""The database backend: PostgreSQL with time limits."""

from __future__ import annotations
