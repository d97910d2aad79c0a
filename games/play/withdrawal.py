"""Accounts that are closed or stopped: they leave tables, and are absent where they play."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db.models import Q

from accounts.models import Person
from games.models import Game, Seat
from games.play import tables, turns


def withdraw_accounts(people: Collection[Person], *, now: datetime) -> list[tuple[Game, Person]]:
    """Mark people as absent in all their running games, and stand up from all their tables; return
    the running games, each with who is absent there."""
    left = []
    # Games are locked in the order of their ids, so that two transactions cannot deadlock.
    for game, person in _list_places(people):
        if game.is_running:
            turns.mark_person_absent(game.pk, person, now=now)
            left.append((game, person))
        else:
            tables.stand_up(game.pk, person, now=now)
    return left


def _list_places(people: Collection[Person]) -> list[tuple[Game, Person]]:
    """Return the games and tables of people, each with one of them; a table that one of them hosts
    is called off by them alone."""
    plays = Q(status=Game.Status.RUNNING, seats__person__in=people)
    waits = Q(host__in=people) | Q(seats__person__in=people)
    found = Game.objects.filter(plays | Q(status=Game.Status.OPEN) & waits).distinct()
    games = list(found.order_by("pk"))
    seated = set(Seat.objects.filter(game__in=games).values_list("game", "person"))
    return [(game, one) for game in games for one in people if _leaves(game, one, people, seated)]


def _leaves(
    game: Game, person: Person, people: Collection[Person], seated: Collection[object]
) -> bool:
    is_called_off = not game.is_running and any(game.host_id == one.pk for one in people)
    return game.host_id == person.pk if is_called_off else (game.pk, person.pk) in seated
