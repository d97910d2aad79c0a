"""The judge on cases of Iron Armada: all these tests call it by this module."""

from __future__ import annotations

from typing import Any, TypeAlias

from conquest import judge

Json: TypeAlias = dict[str, Any]


def verdict(case: object) -> Json:
    """Adjudicate a case as ``python -m conquest judge`` does."""
    return judge.verdict(case)


def options(case: object) -> list[str]:
    """Return the options of a case as ``python -m conquest options`` does."""
    return judge.legal_orders(case)
