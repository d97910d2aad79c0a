"""A second, slow implementation of Bollwerk's rules, to compare with the real one.

Everything works on the judge's plain position and on a board as a case writes it. Nothing is
precomputed: which squares a piece reaches is tested square by square, a chain is replayed from its
start for every link, and the list of all turns is filtered from all texts that could be one. So the
rules stand here in the words of the rules file; the numbers say where.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
Link: TypeAlias = tuple[str, str]

SEATS = ("white", "black")
KINDS = ("A", "B", "RA", "RB", "X")
ARROWS = ("A", "RA")
BLOCKS = ("B", "RB")
RED = ("RA", "RB")
START_STOCK = {"A": 10, "B": 10, "RA": 1, "RB": 1, "X": 3}

FILES = "abcdefghij"
BOARD_A: Json = {
    "squares": ["a4:j19", "d1:f3", "e20:g22"],
    "end_zone": {"white": ["d1:f3"], "black": ["e20:g22"]},
    "end_field": {"white": "e1", "black": "f22"},
    "start_row": {"white": 5, "black": 18},
}
START: Json = {
    "turn": "white",
    "number": 1,
    "pieces": {
        **{f"{file}4": f"white {letter}" for file, letter in zip(FILES, "CNGEQSMGKH", strict=True)},
        **{f"{file}5": "white W" for file in FILES},
        **{f"{file}18": "black W" for file in FILES},
        **{
            f"{file}19": f"black {letter}" for file, letter in zip(FILES, "HKGMSQEGNC", strict=True)
        },
    },
    "stones": {},
    "stock": {seat: dict(START_STOCK) for seat in SEATS},
    "barred": [],
}

SQUARE = re.compile(r"[a-z]\d+")
LINK = re.compile(r"([-x])([a-z]\d+)")
ACT = re.compile(r"(\+(?:ra|rb|a|b|x)|~)([a-z]\d+)")
TURN = re.compile(rf"({SQUARE.pattern})((?:{LINK.pattern})*)((?:{ACT.pattern})*)")


class Against(Exception):
    """The turn is against the rules."""


def demand(fact: object) -> None:
    if not fact:
        raise Against


# Squares


@cache
def shift_square(square: str, files: int, ranks: int) -> str:
    return f"{chr(ord(square[0]) + files)}{int(square[1:]) + ranks}"


@cache
def way(start: str, goal: str) -> tuple[int, int]:
    """Return how many files and how many ranks ``goal`` lies from ``start``."""
    return ord(goal[0]) - ord(start[0]), int(goal[1:]) - int(start[1:])


@cache
def distance(start: str, goal: str) -> int:
    """Return how many steps a king needs."""
    return max(abs(part) for part in way(start, goal))


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


@cache
def between(start: str, goal: str) -> tuple[str, ...]:
    """Return the squares between two squares of one rank, file or diagonal, from the first on."""
    files, ranks = way(start, goal)
    steps = range(1, distance(start, goal))
    return tuple(shift_square(start, step * sign(files), step * sign(ranks)) for step in steps)


@cache
def around(square: str, size: int = 1) -> tuple[str, ...]:
    reach = range(-size, size + 1)
    every = (shift_square(square, files, ranks) for files in reach for ranks in reach)
    return tuple(other for other in every if other != square)


@cache
def two_straight(start: str, goal: str) -> bool:
    """Say whether ``goal`` is two squares away along a rank, a file or a diagonal."""
    return distance(start, goal) == 2 and all(part in (-2, 0, 2) for part in way(start, goal))


@cache
def halfway(start: str, goal: str) -> str:
    (middle,) = between(start, goal)
    return middle


def square_order(square: str) -> tuple[int, str]:
    return int(square[1:]), square[0]


# The table


@dataclass(frozen=True)
class Table:
    """What lies on the table while a turn is carried out, and what has happened in it.

    ``barred`` binds ``seat``, whose turn it is. ``blasted`` are the squares it has blasted,
    ``eventful`` is a turn with anything that HB9's counter of quiet turns starts again for.
    """

    board: Json
    squares: frozenset[str]
    zones: Mapping[str, frozenset[str]]
    cannon: str
    seat: str
    pieces: Mapping[str, str]
    stones: Mapping[str, str]
    stock: Mapping[str, Mapping[str, int]]
    barred: tuple[str, ...]
    blasted: tuple[str, ...] = ()
    eventful: bool = False
    lost_piece: bool = False
    won: str = ""

    @property
    def enemy(self) -> str:
        return SEATS[1 - SEATS.index(self.seat)]

    @property
    def forward(self) -> int:
        """Return +1 for White, whose forward is up, -1 for Black (G38)."""
        return 1 if self.seat == "white" else -1

    def owner(self, square: str) -> str:
        return self.pieces.get(square, "").partition(" ")[0]

    def letter(self, square: str) -> str:
        return self.pieces.get(square, "").partition(" ")[2]

    def occupied(self, square: str) -> bool:
        return square in self.pieces or square in self.stones

    def free(self, square: str) -> bool:
        """Say whether a square is on the board and neither piece nor stone is on it (G12)."""
        return square in self.squares and not self.occupied(square)

    def block(self, square: str) -> bool:
        """HB14: a red-edged block counts as a block."""
        return self.stones.get(square) in BLOCKS

    def without(self, square: str) -> Table:
        pieces = {at: piece for at, piece in self.pieces.items() if at != square}
        stones = {at: stone for at, stone in self.stones.items() if at != square}
        return replace(self, pieces=pieces, stones=stones)

    def with_piece(self, square: str, piece: str) -> Table:
        return replace(self, pieces={**self.pieces, square: piece})

    def with_stone(self, square: str, stone: str) -> Table:
        return replace(self, stones={**self.stones, square: stone})

    def with_stock(self, kind: str, more: int) -> Table:
        own = self.stock[self.seat]
        own = {**own, kind: own[kind] + more}
        return replace(self, stock={**self.stock, self.seat: own})

    def captured(self, square: str) -> Table:
        return replace(self.without(square), eventful=True, lost_piece=True)


def board_named(board: Json | str | None) -> Json:
    """G33: board A where none is given."""
    return board if isinstance(board, dict) else BOARD_A


@cache
def expand_squares(*ranges: str) -> frozenset[str]:
    """Return the squares of ``"a1:c2", "e5"``."""
    found: set[str] = set()
    for text in ranges:
        first, _, last = text.partition(":")
        files, ranks = way(first, last or first)
        found |= {
            shift_square(first, step_files, step_ranks)
            for step_files in range(files + 1)
            for step_ranks in range(ranks + 1)
        }
    return frozenset(found)


def set_up_table(position: Json, board: Json | str | None, options: Json) -> Table:
    """Set up the table for the turn that is due."""
    plain = board_named(board)
    zones = plain.get("end_zone", {})
    return Table(
        board=plain,
        squares=expand_squares(*plain["squares"]),
        zones={seat: expand_squares(*zones.get(seat, [])) for seat in SEATS},
        cannon=options.get("cannon", "line"),
        seat=position["turn"],
        pieces=position["pieces"],
        stones=position.get("stones", {}),
        stock=full_stock(position.get("stock", {})),
        barred=tuple(position.get("barred", ())),
    )


def full_stock(given: Json) -> dict[str, dict[str, int]]:
    """G32: a seat missing has the full start stock, a kind missing in a given seat is 0."""
    return {
        seat: {kind: given[seat].get(kind, 0) for kind in KINDS}
        if seat in given
        else dict(START_STOCK)
        for seat in SEATS
    }


# How the pieces move. What lies on the goal itself is no matter here.


def straight(start: str, goal: str) -> bool:
    return 0 in way(start, goal)


def diagonal(start: str, goal: str) -> bool:
    files, ranks = way(start, goal)
    return abs(files) == abs(ranks)


def clear(table: Table, start: str, goal: str) -> bool:
    """B51, B56, B65: slides are blocked by everything; a gap in the board stops them too (G11)."""
    return all(table.free(square) for square in between(start, goal))


def as_rook(table: Table, start: str, goal: str) -> bool:
    return straight(start, goal) and clear(table, start, goal)


def as_bishop(table: Table, start: str, goal: str) -> bool:
    return diagonal(start, goal) and clear(table, start, goal)


def as_queen(table: Table, start: str, goal: str) -> bool:
    """B63, B65."""
    return as_rook(table, start, goal) or as_bishop(table, start, goal)


def as_king(start: str, goal: str) -> bool:
    return distance(start, goal) == 1


def as_knight(table: Table, start: str, goal: str) -> bool:
    """B31, B32; B33 with HB14: one of the two L paths has no block on its two squares (G13)."""
    files, ranks = way(start, goal)
    if sorted((abs(files), abs(ranks))) != [1, 2]:
        return False
    across, up = sign(files), sign(ranks)
    if abs(files) == 2:
        long_leg_first = [(across, 0), (2 * across, 0)]
        short_leg_first = [(0, up), (across, up)]
    else:
        long_leg_first = [(0, up), (0, 2 * up)]
        short_leg_first = [(across, 0), (across, up)]
    return any(
        not any(table.block(shift_square(start, *step)) for step in path)
        for path in (long_leg_first, short_leg_first)
    )


def as_elephant(table: Table, start: str, goal: str) -> bool:
    """B42, B43: one or two squares, over anything but a block; B44, B45 past a block.

    HB16: past a block there must be a free square next to the block that also touches start and
    goal. A gap in the board is no hindrance (G11).
    """
    if as_king(start, goal):
        return True
    if not two_straight(start, goal):
        return False
    middle = halfway(start, goal)
    beside = set(around(start)) & set(around(goal)) - {middle}
    return not table.block(middle) or any(table.free(square) for square in beside)


def ahead(table: Table, start: str, goal: str) -> bool:
    """B17: one square forward, straight or diagonal."""
    files, ranks = way(start, goal)
    return ranks == table.forward and abs(files) <= 1


def guard_walks(table: Table, start: str, goal: str) -> bool:
    """B17 forward, B18 sideways, B19 two forward from the start row (HB17, HB18)."""
    files, ranks = way(start, goal)
    sideways = ranks == 0 and abs(files) == 1
    from_start_row = table.board.get("start_row", {}).get(table.seat) == int(start[1:])
    twice = two_straight(start, goal) and ranks == 2 * table.forward
    return (
        ahead(table, start, goal)
        or sideways
        or (from_start_row and twice and table.free(halfway(start, goal)))
    )


def cannon_captures(table: Table, start: str, goal: str) -> bool:
    """B27, B28, HB13: along rank or file with exactly one piece or stone anywhere between."""
    if not straight(start, goal):
        return False
    squares = between(start, goal)
    on_board = all(square in table.squares for square in squares)
    return on_board and [table.occupied(square) for square in squares].count(True) == 1


def goldrunner_steps(start: str, goal: str) -> bool:
    """B60: to a directly adjacent square of the other colour."""
    return as_king(start, goal) and straight(start, goal)


def walks(table: Table, start: str, goal: str) -> bool:
    """Say whether the piece on ``start`` may move to ``goal`` without a capture there."""
    match table.letter(start):
        case "W":
            return guard_walks(table, start, goal)
        case "C":
            return as_rook(table, start, goal)  # B26
        case "N":
            return as_knight(table, start, goal)
        case "K":
            return as_knight(table, start, goal) or as_king(start, goal)  # B37
        case "E":
            return as_elephant(table, start, goal)
        case "H":
            return as_knight(table, start, goal) or as_rook(table, start, goal)  # B48
        case "M":
            return as_knight(table, start, goal) or as_bishop(table, start, goal)  # B53
        case "G":
            return as_bishop(table, start, goal) or goldrunner_steps(start, goal)  # B59, B60
        case "Q":
            return as_queen(table, start, goal)
        case "S":
            return as_king(start, goal)  # B68
    raise ValueError(table.letter(start))


def strikes(table: Table, start: str, goal: str) -> bool:
    """Say whether the piece on ``start`` may capture on ``goal``."""
    match table.letter(start):
        case "W":
            return ahead(table, start, goal)  # B17, not B18, not B19
        case "C":
            return cannon_captures(table, start, goal)
        case "G":
            return as_bishop(table, start, goal)  # B60: its step captures nothing
        case "S":
            return False  # B66
    return walks(table, start, goal)


# Chains: guard and spy


def guard_jump(table: Table, start: str, goal: str) -> bool:
    """B20 over an own guard in all directions, B21 over an enemy guard forward only; HB20."""
    if not two_straight(start, goal) or table.letter(halfway(start, goal)) != "W":
        return False
    own = table.owner(halfway(start, goal)) == table.seat
    return own or way(start, goal)[1] == 2 * table.forward


def spy_jump(table: Table, start: str, goal: str) -> bool:
    """HB32: over an adjacent occupied square to the one right behind, never over a block (B73)."""
    if not two_straight(start, goal):
        return False
    over = halfway(start, goal)
    return table.occupied(over) and not table.block(over)


SPY_TURNS = re.compile("k|[oes]+|(o*|s*)xx?([oes]{0,2}|k|[oes]k|k[oes])")
"""What a spy may do in one turn: ``k`` a king step, ``o``, ``e``, ``s`` a jump over an own piece,
an enemy piece, a stone, ``x`` a jump that captures. First HB31, then HB30 (B68-B72, B76, B77, G24,
G25)."""


def spy_link(table: Table, mark: str, start: str, goal: str) -> str:
    """Name one link of the spy's way as ``SPY_TURNS`` does. G1: only ``x`` captures."""
    if as_king(start, goal):
        demand(mark == "-")
        return "k"
    demand(spy_jump(table, start, goal))
    over = halfway(start, goal)
    if mark == "x":
        demand(table.owner(over) == table.enemy)
        return "x"
    if over in table.stones:
        return "s"
    return "o" if table.owner(over) == table.seat else "e"


