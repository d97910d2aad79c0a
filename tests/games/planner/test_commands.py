"""Commands about the board, answered in sentences."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.utils import translation

from conquest import registry
from games.models import Game
from games.planner import commands

PIECES = {
    "S12": "south E(S)", "S14": "south K", "S40": "south S", "S16": "west K", "W12": "west S",
    "N12": "north S", "N14": "north S", "E12": "east S", "E14": "east S",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with translation.override("en"):
        yield


def ask(
    command: str, last: str = "", ruleset: str = "conquest", board: str = "four-islands"
) -> list[str]:
    rules = registry.get_ruleset(ruleset)
    position = {"turn": "south", "number": 9, "used": 3, "pieces": PIECES}
    state = rules.judgement.open_case({"board": board, "options": {}, "position": position})
    game = Game(ruleset=ruleset, board=board)
    return commands.answer_command(commands.BoardQuestion(game, state, last), command)


def test_command_tells_where_each_figure_of_a_field_can_go() -> None:
    """C12, C18: the elephant with its soldier, and the soldier alone."""
    elephant, soldier = ask("z S12")
    assert elephant.startswith("elephant with 1 soldier S12 reaches ")
    assert soldier.startswith("soldier S12 reaches ")
    assert "reaches S11, S13 for 1 point; BS1, " in soldier


def test_command_tells_where_figures_stand() -> None:
    assert ask("f knight") == ["knight of South: S14.", "knight of West: S16."]
    assert ask("f dragon") == ["Nothing on the board is called “dragon”."]
    assert ask("f") == ["Nothing on the board is called “”."]


def test_command_tells_who_could_capture_on_a_field() -> None:
    assert ask("w s14") == ["These could capture on S14: West: knight S16 (2 points)."]
    assert ask("w N12") == ["Nobody could capture on N12 in one turn."]


def test_command_tells_who_could_come_to_a_free_field() -> None:
    (said,) = ask("w S15")
    assert "South: knight S14 (1 point)" in said
    assert "West: knight S16 (1 point)" in said


def test_command_tells_what_stands_on_a_field_and_around_it() -> None:
    there, around = ask("s S12")
    assert there == "S12: elephant with 1 soldier of South."
    assert "S13 (free)" in around


def test_command_tells_the_points_of_the_turn() -> None:
    assert ask("p") == ["South: 17 points left."]


def test_command_tells_what_happened_last() -> None:
    assert ask("l", "West: knight W12-W13") == ["West: knight W12-W13"]
    assert ask("last") == ["Nothing has happened yet."]


def test_command_tells_the_board_in_words() -> None:
    assert ask("b")[0] == "Turn 9: South, 17 points."


@pytest.mark.parametrize("command", ["z", "z X99", "w 12", "s S12 S13"])
def test_command_about_a_missing_field_says_so(command: str) -> None:
    assert ask(command)[0].startswith("The board has no field")


@pytest.mark.parametrize("command", ["", "?", "zS12", "x" * 5000, "\0", "Z\u202e"])
def test_unknown_command_lists_the_commands(command: str) -> None:
    assert len(ask(command)) == len(commands.HELP)


def test_command_speaks_the_language_of_the_reader() -> None:
    with translation.override("de"):
        assert ask("f reiter") == ["Reiter von Süd: S14.", "Reiter von West: S16."]


def test_command_tells_what_a_figure_can_build_apart_from_where_it_can_go() -> None:
    """G20: a soldier on foot builds where they stand, and beside."""
    moves, *deeds = ask("z E14", ruleset="grand-conquest", board="great-islands")
    assert moves.startswith("soldier E14 reaches ")
    assert "(10)" not in moves
    assert "Builds: chariot on E14 (10 points)." in deeds
