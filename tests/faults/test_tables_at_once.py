"""Two tables are opened at the same moment: both stand in the chain, which has no gap."""

from __future__ import annotations

import http.client
from concurrent.futures import ThreadPoolExecutor

from django.db import connection, transaction

from games.forms import TableForm
from games.models import Commitment, Game
from games.play import fairness
from tests import servers
from tests.faults import browsers, sites
from tests.faults.sites import Site
from tests.games.forms import filled

WANTED = {**filled(TableForm("conquest")), "ruleset": "conquest", "title": "Autumn"}


def test_both_get_a_number_one_after_the_other(site: Site) -> None:
    people = sites.people()[:2]
    with servers.web(site.env) as web, ThreadPoolExecutor(2) as pool:
        players = [browsers.signed_in(one, web.address) for one in people]
        with transaction.atomic():  # until both of them wait for their number
            with connection.cursor() as cursor:
                cursor.execute(fairness.LOCK)
            sent = [pool.submit(one.post, "/tables/new/", WANTED) for one in players]
            servers.until(lambda: sites.waiting() == 2, "both at the chain")
        assert {one.result().status for one in sent} == {http.client.FOUND}
    assert Game.objects.count() == 2
    assert sorted(Commitment.objects.values_list("number", flat=True)) == [1, 2]
    assert (fairness.check_commitments().length, fairness.check_commitments().broken) == (2, None)


def test_one_of_them_would_be_lost_without_the_lock(site: Site) -> None:
    people = sites.people()[:2]
    with (
        servers.web(site.env, workers=1, without="chain_lock") as web,
        ThreadPoolExecutor(2) as pool,
    ):
        players = [browsers.signed_in(one, web.address) for one in people]
        answers = pool.map(lambda one: one.post("/tables/new/", WANTED).status, players)
        assert sorted(answers) == [http.client.FOUND, http.client.INTERNAL_SERVER_ERROR]
    assert Game.objects.count() == Commitment.objects.count() == 1


KEYED = WANTED | {"key": "0123456789abcdef"}


def test_a_form_that_is_sent_three_times_at_once_opens_one_table(site: Site) -> None:
    host = sites.people()[0]
    with servers.web(site.env) as web, ThreadPoolExecutor(3) as pool:
        player = browsers.signed_in(host, web.address)
        answers = list(pool.map(lambda _time: player.post("/tables/new/", KEYED), range(3)))
    game = Game.objects.get()
    assert {answer.status for answer in answers} == {http.client.FOUND}
    assert {answer.location for answer in answers} == {f"/tables/{game.pk}/"}
    assert game.seats.filter(person=host).count() == 1


def test_form_sent_three_times_at_once_would_fail_without_the_lock(site: Site) -> None:
    """Control: then the database alone refuses a second table of the form."""
    host = sites.people()[0]
    with (
        servers.web(site.env, workers=1, without="form_lock") as web,
        ThreadPoolExecutor(3) as pool,
    ):
        player = browsers.signed_in(host, web.address)
        answers = list(pool.map(lambda _time: player.post("/tables/new/", KEYED), range(3)))
    assert http.client.INTERNAL_SERVER_ERROR in {answer.status for answer in answers}
    assert Game.objects.count() == 1
