"""The last two people who are asked for a pause agree at the same moment: it begins, once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from django.db import transaction

from accounts.models import Person
from games.agreements import pauses
from games.models import Game, PlayersPause
from games.play import clock
from mail.models import Delivery
from tests import servers
from tests.faults import browsers, sites
from tests.faults.sites import Site

LAST = ("Dora", "Erin")


def test_the_last_two_begin_a_pause_once(site: Site) -> None:
    pause = _nearly_agreed()
    with servers.web(site.env) as web, ThreadPoolExecutor(2) as pool:
        both = [browsers.signed_in(one, web.address) for one in _last_two()]
        with transaction.atomic():  # until both are past their first look
            Game.objects.select_for_update().get(pk=pause.game_id)
            sent = [pool.submit(one.post, *_form(pause)) for one in both]
            servers.until(lambda: sites.waiting() == 2, "both at the lock")
        assert {one.result().status for one in sent} == {302}
    assert PlayersPause.objects.get().is_running
    assert Delivery.objects.filter(kind="pause", about__what="agreed").count() == 4


def test_a_pause_would_never_begin_without_the_lock(site: Site) -> None:
    pause = _nearly_agreed()
    with (
        servers.web(site.env, workers=1, without="consents_at_once") as web,
        ThreadPoolExecutor(2) as pool,
    ):
        both = [browsers.signed_in(one, web.address) for one in _last_two()]
        list(pool.map(lambda one: one.post(*_form(pause)), both))
    assert PlayersPause.objects.get().is_open
    assert pause.consents.count() == 3


def _nearly_agreed() -> PlayersPause:
    alice, bob, *_others = people = sites.people()
    game = sites.begin(people)
    until = (clock.now() + timedelta(days=7)).date()
    pause = pauses.propose_pause(game.pk, alice, until, now=clock.now())
    return pauses.agree_to_pause(pause.pk, bob, now=clock.now())


def _last_two() -> list[Person]:
    return [Person.objects.get(name=name) for name in LAST]


def _form(pause: PlayersPause) -> tuple[str, dict[str, object]]:
    return f"/games/{pause.game_id}/pause/agree/", {"pause": pause.pk}
