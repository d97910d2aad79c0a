"""Tournaments: seats change, seeds repeat their game, and summaries count the games."""

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


def without_times(result: TournamentGame) -> tuple[Any, ...]:
    return result.seat, result.winners, result.reason, result.turns


def test_a_tournament_game_repeats_with_its_seed() -> None:
    assert without_times(play_game(BOLLWERK, CASUAL, DICE, 3)) == without_times(
        play_game(BOLLWERK, CASUAL, DICE, 3)
    )


def test_the_player_sits_on_each_seat_in_turn() -> None:
    games = [play_game(BOLLWERK, CASUAL, DICE, seed) for seed in (0, 1)]
    assert [game.seat for game in games] == ["white", "black"]
    assert [game.score for game in games] == ["won", "won"]


def test_only_answers_of_the_player_are_timed() -> None:
    game = play_game(BOLLWERK, CASUAL, DICE, 3)
    assert len(game.seconds) < game.turns


def test_the_summary_counts_won_shared_drawn_and_lost_games() -> None:
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


def test_a_tournament_game_that_does_not_end_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament, "LONGEST", 3)
    game = play_game(BOLLWERK, DICE, DICE, 1)
    assert (game.score, game.reason) == ("drawn", "broken off")


def test_the_tournament_command_prints_a_summary(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "bollwerk", "casual", "random", "--games", "2"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["games"], found["won"]) == (2, 2)


def test_an_unknown_bot_level_is_a_fault(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Fault, match="no level"):
        find_level(BOLLWERK, "wise")
    assert main(["tournament", "bollwerk", "wise", "random"]) == 2
    assert "no level" in capsys.readouterr().out
