"""Boards of squares, named or given with a case: zones, fields, start rows and the set-up."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from conquest.core import Fault, Seat
from conquest.rulesets.bollwerk.geometry import Point, Ways, find_ways
from conquest.rulesets.bollwerk.sides import FREE, SEATS

FOLDER = Path(__file__).with_name("boards")
NAMES = ("A",)
KNOWN = {"squares", "end_zone", "end_field", "start_row"}

_SQUARE = re.compile(r"([a-z])([1-9][0-9]?)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Board:
    """A board; two boards are equal when their ``key`` is.

    ``key`` is the name, or the canonical JSON of an inline board. ``squares`` are the names of
    the squares by row, then by file; everywhere else a square is its place therein. ``zones``
    and ``fields`` are the end zones and end fields by seat, ``ways`` where the pieces can go,
    ``setup`` the cells at the start of a game, "" where there is none.
    """

    key: str
    name: str | None = field(compare=False)
    squares: tuple[str, ...] = field(compare=False, repr=False)
    index: Mapping[str, int] = field(compare=False, repr=False)
    zones: Mapping[Seat, frozenset[int]] = field(compare=False, repr=False)
    fields: Mapping[Seat, int] = field(compare=False, repr=False)
    ways: Ways = field(compare=False, repr=False)
    setup: str = field(compare=False, repr=False)

    @property
    def source(self) -> str | dict[str, Any]:
        """What a case calls this board: its name, or the inline object."""
        return self.name or json.loads(self.key)


def load(source: object) -> Board:
    """Return the board that a case names or describes; board A where it does neither (G33).

    :raises Fault: for an unknown name and for a board that cannot be.
    """
    if source is None:
        return named(NAMES[0])
    if isinstance(source, str):
        return named(source)
    if isinstance(source, dict):
        return inline(source)
    raise Fault("a board is a name or an object")


def of(key: str) -> Board:
    """Return the board of a ``Board.key``."""
    return _inline(key) if key.startswith("{") else named(key)


@lru_cache(maxsize=16)
def named(name: str) -> Board:
    """Return a named board.

    :raises Fault: if there is none of that name.
    """
    if name not in NAMES:
        raise Fault(f"there is no board called {name[:40]!r}")
    source = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return _board(name, name, source, source["setup"])


def inline(source: Mapping[str, Any]) -> Board:
    """Return the board that a case describes.

    :raises Fault: if it cannot be.
    """
    try:
        key = json.dumps(source, sort_keys=True)
    except (TypeError, ValueError, RecursionError) as error:
        raise Fault("the board is not plain JSON") from error
    return _inline(key)


@lru_cache(maxsize=64)
def _inline(key: str) -> Board:
    source = json.loads(key)
    if unknown := sorted(set(source) - KNOWN):
        raise Fault(f"the board has an unknown key {unknown[0][:40]!r}")
    return _board(key, None, source, {})


def _board(key: str, name: str | None, source: Mapping[str, Any], rows: Mapping[str, str]) -> Board:
    points = sorted(_area(source.get("squares"), "squares"), key=lambda point: point[::-1])
    if not points:
        raise Fault("the board has no squares")
    squares = tuple(map(_name, points))
    index = {square: place for place, square in enumerate(squares)}
    zones, fields = _by_seat(source, "end_zone"), _by_seat(source, "end_field")
    return Board(
        key=key,
        name=name,
        squares=squares,
        index=index,
        zones={seat: frozenset(_places(zones.get(seat, []), index)) for seat in SEATS},
        fields={seat: _place(fields[seat], index) for seat in fields},
        ways=find_ways(points, _rows(_by_seat(source, "start_row"))),
        setup=_lay_out(rows, index),
    )


def _by_seat(source: Mapping[str, Any], key: str) -> dict[Seat, Any]:
    """Return what a board says of each seat; nothing or null are allowed (G34)."""
    given = source.get(key)
    if given is None:
        return {}
    if not isinstance(given, Mapping) or not set(given) <= set(SEATS):
        raise Fault(f"the {key} of a board is an object by seat")
    return {seat: part for seat, part in given.items() if part is not None}


def _rows(given: Mapping[Seat, Any]) -> dict[Seat, int]:
    if not all(type(row) is int for row in given.values()):
        raise Fault("a start row is a number")
    return dict(given)


def _area(given: object, what: str) -> set[Point]:
    """Return the points of squares and rectangles such as "a1:l10"."""
    if not isinstance(given, list) or not all(isinstance(part, str) for part in given):
        raise Fault(f"the {what} of a board are a list of texts such as 'a1:l10'")
    return {point for part in given for point in _rectangle(part)}


def _rectangle(text: str) -> Iterator[Point]:
    one, colon, other = text.lower().replace(" ", "").partition(":")
    (left, bottom), (right, top) = _point(one), _point(other if colon else one)
    for row in range(min(bottom, top), max(bottom, top) + 1):
        for file in range(min(left, right), max(left, right) + 1):
            yield file, row


def _point(text: str) -> Point:
    match = _SQUARE.fullmatch(text)
    if match is None:
        raise Fault(f"there can be no square {text[:20]!r}")
    return ord(match[1]) - ord("a"), int(match[2])


def _name(point: Point) -> str:
    return f"{chr(ord('a') + point[0])}{point[1]}"


def _places(given: object, index: Mapping[str, int]) -> Iterator[int]:
    for point in _area(given, "end zones"):
        yield _place(_name(point), index)


def _place(given: object, index: Mapping[str, int]) -> int:
    square = given.lower() if isinstance(given, str) else ""
    if square not in index:
        raise Fault(f"the board has no square {str(given)[:20]!r}")
    return index[square]


def _lay_out(rows: Mapping[str, str], index: Mapping[str, int]) -> str:
    """Return the cells with rows of pieces, each from its first square to the right."""
    if not rows:
        return ""
    cells = [FREE] * len(index)
    for square, signs in rows.items():
        cells[index[square] : index[square] + len(signs)] = signs
    return "".join(cells)
