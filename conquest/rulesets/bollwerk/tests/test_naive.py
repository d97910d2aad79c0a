"""The naive rules themselves, on positions worked out by hand from the rules file.

Boards are drawn, highest row first, the last row is 1 and the first column a. ``.`` is a free
square, ``_`` a gap in the board. White's pieces are capitals, Black's small letters; ``A``, ``B``
and ``X`` are arrow, block and bomb, ``a`` and ``b`` the red-edged arrow and block.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import pytest

from . import naive

Json: TypeAlias = dict[str, Any]

STONES = {"A": "A", "B": "B", "X": "X", "a": "RA", "b": "RB"}
ONE_EACH = {kind: 1 for kind in naive.KINDS}


def read_drawing(picture: str) -> tuple[Json, Json]:
    """Read a drawing: a position in which White is to move, and a board without ends."""
    rows = [row.split() for row in picture.strip().splitlines()]
    marks = {
        f"{'abcdefghijkl'[file]}{len(rows) - depth}": mark
        for depth, row in enumerate(rows)
        for file, mark in enumerate(row)
    }
    pieces = {
        at: f"{'white' if mark.isupper() else 'black'} {mark.upper()}"
        for at, mark in marks.items()
        if mark.isalpha() and mark not in STONES
    }
    position: Json = {
        "turn": "white",
        "number": 1,
        "pieces": pieces,
        "stones": {at: STONES[mark] for at, mark in marks.items() if mark in STONES},
        "stock": {seat: dict(ONE_EACH) for seat in naive.SEATS},
    }
    return position, {"squares": [at for at, mark in marks.items() if mark != "_"]}


def goes(picture: str, start: str, turn: str = "white", ends: Json | None = None) -> set[str]:
    """Return how the piece on ``start`` may move, ``-c3`` or ``xc3``."""
    position, board = read_drawing(picture)
    turns = naive.turns({**position, "turn": turn}, {**board, **(ends or {})})
    return {text[len(start) :] for text in turns if text.startswith(start) and " " not in text}


def puts(
    picture: str, start: str, kind: str = "B", cannon: str = "line", ends: Json | None = None
) -> set[str]:
    """Return where the piece on ``start`` may place a stone without moving."""
    position, board = read_drawing(picture)
    turns = naive.turns(position, {**board, **(ends or {})}, {"cannon": cannon})
    begin = f"{start} ~" if kind == "~" else f"{start} +{kind} "
    return {text.removeprefix(begin) for text in turns if text.startswith(begin)}


def after(picture: str, text: str, ends: Json | None = None, **more: Any) -> Json | None:
    """Carry out a turn; ``ends`` is more of the board, the rest more of the position."""
    position, board = read_drawing(picture)
    return naive.judge_turn({**position, **more}, text, {**board, **(ends or {})})


def play_turn(picture: str, text: str, ends: Json | None = None, **more: Any) -> Json:
    position = after(picture, text, ends, **more)
    assert position is not None
    return position


def places(position: Json) -> dict[str, str]:
    """Return all that lies on the board, in the letters of a drawing."""
    pieces = {
        at: piece[-1] if piece.startswith("white") else piece[-1].lower()
        for at, piece in position["pieces"].items()
    }
    marks = {kind: mark for mark, kind in STONES.items()}
    return pieces | {at: marks[kind] for at, kind in position["stones"].items()}


def reason(position: Json) -> tuple[str, list[str]] | None:
    outcome = position.get("outcome")
    return (outcome["reason"], outcome["winners"]) if outcome else None


# The counts of the rules file


def test_naive_first_turns_are_as_many_as_in_the_rules_file() -> None:
    """88 moves, one of them the cannon's capture, 2,658 with up to one stone."""
    turns = naive.turns(naive.START)
    moves = {text for text in turns if " " not in text}
    assert len(moves) == 88
    assert [text for text in moves if "x" in text] == ["a4xa18"]
    assert len(turns) == 2658


def test_naive_first_turns_with_two_stones_are_as_many_as_in_the_rules_file() -> None:
    """B52, HB27: 10,887."""
    first = {text for text in naive.turns(naive.START) if "+" in text and text.startswith("j4")}
    assert sum(len(naive.second_stones(naive.START, text)) for text in first) == 10_887


# Guard


def test_a_guard_goes_forward_and_sideways() -> None:
    """B17, B18, G38."""
    board = """
        . . .
        . W .
        . . .
    """
    assert goes(board, "b2") == {"-a3", "-b3", "-c3", "-a2", "-c2"}
    assert goes(board.replace("W", "w"), "b2", "black") == {"-a1", "-b1", "-c1", "-a2", "-c2"}


def test_a_guard_captures_forward_only() -> None:
    """B17, B18, B21."""
    board = """
        q q q
        q W q
        q q q
    """
    assert goes(board, "b2") == {"xa3", "xb3", "xc3"}


