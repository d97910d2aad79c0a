"""Program accounts, "bots" to people: accounts that programs play with, owned by a person who
answers for them.

Where they may sit down is in ``program_seats``.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from accounts import names
from accounts.forms import clean_name
from accounts.models import PROGRAMS, Person
from games.models import Game, Seat
from games.play import withdrawal

MOST_OF_OWNER = 4
MOST_A_MONTH = 12  # those that were deleted since count, too
MONTH = timedelta(days=30)


class ProgramRefused(Exception):
    """Why no program account is made, in one sentence."""


def make_program(owner: Person, name: str, *, now: datetime) -> Person:
    """Make a program account of a person, under a name that people could have.

    :raises ProgramRefused: if they have enough, or have made too many lately, or nobody may have
        the name.
    """
    with transaction.atomic():
        # Locked, so that of many requests at once each counts the accounts of the others.
        owner = Person.objects.lock_person(owner.pk, no_key=True)
        if list_programs(owner).count() >= MOST_OF_OWNER:
            raise ProgramRefused(_("You have %(n)s bots. Delete one first.") % {"n": MOST_OF_OWNER})
        # In the row of the owner: of accounts that were deleted nothing tells whose they were.
        lately = [at for at in owner.programs_made_at if at > now - MONTH]
        if len(lately) >= MOST_A_MONTH:
            words = _("You have made %(n)s bots in 30 days. Wait a little with the next one.")
            raise ProgramRefused(words % {"n": MOST_A_MONTH})
        program = _try_name(owner, name)
        Person.objects.filter(pk=owner.pk).update(programs_made_at=[*lately, now])
        return program


def _try_name(owner: Person, name: str) -> Person:
    try:
        return _create_program(owner, names.mark_program(clean_name(name)))
    except ValidationError as error:
        raise ProgramRefused(" ".join(error.messages)) from None


def _create_program(owner: Person, name: str) -> Person:
    try:
        # A transaction of its own, so that a name that was just taken spoils nothing.
        with transaction.atomic():
            return Person.objects.create_user(
                f"{secrets.token_hex(16)}@{PROGRAMS}",
                name=name,
                language=owner.language,
                time_zone=owner.time_zone,
                is_program=True,
                owner=owner,
                letters=False,
                reminders=False,
                nudges=False,
            )
    except IntegrityError:
        raise ProgramRefused(_("This name is taken.")) from None


def list_programs(owner: Person) -> QuerySet[Person]:
    """Select the program accounts of a person, the oldest first, without those being deleted."""
    return Person.objects.filter(owner=owner, leaving_at=None, is_active=True).order_by("pk")


def find_program(owner: Person, pk: int) -> Person | None:
    """Return a program account of a person, None if they have none of that number."""
    return list_programs(owner).filter(pk=pk).first()


def stop_program(program: Person, *, now: datetime) -> None:
    """Let a program do nothing more: it leaves its tables, and its seats are absent, so that
    substitutes are looked for as for people who have vanished."""
    # First and by itself: who sits down meanwhile finds it under the lock on the account.
    Person.objects.filter(pk=program.pk, stopped_at=None).update(stopped_at=now)
    with transaction.atomic():
        withdrawal.withdraw_accounts([program], now=now)


def list_stopped_players() -> QuerySet[Person]:
    """Select programs that were stopped and still have a seat, as those do that were stopped with
    an account that was given back."""
    seats = Seat.objects.filter(person=OuterRef("pk"), place=None, is_absent=False)
    playing = seats.filter(game__status__in=(Game.Status.OPEN, Game.Status.RUNNING))
    return Person.objects.filter(Exists(playing), is_program=True, stopped_at__isnull=False)


def start_program(program: Person) -> None:
    """Let a program that was stopped act again; it returns to its seats by itself."""
    Person.objects.filter(pk=program.pk).update(stopped_at=None)
