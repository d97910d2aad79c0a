"""Deletion of an account: its person leaves all games, and these go on without their name.

Nothing that is chained or committed is touched: events and orders tell of seats, not of people.
"""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import datetime

from django.apps import apps
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

    An interrupted deletion can be started again: some games have been left then.
    """
    # Games are left one by one, as by hand; only then the account goes, in one transaction.
    for pk in _game_ids_of(person, Game.Status.OPEN):
        with suppress(tables.TableRejected):
            tables.stand_up(pk, person, now=now)
    for pk in _game_ids_of(person, Game.Status.RUNNING):
        _leave_game(pk, person, now)
    failpoints.hit("parted_from_games")
    with transaction.atomic():
        # Of two requests at once the second one finds that the account is gone.
        row = Person.objects.select_for_update().get(pk=person.pk)
        if not row.is_deleted:
            _delete_own_data(row)
            account_deletion.erase_person(row)


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


def _delete_own_data(person: Person) -> None:
    """Delete what belongs to a person alone, and remove their name and addresses from the rest."""
    Seat.objects.filter(person=person, game__status=Game.Status.RUNNING).update(is_absent=True)
    for model in (*OWN, *apps.get_app_config("training").get_models()):
        model._default_manager.filter(person=person).delete()
    _invitations_to(person).delete()
    has_begun = Q(game__status__in=(Game.Status.RUNNING, Game.Status.OVER))
    Invitation.objects.filter(~has_begun, invited_by=person).delete()
    _remove_from_titles(person)


def _invitations_to(person: Person) -> QuerySet[Invitation]:
    """Select the invitations to a person, by name or to an address while it was theirs."""
    theirs = Q(person=person)
    # An address may have another owner since: what came to it later is not theirs.
    for address, until in account_deletion.addresses_ever_held(person):
        when = Q() if until is None else Q(at__lte=until)
        theirs |= Q(mailbox=mailbox(address)) & when
    return Invitation.objects.filter(theirs)


def _remove_from_titles(person: Person) -> None:
    """Remove a name from the titles of the games where it is likely to occur: those a person
    hosted, sat at or left, and their rematches, which took over the title."""
    own = Q(host=person) | Q(seats__person=person) | Q(departures__person=person)
    titled = Game.objects.filter(title__icontains=person.name)
    games = titled.filter(own | Q(rematch_of__in=Game.objects.filter(own))).distinct()
    for pk, title in games.values_list("pk", "title"):
        Game.objects.filter(pk=pk).update(title=_anonymize_title(title, person))


def _anonymize_title(title: str, person: Person) -> str:
    """Return a title with "a former player", in that player's language, in place of their name or
    its possessive."""
    # Only as a whole word: a short name is a part of many other words.
    whole = re.compile(rf"(?<!\w){re.escape(person.name)}(?:['’]?s)?(?!\w)", re.IGNORECASE)
    with translation.override(person.language):
        return whole.sub(lambda _match: _("a former player"), title)[:MAX_TITLE_CHARS]