def test_a_guard_steps_two_from_its_start_row() -> None:
    """B19, HB17, HB18: no capture, free squares between; HB22: a red-edged stone at its end."""
    row: Json = {"start_row": {"white": 1}}
    board = """
        . . . . .
        . . . . .
        . . W . .
    """
    steps = {"-b2", "-c2", "-d2", "-b1", "-d1"}
    assert goes(board, "c1") == steps
    assert goes(board, "c1", ends=row) == steps | {"-a3", "-c3", "-e3"}
    board = """
        . . q . b
        . B . . .
        . . W . .
    """
    assert goes(board, "c1", ends=row) == {"-c2", "-d2", "-b1", "-d1", "-e3"}


def test_a_guard_steps_two_not_over_a_gap() -> None:
    """G11."""
    board = """
        . . .
        _ _ _
        . W .
    """
    assert goes(board, "b1", ends={"start_row": {"white": 1}}) == {"-a1", "-c1"}


def test_a_guard_jumps_own_guards_in_all_directions() -> None:
    """B20."""
    board = """
        . . . . .
        . W W W .
        . W W W .
        . W W W .
        . . . . .
    """
    single = {text for text in goes(board, "c3") if text.count("-") == 1}
    assert single == {"-a5", "-c5", "-e5", "-a3", "-e3", "-a1", "-c1", "-e1"}


@pytest.mark.parametrize("between", ["Q", "q", "A", "B", "X", "a", "b", "."])
def test_a_guard_jumps_guards_only(between: str) -> None:
    """HB20, B22."""
    assert after(f".\n{between}\nW", "a1-a3") is None


def test_a_guard_jumps_an_enemy_guard_forward_and_captures_it() -> None:
    """B21, G1: a hyphen is read as the capture it is."""
    board = """
        . . . .
        w . w .
        W . . n
    """
    for text in ("a1xa3", "a1-a3"):
        assert places(play_turn(board, text)) == {"a3": "W", "c2": "w", "d1": "n"}
    assert goes(board, "a1") == {"xa2", "xa3", "-b2", "-b1"}


@pytest.mark.parametrize("board", [". w W w .", ".\nW\nw\n."])
def test_a_guard_jumps_an_enemy_guard_neither_sideways_nor_backward(board: str) -> None:
    """B21."""
    start = "c1" if "W w" in board else "a3"
    assert goes(board, start) <= {"-a4"}


@pytest.mark.parametrize(
    ("column", "text", "legal"),
    [
        ("W W . w .", "a1-a3xa5", True),
        ("W w . W .", "a1xa3-a5", True),
        ("W w . w .", "a1xa3", True),
        ("W w . w .", "a1xa3xa5", False),
        ("W W . W .", "a1-a3-a5", True),
        ("W W . W .", "a1-a3xa5", False),
        ("W W . . .", "a1-a3-a4", False),
        ("W . W . .", "a1-a2-a4", False),
        ("W W a . .", "a1-a3", True),
        ("W w b . .", "a1xa3", True),
        ("W W a W .", "a1-a3-a5", False),
        ("W W A . .", "a1-a3", False),
        ("W W X . .", "a1-a3", False),
        ("W W q . .", "a1xa3", False),
        ("W W W . .", "a1-a3", False),
        ("W W . W b", "a1-a3-a5", True),
    ],
)
def test_a_guard_chains_jumps(column: str, text: str, legal: bool) -> None:
    """HB19, HB22, G9, G10: one enemy guard, no steps, free landings but for red-edged ends."""
    board = "\n".join(reversed(column.split())) + "\n"
    assert (after(board, text) is not None) == legal


def test_a_guard_collects_where_its_chain_ends() -> None:
    """B85, HB22."""
    assert play_turn("a\nW\nW\n", "a1-a3")["stock"]["white"]["RA"] == 2


RING = """
    . W .
    W . W
    W W .
"""


def test_a_guard_may_not_end_where_it_began() -> None:
    """G3, B5: unless it goes on; such a chain is judged, not listed."""
    assert after(RING, "a1-a3-c3-c1") is not None
    assert after(RING, "a1-a3-c3-c1-a1") is None
    assert after(RING, "a1-a3-c3-c1-a1-a3") is not None
    assert "-a3-c3-c1" in goes(RING, "a1")
    assert not any("a1" in way or way.count("a3") > 1 for way in goes(RING, "a1"))


def test_a_guard_may_capture_its_way_back_to_its_start() -> None:
    """G3, G26, B21."""
    board = """
        W W .
        w . W
        . W .
    """
    assert "-c3-c1-a1xa3" in goes(board, "a3")
    assert places(play_turn(board, "a3-c3-c1-a1xa3")) == {
        "a3": "W",
        "b3": "W",
        "c2": "W",
        "b1": "W",
    }


def test_a_guard_places_within_its_moves_and_over_one_guard() -> None:
    """B23, B24, HB11, G7: not over an enemy guard sideways or backward, not over two."""
    board = """
        . . . . . .
        . . W . . .
        . w . w . .
        . . W W . .
        . . W . . w
        . . . . . .
    """
    assert puts(board, "c3") == {"a5", "c4", "e5", "b3", "c1", "e3"}
    field = """
        . . .
        . . .
        W . .
    """
    row = {"start_row": {"white": 1}}
    assert puts(field, "a1", ends=row) == {"a2", "b2", "b1", "a3", "c3"}


