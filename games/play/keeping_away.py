"""Who keeps away from whom: the two come to no table together, and nobody is told.

A refusal says no more to those who are kept away than others are told at such a door, too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import Person
from games.models import Game, Mute, PlayerBlock, Seat

MOST = 500  # blocks of one person


class BlockRefused(Exception):
    """Why somebody cannot be blocked, in one sentence."""


def is_kept_away(person: Person, other: Person) -> bool:
    """Return whether one of two people keeps the other away."""
    return find_blocked_pairs(person, [other.pk]).exists()


def find_blocked_pairs(person: Person, others: Collection[int]) -> QuerySet[PlayerBlock]:
    """Select the blocks between a person and others, by the ids of these; those of the owner of a
    program account hold for it, too."""
    mine, theirs = (person, person.answerable), _with_owners(others)
    own = Q(person__in=mine, other__in=theirs)
    return PlayerBlock.objects.filter(own | Q(person__in=theirs, other__in=mine))


def _with_owners(people: Collection[int]) -> list[int]:
    """Return the ids of people, and of the owners of those of them that are program accounts."""
    programs = Person.objects.filter(pk__in=people, owner__isnull=False)
    owners = programs.values_list("owner", flat=True)
    return [*people, *(owner for owner in owners if owner is not None)]


def find_own_block(person: Person, others: Iterable[int | None]) -> PlayerBlock | None:
    """Return a block by which a person keeps one of others away, by their ids; None without one."""
    theirs = _with_owners([pk for pk in others if pk])
    blocks = PlayerBlock.objects.filter(person__in=(person, person.answerable), other__in=theirs)
    return blocks.select_related("other").first()


def refuse_company(person: Person, others: Iterable[int | None], ordinary: str) -> str:
    """Return why a person does not come together with others, by the ids of these; "" if they may.

    Those who keep one of them away read whom; those who are kept away read the ``ordinary``
    refusal of that door.
    """
    ids = [pk for pk in others if pk and pk != person.pk]
    # One look where nobody keeps anybody away, as nearly always.
    if not ids or not find_blocked_pairs(person, ids).exists():
        return ""
    own = find_own_block(person, ids)
    return say_own_block(own) if own else ordinary


def say_own_block(block: PlayerBlock) -> str:
    """Return to somebody that they themselves keep another away."""
    return _("You keep away from %(name)s.") % {"name": block.other.name}


def refuse_at_table(game: Game, person: Person) -> str:
    """Return why a person does not come together with those at a table, "" if they may."""
    seated = Seat.objects.filter(game=game).values_list("person", flat=True)
    return refuse_company(person, [game.host_id, *seated], say_no_seat())


def say_no_seat() -> str:
    """Return what everybody is told for whom a table has no seat, whatever the reason."""
    return _("You cannot sit down at this table.")


def find_meetings(person: Person, other: Person) -> list[Game]:
    """Return the open tables at which two people sit."""
    tables = Game.objects.filter(status=Game.Status.OPEN, seats__person=person)
    return list(tables.filter(Q(seats__in=Seat.objects.filter(person=other))).order_by("pk"))


def is_muted(game: Game, person: Person, other: Person) -> bool:
    """Return whether a person wants to read no words of another at the table of a game."""
    return Mute.objects.filter(game=game, person=person, other=other).exists()


def muted_people(game: Game, person: Person) -> frozenset[int]:
    """Return the ids of those whose words a person does not want to read at a table."""
    muted = Mute.objects.filter(game=game, person=person)
    return frozenset(muted.values_list("other", flat=True))


def mute(game: Game, person: Person, other: Person, *, now: datetime) -> None:
    """Hide the words of somebody at the table of a game from a person, from now on."""
    if person != other:
        Mute.objects.get_or_create(game=game, person=person, other=other, defaults={"at": now})


def unmute(game: Game, person: Person, other: Person) -> None:
    """Show a person the words of somebody at the table of a game again."""
    Mute.objects.filter(game=game, person=person, other=other).delete()
