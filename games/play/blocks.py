"""Blocks: somebody keeps another away from now on; tables that have not begun are left."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from itertools import product

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Person
from games.models import Game, PlayerBlock
from games.play import keeping_away, tables
from games.play.keeping_away import BlockRefused


def block(person: Person, other: Person, *, now: datetime) -> PlayerBlock:
    """Keep another away from a person from now on; return the block, the first one of two.

    Games of the two that run go on. Where both sit at a table whose game has not begun, the person
    stands up, or as its host takes the other from it. Raises ``BlockRefused``.
    """
    _require_blockable(person, other)
    made = _store_block(person, other, now)
    # Afterwards, without the locks on the people: those who sit down hold a table and then
    # themselves. Who has sat down meanwhile is found here.
    for one, another in product(_accounts_of(person), _accounts_of(other)):
        for table in keeping_away.find_meetings(one, another):
            _part(table, one, another, now)
    return made


def _accounts_of(person: Person) -> list[Person]:
    """Return a person with their program accounts."""
    return [person, *person.program_accounts.all()]


def _require_blockable(person: Person, other: Person) -> None:
    if other.is_house or other.is_guest or other == person:
        raise BlockRefused(_("Only other players can be kept away."))


def _store_block(person: Person, other: Person, now: datetime) -> PlayerBlock:
    with transaction.atomic():
        # Who sits down locks themselves first: so they either find the block, or are found by it.
        pair = Person.objects.filter(pk__in=(person.pk, other.pk)).order_by("pk")
        list(pair.select_for_update(no_key=True))
        own = PlayerBlock.objects.filter(person=person)
        if known := own.filter(other=other).first():
            return known
        if own.count() >= keeping_away.MOST:
            raise BlockRefused(_("You keep many people away. Please let somebody come near again."))
        return PlayerBlock.objects.create(person=person, other=other, at=now)


def _part(table: Game, person: Person, other: Person, now: datetime) -> None:
    """Part two people at an open table; nothing happens if its game has begun meanwhile."""
    with suppress(tables.TableRejected):
        if table.host_id == person.pk:
            tables.remove_player(table.pk, person, other.pk, now=now)
        else:
            tables.stand_up(table.pk, person, now=now)


def unblock(person: Person, other_id: int) -> None:
    """Let somebody come near a person again."""
    PlayerBlock.objects.filter(person=person, other=other_id).delete()