def test_a_guard_places_behind_an_enemy_guard_forward_only() -> None:
    """B24."""
    board = """
        . . .
        . w .
        . W w
        . w .
        . . .
    """
    assert puts(board, "b3") == {"a4", "c4", "a3", "b5"}


# Cannon


@pytest.mark.parametrize(
    ("row", "ways"),
    [
        ("C . A . q . k", {"-b1", "xe1"}),
        ("C B q", {"xc1"}),
        ("C X . . q", {"xe1"}),
        ("C Q q", {"xc1"}),
        ("C n n", {"xc1"}),
        ("C . q", {"-b1"}),
        ("C q", set()),
        ("C W A q", set()),
        ("C . a", {"-b1", "-c1"}),
        ("C A a", set()),
        ("C . A", {"-b1"}),
        ("C A _ q", set()),
        ("C _ .", set()),
        ("C W Q", set()),
    ],
)
def test_a_cannon_captures_over_exactly_one(row: str, ways: set[str]) -> None:
    """B26-B28, HB13, HB22, G11, G27."""
    assert goes(row, "a1") == ways


def test_a_cannon_does_not_capture_diagonally() -> None:
    """B27."""
    board = """
        . . q
        . W .
        C . .
    """
    assert goes(board, "a1") == {"-a2", "-a3", "-b1", "-c1"}


@pytest.mark.parametrize(
    ("row", "kind", "line", "following"),
    [
        ("C . A . . q .", "B", {"b1", "d1", "e1"}, {"b1", "d1"}),
        ("C . A . . q .", "X", {"b1", "c1", "d1", "e1"}, {"b1", "c1", "d1"}),
        ("C W . A .", "X", {"c1", "d1"}, {"c1"}),
        ("C W A .", "X", {"c1"}, {"c1"}),
        ("C B . X .", "A", {"c1"}, {"c1"}),
        ("C W . s", "A", {"c1", "d1"}, {"c1"}),
        ("C W s", "A", {"c1"}, {"c1"}),
        ("C . s", "RA", {"b1", "c1"}, {"b1", "c1"}),
        ("C _ .", "A", set(), set()),
    ],
)
def test_a_cannon_places_behind_one(
    row: str, kind: str, line: set[str], following: set[str]
) -> None:
    """B29, B30, HB12, G20, G21."""
    assert puts(row, "a1", kind) == line
    assert puts(row, "a1", kind, cannon="next") == following


# Knight and what moves like it

EMPTY = """
    . . . . .
    . . . . .
    . . N . .
    . . . . .
    . . . . .
"""
LEAPS = {"b5", "d5", "a4", "e4", "a2", "e2", "b1", "d1"}


def with_marks(board: str, marks: str) -> str:
    """Set marks on a drawing of five by five: ``"Bc4 Ab3"``."""
    rows = [row.split() for row in board.strip().splitlines()]
    for word in marks.split():
        rows[5 - int(word[2])]["abcde".index(word[1])] = word[0]
    return "\n".join(" ".join(row) for row in rows)


@pytest.mark.parametrize("around", [".", "W", "q", "A", "a", "X", "_"])
def test_a_knight_jumps_all_but_blocks(around: str) -> None:
    """B31, B32, HB14: gaps do not matter either."""
    marks = " ".join(around + at for at in naive.around("c3"))
    assert goes(with_marks(EMPTY, marks), "c3") == {f"-{at}" for at in LEAPS}


@pytest.mark.parametrize(
    ("marks", "barred"),
    [
        ("Bc4", set()),
        ("Bc4 Bb4", {"b5"}),
        ("Bc4 Bb3", {"b5", "a4"}),
        ("Bc5 Bb4", {"b5"}),
        ("Bc5 bb3", {"b5"}),
        ("Bb4", set()),
        ("Bb4 Bd4", set()),
        ("Bc4 Bd4", {"d5"}),
        ("bc4 bd4 bb4", {"b5", "d5"}),
        ("Bb3 Bb4", {"a4"}),
        ("Ba3 Bc4", {"a4"}),
        ("Bc4 Bb3 Bd3 Bc2", {"b5", "d5", "a4", "e4", "a2", "e2", "b1", "d1"}),
        ("_c4 _c5 Bb3", set()),
    ],
)
@pytest.mark.parametrize("letter", "NKHM")
def test_a_knight_passes_blocks_on_one_of_two_ways(
    marks: str, barred: set[str], letter: str
) -> None:
    """B33, B39, B50, B55, HB14, HB15."""
    board = with_marks(EMPTY, marks).replace("N", letter)
    ways = goes(board, "c3") | {"-" + at for at in puts(board, "c3")}
    assert {at for at in LEAPS if f"-{at}" not in ways} == barred


def test_a_knight_collects_a_red_block_it_lands_on() -> None:
    """B95, G13."""
    position = play_turn(with_marks(EMPTY, "bb5"), "c3-b5")
    assert position["stock"]["white"]["RB"] == 2
    assert position["stones"] == {}


def test_a_knight_lands_on_no_other_stone() -> None:
    """B82, HB24."""
    board = with_marks(EMPTY, "Ab5 Bd5 Xa4 Wa2 qe2")
    assert goes(board, "c3") == {"-e4", "xe2", "-b1", "-d1"}


