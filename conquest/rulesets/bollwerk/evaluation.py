"""How a bot evaluates a position: an estimate, not part of the rules.

All values are in guards from White's point of view; for Black they change sign.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from conquest.core import Seat
from conquest.rulesets.bollwerk.board import SquareBoard
from conquest.rulesets.bollwerk.hits import Hits
from conquest.rulesets.bollwerk.sides import LETTERS, SIDES, Side, piece_sign

WORTH = {
    "W": 1.0,
    "N": 3.5,
    "G": 4.0,
    "S": 4.0,
    "C": 4.5,
    "E": 5.0,
    "K": 6.0,
    "M": 6.5,
    "H": 8.5,
    "Q": 9.0,
}
# What a king's step towards the end field is worth, by piece, and for all other pieces.
PACE = {"W": 0.05, "S": 0.02, "Q": 0.02, "H": 0.02}
STEADY = 0.04
FAR = 20  # king's steps; from there on distance makes no difference
# Per square from which the end field can be hit: by line or leap from outside its zone, and by
# line from anywhere.
OUTSIDE, INSIDE = 0.03, 0.01
SPY_AT_RISK = 3.0

Worths = Mapping[str, Sequence[float]]


@lru_cache(maxsize=8)
def square_values(board: SquareBoard) -> Worths:
    """Return what each sign is worth to White on each square: the more, the nearer to its goal."""
    return {
        piece_sign(seat, letter): _piece_values(board, seat, letter)
        for seat in SIDES
        for letter in LETTERS
    }


def _piece_values(board: SquareBoard, seat: Seat, letter: str) -> tuple[float, ...]:
    share = 1 if seat == "white" else -1
    pace = PACE.get(letter, STEADY)
    return tuple(
        share * (WORTH[letter] + pace * max(0, FAR - steps))
        for steps in goal_distances(board, seat)
    )


@lru_cache(maxsize=16)
def goal_distances(board: SquareBoard, seat: Seat) -> tuple[int, ...]:
    """Return the king's steps from each square to the end field a seat attacks, ``FAR`` at most."""
    goal = board.fields.get(SIDES[seat].other)
    distances = dict.fromkeys([] if goal is None else [goal], 0)
    for square in (ring := list(distances)):
        for end in board.ways.king[square]:
            if end not in distances:
                distances[end] = distances[square] + 1
                ring.append(end)
    return tuple(distances.get(square, FAR) for square in range(len(board.squares)))


def material_value(board: SquareBoard, cells: str) -> float:
    """Return what the pieces on the board are worth to White, by kind and place."""
    table = square_values(board)
    return sum(table[sign][n] for n, sign in enumerate(cells) if sign in table)


def openness_value(board: SquareBoard, hits: Hits, attacker: Side) -> float:
    """Return what the squares are worth from which a side can hit the end field it attacks."""
    if not hits:
        return 0.0
    zone, white = board.zones[attacker.other], attacker.seat == "white"
    lines, leaps = (hits["Q"], hits["N"]) if white else (hits["q"], hits["n"])
    outside = sum(square not in zone for these in (lines, leaps) for square in these)
    return OUTSIDE * outside + INSIDE * len(lines)
