"""How a stopped game of the islands counts: by win points, then by pieces (C36, C39)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conquest.islands.rules.adjudication import adjudicate

PIECES = {"s1": "south S", "s3": "west S"}


def test_equal_sides_draw(small: Callable[..., Any]) -> None:
    assert adjudicate(small(PIECES)).winners == ()


def test_win_points_decide(small: Callable[..., Any]) -> None:
    """C39: captures count."""
    outcome = adjudicate(small(PIECES, captured={"west": 2}))
    assert outcome.winners == ("west",)
    assert outcome.scores["west"] == outcome.scores["south"] + 2


def test_pieces_decide_where_win_points_are_equal(small: Callable[..., Any]) -> None:
    """South has a piece more and West a capture."""
    pieces = {**PIECES, "s2": "south K"}
    even = adjudicate(small(pieces, captured={"west": 1}))
    assert even.scores["west"] == even.scores["south"]
    assert even.winners == ("south",)
