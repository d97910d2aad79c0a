"""The broker forgets its messages, or stands still: letters and turns only come later."""

from __future__ import annotations

import shutil
from contextlib import AbstractContextManager

import pytest

from games.models import Game
from mail.models import Delivery
from tests import brokers, servers
from tests.faults import browsers, sites
from tests.faults.browsers import NO_ANSWER
from tests.faults.sites import Site

LETTERS = 6
needs_redis = pytest.mark.skipif(not shutil.which("redis-server"), reason="no redis-server here")


@pytest.mark.parametrize("url", brokers.urls())
def test_it_only_sends_letters_later_when_the_broker_forgets(site: Site, url: str) -> None:
    env = {**site.env, "BROKER_URL": brokers.own(url)}
    with servers.worker(env, beat=False) as worker, servers.beat(env):
        addresses = sites.invite(1)
        servers.until(lambda: _received(site) == set(addresses), "a letter in good health")
        sites.freeze(worker)
        addresses += sites.invite(LETTERS)
        servers.until(lambda: brokers.waiting(env) >= 3, "messages for the stopped worker")
        brokers.flush(env)
        sites.thaw(worker)
        servers.until(lambda: _received(site) == set(addresses), "the other letters")
    brokers.flush(env)
    assert len(site.office.letters) == LETTERS + 1


def test_it_would_lose_letters_that_only_messages_carry(site: Site) -> None:
    sites.people()
    with servers.worker(site.env, beat=False, without="letters_in_the_database") as worker:
        first = sites.invite(1)
        sites.publish(site.env, *_messages(first))
        servers.until(lambda: _received(site) == set(first), "a letter in good health")
        sites.freeze(worker)
        lost, last = sites.invite(LETTERS), sites.invite(1)
        sites.publish(site.env, *_messages(lost))
        assert brokers.waiting(site.env) >= LETTERS - 1  # one may have been fetched
        brokers.flush(site.env)
        sites.publish(site.env, *_messages(last))
        sites.thaw(worker)
        servers.until(lambda: set(last) <= _received(site), "the letter behind the loss")
    assert len(set(lost) - _received(site)) >= LETTERS - 1


@needs_redis
def test_it_takes_turns_while_the_broker_stands_still(site: Site) -> None:
    port = servers.free_port()
    env = {**site.env, "BROKER_URL": f"redis://127.0.0.1:{port}/0"}
    players = sites.people()
    game = sites.begin(players)
    with _redis(port, site) as redis, servers.web(env) as web, servers.worker(env):
        people = [browsers.signed_in(player, web.address) for player in players]
        _play_round(game, people)
        servers.until(lambda: not _letters_wait(), "the letters of the first round")
        sites.freeze(redis)
        _play_round(game, people)
        _play_round(game, people)
        assert _letters_wait()
        sites.thaw(redis)
        servers.until(lambda: not _letters_wait(), "the letters that waited")
    assert len(set(site.office.ids())) == len(site.office.ids())


@needs_redis
def test_it_would_keep_players_waiting_if_the_web_server_spoke_to_it(site: Site) -> None:
    port = servers.free_port()
    env = {**site.env, "BROKER_URL": f"redis://127.0.0.1:{port}/0"}
    game = sites.begin(sites.people())
    with (
        _redis(port, site) as redis,
        servers.web(env, workers=1, without="no_broker_in_the_web") as web,
    ):
        alice = browsers.signed_in(game.host, web.address)
        assert alice.submit(game, "end", seen=1, key="one").is_receipt
        sites.freeze(redis)
        assert alice.submit(game, "end", seen=1, key="one", patience=5).status == NO_ANSWER
        web.kill()


def _received(site: Site) -> set[str]:
    return {str(letter["To"]) for letter in site.office.letters}


def _messages(addresses: list[str]) -> list[str]:
    keys = Delivery.objects.filter(address__in=addresses).order_by("pk")
    return [f"send_letter:{pk}" for pk in keys.values_list("pk", flat=True)]


def _letters_wait() -> bool:
    return Delivery.objects.filter(status=Delivery.Status.WAITING).exists()


def _redis(port: int, site: Site) -> AbstractContextManager[servers.Server]:
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
    return servers.running([*command, "--dir", str(site.var)], site.env, "redis")


def _play_round(game: Game, people: list[browsers.Browser]) -> None:
    """Let everybody end his turn, each at once accepted."""
    for player in people:
        game.refresh_from_db()
        turn = game.version
        assert player.submit(game, "end", seen=turn, key=f"turn-{turn}").is_receipt
