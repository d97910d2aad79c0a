"""Deletion of an account: its person leaves all games, and these go on without their name.

Nothing that is chained or committed is touched: events and orders tell of seats, not of people. The
request closes the account for good and leaves a few games; workers leave the others.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from datetime import datetime

import structlog
from billiard.exceptions import SoftTimeLimitExceeded
from django.db import transaction
from django.db.models import Q

from accounts import personal_data
from accounts.models import Person
from games.models import Game, Seat
from games.play import tables, turns
from games.play.damage import DamagedError
from mail import failpoints

AT_ONCE = 10  # games that are left within a request

log = structlog.get_logger()


def start_deletion(person: Person, *, now: datetime) -> bool:
    """Close an account for good, and delete it if that is soon done; return whether it is, or is
    left to ``delete_accounts``."""
    with transaction.atomic():
        row = Person.objects.select_for_update().get(pk=person.pk)
        if row.is_deleted:
            return True
        row.is_active, row.leaving_at = False, now
        row.save(update_fields=["is_active", "leaving_at"])
        row.end_sessions()
    failpoints.hit("account_closed")
    _delete_programs(row, now)
    return count_games(row) <= AT_ONCE and delete_account(row, now=now)


def _delete_programs(owner: Person, now: datetime) -> None:
    """Close the program accounts of somebody whose account is closed, and begin to delete them."""
    # What a program still does ends with the account of its owner, whose row is locked no more.
    for program in owner.program_accounts.filter(leaving_at=None):
        start_deletion(program, now=now)


def count_games(person: Person) -> int:
    """Return how many games somebody whose account is being deleted is still to leave."""
    return len(_games_to_leave(person)) if person.leaving_at else 0


def delete_account(person: Person, *, now: datetime) -> bool:
    """Delete an account for good; return whether it is, or a game is still to be left.

    An interrupted deletion can be started again: some games have been left then.
    """
    for _step in _delete_stepwise(person, lambda: now):
        pass
    return Person.objects.get(pk=person.pk).is_deleted


def delete_accounts(clock: Callable[[], datetime]) -> Iterator[int]:
    """Go on with the deletions that have begun, the first first; yield the id of their person after
    each game, and once they are done.

    What fails is logged and tried again when this is called again.
    """
    for person in Person.objects.filter(leaving_at__isnull=False).order_by("leaving_at"):
        try:
            yield from _delete_stepwise(person, clock)
        except SoftTimeLimitExceeded:
            raise
        except Exception:
            log.exception("an account could not be deleted", person=person.pk)
        yield person.pk


def _delete_stepwise(person: Person, clock: Callable[[], datetime]) -> Iterator[int]:
    """Leave all games, and erase the account if none is left; yield its id after each game."""
    # Begun already, unless what closed the account was interrupted before it came to them.
    _delete_programs(person, clock())
    damaged = set()
    # One by one, as by hand, so that whatever interrupts this finds the others as they were.
    for pk, status in _games_to_leave(person):
        try:
            _leave_game(pk, status, person, clock())
        except DamagedError:  # it cannot be judged: its seat becomes absent in the end
            damaged.add(pk)
        except SoftTimeLimitExceeded:
            raise
        except Exception:
            log.exception("a game could not be left", game=pk, person=person.pk)
        yield person.pk
    failpoints.hit("parted_from_games")
    _erase_if_left(person, damaged)


def _erase_if_left(person: Person, damaged: Collection[int]) -> None:
    """Erase an account that has left all games but damaged ones."""
    with transaction.atomic():
        # Asked again under the lock without which nobody takes a seat: a table may have begun
        # since the games were listed, and a game that failed is still among them.
        Person.objects.select_for_update().get(pk=person.pk)
        if all(pk in damaged for pk, _status in _games_to_leave(person)):
            erase_account(person.pk)


def erase_account(person_id: int) -> None:
    """Erase the personal data of somebody who has left all games."""
    with transaction.atomic():
        # Of two requests at once the second one finds that the account is gone.
        row = Person.objects.select_for_update().get(pk=person_id)
        if not row.is_deleted:
            for module in personal_data.all_modules():
                module.erase(row)


def _games_to_leave(person: Person) -> list[tuple[int, str]]:
    """Return id and status of the games where a person sits or stands in, and of open tables they
    host.

    A paused one cannot be left: its seat becomes absent in the end.
    """
    plays = Q(seats__person=person) | Q(seats__stand_in=person)
    sits = plays & Q(status=Game.Status.RUNNING, paused_at=None)
    waits = Q(status=Game.Status.OPEN) & (Q(seats__person=person) | Q(host=person))
    games = Game.objects.filter(sits | waits).distinct()
    return list(games.order_by("status", "pk").values_list("pk", "status"))


def _leave_game(game_id: int, status: str, person: Person, now: datetime) -> None:
    """Leave a game, or a table, unless it has ended, begun or been paused meanwhile."""
    with suppress(turns.Rejected, tables.TableRejected):
        if status == Game.Status.OPEN:
            tables.stand_up(game_id, person, now=now)
        elif Seat.objects.filter(game=game_id, stand_in=person).exists():
            turns.step_back(game_id, person, now=now)
        else:
            turns.leave_game(game_id, person, now=now)
