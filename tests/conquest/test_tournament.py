"""Tournaments: seats go round, seeds repeat, and what is counted is what was played."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conquest import registry, tournament
from conquest.__main__ import main
from conquest.core import Fault
from conquest.tournament import TournamentGame, find_level, play_game, summarize_games

BOLLWERK = registry.get_ruleset("bollwerk")
DICE, CASUAL = find_level(BOLLWERK, "random"), find_level(BOLLWERK, "casual")


def told(result: TournamentGame) -> tuple[Any, ...]:
    return result.seat, result.winners, result.reason, result.turns


def test_it_plays_the_same_game_of_the_same_seed() -> None:
    assert told(play_game(BOLLWERK, CASUAL, DICE, 3)) == told(play_game(BOLLWERK, CASUAL, DICE, 3))


def test_it_lets_the_player_sit_on_each_seat_in_turn() -> None:
    games = [play_game(BOLLWERK, CASUAL, DICE, seed) for seed in (0, 1)]
    assert [game.seat for game in games] == ["white", "black"]
    assert [game.score for game in games] == ["won", "won"]


def test_it_takes_the_time_of_the_player_alone() -> None:
    game = play_game(BOLLWERK, CASUAL, DICE, 3)
    assert len(game.seconds) < game.turns


def test_it_counts_what_was_won_shared_drawn_and_lost() -> None:
    games = [
        TournamentGame("white", ("white",), "bomb", 10, (0.1,)),
        TournamentGame("black", ("white",), "bomb", 20, (0.2,)),
        TournamentGame("black", (), "agreed", 30, (0.3, 0.1)),
        TournamentGame("black", ("white", "black"), "both", 40, (0.25,)),
    ]
    assert summarize_games(games) == {
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
    game = play_game(BOLLWERK, DICE, DICE, 1)
    assert (game.score, game.reason) == ("drawn", "broken off")


def test_it_prints_a_summary_of_seeded_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "bollwerk", "casual", "random", "--games", "2"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["games"], found["won"]) == (2, 2)


def test_it_knows_no_level_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Fault, match="no level"):
        find_level(BOLLWERK, "wise")
    assert main(["tournament", "bollwerk", "wise", "random"]) == 2
    assert "no level" in capsys.readouterr().out
