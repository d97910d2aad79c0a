"""How many requests somebody may send: a budget that fills up again by the second.

It is a person's, over all their tokens, or a place's where no token is shown. Each web process
keeps count by itself, so that counting costs no statement: with four of them somebody can send four
times as much at most, and what protects the site holds for each process.
"""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock

from django.conf import settings

from api.problems import Problem

MAX_KNOWN = 10_000
MINUTE = 60.0
ORDER_COST = 4  # of a request that changes something, in requests that read


@dataclass(frozen=True, slots=True)
class Budget:
    """What is left to somebody: ``left`` of ``most`` requests, and when they can send the next
    one, in seconds."""

    most: int
    left: float
    wait: float


class RequestBudgets:
    """The requests that are left to each person and place; a full budget has no entry."""

    def __init__(self) -> None:
        self._left: dict[str, tuple[float, float]] = {}
        self._lock = Lock()

    def spend(self, who: str, cost: int, most: int, now: float) -> Budget:
        """Take the cost of a request from a budget of ``most`` a minute, if so much is left.

        ``now`` is in seconds of a clock that never goes back.
        """
        with self._lock:  # the threads of the process share the table
            left, at = self._left.get(who, (most, now))
            left = min(most, left + (now - at) * most / MINUTE)
            wait = max(0.0, (cost - left) * MINUTE / most)
            left = left if wait else left - cost
            self._left[who] = (left, now)
            self._forget_full(now)
        return Budget(most, left, wait)

    def _forget_full(self, now: float) -> None:
        """Keep the table from growing without end: budgets that are full by now are forgotten, and
        where none is, all are."""
        if len(self._left) > MAX_KNOWN:
            young = {who: entry for who, entry in self._left.items() if now - entry[1] < MINUTE}
            self._left = young if len(young) < MAX_KNOWN else {}


budgets = RequestBudgets()


def charge(who: str, *, is_change: bool, now: float) -> Budget:
    """Charge a person or a place for a request that reads or changes something; return what is left
    to them.

    :raises Problem: if they have used up their budget.
    """
    cost = ORDER_COST if is_change else 1
    return _require_room(budgets.spend(who, cost, settings.API_REQUESTS_A_MINUTE, now))


def charge_order(program: str, now: float) -> None:
    """Charge a program account for a request that changes something.

    :raises Problem: if it has sent too many in a minute.
    """
    most = settings.PROGRAM_ORDERS_A_MINUTE
    _require_room(budgets.spend(f"orders of {program}", 1, most, now))


def _require_room(budget: Budget) -> Budget:
    if budget.wait:
        raise Problem("too-many", headers={"Retry-After": str(int(budget.wait) + 1)})
    return budget
