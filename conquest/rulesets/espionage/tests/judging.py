"""Verdicts of the judge on cases of Espionage; these tests get them only from here."""

from __future__ import annotations

from typing import Any, TypeAlias

from conquest import judge

Json: TypeAlias = dict[str, Any]


def verdict(case: object) -> Json:
    """Adjudicate a case as ``python -m conquest judge`` does."""
    return judge.verdict(case)


def options(case: object) -> list[str]:
    """List the options of a case as ``python -m conquest options`` does."""
    return judge.legal_orders(case)
