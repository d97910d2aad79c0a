"""Two people want the rematch at the same moment: there is one table, and both are led to it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from django.db import transaction

from games.models import Game, Invitation, Thanks
from games.play import account_deletion, clock
from mail.models import Delivery
from tests import servers, stage
from tests.faults import browsers, sites
from tests.faults.sites import Site

LAST = {
    "S12": "south K", "S14": "south K", "S13": "west S",
    "N12": "north K", "N14": "north K", "E12": "east K", "E14": "east K",
}  # fmt: skip


def test_a_rematch_wanted_by_both_opens_one_table(site: Site) -> None:
    people = sites.people()
    game = stage.begin(people, LAST, now=clock.now())
    stage.hand_in(game, people[0], "S12xS13", now=clock.now())
    with servers.web(site.env) as web, ThreadPoolExecutor(4) as pool:
        alice, bob = (browsers.signed_in(one, web.address) for one in people[:2])
        with transaction.atomic():  # until all of them are past their first look
            Game.objects.select_for_update().get(pk=game.pk)
            door = f"/games/{game.pk}/rematch/"
            sent = [pool.submit(one.post, door, {}) for one in (alice, bob, alice, bob)]
            servers.until(lambda: sites.waiting() == 4, "requests at the lock")
        answers = {one.result().location for one in sent}
    table = Game.objects.get(rematch_of=game)
    assert answers == {f"/tables/{table.pk}/"}
    assert set(table.seats.exclude(person=None).values_list("person", flat=True)) == {
        person.pk for person in people[:2]
    }
    assert Delivery.objects.filter(kind="invitation").count() == 3


def test_a_rematch_asks_nobody_whose_account_is_erased_meanwhile(site: Site) -> None:
    people = sites.people()
    game = stage.begin(people, LAST, now=clock.now())
    stage.hand_in(game, people[0], "S12xS13", now=clock.now())
    erased = people[3]
    with servers.web(site.env) as web, ThreadPoolExecutor(1) as pool:
        alice = browsers.signed_in(people[0], web.address)
        with transaction.atomic():
            account_deletion.erase_account(erased.pk)
            sent = pool.submit(alice.post, f"/games/{game.pk}/rematch/", {})
            servers.until(lambda: sites.waiting() == 1, "the request at the lock")
        assert sent.result().location == f"/tables/{Game.objects.get(rematch_of=game).pk}/"
    assert Invitation.objects.count() == 2
    assert not Invitation.objects.filter(address=erased.email).exists()


def test_thanks_at_once_are_kept_once(site: Site) -> None:
    people = sites.people()
    game = stage.begin(people, LAST, now=clock.now())
    stage.hand_in(game, people[0], "S12xS13", now=clock.now())
    with servers.web(site.env) as web, ThreadPoolExecutor(3) as pool:
        alice = browsers.signed_in(people[0], web.address)
        sent = [pool.submit(alice.post, f"/games/{game.pk}/thank/", {}) for _time in range(3)]
        assert {one.result().location for one in sent} == {f"/games/{game.pk}/"}
    assert Thanks.objects.filter(game=game, person=people[0]).count() == 1
