"""How a game of a competition counts: read from the game when it has ended, or adjudicated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

import structlog
from django.db import transaction
from django.db.models import Q

from games.models import Departure, Game, Seat
from games.play import turns
from games.play.damage import DamagedError
from mail import failpoints
from seasons.models import Fixture, FixtureSeat, Group

log = structlog.get_logger()
Status = Fixture.Status


def read_ended_games(group: Group, *, now: datetime) -> int:
    """Count the games of a group that have ended; return how many. The caller holds the lock on
    the group."""
    over = Q(status=Status.RUNNING, game__status=Game.Status.OVER)
    # Also what was counted before, and is annulled since.
    annulled = Q(status__in=[Status.RUNNING, Status.PLAYED], game__status=Game.Status.ANNULLED)
    ended = Fixture.objects.filter(over | annulled, group=group)
    fixtures = list(ended.select_related("game"))
    for fixture in fixtures:
        count_ended_game(fixture, now=now)
    return len(fixtures)


def count_ended_game(fixture: Fixture, *, now: datetime) -> None:
    """Count a game that has ended; one that was annulled counts for nobody."""
    game = fixture.game
    assert game is not None
    if game.status == Game.Status.ANNULLED:
        settle(fixture, Status.VOID, now=now)
        return
    _store_places(fixture, {seat.order: seat.place or 1 for seat in game.seats.all()})
    settle(fixture, Status.PLAYED, now=now)


def adjudicate_fixture(fixture_id: int, *, now: datetime) -> bool:
    """Count a game that still runs as its position stands, by the rule of its rule set; what has
    never begun, or cannot be read, counts for nobody. Return whether it was open.

    The game itself goes on, if its players like, and counts for the league no more.
    """
    with transaction.atomic():
        fixture = lock_fixture(fixture_id)
        if not fixture.is_open:
            return False
        if fixture.game is None:
            settle(fixture, Status.VOID, now=now)
        elif not fixture.game.is_running:
            count_ended_game(fixture, now=now)
        else:
            _adjudicate(fixture, fixture.game, now)
    return True


def _adjudicate(fixture: Fixture, game: Game, now: datetime) -> None:
    try:
        places = turns.adjudicate_game(game.pk, now=now)
        failpoints.hit("adjudicating")
    except turns.GameIsOver:
        game.refresh_from_db()
        count_ended_game(fixture, now=now)
    except DamagedError:
        log.exception("a game cannot be adjudicated", game=game.pk)
        settle(fixture, Status.VOID, now=now)
    else:
        orders = dict(game.seats.values_list("name", "order"))
        _store_places(fixture, {orders[name]: place for name, place in places.items()})
        settle(fixture, Status.ADJUDICATED, now=now)


def lock_fixture(fixture_id: int) -> Fixture:
    """Lock the group of a fixture until the transaction ends, and return the fixture."""
    group = Fixture.objects.values_list("group", flat=True).get(pk=fixture_id)
    # The group goes before any game, so that two who want both cannot wait for each other.
    Group.objects.select_for_update().get(pk=group)
    return Fixture.objects.select_related("game", "group__stage").get(pk=fixture_id)


def rule_places(fixture: Fixture, places: Mapping[int, int], *, now: datetime) -> None:
    """Store the places that a director has ruled, by the order of the seats."""
    seats = list(fixture.seats.all())
    for seat in seats:
        seat.place, seat.has_left = places[seat.order], False
    FixtureSeat.objects.bulk_update(seats, ["place", "has_left"])
    settle(fixture, Status.ADJUDICATED, now=now)


def settle(fixture: Fixture, status: Status, *, now: datetime) -> None:
    """Record what has come of a fixture."""
    fixture.status, fixture.settled_at = status, now
    fixture.save(update_fields=["status", "settled_at"])


def _store_places(fixture: Fixture, places: Mapping[int, int]) -> None:
    """Store the places of a game by the order of its seats. Who has left it stands behind all
    others, for whom it counts as they have played, also if somebody else plays on there."""
    seats = list(fixture.seats.select_related("member__entry").order_by("order"))
    gone = _find_gone(fixture, seats)
    last = max(places.values()) + 1
    for seat in seats:
        seat.has_left = seat.order in gone
        seat.place = last if seat.has_left else places[seat.order]
    FixtureSeat.objects.bulk_update(seats, ["place", "has_left"])


def _find_gone(fixture: Fixture, seats: Sequence[FixtureSeat]) -> set[int]:
    """Return the orders of the seats whose people have left the game, or were absent in the end
    though they had no days off."""
    people = {seat.order: seat.member.entry.person_id for seat in seats}
    left = set(Departure.objects.filter(game=fixture.game_id).values_list("person", flat=True))
    present = {
        seat.order: seat.person_id
        for seat in Seat.objects.filter(game=fixture.game_id)
        if not (seat.is_absent and seat.absent_until is None)
    }
    return {
        order for order, person in people.items() if person in left or present.get(order) != person
    }
