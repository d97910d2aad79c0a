"""Somebody deletes his account: he leaves his games, and they go on without his name.

Nothing that is chained or committed is touched: events and orders tell of seats, not of people.
"""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import datetime

from django.db import transaction
from django.db.models import Model, Q, QuerySet
from django.utils import translation
from django.utils.translation import gettext as _

from accounts import account_deletion
from accounts.email_normalize import mailbox
from accounts.models import Person
from games.models import (
    Draft,
    Game,
    Invitation,
    Learned,
    MissionScore,
    Note,
    Premove,
    Removal,
    Seat,
    Seen,
    SetUp,
    StandingDefault,
)
from games.play import tables, turns
from games.play.damage import DamagedError
from mail import failpoints

OWN: tuple[type[Model], ...] = (
    Draft,
    MissionScore,
    Learned,
    Note,
    Premove,
    Removal,
    Seen,
    SetUp,
    StandingDefault,
)
MAX_TITLE_CHARS = 60


def delete_account(person: Person, *, now: datetime) -> None:
    """Delete an account for good.

    Games are left one by one, as by hand: whoever is interrupted can begin again. Then the
    account goes in one transaction.
    """
    for pk in _game_ids_of(person, Game.Status.OPEN):
        with suppress(tables.TableRejected):
            tables.stand_up(pk, person, now=now)
    for pk in _game_ids_of(person, Game.Status.RUNNING):
        _leave_game(pk, person, now)
    failpoints.hit("parted_from_games")
    with transaction.atomic():
        mine = Person.objects.select_for_update().get(pk=person.pk)
        if not mine.is_deleted:
            _delete_own_data(mine)
            account_deletion.erase_person(mine)


def _game_ids_of(person: Person, status: Game.Status) -> list[int]:
    """Return the games at which a person sits, and the tables that are his."""
    his = Q(seats__person=person)
    if status is Game.Status.OPEN:
        his |= Q(host=person)
    return list(Game.objects.filter(his, status=status).distinct().values_list("pk", flat=True))


def _leave_game(game_id: int, person: Person, now: datetime) -> None:
    """Leave a running game; in one that is damaged, which cannot be judged, the seat is only absent
    in the end."""
    with suppress(turns.Rejected, DamagedError):
        turns.leave_game(game_id, person, now=now)


def _delete_own_data(person: Person) -> None:
    """Delete what was his alone, and take his name and addresses out of what stays."""
    Seat.objects.filter(person=person, game__status=Game.Status.RUNNING).update(is_absent=True)
    for model in OWN:
        model._default_manager.filter(person=person).delete()
    _invitations_to(person).delete()
    began = Q(game__status__in=(Game.Status.RUNNING, Game.Status.OVER))
    Invitation.objects.filter(~began, invited_by=person).delete()
    _remove_from_titles(person)


def _invitations_to(person: Person) -> QuerySet[Invitation]:
    """Select the invitations to a person, by name or to an address while it was his."""
    theirs = Q(person=person)
    for address, until in account_deletion.addresses_ever_held(person):
        when = Q() if until is None else Q(at__lte=until)
        theirs |= Q(mailbox=mailbox(address)) & when
    return Invitation.objects.filter(theirs)


def _remove_from_titles(person: Person) -> None:
    """Take a name out of the titles of the games it is likely to stand in: his own, those he
    sat at, and rematches of them, which took over the title."""
    his = Q(host=person) | Q(seats__person=person) | Q(departures__person=person)
    titled = Game.objects.filter(title__icontains=person.name)
    games = titled.filter(his | Q(rematch_of__in=Game.objects.filter(his))).distinct()
    for pk, title in games.values_list("pk", "title"):
        Game.objects.filter(pk=pk).update(title=_anonymize_title(title, person))


def _anonymize_title(title: str, person: Person) -> str:
    """Return a title with "a former player" for a name, in that player's language, also where it
    says whose something is."""
    whole = re.compile(rf"(?<!\w){re.escape(person.name)}(?:['’]?s)?(?!\w)", re.IGNORECASE)
    with translation.override(person.language):
        return whole.sub(lambda _found: _("a former player"), title)[:MAX_TITLE_CHARS]
