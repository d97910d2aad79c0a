"""Stored whole games end as they did when they were stored."""

from __future__ import annotations

import pytest

from conquest.core import Phrase
from conquest.rulesets.conquest import laws as conquest
from conquest.rulesets.grand_conquest import laws as grand
from tests.whole_games import WholeGame, kept

GAMES = kept()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_whole_game_ends_as_it_did(game: WholeGame) -> None:
    outcome = game.rules.judgement.outcome(game.played())
    assert outcome
    assert outcome.reason == game.reason


@pytest.mark.parametrize(
    ("slug", "reasons"), [("conquest", conquest.REASONS), ("grand-conquest", grand.REASONS)]
)
def test_there_is_a_whole_game_for_each_kind_of_end(slug: str, reasons: dict[str, Phrase]) -> None:
    """C36 to C41, G39 to G43."""
    assert {game.reason for game in GAMES if game.ruleset == slug} == reasons.keys()
