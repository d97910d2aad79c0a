"""Measures the whole site: ``make bench`` runs it and the rules' own bench."""

from __future__ import annotations
