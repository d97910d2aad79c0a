"""How a stopped game counts: by pieces."""

from __future__ import annotations

import pytest

from conquest.rulesets.espionage.adjudication import adjudicate

from .positions import set_up, state_of


@pytest.mark.parametrize(
    ("drawing", "winners"),
    [("w1 .. b5", ()), ("w1 wS b5", ("white",)), ("w5 b1 b1", ("black",))],
)
def test_pieces_decide(drawing: str, winners: tuple[str, ...]) -> None:
    assert adjudicate(state_of(set_up(drawing))).winners == winners