def guard_link(table: Table, mark: str, start: str, goal: str) -> str:
    """Name one jump of a guard, ``x`` over an enemy (B21, always captured), else ``o``."""
    demand(guard_jump(table, start, goal))
    over_enemy = table.owner(halfway(start, goal)) == table.enemy
    demand(over_enemy or mark == "-")  # G1
    return "x" if over_enemy else "o"


def carry_out_chain(table: Table, start: str, links: list[Link]) -> tuple[Table, list[Link]]:
    """Carry out a chain of a guard or a spy and write its links exactly (G1).

    A captured piece is lifted at once, and the own start square is free (G26). Landing squares are
    free; only the last may hold a red-edged stone (HB19, HB22, G9).
    """
    piece, letter = table.pieces[start], table.letter(start)
    table, here = table.without(start), start
    names = ""
    written: list[Link] = []
    for place, (mark, goal) in enumerate(links):
        last = place == len(links) - 1
        demand(goal in table.squares)
        demand(table.free(goal) or (last and table.stones.get(goal) in RED))
        name = (spy_link if letter == "S" else guard_link)(table, mark, here, goal)
        if name == "x":
            table = table.captured(halfway(here, goal))
        names += name
        written.append(("x" if name == "x" else "-", goal))
        here = goal
    if letter == "S":
        demand(SPY_TURNS.fullmatch(names))
    else:
        demand(names.count("x") <= 1)  # HB19
    demand(here != start or "x" in names)  # G3
    return put_down(table, piece, here), written


