"""Running the site: ticks and their slots, health and readiness, metrics, the administration."""

from __future__ import annotations
