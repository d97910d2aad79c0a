"""A player takes more time in two tabs at the same moment: no more than their table allows."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from django.db import transaction

from games.models import Decision, Extension, Game
from games.play import clock, tables
from games.play.clock import PRESETS
from mail.models import Delivery
from tests import servers
from tests.faults import browsers, sites
from tests.faults.sites import Site


def test_two_tabs_take_the_last_extension_once(site: Site) -> None:
    game = _begun()
    with servers.web(site.env) as web, ThreadPoolExecutor(2) as pool:
        alice = browsers.signed_in(game.host, web.address)
        with transaction.atomic():  # until both are past their first look
            Game.objects.select_for_update().get(pk=game.pk)
            sent = [pool.submit(alice.post, *_form(game, key)) for key in "ab"]
            servers.until(lambda: sites.waiting() == 2, "both at the lock")
        answers = [one.result() for one in sent]
    assert sorted(answer.status for answer in answers) == [302, 409]
    _is_taken_once(game)


def test_the_database_would_count_them_without_the_lock(site: Site) -> None:
    game = _begun()
    with (
        servers.web(site.env, workers=1, without="game_lock_for_two") as web,
        ThreadPoolExecutor(2) as pool,
    ):
        alice = browsers.signed_in(game.host, web.address)
        answers = list(pool.map(lambda key: alice.post(*_form(game, key)), "ab"))
    assert sorted(answer.status for answer in answers) == [302, 500]
    _is_taken_once(game)


def _begun() -> Game:
    """Begin a game in which each may take a day more, once."""
    alice, bob, *_others = sites.people()
    terms = tables.TableTerms(
        ruleset="bollwerk",
        title="Autumn",
        pace={**PRESETS["normal"], "extensions": [1, 24]},
        options={"seats": "choice"},
    )
    table = tables.open_table(alice, terms, now=clock.now())
    for one in (alice, bob):
        tables.join_table(table.pk, one, now=clock.now())
    return tables.start_by_host(table.pk, alice, now=clock.now())


def _form(game: Game, key: str) -> tuple[str, dict[str, object]]:
    return f"/games/{game.pk}/extend/", {"key": key}


def _is_taken_once(game: Game) -> None:
    taken = Extension.objects.get()
    assert Decision.objects.get(game=game, closed_at=None).due_at == taken.until
    assert Delivery.objects.filter(kind="extension").count() == 1
