"""Moves and arrows against pyffish, which knows the same pieces from other games.

Its boards have at most twelve files and ten ranks. Its walls stop slides, let leapers over, serve
the cannon as a screen and are landed on by nobody: that is a laid bomb (B102, B103). An arrow
differs only for king's knight and elephant, which may destroy it (B82); these moves are left out.
So is what a guard does over two squares, its jumps: there are no start rows. Blocks, red-edged
stones, gaps in the board and the spy have no counterpart and do not occur. There is no king, so no
check, and no pawn, so neither promotion nor en passant.

``wallingRule = arrow`` is a move and then an arrow where the moved piece could move next (B8), the
square it has left included. The cannon, which may also lay behind a screen (B30), sits that out.
So do turns without a move, and the chancellor's second stone.

The library is under the GPL, so only this test uses it.
"""

from __future__ import annotations

from itertools import groupby, pairwise
from random import Random
from typing import Any, TypeAlias

import pytest

from conquest import judge

from .naive import LINK, SEATS, SQUARE, distance

pyffish = pytest.importorskip("pyffish", reason="an optional yardstick: pip install pyffish")

Json: TypeAlias = dict[str, Any]

SIZES = ((12, 10), (9, 10), (8, 8), (5, 6))
POSITIONS = 1250
WITH_ARROWS = 100
FILES = "abcdefghijkl"
LETTERS = "WCNKEHMGQ"
LAYING = "WNKEHMGQ"
DESTROYERS = "KE"

PIECES = """
knight = n
queen = q
chancellor = h
archbishop = m
centaur = k
cannon = c
customPiece1 = e:WFDA
customPiece2 = g:BmW
customPiece3 = w:fWfFsmW
castling = false
doubleStep = false
pawnTypes = -
checking = false
"""
ARROWS = "walling = true\nwallingRule = arrow\n"


def variant(files: int, ranks: int, more: str = "") -> str:
    """Make a board of this size known to pyffish and return its name there."""
    name = f"bollwerk{files}x{ranks}{'arrows' if more else ''}"
    empty = "/".join([str(files)] * ranks)
    size = f"maxFile = {files}\nmaxRank = {ranks}\nstartFen = {empty} w - - 0 1\n"
    pyffish.load_variant_config(f"[{name}]\n{size}{PIECES}{more}")
    return name


@pytest.mark.parametrize(("files", "ranks"), SIZES)
def test_moves_are_those_of_pyffish(files: int, ranks: int) -> None:
    """B17, B18, B26-B28, B31, B32, B37, B38, B42, B43, B48-B65, B102."""
    name, rng = variant(files, ranks), Random(files)
    for _ in range(POSITIONS):
        case = random_case(rng, files, ranks, arrows=0)
        assert ours(case) == theirs(name, case), case


@pytest.mark.parametrize(("files", "ranks"), SIZES)
def test_moves_with_arrows_are_those_of_pyffish(files: int, ranks: int) -> None:
    """B5, B8, B10, B34, B41, B47, B52, B57, B61, B64."""
    name, rng = variant(files, ranks, ARROWS), Random(files)
    for _ in range(WITH_ARROWS):
        case = random_case(rng, files, ranks, arrows=1)
        assert ours(case) == theirs(name, case), case


def random_case(rng: Random, files: int, ranks: int, arrows: int) -> Json:
    """Scatter pieces, arrows and bombs; nobody has a stone but ``arrows``.

    Both sides have two pieces, so that no capture ends the game before the arrow (G5).
    """
    squares = [f"{file}{rank}" for rank in range(1, ranks + 1) for file in FILES[:files]]
    rng.shuffle(squares)
    full = len(squares) // 2
    pieces, walls = rng.randint(4, full), rng.randint(0, full)
    seats = [*SEATS, *SEATS, *rng.choices(SEATS, k=full)]
    letters = LAYING if arrows else LETTERS
    return {
        "ruleset": "bollwerk",
        "board": {"squares": [f"a1:{FILES[files - 1]}{ranks}"]},
        "position": {
            "turn": rng.choice(SEATS),
            "number": 1,
            "pieces": {
                at: f"{seat} {rng.choice(letters)}"
                for at, seat in zip(squares[:pieces], seats, strict=False)
            },
            "stones": {at: rng.choice("AX") for at in squares[pieces : pieces + walls]},
            "stock": {seat: {"A": arrows} for seat in SEATS},
        },
    }


# Both say a turn as its squares: from, to, and where the arrow is laid


def ours(case: Json) -> set[tuple[str, ...]]:
    """Return the turns of the real rules that pyffish has too."""
    position = case["position"]
    lays = any(kinds["A"] for kinds in position["stock"].values())
    moves = {text for text in judge.legal_orders(case) if LINK.search(text) and "~" not in text}
    turns = [SQUARE.findall(text) for text in moves if lays == ("+" in text)]
    return {tuple(turn) for turn in turns if is_shared(position, turn)}


def is_shared(position: Json, turn: list[str]) -> bool:
    """Say whether pyffish has such a turn; see the module."""
    start, goal = turn[:2]
    letter = position["pieces"][start][-1]
    destroys = letter in DESTROYERS and goal in position["stones"]
    jumps = letter == "W" and any(distance(*pair) > 1 for pair in pairwise(turn))
    return not destroys and not jumps


def theirs(name: str, case: Json) -> set[tuple[str, ...]]:
    """Return pyffish's moves, where ``e2e4,e4d5`` is a move with an arrow."""
    moves = [SQUARE.findall(move) for move in pyffish.legal_moves(name, fen(case), [])]
    return {(*squares[:2], *squares[3:]) for squares in moves}


def fen(case: Json) -> str:
    position = case["position"]
    corner = case["board"]["squares"][0].partition(":")[2]
    files = FILES[: FILES.index(corner[0]) + 1]
    ranks = range(int(corner[1:]), 0, -1)
    rows = [pack_row([mark(position, f"{file}{rank}") for file in files]) for rank in ranks]
    return f"{'/'.join(rows)} {position['turn'][0]} - - 0 1"


def mark(position: Json, square: str) -> str:
    if square in position["stones"]:
        return "*"
    piece: str = position["pieces"].get(square, "")
    seat, _, letter = piece.partition(" ")
    return letter if seat == "white" else letter.lower()


def pack_row(row: list[str]) -> str:
    """Write the free squares of a row, the empty texts, as their number."""
    runs = [(text, len(list(run))) for text, run in groupby(row)]
    return "".join(text * number if text else str(number) for text, number in runs)
