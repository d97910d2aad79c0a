"""Random positions that are rich in special cases of the rules.

Guards stand in herds, spies beside everything that can be jumped, blocks in the way of knights and
elephants, red-edged stones where slides and chains end, pieces in and around both end zones. The
same ``random.Random`` gives the same positions. What no game can lead to is left out: an attacker
standing on the enemy end field, a bomb lying there, a seat without a piece.
"""

from __future__ import annotations

from random import Random
from typing import Any, TypeAlias

from . import naive

Json: TypeAlias = dict[str, Any]

LETTERS = "WCNKEHMGQS"
SEATS = naive.SEATS
KINDS = naive.KINDS


def case(rng: Random) -> Json:
    """Return a case of Bollwerk with a random board, options and position, without orders."""
    board = "A" if rng.random() < 0.2 else inline_board(rng)
    return {
        "ruleset": "bollwerk",
        "options": options(rng),
        "board": board,
        "position": position(rng, naive.board_named(board)),
    }


def options(rng: Random) -> Json:
    return {"cannon": rng.choice(["line", "line", "next"])}


# Boards


def inline_board(rng: Random) -> Json:
    """Draw a board of 4 to 8 files and 4 to 9 rows, some with gaps, ends and start rows."""
    files = "abcdefghijkl"[rng.randrange(4) :][: rng.randint(4, 8)]
    lowest = rng.choice([1, 1, 3, 8])
    rows = range(lowest, lowest + rng.randint(4, 9))
    gaps = rng.choice([0, 0, 0.05, 0.2])
    squares = [f"{file}{row}" for row in rows for file in files if rng.random() >= gaps]
    board: Json = {"squares": squares if gaps else [f"{files[0]}{rows[0]}:{files[-1]}{rows[-1]}"]}
    ends = [seat for seat in SEATS if rng.random() < 0.85]
    board["end_zone"] = {seat: end_zone(rng, seat, squares) for seat in ends}
    board["end_field"] = {seat: rng.choice(board["end_zone"][seat]) for seat in ends}
    board["start_row"] = {seat: start_row(rng, seat, rows) for seat in SEATS if rng.random() < 0.8}
    return board


