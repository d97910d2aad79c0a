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
"""A place on a drawn board: x to the right and y down, in board units."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something drawn over the board: ``kind`` is ring, reach, capture, path, arrow, ghost (a lost
    figure, by the letter of its label), bar (nothing may be put there now), shut (nothing can go
    from one field to the other now), odds (how likely something happens on a field or to the
    figure on it, in hundredths), lifted (a field has lost what was special about it) or note
    (a few characters that somebody has pinned to the figure there).

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
    """A figure on a field and the seat that owns it: ``label`` names both."""

    seat: Seat | None
    label: Phrase


@dataclass(frozen=True, slots=True)
class BoardStyle:
    """How a position is drawn. ``labels`` are the names of the fields; ``large_labels`` can be read
    where a part of the board is shown small, if its artist has them. ``backdrop`` is the URL of the
    empty board's picture, or "" where the page lays it beneath; with ``None`` the whole board is
    drawn into the same SVG. ``box`` crops: x, y, width, height in board units. ``colours`` gives
    each seat its set of figures. ``magnify`` enlarges the numbers of arrows, for a picture that is
    shown small. ``prefix`` begins the ids of a picture that a script changes; such a picture
    defines every figure. With ``bare`` only figures and marks are drawn, to replace those of such
    a picture. ``turned`` counts the quarter turns of the board to the left, if its artist can draw
    it so."""

    theme: str = "light"
    labels: bool = False
    large_labels: bool = False
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
    with two control points. Only the artist reads ``kind``."""

    start: str
    end: str
    bend: tuple[Point, Point] | None = None
    kind: str = ""


@dataclass(frozen=True)
class Chart:  # no slots: cached_property needs a __dict__
    """Where things lie on a drawn board, in board units, the origin in the upper left corner.

    ``size`` is width and height. ``beside`` are places off the fields, such as a stock:
    figures can stand there but cannot walk there. ``names`` are the middles of written names.
    """

    size: tuple[float, float]
    fields: Mapping[str, Point]
    ways: tuple[Edge, ...]
    beside: Mapping[str, Point] = field(default_factory=dict)
    names: Mapping[str, Point] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash(self.size)  # enough to tell the boards apart: their fields are in mappings

    def point_of(self, place: str) -> Point:
        """Return the middle of a field, or of a place beside the fields."""
        point = self.fields.get(place)
        return self.beside[place] if point is None else point

    @cached_property
    def edges_by_ends(self) -> Mapping[tuple[str, str], Edge]:
        """Return each edge by its two ends, in both orders."""
        ends = (((way.start, way.end), (way.end, way.start)) for way in self.ways)
        return {pair: way for way, both in zip(self.ways, ends, strict=True) for pair in both}


def drawing_name(board: str, turned: int) -> str:
    """Return the name of the drawing of a board after ``turned`` quarter turns to the left."""
    return f"{board}-turned-{turned}" if turned else board


def _no_livery(board: str, style: BoardStyle) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class LargeNames:
    """Names of fields that can be read in a small picture, such as one on a phone.

    ``width`` is that of the widest part of a board, in board units, in which they can. ``draw``
    writes them over an empty board, in a theme.
    """

    width: float
    draw: Callable[[str, str], str]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Artist:
    """The functions that draw the boards of a family or of a rule set.

    ``boards`` names the boards it can draw. ``chart_of`` returns where things lie on a board.
    ``draw_backdrop`` draws the empty board in a theme, as markup; ``draw_field_names`` writes the
    names of its fields over that; ``draw_livery`` draws the parts that wear the colours of the
    seats, over both. ``symbols`` are the drawings of the figures by letter, each on a square of 48
    units. ``colours`` is the set of figures of a seat where a style chooses none; ``neutral`` the
    set of the figures that belong to no seat, by letter. ``home`` is the folder of the package that
    keeps the pictures of the empty boards, under ``static/boards/``. ``turned`` is the number of
    quarter turns to the left after which a seat sees its own side near; a seat that is not named
    needs none. ``large_names`` are for boards so large that in a small picture of the whole no name
    can be read; where there are none, the frame of a board tells the names of its fields.
    """

    # eq=False: artists are keys of lru_cache, and their mappings cannot be hashed

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
    large_names: LargeNames | None = None

    @property
    def quarter_turns(self) -> tuple[int, ...]:
        """Return the numbers of quarter turns that can be drawn, 0 first."""
        # people without a seat see the boards unturned (decision 18)
        return tuple(sorted({0, *self.turned.values()}))

    @property
    def drawing_names(self) -> tuple[str, ...]:
        """Return the names of all drawings, those of turned boards last."""
        return tuple(
            drawing_name(board, turned) for turned in self.quarter_turns for board in self.boards
        )

    def turned_drawing(self, board: str, turned: int) -> str:
        """Return the name of a turned drawing, or of the plain one where this turn is not drawn."""
        return drawing_name(board, turned if turned in self.quarter_turns else 0)
