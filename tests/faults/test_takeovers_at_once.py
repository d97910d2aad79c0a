"""Two strangers take over a vacant seat at the same moment: one gets it, the other is told so."""

from __future__ import annotations

import http.client
from concurrent.futures import ThreadPoolExecutor

from django.db import transaction

from accounts.models import Person
from games.models import Game
from games.play import clock, turns
from mail.models import Delivery
from tests import servers
from tests.faults import browsers, sites
from tests.faults.browsers import Browser
from tests.faults.sites import Site

TAKEN, REFUSED = http.client.FOUND, http.client.FORBIDDEN
SEAT, NAMES = "west", ("Frank", "Grace")


def test_a_vacant_seat_wanted_by_two_at_once_goes_to_one(site: Site) -> None:
    game = _vacant()
    with servers.web(site.env) as web, ThreadPoolExecutor(2) as pool:
        strangers = _strangers(web.address)
        with transaction.atomic():  # until both of them are past their first look
            Game.objects.select_for_update().get(pk=game.pk)
            sent = [pool.submit(_take, one, game) for one in strangers]
            servers.until(lambda: sites.waiting() == 2, "both at the lock")
        assert sorted(one.result() for one in sent) == [TAKEN, REFUSED]
    player = game.seats.get(name=SEAT).person
    assert player
    assert player.name in NAMES
    assert _told(player) == [f"{one}@example.org" for one in ("alice", "dora", "erin")]


def test_a_vacant_seat_would_be_promised_to_both_without_the_lock(site: Site) -> None:
    game = _vacant()
    with (
        servers.web(site.env, workers=1, without="game_lock_for_two") as web,
        ThreadPoolExecutor(2) as pool,
    ):
        strangers = _strangers(web.address)
        assert list(pool.map(lambda one: _take(one, game), strangers)) == [TAKEN, TAKEN]


def _vacant() -> Game:
    """Begin a game that Bob has left."""
    game = sites.begin(players := sites.people())
    turns.leave_game(game.pk, players[1], now=clock.now())
    return game


def _strangers(address: str) -> list[Browser]:
    people = (Person.objects.create_user(f"{one.lower()}@example.org", name=one) for one in NAMES)
    return [browsers.signed_in(one, address) for one in people]


def _take(stranger: Browser, game: Game) -> int:
    return stranger.post(f"/games/{game.pk}/takeover/", {"seat": SEAT}).status


def _told(player: Person) -> list[str]:
    """Return who is told that the player has the seat."""
    found = Delivery.objects.filter(about__what="taken", about__successor=player.pk)
    assert found.count() == Delivery.objects.filter(about__what="taken").count()
    return sorted(found.values_list("address", flat=True))
