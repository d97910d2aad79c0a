"""Two of the pool take the seat that they are asked for at the same moment: one has it, and the
other reads that somebody was first."""

from __future__ import annotations

import http.client
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from django.db import transaction

from accounts.models import Person
from games.models import Game, PoolEntry, Seat, SubstituteAsk
from games.play import clock, substitute_search, turns
from tests import servers
from tests.faults import browsers, sites
from tests.faults.sites import Site

TAKEN, REFUSED = http.client.FOUND, http.client.FORBIDDEN
SEAT, POOL = "west", ("Frank", "Grace")


def test_one_of_two_who_say_yes_has_the_seat(site: Site) -> None:
    game = _sought()
    with servers.web(site.env) as web, ThreadPoolExecutor(2) as pool:
        people = [browsers.signed_in(one, web.address) for one in _pool()]
        with transaction.atomic():  # until both of them are past their first look
            Game.objects.select_for_update().get(pk=game.pk)
            sent = [pool.submit(one.post, *_yes(game)) for one in people]
            servers.until(lambda: sites.waiting() == 2, "both at the lock")
        assert sorted(one.result().status for one in sent) == [TAKEN, REFUSED]
    assert _outcomes() == ["accepted", "taken"]
    accepted = SubstituteAsk.objects.get(outcome="accepted")
    assert game.seats.get(name=SEAT).person == accepted.person


def test_both_would_be_told_that_they_have_it_without_the_lock(site: Site) -> None:
    game = _sought()
    with (
        servers.web(site.env, workers=1, without="game_lock_for_two") as web,
        ThreadPoolExecutor(2) as pool,
    ):
        people = [browsers.signed_in(one, web.address) for one in _pool()]
        answers = list(pool.map(lambda one: one.post(*_yes(game)).status, people))
    assert answers == [TAKEN, TAKEN]


def _sought() -> Game:
    """Begin a game that Bob has left, and for whose seat both of the pool are asked."""
    game = sites.begin(players := sites.people())
    for name in POOL:
        one = Person.objects.create_user(f"{name.lower()}@example.org", name=name)
        PoolEntry.objects.create(person=one, ruleset=game.ruleset)
    turns.leave_game(game.pk, players[1], now=clock.now())
    seat = Seat.objects.get(game=game, name=SEAT)
    seat.absent_since = clock.now() - timedelta(days=2)
    seat.save(update_fields=["absent_since"])
    assert substitute_search.seek_substitute(seat.pk, now=clock.now())
    return game


def _pool() -> list[Person]:
    return list(Person.objects.filter(name__in=POOL).order_by("name"))


def _yes(game: Game) -> tuple[str, dict[str, object]]:
    return f"/games/{game.pk}/takeover/", {"seat": SEAT}


def _outcomes() -> list[str]:
    return sorted(SubstituteAsk.objects.values_list("outcome", flat=True))