def test_a_knight_removes_arrows_and_blocks() -> None:
    """B35, B36, HB28: also in its own end zone, also red-edged ones, never bombs."""
    board = with_marks(EMPTY, "Ab5 Bd5 Xa4 aa2 be2 Ac4")
    zone = {"end_zone": {"white": ["a1:e5"]}}
    assert puts(board, "c3", "~", ends=zone) == {"b5", "d5", "a2", "e2"}
    position = play_turn(board, "c3 ~e2", barred=["e2"])
    assert "e2" not in position["stones"]
    assert position["stock"]["white"] == ONE_EACH
    assert position["barred"] == []


@pytest.mark.parametrize("letter", "KHMQ")
def test_no_piece_but_a_knight_removes(letter: str) -> None:
    """B35, G18."""
    assert puts(with_marks(EMPTY, "Ab5 Bc4").replace("N", letter), "c3", "~") == set()


@pytest.mark.parametrize("acts", ["~b5 +A d5", "+A d5 ~b5", "~b5 ~d5", "+A a4 +B e4"])
def test_a_knight_places_or_removes_one_stone(acts: str) -> None:
    """HB28."""
    board = with_marks(EMPTY, "Ab5 Bd5")
    assert after(board, f"c3 {acts}") is None


def test_a_knight_moves_and_removes() -> None:
    """HB28: kind 2."""
    position = play_turn(with_marks(EMPTY, "Bd4"), "c3-b5 ~d4")
    assert places(position) == {"b5": "N"}


def test_a_kings_knight_destroys_arrows_and_collects_red_ones() -> None:
    """B37, B40, B88, HB24."""
    board = with_marks(EMPTY, "Ab4 Ab5 ac4 Bd4 Xd3 bc2").replace("N", "K")
    ways = goes(board, "c3")
    assert {"-b4", "-b5", "-c4", "-c2"} <= ways
    assert not {"-d4", "-d3"} & ways
    position = play_turn(board, "c3-b4")
    assert ("b4" in position["stones"], position["stock"]["white"]["A"]) == (False, 1)
    assert play_turn(board, "c3-c4")["stock"]["white"]["RA"] == 2
    assert after(board, "c3xb4") is None  # G1


def test_a_kings_knight_places_on_free_squares_only() -> None:
    """B41, HB23; B100 for the bomb."""
    board = with_marks(EMPTY, "Ab4 ab5 Xc4").replace("N", "K")
    assert not {"b4", "b5", "c4"} & puts(board, "c3", "A")
    assert {"b4", "b5"} <= puts(board, "c3", "X")
    assert "c4" not in puts(board, "c3", "X")


# Elephant


@pytest.mark.parametrize("around", [".", "W", "q", "A", "a", "X", "_"])
def test_an_elephant_jumps_all_but_blocks(around: str) -> None:
    """B42, B43, G11."""
    marks = " ".join(around + at for at in naive.around("c3"))
    ways = goes(with_marks(EMPTY, marks).replace("N", "E"), "c3")
    twice = {"-a1", "-c1", "-e1", "-a3", "-e3", "-a5", "-c5", "-e5"}
    assert {way for way in ways if naive.distance("c3", way[1:]) == 2} == twice
    once = {"q": 8, "A": 8, "a": 8, ".": 8}.get(around, 0)
    assert len(ways - twice) == once


@pytest.mark.parametrize(
    ("beside", "block", "legal"),
    [
        (". . .", "B", True),
        (". . .", "b", True),
        (". A .", "B", False),
        (". Q .", "B", False),
        (". q .", "B", False),
        (". _ .", "B", False),
        ("B . B", "B", True),
        (". b .", "B", False),
    ],
)
def test_an_elephant_sidesteps_a_block(beside: str, block: str, legal: bool) -> None:
    """B44, B45, HB16, G12."""
    board = f"{beside}\nE {block} .\n"
    assert (after(board, "a1-c1") is not None) == legal


def test_an_elephant_needs_one_free_square_beside_the_block() -> None:
    """HB16."""
    board = """
        . A .
        E B q
        . . .
    """
    assert places(play_turn(board, "a2xc2")) == {"c2": "E", "b2": "B", "b3": "A"}


def test_an_elephant_goes_past_no_block_diagonally() -> None:
    """HB16."""
    board = """
        . . .
        . B .
        E . .
    """
    assert goes(board, "a1") == {"-a2", "-b1", "-a3", "-c1"}
    assert puts(board, "a1") == {"a2", "b1", "a3", "c1"}
    assert puts(board, "a1", "X") == {"a2", "b1", "a3", "c1", "b2"}


def test_an_elephant_lands_on_arrows() -> None:
    """B46, B88, B95, HB24."""
    assert goes("E A a A X", "a1") == {"-b1", "-c1"}
    assert goes("E b A", "a1") == {"-b1"}
    assert goes("E X X", "a1") == set()
    assert play_turn("E q A", "a1-c1")["stones"] == {}


# Chancellor, marshal, gold runner, queen


def test_a_chancellor_is_a_knight_or_a_rook() -> None:
    """B48, B51."""
    board = with_marks(EMPTY, "Ac4 qd3 _c2").replace("N", "H")
    assert goes(board, "c3") == {"-b3", "-a3", "xd3"} | {f"-{at}" for at in LEAPS}


