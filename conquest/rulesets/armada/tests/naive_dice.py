"""A second, slow and plain implementation of throws, to compare the judge with (HK24, I26 to I36).

It counts columns and rows from 0 and shares no code with the rules.
"""

from __future__ import annotations

from typing import TypeAlias

from .judging import Json
from .naive import TERRAIN, ZONES

Spot: TypeAlias = tuple[int, int]
TOWARDS = {"south": (0, 1), "west": (1, 0), "north": (0, -1), "east": (-1, 0)}


def spot(square: str) -> Spot:
    return ord(square[0]) - 97, int(square[1:]) - 1


def square_name(at: Spot) -> str:
    return f"{chr(97 + at[0])}{at[1] + 1}"


def in_order(squares: set[Spot]) -> list[Spot]:
    return sorted(squares, key=lambda at: (at[1], at[0]))


def area(size: int, seat: str) -> set[Spot]:
    (left, low), (right, high) = map(spot, ZONES[size][seat])
    return {(x, y) for x in range(left, right + 1) for y in range(low, high + 1)}


class Stop(Exception):
    """The die goes no further: it rests where it was, is out, or the throw is void."""


class Die:
    """A die that rolls over a position."""

    def __init__(self, position: Json, size: int, terrain: bool, seat: str) -> None:
        self.size, self.towards = size, TOWARDS[seat]
        self.owner = {spot(at): text.split()[0] for at, text in position["pieces"].items()}
        self.units = {at: at for at in self.owner}
        self.closed = {spot(at) for one in position["blockers"].values() for at in one["squares"]}
        self.closed |= {spot(at) for at in TERRAIN} if terrain else set()
        self.live = {
            at for seat, is_live in position["zones"].items() if is_live for at in area(size, seat)
        }
        self.fallen: list[Spot] = []

    def touched(self, x: int, y: int) -> set[Spot]:
        columns = {x // 2} if x % 2 == 0 else {(x - 1) // 2, (x + 1) // 2}
        rows = {y // 2} if y % 2 == 0 else {(y - 1) // 2, (y + 1) // 2}
        return {(column, row) for column in columns for row in rows}

    def is_on(self, at: Spot) -> bool:
        return 0 <= at[0] < self.size and 0 <= at[1] < self.size

    def come_to(self, squares: set[Spot]) -> None:
        """Move the die to a position, or stop before it."""
        if not all(map(self.is_on, squares)):
            raise Stop("out")
        if squares & self.live:
            raise Stop("void")
        if squares & self.closed:
            raise Stop("rests")
        before = dict(self.units), list(self.fallen)
        is_void = False
        dx, dy = self.towards
        front_first = sorted(squares, key=lambda at: (-(at[0] * dx + at[1] * dy), at[1], at[0]))
        for at in front_first:
            while at in self.units:
                is_void = self.push(at, before) or is_void
                at = (at[0] + dx, at[1] + dy) if (at[0] + dx, at[1] + dy) in squares else at
        if is_void:
            raise Stop("void")

    def push(self, at: Spot, before: tuple[dict[Spot, Spot], list[Spot]]) -> bool:
        """Push a unit by one, those ahead of it first; return whether any entered a live zone."""
        ahead = (at[0] + self.towards[0], at[1] + self.towards[1])
        if ahead in self.closed:
            self.units, self.fallen = before
            raise Stop("rests")
        is_void = self.push(ahead, before) if ahead in self.units else False
        who = self.units.pop(at)
        if not self.is_on(ahead):
            self.fallen.append(who)
            return is_void
        self.units[ahead] = who
        return is_void or ahead in self.live


def roll(
    position: Json, size: int, terrain: bool, seat: str, aim: str, draws: list[int]
) -> tuple[str, list[str], dict[str, str], list[tuple[str, str]]]:
    """Return the result of a throw, the squares the die lies on, which units were shifted where,
    and which fell and where they were put."""
    die, (column, row) = Die(position, size, terrain, seat), spot(aim)
    x, y = 2 * column + draws[0] - draws[1], 2 * row + draws[2] - draws[3]
    lies: set[Spot] = set()
    result = "rests"
    for step in range(draws[4] + 1):
        squares = die.touched(x + step * die.towards[0], y + step * die.towards[1])
        try:
            die.come_to(squares)
        except Stop as stop:
            result = str(stop)
            break
        lies = squares
    if result == "rests" and not lies:
        result = "out"
    if result == "void":
        return "void", [], {}, []
    lies = lies if result == "rests" else set()
    shifts = {square_name(was): square_name(at) for at, was in die.units.items() if at != was}
    return result, [square_name(at) for at in in_order(lies)], shifts, put_back(die, lies, draws)


def put_back(die: Die, lies: set[Spot], draws: list[int]) -> list[tuple[str, str]]:
    """Return the units that fell, and the square on which each is put back, "" if it is lost."""
    found, taken, numbers = [], {*die.units, *die.closed, *lies}, draws[7:]
    for place, was in enumerate(die.fallen):
        to = ""
        if draws[5] + 1 < 5:
            home = area(die.size, die.owner[was])
            free = in_order(home - taken)
            everywhere = {(x, y) for x in range(die.size) for y in range(die.size)}
            at = (
                free[numbers[place] % len(free)]
                if free
                else min(
                    in_order(everywhere - taken - die.live),
                    key=lambda at: min(abs(at[0] - x) + abs(at[1] - y) for x, y in home),
                )
            )
            taken.add(at)
            to = square_name(at)
        found.append((square_name(was), to))
    return found
