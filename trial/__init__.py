"""The whole site on one machine, to try it out: ``make play``."""

from __future__ import annotations
