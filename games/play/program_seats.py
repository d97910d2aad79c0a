"""Where program accounts may sit down: at tables that welcome them, or that their owner hosts for
those who are invited.

They open no tables, and take over no seats. What keeps their owner from a table keeps them from it,
too. The caller holds the locks on the game and on the account.
"""

from __future__ import annotations

from django.conf import settings
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import Person
from games.models import Game, Seat


def refuse_host(person: Person) -> str:
    """Return why a person opens no table because they are a program account, "" if they are
    none."""
    return _("Bots sit down at tables of people, and open none.") if person.is_program else ""


def refuse_substitute(person: Person) -> str:
    """Return why a person takes over no seat because they are a program account, "" if they are
    none."""
    return _("Bots take over no seats.") if person.is_program else ""


def refuse_seat(game: Game, person: Person) -> str:
    """Return why a person may not sit down at a table as a program account, or beside one of
    theirs; "" if they may."""
    if person.is_program and not _is_welcome(game, person):
        return _("Bots are not welcome at this table.")
    if game.is_rated and _sits_beside_own(game, person):
        return _(
            "Who owns a bot does not play with it where the game counts, nor do two of theirs."
        )
    return ""


def _is_welcome(game: Game, program: Person) -> bool:
    return game.welcomes_programs or (game.is_private and game.host_id == program.owner_id)


def _sits_beside_own(game: Game, person: Person) -> bool:
    """Whether somebody sits at a table for whom the same person answers."""
    answers = person.answerable.pk
    own = Q(person=answers) | Q(person__owner=answers)
    return Seat.objects.filter(own, game=game).exclude(person=person).exists()


def refuse_number(person: Person) -> str:
    """Return why a program account sits at no more tables, "" if it may, or is none. The caller
    holds the lock on the account."""
    if not person.is_program:
        return ""
    going_on = Q(game__status__in=[Game.Status.OPEN, Game.Status.RUNNING])
    if Seat.objects.filter(going_on, person=person).count() < settings.MAX_PROGRAM_GAMES:
        return ""
    return _("This bot plays %(n)s games. It finishes one first.") % {
        "n": settings.MAX_PROGRAM_GAMES
    }


def lock_account(person: Person) -> Person:
    """Lock the row of a person until the transaction ends, and before it that of the owner of a
    program account; return it as it is then."""
    # Who is kept away by a block, or from tables, is so by the row of their owner.
    if person.owner_id is not None:
        Person.objects.select_for_update(no_key=True).get(pk=person.owner_id)
    return Person.objects.select_for_update(no_key=True).get(pk=person.pk)


def is_stopped(person: Person) -> bool:
    """Whether a person is a program account that may do nothing any more, as the database says
    now, not as they were read."""
    if not person.is_program:
        return False
    return not may_act(Person.objects.select_related("owner").get(pk=person.pk))


def may_act(person: Person) -> bool:
    """Whether the account of a person is open, and nobody has stopped it or closed its owner's."""
    return person.is_active and person.stopped_at is None and person.answerable.is_active
