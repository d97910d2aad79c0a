"""How boards are drawn: marks, links, styles, charts, and the artist of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

from conquest.core.phrases import Phrase
from conquest.core.seating import Seat

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Mark:
    """Something drawn over the board: ``kind`` is ring, reach, capture, path, arrow, ghost (what
    was lost, by the letter of its label), bar (nothing may be put there now), shut (nothing goes
    from one field to the other now), odds (how likely something comes about on a field, in
    hundredths, or to what stands on it), lifted (what was special about a field is no more) or note
    (a few signs that somebody has pinned to what stands there).

    ``label`` is a short text at its end, such as a cost or a number in a list.
    """

    kind: str
    fields: tuple[str, ...]
    seat: Seat | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class FieldLink:
    """An anchor laid over a field, so that a board works without any script."""

    href: str
    title: str


@dataclass(frozen=True, slots=True)
class Figure:
    """What stands on a field, and whose it is: ``label`` names both."""

    seat: Seat | None
    label: Phrase


@dataclass(frozen=True, slots=True)
class BoardStyle:
    """How a position is drawn. ``backdrop`` is the address of the empty board's picture, or ""
    where the page lays it beneath; with ``None`` the whole board is drawn into the same SVG.
    ``box`` crops: x, y, width, height in board units. ``colours`` gives each seat its set.
    ``magnify`` sets the numbers of arrows larger, for a picture that is shown small.
    ``prefix`` begins the ids of a picture that is to change: it then has every figure at hand.
    With ``bare`` only what changes is drawn, figures and marks, for such a picture.
    ``turned`` counts the quarters by which the board is turned to the left, where its artist
    can draw it so."""

    theme: str = "light"
    labels: bool = False
    colours: Mapping[Seat, str] = field(default_factory=dict)
    marks: tuple[Mark, ...] = ()
    links: Mapping[str, FieldLink] = field(default_factory=dict)
    backdrop: str | None = None
    box: tuple[float, float, float, float] | None = None
    title: str = ""
    magnify: float = 1.0
    prefix: str = ""
    bare: bool = False
    turned: int = 0


@dataclass(frozen=True, slots=True)
class Edge:
    """How two neighbouring fields are joined on a drawn board: by a line, or by a cubic curve
    with two control points. ``kind`` is for the artist alone."""

    start: str
    end: str
    bend: tuple[Point, Point] | None = None
    kind: str = ""


@dataclass(frozen=True)
class Chart:
    """Where things lie on a drawn board, in board units, the origin in the upper left corner.

    ``size`` is width and height. ``beside`` are places off the fields, such as a stock:
    figures can stand there, but nobody can walk there.
    """

    size: tuple[float, float]
    fields: Mapping[str, Point]
    ways: tuple[Edge, ...]
    beside: Mapping[str, Point] = field(default_factory=dict)

    def point_of(self, place: str) -> Point:
        """Return where the middle of a field, or of a place beside them, lies."""
        found = self.fields.get(place)
        return self.beside[place] if found is None else found

    @cached_property
    def edges_by_ends(self) -> Mapping[tuple[str, str], Edge]:
        """Return each way by its ends, from either of them."""
        ends = (((way.start, way.end), (way.end, way.start)) for way in self.ways)
        return {pair: way for way, both in zip(self.ways, ends, strict=True) for pair in both}


def drawing_name(board: str, turned: int) -> str:
    """Name the drawing of a board that is turned to the left by so many quarters."""
    return f"{board}-turned-{turned}" if turned else board


def _no_livery(board: str, style: BoardStyle) -> str:
    return ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Artist:
    """Who draws the boards of a family or of a rule set.

    ``boards`` names those it can draw. ``chart_of`` gives where things lie on a board,
    ``draw_backdrop`` draws it empty in a theme, as markup; ``draw_field_names`` writes the names of
    its fields beside them, over that; ``draw_livery`` draws what of it wears the colours of its
    seats, over both. ``symbols`` are the drawings of the figures by letter, each on a square of 48
    units. ``colours`` is the set of figures a seat plays with where a style chooses none;
    ``neutral`` the set of what is no seat's, by letter. ``home`` is the folder of the package in
    which the pictures of the empty boards are kept, under ``static/boards/``. ``turned`` tells by
    how many quarters the boards are turned to the left so that a seat sees its own side near; one
    that is not named sits there already.
    """

    boards: tuple[str, ...]
    chart_of: Callable[[str], Chart]
    draw_backdrop: Callable[[str, str], str]
    draw_field_names: Callable[[str, str], str]
    symbols: Mapping[str, str]
    colours: Mapping[Seat, str]
    home: Path
    neutral: Mapping[str, str] = field(default_factory=dict)
    draw_livery: Callable[[str, BoardStyle], str] = _no_livery
    turned: Mapping[Seat, int] = field(default_factory=dict)

    @property
    def quarter_turns(self) -> tuple[int, ...]:
        """Return by how many quarters the boards can be turned, none at all first."""
        return tuple(sorted({0, *self.turned.values()}))

    @property
    def drawing_names(self) -> tuple[str, ...]:
        """Name every drawing of a board, those of turned boards last."""
        return tuple(
            drawing_name(board, turned) for turned in self.quarter_turns for board in self.boards
        )

    def turned_drawing(self, board: str, turned: int) -> str:
        """Return the name of the drawing of a board as it is turned, if it can be."""
        return drawing_name(board, turned if turned in self.quarter_turns else 0)
