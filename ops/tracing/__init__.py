"""Tracing by OpenTelemetry: off unless the settings name a collector (decision 63)."""

from __future__ import annotations
