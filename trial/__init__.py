"""The demo site: everything on one machine, started by ``make play``."""

from __future__ import annotations
