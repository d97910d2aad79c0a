"""Builds the results of finished games from their seats and departures, without ratings.

Many games are read at once, by a number of queries that does not grow with them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from games.models import Decision, Departure, Game, Seat
from leagues.models import StagedResult
from leagues.played_shares import PlayedShare, read_shares

Ending: TypeAlias = StagedResult.Ending
SEAT_FIELDS = (
    "game", "side", "place", "has_won", "numbers", "person", "stand_in", "absent_until", "timeouts",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SeatResult:
    """A result in the making, the seat at which it came about, and until when the person was
    there."""

    seat: Seat
    result: StagedResult
    until: datetime

    @property
    def person_id(self) -> int:
        return self.result.person_id

    @property
    def has_left(self) -> bool:
        return self.result.has_left


def read_results(games: Sequence[Game]) -> Mapping[int, list[SeatResult]]:
    """Return the results of each game that counts, without ratings and timeouts."""
    counted = [game for game in games if game.status == Game.Status.OVER and game.is_rated]
    seat_rows = list(Seat.objects.filter(game__in=counted).only(*SEAT_FIELDS).order_by("order"))
    departure_rows = list(Departure.objects.filter(game__in=counted).order_by("pk"))
    shares = read_shares(seat_rows, departure_rows)
    seats, departures = _group_by_game(seat_rows), _group_by_game(departure_rows)
    return {
        game.pk: [
            *_seated_results(game, seats[game.pk], shares),
            *_departure_results(game, seats[game.pk], departures[game.pk]),
        ]
        for game in counted
    }


def add_timeouts(results: Sequence[SeatResult]) -> None:
    """Count for each result the deadlines that went by at its seat in the time of its person."""
    games = {one.seat.game_id for one in results}
    silent = Decision.objects.filter(game__in=games, closed_by=Decision.ClosedBy.SILENCE)
    silences = _group_times(silent.values_list("seat", "closed_at"))
    departures = _group_times(Departure.objects.filter(game__in=games).values_list("seat", "at"))
    for one in results:
        since = max((at for at in departures[one.seat.pk] if at < one.until), default=None)
        one.result.timeouts = sum(
            at <= one.until and (since is None or at > since) for at in silences[one.seat.pk]
        )


def _group_times(rows: Iterable[tuple[int, Any]]) -> Mapping[int, list[datetime]]:
    found: dict[int, list[datetime]] = defaultdict(list)
    for seat, at in rows:
        found[seat].append(at)
    return found


def _group_by_game(rows: Iterable[Any]) -> Mapping[int, list[Any]]:
    found: dict[int, list[Any]] = defaultdict(list)
    for row in rows:
        found[row.game_id].append(row)
    return found


def _seated_results(
    game: Game, seats: Iterable[Seat], shares: Mapping[int, PlayedShare]
) -> Iterator[SeatResult]:
    """Yield the results of those who played at the table in the end, and long enough."""
    for seat in seats:
        if seat.person_id is None or _has_left(seat):
            continue
        assert seat.place is not None
        share, ending = shares.get(seat.pk), _seat_ending(game, seat)
        if share and not share.counts(is_lost=ending == Ending.LOST):
            continue
        one = _build_result(game, seat, seat.person_id, ending, seat.place)
        one.result.numbers = dict(seat.numbers)
        yield one


def _seat_ending(game: Game, seat: Seat) -> Ending:
    """Say how a game ended for a seat: who shares the first place without a winner has drawn."""
    if seat.has_won:
        return Ending.WON
    return Ending.DRAWN if seat.place == 1 and not game.winners else Ending.LOST


def _departure_results(
    game: Game, seats: Sequence[Seat], departures: Iterable[Departure]
) -> Iterator[SeatResult]:
    """Yield the results of those who left: a loss without points, behind all others (CP6)."""
    last = max((seat.place or 0 for seat in seats), default=0)
    for seat, person_id, at in _list_departures(game, seats, departures):
        yield _build_result(game, seat, person_id, Ending.LEFT, last + 1, at)


def _list_departures(
    game: Game, seats: Sequence[Seat], departures: Iterable[Departure]
) -> Iterator[tuple[Seat, int, datetime | None]]:
    """Yield who left a game, where and when; at its end also who had not come back while a bot
    stood in for them, unless they were on a vacation that the table heeds."""
    by_pk = {seat.pk: seat for seat in seats}
    for left in departures:
        yield by_pk[left.seat_id], left.person_id, left.at
    for seat in seats:
        if seat.person_id is not None and _has_left(seat):
            yield seat, seat.person_id, game.ended_at


def _has_left(seat: Seat) -> bool:
    return seat.stand_in_id is not None and seat.absent_until is None


def _build_result(
    game: Game, seat: Seat, person_id: int, ending: Ending, place: int, at: datetime | None = None
) -> SeatResult:
    assert game.ended_at is not None
    assert seat.side is not None
    result = StagedResult(
        game_id=game.pk, person_id=person_id, ruleset=game.ruleset, ended_at=game.ended_at,
        ending=ending, side=seat.side, place=place,
    )  # fmt: skip
    return SeatResult(seat, result, at or game.ended_at)
