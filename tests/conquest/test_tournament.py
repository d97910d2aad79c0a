"""Tournaments: seats go round, seeds repeat, and what is counted is what was played."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conquest import registry, tournament
from conquest.__main__ import main
from conquest.core import Fault
from conquest.tournament import Result, level, play, summary

BOLLWERK = registry.get("bollwerk")
DICE, CASUAL = level(BOLLWERK, "random"), level(BOLLWERK, "casual")


def told(result: Result) -> tuple[Any, ...]:
    return result.seat, result.winners, result.reason, result.turns


def test_it_plays_the_same_game_of_the_same_seed() -> None:
    assert told(play(BOLLWERK, CASUAL, DICE, 3)) == told(play(BOLLWERK, CASUAL, DICE, 3))


def test_it_lets_the_player_sit_on_each_seat_in_turn() -> None:
    games = [play(BOLLWERK, CASUAL, DICE, seed) for seed in (0, 1)]
    assert [game.seat for game in games] == ["white", "black"]
    assert [game.score for game in games] == ["won", "won"]


def test_it_takes_the_time_of_the_player_alone() -> None:
    game = play(BOLLWERK, CASUAL, DICE, 3)
    assert len(game.seconds) < game.turns


def test_it_counts_what_was_won_shared_drawn_and_lost() -> None:
    games = [
        Result("white", ("white",), "bomb", 10, (0.1,)),
        Result("black", ("white",), "bomb", 20, (0.2,)),
        Result("black", (), "agreed", 30, (0.3, 0.1)),
        Result("black", ("white", "black"), "both", 40, (0.25,)),
    ]
    assert summary(games) == {
        "games": 4,
        "won": 1,
        "shared": 1,
        "drawn": 1,
        "lost": 1,
        "winners": {"white": 3, "black": 1},
        "reasons": {"bomb": 2, "agreed": 1, "both": 1},
        "turns": {"median": 25, "least": 10, "most": 40},
        "seconds": {"median": 0.2, "most": 0.3},
    }


def test_it_breaks_off_a_game_that_does_not_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament, "LONGEST", 3)
    game = play(BOLLWERK, DICE, DICE, 1)
    assert (game.score, game.reason) == ("drawn", "broken off")


def test_it_prints_a_summary_of_seeded_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "bollwerk", "casual", "random", "--games", "2"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["games"], found["won"]) == (2, 2)


def test_it_knows_no_level_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Fault, match="no level"):
        level(BOLLWERK, "wise")
    assert main(["tournament", "bollwerk", "wise", "random"]) == 2
    assert "no level" in capsys.readouterr().out