@pytest.mark.parametrize(
    ("row", "text", "legal"),
    [
        ("H . . .", "a1 +A b1 +B c1", False),
        ("H . . .", "a1 +B c1 +A b1", True),
        ("H A . .", "a1 +B c1", False),
        ("H A . .", "a1 +X b1 +B c1", True),
        ("H A . .", "a1 +X b1 +B b1", True),
        ("H . . .", "a1 +B c1 +B b1", False),
        ("H . . .", "a1 +A d1 +B c1 +RA b1", False),
        ("H . . .", "a1-b1 +A a1 +B d1", True),
        ("Q . . .", "a1 +A c1 +B b1", False),
        ("H . . .", "a1 +A a1", False),
        ("H b A .", "a1-b1 +X c1 +RB d1", True),
        ("H . s .", "a1 +A c1 +B d1", False),
        ("H . s .", "a1 +A c1 +X c1", True),
    ],
)
def test_a_chancellor_places_two_one_after_the_other(row: str, text: str, legal: bool) -> None:
    """B52, HB26, HB27; one stone of each kind is in stock."""
    assert (after(row + " . n", text) is not None) == legal


def test_a_marshal_is_a_knight_or_a_bishop() -> None:
    """B53, B56: no step to the other colour."""
    board = with_marks(EMPTY, "Ab4 qd4 ad2 bb2").replace("N", "M")
    assert goes(board, "c3") == {"xd4", "-d2", "-b2"} | {f"-{at}" for at in LEAPS}


def test_a_gold_runner_changes_colour_without_capture() -> None:
    """B59, B60, B62, HB22, G27."""
    board = with_marks(EMPTY, "qc4 ad3 Ac2 qd4 bb4 Bd2").replace("N", "G")
    assert goes(board, "c3") == {"-b3", "-d3", "xd4", "-b4", "-b2", "-a1"}


def test_a_gold_runner_places_one_step_and_diagonally() -> None:
    """B61, HB11."""
    board = with_marks(EMPTY, "qd4 Ab4").replace("N", "G")
    assert puts(board, "c3") == {"c4", "c2", "b3", "d3", "b2", "a1", "d2", "e1"}


def test_a_queen_is_blocked_by_everything() -> None:
    """B63, B65, HB22: she stops on a red-edged stone."""
    board = with_marks(EMPTY, "Ac4 ad4 Be3 qd2 Xc2 Wb2 bb3 _b4").replace("N", "Q")
    assert goes(board, "c3") == {"-d4", "-d3", "xd2", "-b3"}


def test_a_queen_blasts_the_first_obstacle() -> None:
    """B64, HB25."""
    board = with_marks(EMPTY, "Ac4 Ac5 ad4 be3 Xc2 Bb2 Bb3 _b4").replace("N", "Q")
    assert puts(board, "c3", "X") >= {"c4", "d4", "e3", "b2", "b3"}
    assert not puts(board, "c3", "X") & {"c5", "c2", "b4"}


# Spy


def test_a_spy_steps_like_a_king_without_capture() -> None:
    """B66, B68, HB22."""
    board = """
        . q B
        A S a
        X . b
    """
    assert goes(board, "b2") == {"-a3", "-c2", "-b1", "-c1"}


SPY_ROWS = [
    ("S q .", "a1xc1", True, "B66"),
    ("S q .", "a1-c1", True, "B69: without capture"),
    ("S W .", "a1-c1", True, "B69"),
    ("S W .", "a1xc1", False, "G1: an x that captures nothing"),
    ("S A .", "a1-c1", True, "B69"),
    ("S a .", "a1-c1", True, "B69"),
    ("S X .", "a1-c1", True, "B69"),
    ("S B .", "a1-c1", False, "B73"),
    ("S b .", "a1-c1", False, "HB32"),
    ("S . q .", "a1xd1", False, "HB32: adjacent only"),
    ("S q A", "a1xc1", False, "HB32: the landing square is free"),
    ("S q k", "a1xc1", False, "HB32"),
    ("S q _", "a1xc1", False, "O6"),
    ("S q a", "a1xc1", True, "G9"),
    ("S q b .", "a1xc1-d1", False, "HB22: a chain does not go on from it"),
    ("S W . q .", "a1-c1xe1", True, "HB30: only own pieces before"),
    ("S A . q .", "a1-c1xe1", True, "HB30: only stones before"),
    ("S W . W . q .", "a1-c1-e1xg1", True, "HB30"),
    ("S X . A . q .", "a1-c1-e1xg1", True, "HB30"),
    ("S W . A . q .", "a1-c1-e1xg1", False, "B70: mixed"),
    ("S A . W . q .", "a1-c1-e1-g1", True, "HB31: mixed without capture"),
    ("S q . q .", "a1-c1xe1", False, "B72"),
    ("S q . q .", "a1-c1-e1", True, "B69"),
    ("S q . q .", "a1xc1xe1", True, "B67"),
    ("S q . q . q .", "a1xc1xe1xg1", False, "B67"),
    ("S q . q . q .", "a1xc1xe1-g1", True, "G24"),
    ("S q . q . q .", "a1xc1-e1xg1", False, "HB30: the second is the very next jump"),
    ("S q . W . q .", "a1xc1-e1xg1", False, "HB30"),
    ("S q . .", "a1xc1-d1", True, "B77: K"),
    ("S q . . .", "a1xc1-d1-e1", False, "G25: KK never"),
    ("S q . W . .", "a1xc1-e1-f1", True, "B77: JK"),
    ("S q . . W .", "a1xc1-d1-f1", True, "B77: KJ"),
    ("S q . W . A .", "a1xc1-e1-g1", True, "B76: JJ"),
    ("S q . W . A . X .", "a1xc1-e1-g1-i1", False, "B76: at most two"),
    ("S q . W . A . .", "a1xc1-e1-g1-h1", False, "B77"),
    ("S q . . W . .", "a1xc1-d1-f1-g1", False, "B77"),
    ("S q . q . W . .", "a1xc1xe1-g1-h1", True, "HB30: after the second capture too"),
    ("S W . .", "a1-c1-d1", False, "HB31: J and K without capture"),
    ("S . W .", "a1-b1-d1", False, "HB31"),
    ("S . .", "a1-b1-c1", False, "HB31"),
    ("S . . q .", "a1-b1xd1", False, "HB31"),
    ("S W .", "a1-c1-a1", False, "G3"),
    ("S W .", "a1-c1-a1-c1", True, "G3: the judge allows it"),
    ("S q .", "a1-c1-a1", False, "G3"),
    ("S W .", "a1-c1-a1-a1", False, "no step at all"),
]


