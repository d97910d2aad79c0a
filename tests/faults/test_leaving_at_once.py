"""Somebody presses twice to leave a game: they leave once, and are told so."""

from __future__ import annotations

import http.client
from concurrent.futures import ThreadPoolExecutor

from django.db import transaction

from games.models import Departure, Game
from games.play.lock_queue import MAX_WAITING
from tests import servers
from tests.faults import browsers, sites
from tests.faults.sites import Site

TIMES = MAX_WAITING  # more would not come to the lock together
LEFT, REFUSED = http.client.FOUND, http.client.FORBIDDEN


def test_several_clicks_leave_a_game_once(site: Site) -> None:
    game = sites.begin(sites.people())
    with servers.web(site.env) as web, ThreadPoolExecutor(TIMES) as pool:
        alice = browsers.signed_in(game.host, web.address)
        with transaction.atomic():  # until all of them are past their first look
            Game.objects.select_for_update().get(pk=game.pk)
            sent = [pool.submit(alice.post, f"/games/{game.pk}/leave/", {}) for _ in range(TIMES)]
            servers.until(lambda: sites.waiting() == TIMES, "requests at the lock")
        statuses = sorted(one.result().status for one in sent)
    assert statuses == [LEFT] + [REFUSED] * (TIMES - 1)
    assert Departure.objects.filter(game=game, person=game.host).count() == 1