# Moving


def put_down(table: Table, piece: str, goal: str) -> Table:
    """Put a piece down. A red-edged stone goes into its owner's stock (B85, B95, HB22), an arrow
    is destroyed (B40, B46). Entering the enemy end field wins, then taking the last piece (G40)."""
    stone = table.stones.get(goal)
    if stone in RED:
        table = table.with_stock(stone, +1)
    if stone:
        table = replace(table, eventful=True)
    table = table.without(goal).with_piece(goal, piece)
    if goal == end_field(table, table.enemy):
        return replace(table, won="end_field")
    return all_captured(table)


def end_field(table: Table, seat: str) -> str | None:
    field: str | None = table.board.get("end_field", {}).get(seat)
    return field


def all_captured(table: Table) -> Table:
    if table.lost_piece and not any(table.owner(at) == table.enemy for at in table.pieces):
        return replace(table, won="all_captured")
    return table


def carry_out_single(table: Table, start: str, mark: str, goal: str) -> tuple[Table, list[Link]]:
    """Carry out a move that is not a chain."""
    demand(goal in table.squares and goal != start)
    piece, stone = table.pieces[start], table.stones.get(goal)
    if goal in table.pieces:
        demand(table.owner(goal) == table.enemy and strikes(table, start, goal))
        return put_down(table.captured(goal).without(start), piece, goal), [("x", goal)]
    demand(mark == "-")  # G1
    demand(walks(table, start, goal))
    destroys = stone == "A" and table.letter(start) in "EK"  # B40, B46, B82
    demand(stone is None or stone in RED or destroys)
    return put_down(table.without(start), piece, goal), [("-", goal)]


