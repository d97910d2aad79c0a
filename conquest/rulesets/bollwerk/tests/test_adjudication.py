"""How a stopped game counts: by pieces, then by the way to the end field."""

from __future__ import annotations

import pytest

from conquest.rulesets.bollwerk.adjudication import adjudicate

from .table import new_game, set_up, state_of

GOAL = {"end_field": {"white": "a1", "black": "e1"}}


@pytest.mark.parametrize(
    ("drawing", "winners"),
    [
        ("K W . . k", ("white",)),
        ("K . w . k", ("black",)),
        (". K . . k", ("white",)),  # three steps to e1, and four to a1
        ("K . . k .", ("black",)),
        (". K . k .", ()),
        ("Q . . . w", ()),  # a piece is a piece
    ],
)
def test_pieces_decide_and_then_the_way(drawing: str, winners: tuple[str, ...]) -> None:
    state = state_of(set_up(drawing, board=GOAL))
    assert adjudicate(state).winners == winners


def test_a_new_game_is_a_draw() -> None:
    assert adjudicate(new_game()).winners == ()
