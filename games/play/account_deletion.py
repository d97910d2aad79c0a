"""Deletion of an account: its person leaves all games, and these go on without their name.

Nothing that is chained or committed is touched: events and orders tell of seats, not of people.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from accounts import personal_data
from accounts.models import Person
from games.models import Game
from games.play import tables, turns
from games.play.damage import DamagedError
from mail import failpoints


def delete_account(person: Person, *, now: datetime) -> None:
    """Delete an account for good.

    An interrupted deletion can be started again: some games have been left then.
    """
    # Games are left one by one, as by hand; only then the account goes, in one transaction.
    for pk in _game_ids_of(person, Game.Status.OPEN):
        with suppress(tables.TableRejected):
            tables.stand_up(pk, person, now=now)
    for pk in _game_ids_of(person, Game.Status.RUNNING):
        _leave_game(pk, person, now)
    failpoints.hit("parted_from_games")
    erase_account(person.pk)


def erase_account(person_id: int) -> None:
    """Erase the personal data of somebody who has left all games."""
    with transaction.atomic():
        # Of two requests at once the second one finds that the account is gone.
        row = Person.objects.select_for_update().get(pk=person_id)
        if not row.is_deleted:
            for module in personal_data.all_modules():
                module.erase(row)


def _game_ids_of(person: Person, status: Game.Status) -> list[int]:
    """Return the ids of games in a status where a person sits, or of open tables they host."""
    own = Q(seats__person=person)
    if status is Game.Status.OPEN:
        own |= Q(host=person)
    return list(Game.objects.filter(own, status=status).distinct().values_list("pk", flat=True))


def _leave_game(game_id: int, person: Person, now: datetime) -> None:
    """Leave a running game; where that fails, the seat becomes absent in the end."""
    # A damaged game cannot be judged, and a paused one cannot be left.
    with suppress(turns.Rejected, DamagedError):
        turns.leave_game(game_id, person, now=now)