def end_zone(rng: Random, seat: str, squares: list[str]) -> list[str]:
    """Take some squares of the two rows farthest back."""
    behind = sorted(squares, key=naive.square_order, reverse=seat == "black")
    middle = behind[: max(4, len(squares) // 6)]
    return sorted(rng.sample(middle, rng.randint(1, len(middle))))


def start_row(rng: Random, seat: str, rows: range) -> int:
    return rows[rng.randrange(3)] if seat == "white" else rows[-1 - rng.randrange(3)]


# Positions


def position(rng: Random, board: Json) -> Json:
    every = sorted(naive.expand_squares(*board["squares"]), key=naive.square_order)
    squares = gather_around(rng, every, centre(rng, board, every))
    turn = rng.choice(SEATS)
    chain = rng.choice(["W", "S", "", "", ""])
    landings = every_other(squares) if chain else set()
    screens = [square for square in squares if square not in landings]
    pieces = place_pieces(rng, board, screens, letters(rng, chain))
    if landings:
        pieces |= jumper(rng, board, f"{turn} {chain}", sorted(landings))
    stones = place_stones(rng, board, [square for square in screens if square not in pieces])
    found: Json = {
        "turn": turn,
        "number": rng.randint(1, 200),
        "pieces": pieces,
        "stones": stones,
        "stock": stock(rng),
        "barred": draw_barred(rng, squares),
        "quiet": rng.choice([0, 0, 7, 97, 98, 99]),
        "seen": {},
    }
    if rng.random() < 0.1:
        found["draw"] = rng.choice(SEATS)
    return hem_in(rng, board, found) if rng.random() < 0.1 else found


def centre(rng: Random, board: Json, squares: list[str]) -> str:
    """Choose where most things lie: anywhere, or on an end field."""
    ends: list[str] = sorted(board.get("end_field", {}).values())
    return rng.choice(ends if ends and rng.random() < 0.3 else squares)


def gather_around(rng: Random, squares: list[str], centre: str) -> list[str]:
    """Put the squares in an order that begins around one of them, more or less."""
    width = rng.choice([1, 2, 4, 50])
    return sorted(squares, key=lambda at: naive.distance(centre, at) + rng.random() * width)


def letters(rng: Random, chain: str) -> str:
    """Return the letters to choose from; a guard's chain wants a herd, a spy's chain anything."""
    favourites = "W" if chain == "W" else rng.choice([*"WSHG", *rng.sample(LETTERS, 4)])
    return LETTERS + favourites * rng.choice([0, 5, 30])


def place_pieces(rng: Random, board: Json, squares: list[str], letters: str) -> dict[str, str]:
    """Set at least one piece a side; the first squares fill up first."""
    most = min(len(squares) // 2, 40)
    number = rng.randint(2, rng.choice([3, min(8, most), most]))
    white = rng.choice([0.2, 0.5, 0.5, 0.8])
    pieces: dict[str, str] = {}
    for square in squares:
        seat = "white" if rng.random() < white else "black"
        unreachable = end_of(board, other(seat)) == square
        if len(pieces) < number and rng.random() < 0.8 and not unreachable:
            pieces[square] = f"{seat} {rng.choice(letters)}"
    return both_sides(rng, board, squares, pieces)


def every_other(squares: list[str]) -> set[str]:
    """Return the squares that jumps reach from the first one, to be left free for chains."""
    return {at for at in squares if all(part % 2 == 0 for part in naive.way(squares[0], at))}


def jumper(rng: Random, board: Json, piece: str, landings: list[str]) -> dict[str, str]:
    """Set a guard or a spy down where it may find a chain of jumps."""
    seat = piece.partition(" ")[0]
    starts = [at for at in landings if at != end_of(board, other(seat))]
    return {rng.choice(starts): piece} if starts else {}


def both_sides(
    rng: Random, board: Json, squares: list[str], pieces: dict[str, str]
) -> dict[str, str]:
    """Grant one piece to a side that came away empty."""
    for seat in SEATS:
        if not any(piece.startswith(seat) for piece in pieces.values()):
            free = [at for at in squares if at not in pieces and end_of(board, other(seat)) != at]
            pieces[rng.choice(free[:6])] = f"{seat} {rng.choice(LETTERS)}"
    return pieces


def place_stones(rng: Random, board: Json, free: list[str]) -> dict[str, str]:
    density = rng.choice([0, 0.05, 0.2, 0.5, 0.9])
    kinds = KINDS + tuple(rng.choices(KINDS, k=2)) * rng.choice([0, 2, 8])
    stones = {at: rng.choice(kinds) for at in free if rng.random() < density}
    ends = [end_of(board, seat) for seat in SEATS]
    return {at: kind for at, kind in stones.items() if kind != "X" or at not in ends}


def hem_in(rng: Random, board: Json, position: Json) -> Json:
    """Leave the seat that waits one piece without stones, often a spy, with little room (HB7)."""
    seat = other(position["turn"])
    kept = rng.choice([at for at, piece in position["pieces"].items() if piece.startswith(seat)])
    pieces = {
        at: piece
        for at, piece in position["pieces"].items()
        if at == kept or not piece.startswith(seat)
    }
    pieces[kept] = rng.choice([pieces[kept], f"{seat} S"])
    density = rng.choice([0.3, 0.95, 0.95])
    ends = [end_of(board, seat) for seat in SEATS]
    near = [at for at in naive.around(kept, 2) if at not in pieces and at not in ends]
    room = naive.expand_squares(*board["squares"])
    walls = {at: rng.choice("BX") for at in near if at in room and rng.random() < density}
    stock = {**position["stock"], seat: {}}
    stones = {**position["stones"], **walls}
    return {**position, "pieces": pieces, "stones": stones, "stock": stock}


def stock(rng: Random) -> Json:
    """Return for each seat all stones, one of some kinds, nothing, or nothing said (G32)."""
    ways: tuple[Json | None, ...] = (
        None,
        {},
        {"A": 1, "X": 2},
        {kind: 1 for kind in KINDS if rng.random() < 0.4},
        {rng.choice(KINDS): 1},
    )
    given = {seat: rng.choices(ways, (1, 4, 4, 6, 6))[0] for seat in SEATS}
    return {seat: kinds for seat, kinds in given.items() if kinds is not None}


def draw_barred(rng: Random, squares: list[str]) -> list[str]:
    number = rng.choice([0, 0, 0, 1, 2])
    return sorted(rng.sample(squares[: max(8, number)], number), key=naive.square_order)


def end_of(board: Json, seat: str) -> str | None:
    field: str | None = board.get("end_field", {}).get(seat)
    return field


def other(seat: str) -> str:
    return SEATS[1 - SEATS.index(seat)]
