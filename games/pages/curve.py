"""The curve of a game, laid out as a small picture: the main number after every turn, and the
points used in it."""

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
# Lines differ by their dashes too, for readers who cannot tell the colours apart.
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
    """The points that a seat used in a turn, as a box."""

    seat: Seat
    x: str
    y: str
    width: str
    height: str


@dataclass(frozen=True, slots=True)
class CurveRow:
    """A turn in numbers: the main number of every seat, and the points used by each."""

    turn: int
    numbers: tuple[int | None, ...]
    used: tuple[tuple[Seat, int], ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """A picture of ``width`` by ``height`` units, and the same data as rows of a table."""

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
        """The height at which the numbers of the turns are written."""
        return self.height - 6


@dataclass(frozen=True, slots=True)
class CurveScale:
    """Converts turns and numbers of a timeline to coordinates."""

    turns: int
    low: int
    high: int

    def x(self, turn: int) -> float:
        return LEFT + turn * (WIDTH - LEFT - RIGHT) / (self.turns - 1)

    def y(self, number: int) -> float:
        return TOP + HEIGHT * (self.high - number) / (self.high - self.low)


def build_curve(timeline: Timeline, seats: Sequence[Seat]) -> Curve | None:
    """Return the curve of a timeline, ``None`` where there is nothing to draw."""
    if timeline.main is None or len(timeline.turns) < 2:
        return None
    marks = _round_numbers([n for turn in timeline.turns for n in turn.numbers.values()])
    scale = CurveScale(len(timeline.turns), marks[0], marks[-1])
    most = max((n for turn in timeline.turns for n in turn.used.values()), default=0)
    bars_height = GAP + BARS if most else 0
    return Curve(
        main=timeline.main,
        lines=tuple(_curve_lines(timeline, seats, scale)),
        bars=tuple(_curve_bars(timeline, seats, scale, most)),
        ticks=tuple(CurveTick(_format_coordinate(scale.y(number)), number) for number in marks),
        most=CurveTick(_format_coordinate(TOP + HEIGHT + GAP), most) if most else None,
        turns=tuple(_turn_ticks(timeline, scale)),
        rows=tuple(_curve_rows(timeline, seats)),
        height=TOP + HEIGHT + bars_height + FOOT,
    )


def _curve_lines(
    timeline: Timeline, seats: Sequence[Seat], scale: CurveScale
) -> Iterator[CurveLine]:
    drawn = [seat for seat in seats if seat.name in timeline.turns[-1].numbers]
    ends = [scale.y(timeline.turns[-1].numbers[seat.name]) for seat in drawn]
    for number, (seat, label) in enumerate(zip(drawn, _spread_labels(ends), strict=True)):
        points = (
            f"{_format_coordinate(scale.x(place))},{_format_coordinate(scale.y(turn.numbers[seat.name]))}"
            for place, turn in enumerate(timeline.turns)
            if seat.name in turn.numbers
        )
        yield CurveLine(
            seat, " ".join(points), DASHES[number % len(DASHES)], _format_coordinate(label)
        )


def _curve_bars(
    timeline: Timeline, seats: Sequence[Seat], scale: CurveScale, most: int
) -> Iterator[CurveBar]:
    """Yield a stack of boxes for every turn, between the points of the turns before and after
    it."""
    by_name = {seat.name: seat for seat in seats}
    for place, turn in enumerate(timeline.turns):
        bottom, x = float(TOP + HEIGHT + GAP + BARS), scale.x(place - 1)
        for name, number in turn.used.items():
            height = BARS * number / max(most, sum(turn.used.values()))
            bottom -= height
            width = max(scale.x(place) - x - 1, 1)
            yield CurveBar(
                by_name[name], *map(_format_coordinate, (x + 0.5, bottom, width, height))
            )


def _turn_ticks(timeline: Timeline, scale: CurveScale) -> Iterator[CurveTick]:
    """Yield the numbers of the first turn, of one in the middle, and of the last."""
    last = len(timeline.turns) - 1
    for place in sorted({1, (last + 1) // 2, last}):
        yield CurveTick(_format_coordinate(scale.x(place)), timeline.turns[place].number)


def _curve_rows(timeline: Timeline, seats: Sequence[Seat]) -> Iterator[CurveRow]:
    by_name: Mapping[str, Seat] = {seat.name: seat for seat in seats}
    for turn in timeline.turns:
        used = tuple((by_name[name], number) for name, number in turn.used.items())
        yield CurveRow(turn.number, tuple(turn.numbers.get(seat.name) for seat in seats), used)


def _round_numbers(numbers: Sequence[int]) -> list[int]:
    """Return evenly spaced round numbers that enclose others, from zero if that is not far below
    them."""
    low, high = min(numbers, default=0), max(numbers, default=0)
    low = min(low, high - INTERVALS) if low < 0 or 2 * low > high > INTERVALS else min(low, 0)
    # The smallest of 1, 2, 5, 10, 20, 50 … with which ``INTERVALS`` steps suffice.
    step = next(
        step * 10**power
        for power in count()
        for step in (1, 2, 5)
        if step * 10**power * INTERVALS >= high - low
    )
    first, last = low // step, -(-max(high, low + 1) // step)
    return [step * number for number in range(first, last + 1)]


def _spread_labels(heights: Sequence[float]) -> list[float]:
    """Move labels apart that would overlap; they keep their order."""
    placed = list(heights)
    order = sorted(range(len(placed)), key=lambda number: placed[number])
    for before, number in pairwise(order):
        placed[number] = max(placed[number], placed[before] + BETWEEN_LABELS)
    # First each is pushed down from the one above; what then lies below the picture is pushed back
    # up.
    floor = float(TOP + HEIGHT)
    for number in reversed(order):
        placed[number] = min(placed[number], floor)
        floor = placed[number] - BETWEEN_LABELS
    return placed


def _format_coordinate(number: float) -> str:
    """Return a coordinate as SVG reads it, whatever the reader's language."""
    return f"{number:.1f}"
