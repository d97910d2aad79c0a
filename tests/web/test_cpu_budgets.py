"""Seconds of a process that somebody may use come again with the time that passes."""

from __future__ import annotations

import pytest

from web import cpu_budgets
from web.cpu_budgets import CpuBudgets

SAVED, PERCENT = 60.0, 25.0


@pytest.fixture
def budgets() -> CpuBudgets:
    return CpuBudgets(SAVED)


def test_a_budget_gets_back_a_quarter_of_the_time_that_passes(budgets: CpuBudgets) -> None:
    budgets.spend_seconds("alice", SAVED + 1, PERCENT, now=100.0)
    assert budgets.seconds_left("alice", PERCENT, 100.0) == -1
    assert budgets.seconds_left("alice", PERCENT, 108.0) == 1
    assert budgets.seconds_left("alice", PERCENT, 1000.0) == SAVED
    assert budgets.seconds_left("bob", PERCENT, 100.0) == SAVED


def test_full_budgets_are_forgotten(budgets: CpuBudgets, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpu_budgets, "MAX_KNOWN", 3)
    for number in range(3):
        budgets.spend_seconds(f"{number}", 1, PERCENT, now=0.0)
    budgets.spend_seconds("poor", SAVED, PERCENT, now=100.0)
    assert budgets.seconds_left("poor", PERCENT, 100.0) == 0
    assert len(budgets._left) == 1