@pytest.mark.parametrize(
    ("row", "text", "legal", "why"), SPY_ROWS, ids=[f"{row[0]} {row[1]}" for row in SPY_ROWS]
)
def test_a_spy_jumps_by_its_rules(row: str, text: str, legal: bool, why: str) -> None:
    assert (after(f"_ _ _ _ _ _ _ _ _ n\n{row}", text) is not None) == legal, why


def test_a_spy_may_return_to_its_start_after_a_capture() -> None:
    """G26, HB30: round four corners it needs two captures and two jumps."""
    board = """
        . q . .
        w . W .
        S A . n
    """
    assert places(play_turn(board, "a1xa3xc3-c1-a1")) == {
        "a1": "S",
        "c2": "W",
        "b1": "A",
        "d1": "n",
    }


def test_a_spy_passes_the_square_of_its_victim() -> None:
    """G26: c1xa1 over b1, then the king's step onto b1."""
    assert places(play_turn(". q S . n", "c1xa1-b1")) == {"b1": "S", "e1": "n"}


def test_a_spys_chains_are_listed_without_returns_before_the_capture() -> None:
    """G3: all further links after it."""
    board = """
        . A .
        A . A
        S A .
    """
    ways = goes(board, "a1")
    assert {"-a3-c3-c1", "-c1-c3-a3", "-a3"} <= ways
    assert not any("a1" in way for way in ways)
    assert "xc1-d1" in goes("S q . .", "a1")
    assert "xc1-e1-c1" in goes("S q . W .", "a1")


@pytest.mark.parametrize(
    ("row", "squares"),
    [
        ("S . . .", {"b1"}),
        ("S W . .", {"c1", "d1"}),
        ("S . W .", {"b1", "d1"}),
        ("S W . W . W .", {"c1", "e1"}),
        ("S q . A . .", {"c1", "e1"}),
        ("S B . .", set()),
        ("S . b .", {"b1"}),
        ("S W a W .", set()),
        ("S W . B .", {"c1"}),
    ],
)
def test_a_spy_places_within_two_actions(row: str, squares: set[str]) -> None:
    """B78, G22, G23: J, JJ, K, JK, KJ; the squares on the way are free."""
    assert puts(row, "a1") == squares


def test_a_spy_blasts_within_two_actions() -> None:
    """HB25: what stands on the goal is no screen on the way to it."""
    assert puts("S W a W A", "a1", "X") == {"c1"}
    assert puts("S A A .", "a1", "X") == {"b1", "c1"}
    assert puts("S A . B .", "a1", "X") == {"b1", "c1", "d1"}


# Arrows against the spy


@pytest.mark.parametrize(
    ("row", "text", "legal"),
    [
        ("Q . s . n", "a1 +A c1", True),
        ("Q . s . n", "a1 +RA c1", True),
        ("Q . s . n", "a1 +B c1", False),
        ("Q . s . n", "a1 +X c1", False),
        ("Q . w . n", "a1 +A c1", False),
        ("Q . S . n", "a1 +A c1", False),
        ("W s . . n", "a1 +A b1", True),
        ("W s . . n", "a1xb1", False),
        ("C W s . n", "a1 +A c1", True),
        ("S s . . n", "a1 +A b1", False),
        ("Q W s . n", "a1 +A c1", False),
    ],
)
def test_an_arrow_hits_the_enemy_spy(row: str, text: str, legal: bool) -> None:
    """B74, B75, B89, HB33."""
    position = after(row, text)
    assert (position is not None) == legal
    if position:
        assert text[-2:] not in position["pieces"]
        assert position["stones"] == {text[-2:]: text.split("+")[1][:-3]}


