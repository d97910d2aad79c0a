"""Boards, named or described in a case: squares, end zones, end fields, start rows, set-up."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from conquest.core import Fault, Seat
from conquest.kit.case_values import check_keys
from conquest.rulesets.bollwerk.geometry import MoveTables, Point, build_move_tables
from conquest.rulesets.bollwerk.sides import FREE, SEATS

FOLDER = Path(__file__).with_name("boards")
NAMES = ("A",)
KNOWN = {"squares", "end_zone", "end_field", "start_row"}

# Two digits at most, so that no rectangle in a case exceeds 26 files and 99 rows.
_SQUARE = re.compile(r"([a-z])([1-9][0-9]?)", re.ASCII)


@dataclass(frozen=True, slots=True)
class SquareBoard:
    """A board; two boards are equal when their ``key`` is.

    ``key`` is the name, or the canonical JSON of an inline board. ``squares`` are the names of
    the squares by row, then by file; everywhere else a square is an index into them. ``zones``
    and ``fields`` are the end zones and end fields by seat, ``ways`` the move tables,
    ``setup`` the cells at the start of a game, "" for a board without a set-up.
    """

    key: str
    name: str | None = field(compare=False)
    squares: tuple[str, ...] = field(compare=False, repr=False)
    index: Mapping[str, int] = field(compare=False, repr=False)
    zones: Mapping[Seat, frozenset[int]] = field(compare=False, repr=False)
    fields: Mapping[Seat, int] = field(compare=False, repr=False)
    ways: MoveTables = field(compare=False, repr=False)
    setup: str = field(compare=False, repr=False)

    @property
    def source(self) -> str | dict[str, Any]:
        """What a case calls this board: its name, or the inline object."""
        return self.name or json.loads(self.key)


def load_board(source: object) -> SquareBoard:
    """Return the board that a case names or describes; board A if it does neither (G33).

    :raises Fault: for an unknown name or an invalid description.
    """
    if source is None:
        return named_board(NAMES[0])
    if isinstance(source, str):
        return named_board(source)
    if isinstance(source, dict):
        return inline_board(source)
    raise Fault("a board is a name or an object")


# Every look at the board of a state comes through here.
@lru_cache(maxsize=64)
def board_by_key(key: str) -> SquareBoard:
    """Return the board with this ``SquareBoard.key``."""
    # The key of an inline board is a JSON object; no name begins with a brace.
    return _build_inline(key) if key.startswith("{") else named_board(key)


@lru_cache(maxsize=16)
def named_board(name: str) -> SquareBoard:
    """Return the board with this name.

    :raises Fault: if there is none.
    """
    if name not in NAMES:
        raise Fault(f"there is no board called {name[:40]!r}")
    source = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return _build_board(name, name, source, source["setup"])


def inline_board(source: Mapping[str, Any]) -> SquareBoard:
    """Return the board that a case describes.

    :raises Fault: if the description is invalid.
    """
    # Sorted keys make equal descriptions one board with one cache entry, whatever their order.
    try:
        key = json.dumps(source, sort_keys=True)
    except (TypeError, ValueError, RecursionError) as error:
        raise Fault("the board is not plain JSON") from error
    return board_by_key(key)


def _build_inline(key: str) -> SquareBoard:
    source = json.loads(key)
    check_keys(source, KNOWN, "board")
    return _build_board(key, None, source, {})


def _build_board(
    key: str, name: str | None, source: Mapping[str, Any], rows: Mapping[str, str]
) -> SquareBoard:
    points = sorted(_area_points(source.get("squares"), "squares"), key=lambda point: point[::-1])
    if not points:
        raise Fault("the board has no squares")
    squares = tuple(map(_point_name, points))
    index = {square: place for place, square in enumerate(squares)}
    zones, fields = _values_by_seat(source, "end_zone"), _values_by_seat(source, "end_field")
    return SquareBoard(
        key=key,
        name=name,
        squares=squares,
        index=index,
        zones={seat: frozenset(_square_indexes(zones.get(seat, []), index)) for seat in SEATS},
        fields={seat: _square_index(fields[seat], index) for seat in fields},
        ways=build_move_tables(points, _start_rows(_values_by_seat(source, "start_row"))),
        setup=_setup_cells(rows, index),
    )


def _values_by_seat(source: Mapping[str, Any], key: str) -> dict[Seat, Any]:
    """Return one key of a board's description by seat, without missing or null values (G34)."""
    given = source.get(key)
    if given is None:
        return {}
    if not isinstance(given, Mapping) or not set(given) <= set(SEATS):
        raise Fault(f"the {key} of a board is an object by seat")
    return {seat: part for seat, part in given.items() if part is not None}


def _start_rows(given: Mapping[Seat, Any]) -> dict[Seat, int]:
    # ``isinstance`` would let ``true`` pass for row 1.
    if not all(type(row) is int for row in given.values()):
        raise Fault("a start row is a number")
    return dict(given)


def _area_points(given: object, what: str) -> set[Point]:
    """Return the points in a list of squares and rectangles such as "a1:l10"."""
    if not isinstance(given, list) or not all(isinstance(part, str) for part in given):
        raise Fault(f"the {what} of a board are a list of texts such as 'a1:l10'")
    return {point for part in given for point in _rectangle_points(part)}


def _rectangle_points(text: str) -> Iterator[Point]:
    first, colon, last = text.lower().replace(" ", "").partition(":")
    (left, bottom), (right, top) = _parse_square(first), _parse_square(last if colon else first)
    for row in range(min(bottom, top), max(bottom, top) + 1):
        for file in range(min(left, right), max(left, right) + 1):
            yield file, row


def _parse_square(text: str) -> Point:
    match = _SQUARE.fullmatch(text)
    if match is None:
        raise Fault(f"there can be no square {text[:20]!r}")
    return ord(match[1]) - ord("a"), int(match[2])


def _point_name(point: Point) -> str:
    return f"{chr(ord('a') + point[0])}{point[1]}"


def _square_indexes(given: object, index: Mapping[str, int]) -> Iterator[int]:
    for point in _area_points(given, "end zones"):
        yield _square_index(_point_name(point), index)


def _square_index(given: object, index: Mapping[str, int]) -> int:
    square = given.lower() if isinstance(given, str) else ""
    if square not in index:
        raise Fault(f"the board has no square {str(given)[:20]!r}")
    return index[square]


def _setup_cells(rows: Mapping[str, str], index: Mapping[str, int]) -> str:
    """Return the cells of a set-up; a row is a text of signs from its first square rightwards."""
    if not rows:
        return ""
    cells = [FREE] * len(index)
    for square, signs in rows.items():
        cells[index[square] : index[square] + len(signs)] = signs
    return "".join(cells)