def carry_out_move(table: Table, start: str, links: list[Link]) -> tuple[Table, str]:
    """Carry out a move and write it canonically.

    :raises Against: if it is not legal.
    """
    demand(table.owner(start) == table.seat)
    letter, (mark, goal) = table.letter(start), links[0]
    chain = letter == "S" or (letter == "W" and (len(links) > 1 or guard_jump(table, start, goal)))
    if chain:
        after, written = carry_out_chain(table, start, links)
    else:
        demand(len(links) == 1)  # G10
        after, written = carry_out_single(table, start, mark, goal)
    return after, start + "".join(mark + square for mark, square in written)


# Stones


def guard_lays(table: Table, start: str, goal: str) -> bool:
    """B23, B24: within its moves (G7), over one own guard, forward over an enemy guard."""
    return guard_walks(table, start, goal) or guard_jump(table, start, goal)


def cannon_lays(table: Table, start: str, goal: str) -> bool:
    """B29; B30 with HB12: behind exactly one screen, or with ``next`` only right behind it."""
    if as_rook(table, start, goal):
        return True
    behind = cannon_captures(table, start, goal)
    return behind and (table.cannon == "line" or table.occupied(between(start, goal)[-1]))


def spy_lays(table: Table, start: str, goal: str) -> bool:
    """B78: J, JJ, K, JK, KJ. The squares on the way are free (G22); over anybody (G23).

    The spy's own square is neither screen nor way station nor goal (G22).
    """

    def jumps(here: str, there: str) -> bool:
        return spy_jump(table, here, there) and halfway(here, there) != start

    def within_two_actions(station: str) -> bool:
        jumped, stepped = jumps(start, station), as_king(start, station)
        then_jump, then_step = jumps(station, goal), as_king(station, goal)
        return (jumped and (then_jump or then_step)) or (stepped and then_jump)

    stations = [square for square in around(start, 2) if table.free(square)]
    return (
        as_king(start, goal)
        or jumps(start, goal)
        or any(within_two_actions(station) for station in stations)
    )


