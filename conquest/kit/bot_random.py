"""What somebody does who does just anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conquest.core import RuleSet, Seat
from conquest.kit import chance

MANY = 1 << 32


def any_legal_order(
    rules: RuleSet[Any, Any, Any], known: Any, seat: Seat, pick: Callable[[int], int]
) -> str:
    """Return any legal order of a seat; of what nobody lists, such as set-ups, what the weakest
    house player hands in. ``pick(n)`` is one of the numbers below n."""
    listed = rules.composing.legal_choices(known, seat)
    if listed:
        return listed[pick(len(listed))].text
    whims = chance.keyed_numbers(b"%d" % pick(MANY))
    return rules.composing.levels[0].propose_orders(known, seat, whims)