def test_a_spy_is_safe_in_the_enemy_end_zone() -> None:
    """B79, G19: not in its own."""
    board = "Q . s . n"
    assert after(board, "a1 +A c1", {"end_zone": {"white": ["c1"]}}) is None
    assert after(board, "a1 +A c1", {"end_zone": {"black": ["c1"]}}) is not None


# Stones


def test_no_stone_is_laid_in_the_own_end_zone_but_bombs_blast_there() -> None:
    """B11, B12, B104, G14."""
    board = "Q . A . n"
    zone = {"end_zone": {"white": ["b1", "c1"]}}
    assert after(board, "a1 +A b1", ends=zone) is None
    assert after(board, "a1 +X b1", ends=zone) is None
    assert after(board, "a1 +X c1", ends=zone) is not None
    assert after(board, "a1 +A b1", {"end_zone": {"black": ["b1"]}}) is not None


def test_a_blast_costs_both_and_bars_the_square() -> None:
    """B100, B101, HB26, G17."""
    position = play_turn("Q . A . q", "a1 +X c1")
    assert places(position) == {"a1": "Q", "e1": "q"}
    assert position["stock"]["white"] == {**ONE_EACH, "X": 0}
    assert position["barred"] == ["c1"]
    line = {"squares": ["a1:e1"]}
    for kind in naive.KINDS:
        assert naive.judge_turn(position, f"e1 +{kind} c1", line) is None
        assert naive.judge_turn(position, f"e1 +{kind} d1", line) is not None
    entered = naive.judge_turn(position, "e1-c1", line)
    assert entered is not None
    assert entered["barred"] == []


def test_a_barred_square_shelters_spy_and_stone() -> None:
    """HB26, G15: no arrow on the spy, no bomb on a stone; the knight removes."""
    assert after("Q s . n", "a1 +A b1", barred=["b1"]) is None
    assert after("Q A . n", "a1 +X b1", barred=["b1"]) is None


def test_a_chancellor_may_refill_a_square_it_blasted() -> None:
    """HB26, G15, G16: the square is barred all the same, and two can be."""
    position = play_turn("H A . . n", "a1 +X b1 +B b1")
    assert (position["stones"], position["barred"]) == ({"b1": "B"}, ["b1"])
    stock = {"white": {"X": 2}, "black": {}}
    position = play_turn("B\n.\nH . A n", "a1 +X c1 +X a3", stock=stock)
    assert position["barred"] == ["c1", "a3"]


def test_a_laid_bomb_stays() -> None:
    """B103, B36, HB24."""
    assert after("Q X . n", "a1 +X b1") is None
    assert after("Q X . n", "a1-b1") is None


def test_a_stone_must_be_in_stock() -> None:
    """B2; a collected one may be laid at once (HB22)."""
    stock: Json = {"white": {}, "black": {}}
    assert after("Q . . n", "a1 +A b1", stock=stock) is None
    position = play_turn("Q a . n", "a1-b1 +RA a1", stock=stock)
    assert places(position) == {"a1": "a", "b1": "Q", "d1": "n"}
    assert position["stock"]["white"] == dict.fromkeys(naive.KINDS, 0)


def test_a_seat_missing_in_the_stock_has_everything() -> None:
    """G32."""
    position = play_turn("Q . n", "a1 +A b1", stock={"black": {"X": 2}})
    assert position["stock"] == {
        "white": {**naive.START_STOCK, "A": 9},
        "black": {**dict.fromkeys(naive.KINDS, 0), "X": 2},
    }


@pytest.mark.parametrize(
    "text", ["a1", "a1 +A b1 a1-c1", "a1-", "a1-z9", "a1 +Y b1", "b1-c1", "d1-c1", "a1xb1", "a1-a1"]
)
def test_a_text_that_is_no_turn_is_refused(text: str) -> None:
    """B5, B7, HB8, G1, G10, O6."""
    assert after("Q . . n", text) is None


@pytest.mark.parametrize("text", ["a1-c1 +RA b1", "A1-C1+RAB1", " a1 - c1 + ra b1 "])
def test_a_turn_is_read_without_regard_to_case_and_spaces(text: str) -> None:
    """Part 5.2."""
    assert places(play_turn("Q . . n", text)) == {"b1": "a", "c1": "Q", "d1": "n"}


# Ends

END = {"end_field": {"white": "a1", "black": "d1"}}


@pytest.mark.parametrize(
    ("board", "text", "end"),
    [
        ("n\n. . Q .", "c1-d1", "end_field"),
        ("n\n. . Q q", "c1xd1", "end_field"),
        ("_\n. . Q q", "c1xd1", "end_field"),
        ("n\n. . Q .", "c1 +X d1", "bomb"),
        ("n\n. Q . .", "b1-c1 +X d1", "bomb"),
        ("n\n. . Q A", "c1 +X d1", "bomb"),
        ("_\n. Q q .", "b1xc1", "all_captured"),
        ("_\n. Q s .", "b1 +A c1", "all_captured"),
        ("_\nq Q q .", "b1xc1", None),
        ("n\n. . Q .", "c1 +A d1", None),
        ("n\n. . Q .", "c1-b1", None),
    ],
)
def test_a_mover_wins_by_each_of_the_reasons(board: str, text: str, end: str | None) -> None:
    """B99, HB3-HB6, G31, G40: end field, bomb, all captured."""
    assert reason(play_turn(board, text, END)) == (end and (end, ["white"]))