def lays(table: Table, start: str, goal: str) -> bool:
    """Say whether the piece on ``start`` could place on ``goal`` if nothing were there (HB25).

    B8-B10: where its next move could go; move-only and capture-only squares both count (HB11).
    """
    if goal == start or goal not in table.squares:
        return False
    table = table.without(goal)
    match table.letter(start):
        case "W":
            return guard_lays(table, start, goal)
        case "C":
            return cannon_lays(table, start, goal)
        case "S":
            return spy_lays(table, start, goal)
    return walks(table, start, goal) or strikes(table, start, goal)


def place_stone(table: Table, start: str, kind: str, goal: str) -> Table:
    """Place a stone: on a free square, a bomb on a stone (B100), an arrow on the spy (B74)."""
    demand(not table.won)  # G5
    demand(table.stock[table.seat][kind] > 0)
    demand(goal not in table.barred)  # B101, HB26
    demand(lays(table, start, goal))
    if goal in table.stones:
        return blast_stone(table, kind, goal)
    demand(goal not in table.zones[table.seat])  # B11, HB33
    if goal in table.pieces:
        return spy_shot(table, start, kind, goal)
    after = replace(table.with_stone(goal, kind).with_stock(kind, -1), eventful=True)
    return bomb_wins(after, kind, goal)


