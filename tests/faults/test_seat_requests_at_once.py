"""A host accepts two requests for one seat at the same moment: one person gets it, and the other is
told that their request has lapsed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from django.db import transaction

from accounts.models import Person
from games.models import Game, SeatRequest
from games.play import clock, seat_requests
from mail.models import Delivery
from tests import servers, stage
from tests.faults import browsers, sites
from tests.faults.sites import Site

NAMES = ("Frank", "Grace")


def test_of_two_requests_accepted_at_once_one_gets_the_seat(site: Site) -> None:
    requests = _asked()
    with servers.web(site.env) as web, ThreadPoolExecutor(2) as pool:
        host = browsers.signed_in(requests[0].game.host, web.address)
        with transaction.atomic():  # until both are past their first look
            Game.objects.select_for_update().get(pk=requests[0].game_id)
            sent = [pool.submit(host.post, *_yes(one)) for one in requests]
            servers.until(lambda: sites.waiting() == 2, "both at the lock")
        for one in sent:
            one.result()
    assert _outcomes() == ["accepted", "lapsed"]
    accepted = SeatRequest.objects.get(outcome="accepted")
    assert accepted.game.seats.get(pk=accepted.seat_id).person == accepted.person
    assert _told() == ["seat-accepted", "seat-lapsed"]


def test_both_requests_would_be_accepted_without_the_lock(site: Site) -> None:
    requests = _asked()
    with (
        servers.web(site.env, workers=1, without="game_lock_for_two") as web,
        ThreadPoolExecutor(2) as pool,
    ):
        host = browsers.signed_in(requests[0].game.host, web.address)
        list(pool.map(lambda one: host.post(*_yes(one)), requests))
    assert _outcomes() == ["accepted", "accepted"]


def _asked() -> list[SeatRequest]:
    """Begin a game of hidden pieces in which a seat is vacant that two people ask for."""
    alice, bob, *_others = sites.people()
    strangers = [
        Person.objects.create_user(f"{one.lower()}@example.org", name=one) for one in NAMES
    ]
    game = stage.sit_down([alice, bob], "espionage", now=clock.now())
    seat = game.seats.get(person=bob).name
    game.seats.filter(name=seat).update(is_absent=True, person=None)
    return [seat_requests.ask_host(game.pk, seat, one, now=clock.now()) for one in strangers]


def _yes(request: SeatRequest) -> tuple[str, dict[str, object]]:
    return f"/games/{request.game_id}/ask/accept/", {"request": request.pk}


def _outcomes() -> list[str]:
    return sorted(SeatRequest.objects.values_list("outcome", flat=True))


def _told() -> list[str]:
    told = Delivery.objects.filter(kind="seat-request").exclude(about__what="seat-request")
    return sorted(told.values_list("about__what", flat=True))
