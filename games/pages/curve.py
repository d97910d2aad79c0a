"""The curve of a game, laid out for a small picture: its main number after every turn, and the
points that were used in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, pairwise

from conquest.core import Column
from games.models import Seat
from games.replay.timeline import Timeline

WIDTH, LEFT, RIGHT = 360, 36, 22
TOP, HEIGHT, GAP, BARS, FOOT = 10, 150, 24, 44, 24
BETWEEN_LABELS = 15
INTERVALS = 4
DASHES = ("", "9 4", "2 3", "12 3 3 3")


@dataclass(frozen=True, slots=True)
class CurveLine:
    """The main number of a seat: ``points`` of a polyline, and the height of its letter."""

    seat: Seat
    points: str
    dash: str
    label: str


@dataclass(frozen=True, slots=True)
class CurveTick:
    """A number beside the picture or below it, and where it stands."""

    at: str
    number: int


@dataclass(frozen=True, slots=True)
class CurveBar:
    """The points a seat has used in a turn, as a box."""

    seat: Seat
    x: str
    y: str
    width: str
    height: str


@dataclass(frozen=True, slots=True)
class CurveRow:
    """A turn in numbers: the main one of every seat, and the points that were used by whom."""

    turn: int
    numbers: tuple[int | None, ...]
    used: tuple[tuple[Seat, int], ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """A picture of ``width`` and ``height`` units with the same in rows."""

    main: Column
    lines: tuple[CurveLine, ...]
    bars: tuple[CurveBar, ...]
    ticks: tuple[CurveTick, ...]
    most: CurveTick | None
    turns: tuple[CurveTick, ...]
    rows: tuple[CurveRow, ...]
    height: int

    width = WIDTH
    left, right = LEFT, WIDTH - RIGHT

    @property
    def foot(self) -> int:
        """Where the numbers of the turns stand."""
        return self.height - 6


@dataclass(frozen=True, slots=True)
class CurveScale:
    """Where numbers of a course lie in the picture."""

    turns: int
    low: int
    high: int

    def x(self, turn: int) -> float:
        return LEFT + turn * (WIDTH - LEFT - RIGHT) / (self.turns - 1)

    def y(self, number: int) -> float:
        return TOP + HEIGHT * (self.high - number) / (self.high - self.low)


def build_curve(course: Timeline, seats: Sequence[Seat]) -> Curve | None:
    """Return the curve of a course, ``None`` where there is nothing to draw."""
    if course.main is None or len(course.turns) < 2:
        return None
    marks = _round_numbers([n for turn in course.turns for n in turn.numbers.values()])
    scale = CurveScale(len(course.turns), marks[0], marks[-1])
    most = max((n for turn in course.turns for n in turn.used.values()), default=0)
    below = GAP + BARS if most else 0
    return Curve(
        main=course.main,
        lines=tuple(_curve_lines(course, seats, scale)),
        bars=tuple(_curve_bars(course, seats, scale, most)),
        ticks=tuple(CurveTick(_format_coordinate(scale.y(number)), number) for number in marks),
        most=CurveTick(_format_coordinate(TOP + HEIGHT + GAP), most) if most else None,
        turns=tuple(_turn_ticks(course, scale)),
        rows=tuple(_curve_rows(course, seats)),
        height=TOP + HEIGHT + below + FOOT,
    )


def _curve_lines(course: Timeline, seats: Sequence[Seat], scale: CurveScale) -> Iterator[CurveLine]:
    drawn = [seat for seat in seats if seat.name in course.turns[-1].numbers]
    ends = [scale.y(course.turns[-1].numbers[seat.name]) for seat in drawn]
    for number, (seat, label) in enumerate(zip(drawn, _spread_labels(ends), strict=True)):
        points = (
            f"{_format_coordinate(scale.x(place))},{_format_coordinate(scale.y(turn.numbers[seat.name]))}"
            for place, turn in enumerate(course.turns)
            if seat.name in turn.numbers
        )
        yield CurveLine(
            seat, " ".join(points), DASHES[number % len(DASHES)], _format_coordinate(label)
        )


def _curve_bars(
    course: Timeline, seats: Sequence[Seat], scale: CurveScale, most: int
) -> Iterator[CurveBar]:
    """Yield the boxes of every turn, between the points before and after it, on each other."""
    by_name = {seat.name: seat for seat in seats}
    for place, turn in enumerate(course.turns):
        bottom, x = float(TOP + HEIGHT + GAP + BARS), scale.x(place - 1)
        for name, number in turn.used.items():
            height = BARS * number / max(most, sum(turn.used.values()))
            bottom -= height
            width = max(scale.x(place) - x - 1, 1)
            yield CurveBar(
                by_name[name], *map(_format_coordinate, (x + 0.5, bottom, width, height))
            )


def _turn_ticks(course: Timeline, scale: CurveScale) -> Iterator[CurveTick]:
    """Yield the numbers of the first turn, one in the middle, and the last."""
    last = len(course.turns) - 1
    for place in sorted({1, (last + 1) // 2, last}):
        yield CurveTick(_format_coordinate(scale.x(place)), course.turns[place].number)


def _curve_rows(course: Timeline, seats: Sequence[Seat]) -> Iterator[CurveRow]:
    by_name: Mapping[str, Seat] = {seat.name: seat for seat in seats}
    for turn in course.turns:
        used = tuple((by_name[name], number) for name, number in turn.used.items())
        yield CurveRow(turn.number, tuple(turn.numbers.get(seat.name) for seat in seats), used)


def _round_numbers(numbers: Sequence[int]) -> list[int]:
    """Return round numbers around others, from nought if that is not far below them."""
    low, high = min(numbers, default=0), max(numbers, default=0)
    low = min(low, high - INTERVALS) if low < 0 or 2 * low > high > INTERVALS else min(low, 0)
    step = next(
        step * 10**power
        for power in count()
        for step in (1, 2, 5)
        if step * 10**power * INTERVALS >= high - low
    )
    first, last = low // step, -(-max(high, low + 1) // step)
    return [step * number for number in range(first, last + 1)]


def _spread_labels(heights: Sequence[float]) -> list[float]:
    """Move labels apart that would lie on each other; they stay in their order."""
    placed = list(heights)
    order = sorted(range(len(placed)), key=lambda number: placed[number])
    for before, number in pairwise(order):
        placed[number] = max(placed[number], placed[before] + BETWEEN_LABELS)
    floor = float(TOP + HEIGHT)
    for number in reversed(order):
        placed[number] = min(placed[number], floor)
        floor = placed[number] - BETWEEN_LABELS
    return placed


def _format_coordinate(number: float) -> str:
    """Write a coordinate: the same in every language."""
    return f"{number:.1f}"