def blast_stone(table: Table, kind: str, goal: str) -> Table:
    """B100: stone and bomb leave the game; in the own end zone too (B104). B103: no bomb."""
    demand(kind == "X" and table.stones[goal] != "X")
    after = replace(table.without(goal).with_stock("X", -1), eventful=True)
    won = bomb_wins(after, kind, goal)
    return won if won.won else replace(won, blasted=(*won.blasted, goal))  # G16


def bomb_wins(table: Table, kind: str, goal: str) -> Table:
    """B99, HB5: a bomb on the enemy end field wins, a stone lying there or not."""
    if kind == "X" and goal == end_field(table, table.enemy):
        return replace(table, won="bomb")
    return table


def spy_shot(table: Table, start: str, kind: str, goal: str) -> Table:
    """B74, B75, B89, HB33, G19: the enemy spy goes, the arrow stays."""
    demand(kind in ARROWS and table.pieces[goal] == f"{table.enemy} S")
    demand(table.letter(start) != "S")
    after = table.captured(goal).with_stone(goal, kind).with_stock(kind, -1)
    return all_captured(after)


def remove_stone(table: Table, start: str, goal: str) -> Table:
    """B35, B36, HB28, G18: only the knight, arrows and blocks of either kind, anywhere (G15)."""
    demand(not table.won)
    demand(table.letter(start) == "N")
    demand(table.stones.get(goal) in (*ARROWS, *BLOCKS))
    demand(as_knight(table, start, goal))
    return replace(table.without(goal), eventful=True)


def carry_out_act(table: Table, start: str, acts: list[tuple[str, str]]) -> Table:
    """Place or remove, one after the other from the same square (HB27)."""
    demand(len(acts) <= (2 if table.letter(start) == "H" else 1))  # B5, B52, HB28
    for what, goal in acts:
        table = (
            remove_stone(table, start, goal)
            if what == "~"
            else place_stone(table, start, what, goal)
        )
    return table


# Whole turns


def judge_turn(
    position: Json, text: str, board: Json | str | None = None, options: Json | None = None
) -> Json | None:
    """Return the position after the turn ``text`` (two stones, any chain), ``None`` if illegal."""
    try:
        table, _ = carry_out_turn(position, text, board, options or {})
    except Against:
        return None
    return complete_turn(position, table, options or {})


def second_stones(
    position: Json, text: str, board: Json | str | None = None, options: Json | None = None
) -> set[str]:
    """Return the turns with one stone more than ``text``, a turn of the chancellor (G6, B52)."""
    table, here = carry_out_turn(position, text, board, options or {})
    return set() if table.won else {text + act for act in every_act(table, here)}


def carry_out_turn(
    position: Json, text: str, board: Json | str | None, options: Json
) -> tuple[Table, str]:
    """Return the table after a turn, and where its piece stands.

    :raises Against: if it is not legal or cannot be read (part 5.2).
    """
    read = TURN.fullmatch("".join(text.split()).lower())
    if read is None or position.get("outcome"):
        raise Against
    table = set_up_table(position, board, options)
    here = read[1]
    links, acts = LINK.findall(read[2]), ACT.findall(read[5])
    demand(links or acts)
    demand(table.owner(here) == table.seat)
    if links:
        table, _ = carry_out_move(table, here, links)
        here = links[-1][1]
    done = [(what.lstrip("+").upper(), goal) for what, goal in acts]
    return carry_out_act(table, here, done), here


def complete_turn(position: Json, table: Table, options: Json) -> Json:
    """Return the position after a completed turn, in which the ends come in G30's order."""
    before = {
        **position,
        "stones": position.get("stones", {}),
        "stock": full_stock(position.get("stock", {})),
        "barred": list(position.get("barred", [])),
    }
    after: Json = {
        "turn": table.enemy,
        "number": position["number"] + 1,
        "pieces": dict(table.pieces),
        "stones": dict(table.stones),
        "stock": {seat: dict(table.stock[seat]) for seat in SEATS},
        "barred": sorted(table.blasted, key=square_order),
        "quiet": 0 if table.eventful else position.get("quiet", 0) + 1,
    }
    after["seen"] = count_position(position.get("seen", {}), before, after)
    if position.get("draw") == table.seat:
        after["draw"] = table.seat  # O12: the other's completed turn would decline
    outcome = ending(after, table, options)
    if outcome:
        after.pop("draw", None)  # G39
        after["outcome"] = outcome
    return after


