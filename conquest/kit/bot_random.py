"""A random bot: any legal order, for games played by dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conquest.core import RuleSet, Seat
from conquest.kit import chance

MANY = 1 << 32  # keys to pick from for the numbers of a bot


def any_legal_order(
    rules: RuleSet[Any, Any, Any], known: Any, seat: Seat, pick: Callable[[int], int]
) -> str:
    """Return a random legal order of a seat. ``pick(n)`` returns one of the numbers below n."""
    listed = rules.composing.legal_choices(known, seat)
    if listed:
        return listed[pick(len(listed))].text
    # set-ups and the like are too many to list: the weakest bot proposes one
    whims = chance.keyed_numbers(b"%d" % pick(MANY))
    return rules.composing.levels[0].propose_orders(known, seat, whims)
