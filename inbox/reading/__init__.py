"""Reads what the author of a mail has written; knows neither games nor people."""

from __future__ import annotations
