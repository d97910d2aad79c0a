"""The seats of a game, with what everybody may know of each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from conquest.core import Column, Phrase, PositionReport, SeatLine
from games import queries
from games.ahead import standing_orders
from games.models import Decision, Seat


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """A seat with what everybody may know of it: the ``main`` number with its column, and the other
    ``numbers`` and ``facts`` as phrases. ``since`` is when it filed standing orders, where the
    table discloses that."""

    seat: Seat
    decision: Decision | None
    main: tuple[Column, int] | None
    numbers: tuple[Phrase, ...]
    facts: tuple[Phrase, ...]
    since: datetime | None = None

    @property
    def rank(self) -> tuple[int, int, int]:
        """The sort key once the game is over: by place, then by the main number."""
        return self.seat.place or 0, -self.main[1] if self.main else 0, self.seat.order

    @property
    def main_words(self) -> Phrase | None:
        """The main number as a phrase."""
        return self.main[0].count_in_words(self.main[1]) if self.main else None


def seat_summaries(visit: queries.Visit, report: PositionReport) -> list[SeatSummary]:
    """Return each seat with what everybody may know of it, and its open decision."""
    lines = {line.seat: line for line in report.seats}
    decisions = {decision.seat_id: decision for decision in visit.asked}
    columns = visit.game.rules.telling.columns
    since = standing_orders.disclosed_since(visit.game)
    summaries = (
        _seat_summary(seat, decisions.get(seat.pk), lines[seat.name], columns)
        for seat in visit.seats
    )
    return [replace(place, since=since.get(place.seat.pk)) for place in summaries]


def _seat_summary(
    seat: Seat, decision: Decision | None, line: SeatLine, columns: Iterable[Column]
) -> SeatSummary:
    numbers = [(one, line.numbers[one.name]) for one in columns if one.name in line.numbers]
    main = next(((column, n) for column, n in numbers if column.is_main), None)
    rest = tuple(column.count_in_words(n) for column, n in numbers if not column.is_main)
    return SeatSummary(seat, decision, main, rest, line.facts)
