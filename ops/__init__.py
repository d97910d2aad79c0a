"""Operating the site: ticks and their slots, health, readiness, metrics, the administration."""

from __future__ import annotations
