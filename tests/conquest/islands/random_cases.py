"""Cases with random positions, on every board of the islands."""

from __future__ import annotations

import random
from typing import Any

from conquest.islands.board import named_board

BOARDS = ("four-islands", "great-islands", "three-islands", "two-islands")
ASHORE = {
    "conquest": ("S", "S", "K", "E(S)", "C(S)"),
    "grand-conquest": ("S", "S", "K", "E(S)", "M", "M(S)", "T", "W(S)"),
}
AFLOAT = ("B", "B(S)", "G(E(S))", "B(K)")
PIECES = 80


def random_case(
    ruleset: str, board: str, dice: random.Random, count: int = PIECES
) -> dict[str, Any]:
    """Return a case with pieces strewn over a board, some camels under foreign riders."""
    ground = named_board(board)
    fields = [name for name, kind in ground.kinds.items() if kind in ("land", "castle", "harbour")]
    pieces = {}
    for field in dice.sample(sorted(fields), count):
        letters = AFLOAT if ground.kinds[field] == "harbour" else ASHORE[ruleset]
        seat, letter = dice.choice(ground.order), dice.choice(letters)
        other = dice.choice(ground.order)
        ridden = letter == "M(S)" and other != seat
        pieces[field] = f"{seat} M({other} S)" if ridden else f"{seat} {letter}"
    position = {"turn": dice.choice(ground.order), "number": 9, "pieces": pieces}
    return {"ruleset": ruleset, "board": board, "position": position}
