"""Why something is not reported."""

from __future__ import annotations


class ReportRefused(Exception):
    """Something is not reported; its text is the one sentence that says why."""
