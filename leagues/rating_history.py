"""A rating over time as a small picture: the estimate as a line in a band of doubt. Pure.

A rating stays what it is from game to game, so the line goes in steps; the band widens meanwhile,
as doubt grows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from itertools import pairwise

from leagues import scale
from leagues.growing_doubt import DAY, REST, DatedRating
from leagues.plackett_luce import NEWCOMER

MOST_POINTS = 200
WIDTH, LEFT, RIGHT = 360, 40, 28  # half of a date stands beyond the end of its axis
TOP, HEIGHT, FOOT = 8, 150, 22
BEND = 100 * DAY
INTERVALS = 5
STEPS = (100, 200, 500, 1000, 2000, 5000)
MOST_DATES = 4
MONTHS = (1, 2, 3, 6, 12, 24, 60, 120, 240)


@dataclass(frozen=True, slots=True)
class HistoryMark:
    """What is written at a place of an axis: a rating, or the first day of a month."""

    at: str
    rating: int = 0
    day: datetime | None = None


@dataclass(frozen=True, slots=True)
class HistoryValue:
    """An estimate in the numbers that people know, and since when it stood."""

    rating: int
    at: datetime


@dataclass(frozen=True, slots=True)
class RatingHistory:
    """A picture of a rating over time, and what is said of it. Without ``dates`` the axis has its
    ends alone. It ``is_whole`` if it begins with the first game, not with the last ``games``."""

    line: str
    band: str
    ratings: tuple[HistoryMark, ...]
    dates: tuple[HistoryMark, ...]
    first: HistoryValue
    last: HistoryValue
    highest: HistoryValue
    lowest: HistoryValue
    games: int
    is_whole: bool

    width, height = WIDTH, TOP + HEIGHT + FOOT
    left, right, foot = LEFT, WIDTH - RIGHT, TOP + HEIGHT + FOOT - 5


@dataclass(frozen=True, slots=True)
class HistoryScale:
    """Converts moments and ratings to coordinates."""

    since: datetime
    until: datetime
    low: int
    high: int

    def x(self, moment: datetime) -> str:
        share = (moment - self.since) / (self.until - self.since)
        return _format_coordinate(LEFT + share * (WIDTH - LEFT - RIGHT))

    def y(self, rating: int) -> str:
        return _format_coordinate(TOP + HEIGHT * (self.high - rating) / (self.high - self.low))


def draw_history(
    points: Sequence[DatedRating], *, now: datetime, zone: tzinfo, is_whole: bool = True
) -> RatingHistory | None:
    """Return the picture of ratings after games, the newest last; None if there are fewer than two.
    One that ``is_whole`` begins where everybody does."""
    if len(points) < 2:
        return None
    corners = list(_corners(thin_points(points), now, is_whole=is_whole))
    low, high = _span(corners)
    marks = rating_marks(low, high)
    drawn = HistoryScale(points[0].ended_at, _end(points, now), marks[0], marks[-1])
    values = [_value(point) for point in points]
    return RatingHistory(
        line=_line_path(corners, drawn),
        band=_band_path(corners, drawn),
        ratings=tuple(HistoryMark(drawn.y(mark), rating=mark) for mark in marks),
        dates=tuple(
            HistoryMark(drawn.x(day), day=day) for day in date_marks(drawn.since, drawn.until, zone)
        ),
        first=values[0],
        last=values[-1],
        highest=max(values, key=lambda one: one.rating),
        lowest=min(values, key=lambda one: one.rating),
        games=len(points),
        is_whole=is_whole,
    )


def thin_points(points: Sequence[DatedRating], most: int = MOST_POINTS) -> list[DatedRating]:
    """Return no more points than ``most``, evenly, with the first, the last and both extremes."""
    if len(points) <= most:
        return list(points)
    numbers = range(len(points))
    kept = {max(numbers, key=lambda n: points[n].rating.mu)}
    kept.add(min(numbers, key=lambda n: points[n].rating.mu))
    even = most - len(kept)
    kept.update(round(n * (len(points) - 1) / (even - 1)) for n in range(even))
    return [points[number] for number in sorted(kept)]


def rating_marks(low: int, high: int) -> list[int]:
    """Return evenly spaced round ratings that enclose others."""
    step = next((one for one in STEPS if high - low <= INTERVALS * one), STEPS[-1])
    return list(range(low // step * step, max(high, low + 1) + step, step))


def date_marks(since: datetime, until: datetime, zone: tzinfo) -> list[datetime]:
    """Return first days of months between two moments, as many as can be read; none if that is not
    two."""
    first, last = since.astimezone(zone), until.astimezone(zone)
    begin, end = 12 * first.year + first.month, 12 * last.year + last.month - 1
    found = [[number for number in range(begin, end + 1) if number % step == 0] for step in MONTHS]
    months = next(some for some in found if len(some) <= MOST_DATES)
    days = [datetime(number // 12, number % 12 + 1, 1, tzinfo=zone) for number in months]
    return days if len(days) > 1 else []


def _corners(
    points: Sequence[DatedRating], now: datetime, *, is_whole: bool
) -> Iterator[DatedRating]:
    """Yield ratings at all moments at which the line or the band bends, until now."""
    if is_whole:
        yield DatedRating(NEWCOMER, points[0].ended_at)
    for before, after in pairwise([*points, None]):
        assert before is not None
        yield before
        until = after.ended_at if after else max(now, before.ended_at)
        for moment in (*_bends(before.ended_at, until), until):
            yield DatedRating(before.rating_at(moment), moment)


def _bends(ended_at: datetime, until: datetime) -> Iterator[datetime]:
    """Yield moments at which the edge of a band bends without a game, to look like a curve."""
    moment = ended_at + REST
    while moment < until:
        yield moment
        moment += BEND


def _end(points: Sequence[DatedRating], now: datetime) -> datetime:
    """Return where the picture ends: now, unless all is of one moment."""
    return max(now, points[-1].ended_at, points[0].ended_at + DAY)


def _span(corners: Sequence[DatedRating]) -> tuple[int, int]:
    """Return the lowest and the highest rating of the band."""
    edges = [edge for corner in corners for edge in _edges(corner)]
    return min(edges), max(edges)


def _edges(corner: DatedRating) -> tuple[int, int]:
    """Return the lower and the upper edge of the band."""
    told, doubt = scale.rating_and_doubt(*corner.rating)
    return max(0, told - doubt), told + doubt


def _value(point: DatedRating) -> HistoryValue:
    return HistoryValue(scale.rating_estimate(point.rating.mu), point.ended_at)


def _line_path(corners: Sequence[DatedRating], drawn: HistoryScale) -> str:
    places = [
        (drawn.x(one.ended_at), drawn.y(scale.rating_estimate(one.rating.mu))) for one in corners
    ]
    steps = (
        (f"H{x}" if x != before[0] else "") + (f"V{y}" if y != before[1] else "")
        for before, (x, y) in pairwise(places)
    )
    return "M{} {}".format(*places[0]) + "".join(steps)


def _band_path(corners: Sequence[DatedRating], drawn: HistoryScale) -> str:
    """Return the outline of the band: there along its upper edge, and back along the lower one."""
    lower, upper = (
        [f"{drawn.x(one.ended_at)} {drawn.y(_edges(one)[edge])}" for one in corners]
        for edge in (0, 1)
    )
    outline = [*upper, *reversed(lower)]
    kept = [one for before, one in pairwise(["", *outline]) if one != before]
    return f"M{'L'.join(kept)}Z"


def _format_coordinate(number: float) -> str:
    """Return a coordinate as SVG reads it, whatever the reader's language."""
    return f"{number:.1f}".removesuffix(".0")
