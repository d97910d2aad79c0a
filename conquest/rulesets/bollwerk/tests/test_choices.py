"""What `options` lists (O14, G3, G6), counted as the specification counts it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from conquest.core import Refused, fold
from conquest.rulesets.bollwerk import RULES
from conquest.rulesets.bollwerk.model import State
from conquest.rulesets.bollwerk.moves import cells_after_move, legal_moves, own_squares
from conquest.rulesets.bollwerk.placements import (
    cells_after_placement,
    legal_placements,
    placing_range,
    placing_terms,
    use_stone,
)

from .table import new_game, options, play, set_up


def plain(texts: list[str]) -> list[str]:
    return [text for text in texts if not re.search(r"[+~]", text)]


@pytest.fixture(scope="module")
def first() -> list[str]:
    return options({"ruleset": "bollwerk"})


def test_white_has_88_plain_moves_and_2570_turns_with_a_stone(first: list[str]) -> None:
    """G6, HB1: one of the moves a capture by a cannon."""
    assert len(first) == 2658
    assert len(plain(first)) == 88
    assert [text for text in plain(first) if "x" in text] == ["a4xa18"]


def test_a_chancellor_begins_with_10887_turns_of_two_stones() -> None:
    """HB27, B52."""
    state = new_game()
    assert sum(_pairs(state, text) for text in _chancellor_ways(state)) == 10_887


def _chancellor_ways(state: Any) -> list[str]:
    moves = plain([choice.text for choice in RULES.composing.legal_choices(state, "white")])
    return ["j4", *(text for text in moves if text.startswith("j4"))]


def _pairs(state: Any, way: str) -> int:
    """Count the turns with two stones from the square where the Chancellor's move ends."""
    after = state
    if way != "j4":
        happened = RULES.judgement.decide(
            state, "white", RULES.notation.read_orders(state, "white", way)
        )
        after = fold(RULES, state, happened[:1])
    at, terms, stock = state.board.index[way[-2:]], placing_terms(after), after.stock["white"]
    return sum(
        1
        for deed in legal_placements(terms, after.cells, at, stock)
        for _ in legal_placements(
            terms, cells_after_placement(after.cells, deed), at, use_stone(stock, deed[0])
        )
    )


def test_no_first_turn_threatens_to_win_at_once(first: list[str]) -> None:
    """HB1: if Black passed, White could not win on the second turn."""
    state = new_game()
    for text in first:
        happened = RULES.judgement.decide(
            state, "white", RULES.notation.read_orders(state, "white", text)
        )
        assert not _wins(replace(fold(RULES, state, happened), turn="white", barred=())), text


def _wins(state: State) -> bool:
    """Tell whether a turn of White could reach Black's end field or throw a bomb on it."""
    terms, cells, field = placing_terms(state), state.cells, state.board.index["f22"]
    afters = [(cells, at) for at in own_squares(cells, terms.side)]
    for move in legal_moves(terms.board, cells, terms.side):
        if move.path[-1] == field:
            return True
        afters.append((cells_after_move(cells, move), move.path[-1]))
    return any(field in placing_range(terms.board, *after, terms.side) for after in afters)


def test_options_are_sorted_and_canonical(first: list[str]) -> None:
    """O14, HB36."""
    state = new_game()
    assert first == sorted(first)
    assert len(set(first)) == len(first)
    for text in first[::50]:
        assert RULES.notation.write_orders(RULES.notation.read_orders(state, "white", text)) == text


def test_options_list_no_words(first: list[str]) -> None:
    """O14: never resign nor offers."""
    assert not {"resign", "draw?", "draw!"} & set(first)
    offered = play("Q . .", "black: draw?", turn="white")
    assert "draw!" not in offered.options()


def test_options_list_no_second_stone_of_a_chancellor() -> None:
    """G6: it is judged all the same."""
    v = play("H . . .", "white: a1 +A d1 +A c1")
    assert v.refused is None
    assert not [text for text in options(set_up("H . . .")) if text.count("+") > 1]


def test_options_are_empty_once_the_game_is_over() -> None:
    """O14, O9."""
    assert play("Q . .", "white: resign").options() == []


def test_options_list_no_stone_after_a_winning_move() -> None:
    """G5."""
    board = """
        . . .
        Q . .
    """
    listed = options(set_up(board, board={"end_field": {"black": "b2"}}))
    assert {text for text in listed if text.startswith("a1-b2")} == {"a1-b2"}
    assert {text for text in listed if text.startswith("a1-a2 +A")} >= {"a1-a2 +A b2"}
    last = options(set_up("Q n .", bare=True))
    assert {text for text in last if text.startswith("a1xb1")} == {"a1xb1"}


def test_options_are_exactly_the_legal_turns_of_their_kind() -> None:
    """O14: tried out over all squares."""
    board = """
        . n . A
        . W . B
        Q . s .
    """
    state = RULES.judgement.open_case(set_up(board, stock={"white": {"X": 1}, "black": {}}))
    squares = [square for square in state.board.squares if square[0] < "v"]
    listed = {
        c.text for c in RULES.composing.legal_choices(state, "white") if not c.text.startswith("v")
    }
    ways = [f"{at}{link}{end}" for at in ("a1", "b2") for end in squares for link in "-x"]
    texts = [*ways, *(f"{way} +X {square}" for way in [*ways, "a1", "b2"] for square in squares)]
    legal = {text for text in texts if _canonical(state, text) == text}
    assert legal == {text for text in listed if len(re.findall("[-x]", text)) < 2}


def _canonical(state: Any, text: str) -> str:
    try:
        happened = RULES.judgement.decide(
            state, "white", RULES.notation.read_orders(state, "white", text)
        )
    except Refused:
        return ""
    return str(happened[0].order)


def test_a_choice_names_piece_path_and_captures() -> None:
    """G2."""
    state = RULES.judgement.open_case(set_up("S n . W ."))
    choices = {choice.text: choice for choice in RULES.composing.legal_choices(state, "white")}
    chain = choices["a1xc1-e1"]
    assert (chain.origin, chain.target, chain.way) == ("a1", "e1", ("a1", "c1", "e1"))
    assert (chain.captures, choices["a1-c1"].captures) == (True, False)
    assert str(chain.label) == "spy a1xc1-e1"