def digest(position: Json) -> str:
    """Return the name of a position in ``seen`` (part 5.2)."""
    part = {key: position[key] for key in ("barred", "pieces", "stock", "stones", "turn")}
    text = json.dumps(part, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def count_position(seen: Json, before: Json, after: Json) -> Json:
    """Count the new position; the given one counts once where it is not counted yet (G28)."""
    seen = {digest(before): 1, **seen}
    return {**seen, digest(after): seen.get(digest(after), 0) + 1}


def ending(after: Json, table: Table, options: Json) -> Json | None:
    """G30: a win of the mover, then immobilised, then repetition, then quiet turns (G31)."""
    if table.won:
        return {"winners": [table.seat], "reason": table.won}
    if next(every_turn(after, table.board, options), None) is None:
        return {"winners": [table.seat], "reason": "immobilised"}  # HB7
    if after["seen"][digest(after)] >= 3:
        return {"winners": [], "reason": "repetition"}
    if after["quiet"] >= options.get("quiet", 100):
        return {"winners": [], "reason": "quiet_turns"}
    return None


def turns(position: Json, board: Json | str | None = None, options: Json | None = None) -> set[str]:
    """Return the canonical texts of all turns as ``options`` lists them (G3, G6)."""
    if position.get("outcome"):
        return set()
    return set(every_turn(position, board, options or {}))


def every_turn(position: Json, board: Json | str | None, options: Json) -> Iterator[str]:
    table = set_up_table(position, board, options)
    for start in [at for at in table.pieces if table.owner(at) == table.seat]:
        yield from (start + act for act in every_act(table, start))
        for text, after, goal in every_move(table, start):
            yield text
            yield from (text + act for act in every_act(after, goal))


def every_act(table: Table, start: str) -> Iterator[str]:
    """Yield what the piece on ``start`` may place or remove, one thing only (G6)."""
    for goal in [square for square in table.squares if lays(table, start, square)]:
        for what in (*KINDS, "~"):
            try:
                carry_out_act(table, start, [(what, goal)])
            except Against:
                continue
            yield f" ~{goal}" if what == "~" else f" +{what} {goal}"


def every_move(table: Table, start: str) -> Iterator[tuple[str, Table, str]]:
    found: dict[str, tuple[str, Table, str]] = {}
    for goal in table.squares:
        for mark in "-x":
            found |= try_turn(table, start, [(mark, goal)])
    yield from found.values()
    if table.letter(start) in "WS":
        for text in list(found):
            yield from longer_chains(table, start, LINK.findall(text))


def try_turn(table: Table, start: str, links: list[Link]) -> dict[str, tuple[str, Table, str]]:
    try:
        after, text = carry_out_move(table, start, links)
    except Against:
        return {}
    return {text: (text, after, links[-1][1])}


def longer_chains(table: Table, start: str, links: list[Link]) -> Iterator[tuple[str, Table, str]]:
    """Yield the chains to be listed that begin with a chain of these links."""
    found: dict[str, tuple[str, Table, str]] = {}
    for goal in around(links[-1][1], 2):
        for mark in "-x":
            longer = [*links, (mark, goal)]
            if is_listed(table.letter(start), start, longer):
                found |= try_turn(table, start, longer)
    yield from found.values()
    for text in found:
        yield from longer_chains(table, start, LINK.findall(text))


def is_listed(letter: str, start: str, links: list[Link]) -> bool:
    """G3: before the first capture a chain lands nowhere twice and never on its start; after it
    a guard lands nowhere twice, the landing square of the capture included."""
    marks = [mark for mark, _ in links]
    first = marks.index("x") if "x" in marks else len(marks)
    squares = [square for _, square in links]
    before, after = squares[:first], squares[first:]
    once = len(set(before)) == len(before) and start not in before
    return once and (letter == "S" or len(set(after)) == len(after))