def test_the_own_end_field_wins_nothing() -> None:
    """HB34."""
    assert reason(play_turn("n\n. Q . .", "b1-a1", END)) is None


def test_a_piece_on_the_end_field_keeps_the_bomb_off() -> None:
    """HB4."""
    assert after("n\n. . Q q", "c1 +X d1", END) is None


def test_no_stone_follows_a_win() -> None:
    """G5, HB35: neither after a move nor after a first stone."""
    assert after("n\n. . Q .", "c1-d1 +A c1", END) is None
    assert after("_\n. Q q .", "b1xc1 +A b1", END) is None
    assert after("n\n. . H .", "c1 +X d1 +A b1", END) is None
    assert after("_\n. Q s .", "b1 +A c1", END) is not None
    assert after("_\n. H s .", "b1 +A c1 +B a1", END) is None


def test_a_blast_that_wins_bars_nothing() -> None:
    """G16."""
    assert play_turn("n\n. . Q A", "c1 +X d1", END)["barred"] == []


def test_a_chain_over_the_end_field_does_not_win() -> None:
    """G4."""
    board = "n\nS A . A .\n"
    end = {"end_field": {"black": "c1"}}
    assert reason(play_turn(board, "a1-c1-e1", end)) is None
    assert reason(play_turn(board, "a1-c1", end)) == ("end_field", ["white"])


@pytest.mark.parametrize(
    ("beside", "stock", "immobile"),
    [
        ("X", {}, True),
        ("X", {"A": 1, "X": 1}, True),
        ("B", {"A": 1}, True),
        ("B", {"X": 1}, False),
        ("b", {}, False),
        (".", {}, False),
    ],
)
def test_a_seat_without_any_turn_is_immobilised_and_loses(
    beside: str, stock: Json, immobile: bool
) -> None:
    """HB7, G35: a seat that can still blast, collect or step is not helpless."""
    board = f"""
        B B .
        w {beside} .
        _ X Q
    """
    position = play_turn(board, "c1-c2", stock={"white": {}, "black": stock})
    assert reason(position) == (("immobilised", ["white"]) if immobile else None)


@pytest.mark.parametrize(("stone", "immobile"), [("A", False), ("B", False), ("X", True)])
def test_a_knight_that_can_remove_is_not_immobile(stone: str, immobile: bool) -> None:
    """G35: all its goals are taken, but arrows and blocks can go."""
    board = f"""
        n . .
        . . X
        . {stone} Q
    """
    position = play_turn(board, "c1-b2", stock={"white": {}, "black": {}})
    assert reason(position) == (("immobilised", ["white"]) if immobile else None)


def test_a_barred_square_can_immobilise() -> None:
    """HB7, HB26: the only square the cannon could lay on is the one just blasted."""
    stock = {"white": {"X": 1}, "black": {"A": 1}}
    board = """
        _ _ Q .
        c X A _
    """
    assert reason(play_turn(board, "c2 +X c1", stock=stock)) == ("immobilised", ["white"])
    assert reason(play_turn(board.replace("A", "."), "c2-d2", stock=stock)) is None


def test_the_third_occurrence_of_a_position_is_a_draw() -> None:
    """G28, HB9: the given position counts once."""
    position, board = read_drawing("Q . . n\n. . . .\n. . . .")
    for text in ("a3-a2", "d3-c1", "a2-a3", "c1-d3") * 2:
        assert "outcome" not in position
        after_turn = naive.judge_turn(position, text, board)
        assert after_turn is not None
        position = after_turn
    assert reason(position) == ("repetition", [])
    assert max(position["seen"].values()) == 3


def test_a_hundred_quiet_turns_are_a_draw() -> None:
    """G29, HB9."""
    board = "Q . a n\n. . . ."
    assert play_turn(board, "a2-a1", quiet=98)["quiet"] == 99
    assert reason(play_turn(board, "a2-a1", quiet=99)) == ("quiet_turns", [])
    for text in ("a2-c2", "a2-b2 +A a2"):
        assert (play_turn(board, text, quiet=99)["quiet"], reason(play_turn(board, text))) == (
            0,
            None,
        )
    assert play_turn("K A n\n. . .", "a2-b2", quiet=50)["quiet"] == 0
    position, squares = read_drawing(board)
    early = naive.judge_turn({**position, "quiet": 4}, "a2-a1", squares, {"quiet": 5})
    assert early is not None
    assert reason(early) == ("quiet_turns", [])


def test_a_draw_offer_falls_with_the_others_turn() -> None:
    """O12, G39."""
    board = "n\n. . Q ."
    assert play_turn(board, "c1-b1", draw="white")["draw"] == "white"
    assert "draw" not in play_turn(board, "c1-b1", draw="black")
    assert "draw" not in play_turn(board, "c1-d1", ends=END, draw="white")
