"""People and games to look at where the site is tried out."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import Person
from conquest import registry
from games import house, tables
from games.clock import PRESETS
from games.models import Decision, Game
from leagues import ratings

NAMES = ("Alice", "Bob", "Charlie", "Dora")
ADDRESSES = tuple(f"{name.lower()}@example.org" for name in NAMES)


def is_set_up() -> bool:
    return Person.objects.filter(email__in=ADDRESSES).exists()


@transaction.atomic
def set_up(*, now: datetime) -> None:
    """Make four people and the house players, an open table, two running games and one that
    house players have played to its end."""
    people = [
        Person.objects.create_user(address, name=name)
        for name, address in zip(NAMES, ADDRESSES, strict=True)
    ]
    players = house.people()
    _finished("An evening at the house", players, now)
    _started("Four islands, four friends", people, now)
    _started("Against the house", [people[0], *players], now)
    _table("A place is free", people[1:3], now)
    ratings.rate()


def _table(title: str, people: Sequence[Person], now: datetime) -> Game:
    """Open a table of the first person, where as many sit down as there are seats."""
    slug = registry.choices()[0][0]
    game = tables.open_table(
        host=people[0], ruleset=slug, title=title, pace=PRESETS["normal"], now=now
    )
    for person in people[: game.seats.count()]:
        tables.join(game.pk, person, now=now)
    return game


def _started(title: str, people: Sequence[Person], now: datetime) -> Game:
    return tables.start(_table(title, people, now).pk, people[0], now=now)


def _finished(title: str, players: Sequence[Person], now: datetime) -> None:
    game = _started(title, players, now)
    while decision := Decision.objects.filter(game=game, closed_at=None).first():
        house.answer(decision, now=now)
