"""The broker forgets its messages, stands still, dies or is slow: all comes, only later."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from redis import Redis

from games.models import Game, Submission
from mail.models import Delivery
from tests import brokers, servers
from tests.faults import browsers, lines, sites
from tests.faults.browsers import NO_ANSWER
from tests.faults.sites import Site

LETTERS, MANY = 6, 24
WRITES = 40  # which a worker tries in some seconds, with each failure a few
LATE = timedelta(hours=9)
SLOW, DEAF = 0.1, 600.0  # seconds that a packet takes
needs_redis = pytest.mark.skipif(not shutil.which("redis-server"), reason="no redis-server here")


@pytest.mark.parametrize("url", brokers.urls())
def test_letters_only_come_later_when_the_broker_forgets(site: Site, url: str) -> None:
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


@brokers.needs_broker
def test_letters_that_only_messages_carry_would_be_lost(site: Site) -> None:
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
def test_turns_are_taken_while_the_broker_stands_still(site: Site) -> None:
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
def test_a_redis_that_is_read_only_for_a_while_is_waited_for(site: Site) -> None:
    """As after the change of its primary."""
    port = servers.free_port()
    env = _with_broker(site, _address(port))
    with _redis(port, site), servers.worker(env) as worker:
        first = sites.invite(1)
        servers.until(lambda: _received(site) == set(first), "a letter in good health")
        client = Redis(port=port)
        client.replicaof("127.0.0.1", "1")
        second = sites.invite(1)
        servers.until(lambda: b"read only replica" in worker.log.read_bytes(), "the refusal")
        client.replicaof("NO", "ONE")
        servers.until(lambda: _received(site) == {*first, *second}, "the letter that waited")
        assert worker.process.poll() is None


@needs_redis
def test_a_redis_that_is_read_only_is_logged_once_a_minute(site: Site) -> None:
    with _read_only_redis(site) as (worker, client):
        servers.until(lambda: _refused_writes(client) > WRITES, "many failures")
        assert _logged_failures(worker) == 1


@needs_redis
def test_a_redis_that_is_read_only_would_be_logged_all_the_time_without_a_limit(site: Site) -> None:
    with _read_only_redis(site, without="limit_of_repeats") as (worker, client):
        servers.until(lambda: _logged_failures(worker) > 1, "a second line")
        assert _refused_writes(client) <= WRITES  # so the test above sees more than one failure


@contextmanager
def _read_only_redis(site: Site, without: str = "") -> Iterator[tuple[servers.Server, Redis]]:
    """Run a worker whose broker becomes read-only; yield the worker and the broker."""
    port = servers.free_port()
    env = _with_broker(site, _address(port))
    with _redis(port, site), servers.worker(env, without=without) as worker:
        first = sites.invite(1)
        servers.until(lambda: _received(site) == set(first), "a letter in good health")
        client = Redis(port=port)
        client.replicaof("127.0.0.1", "1")
        yield worker, client


def _refused_writes(client: Redis) -> int:
    """Count what a Redis has refused because it is read-only."""
    errors: dict[str, Any] = client.info("errorstats")
    return int(errors.get("errorstat_READONLY", {"count": 0})["count"])


def _logged_failures(worker: servers.Server) -> int:
    return worker.log.read_bytes().count(b"consumer: Cannot connect to")


@needs_redis
def test_players_would_wait_for_a_frozen_broker_that_the_web_asks(site: Site) -> None:
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


@needs_redis
def test_letters_and_deadlines_come_though_redis_comes_back_empty(site: Site) -> None:
    port, players = servers.free_port(), sites.people()
    played, late = sites.begin(players, "Played"), sites.begin(players, "Late")
    env = _with_broker(site, _address(port))
    with servers.web(env) as web, _redis(port, site) as redis, _workers(env):
        people = [browsers.signed_in(player, web.address) for player in players]
        sites.await_letters()
        addresses = _keep_busy(site, env)
        redis.kill()
        _play_round(played, people)
        sites.pass_time(late, LATE)
        assert not _silences(late)
        addresses += sites.invite(LETTERS)
        with _redis(port, site) as again:
            servers.until(lambda: _silences(late), "the deadline that had passed")
            sites.await_letters()
            again.kill()
    _is_all_there_once(site, addresses)
    assert _silences(late) == ["silence-1"]


@needs_redis
def test_letters_that_only_redis_knew_would_be_lost(site: Site) -> None:
    port = servers.free_port()
    env = _with_broker(site, _address(port))
    with _redis(port, site) as redis, _only_messages(env) as worker:
        first = sites.invite(1)
        sites.publish(env, *_messages(first))
        servers.until(lambda: _received(site) == set(first), "a letter in good health")
        sites.freeze(worker)
        lost = sites.invite(LETTERS)
        sites.publish(env, *_messages(lost))
        redis.kill()
        with _redis(port, site) as again:
            sites.thaw(worker)
            last = sites.invite(1)
            sites.publish(env, *_messages(last))
            servers.until(lambda: set(last) <= _received(site), "the letter behind the loss")
            again.kill()
    assert len(set(lost) - _received(site)) >= LETTERS - 1  # one may have been fetched


@pytest.mark.parametrize("url", brokers.urls())
def test_a_broker_whose_every_packet_is_late_loses_nothing(site: Site, url: str) -> None:
    players = sites.people()
    played, late = sites.begin(players, "Played"), sites.begin(players, "Late")
    with lines.laid(_port(url)) as line, lines.laid(_port(url)) as deaf:
        deaf.delay = lambda packet: DEAF
        env = _with_broker(site, _through(line, url))
        with servers.web({**env, "BROKER_URL": _through(deaf, url)}) as web, _workers(env):
            people = [browsers.signed_in(player, web.address) for player in players]
            sites.await_letters()
            line.delay = lambda packet: SLOW
            _play_round(played, people)
            sites.pass_time(late, LATE)
            addresses = sites.invite(LETTERS)
            servers.until(lambda: _silences(late), "the deadline")
            sites.await_letters()
    brokers.flush({**env, "BROKER_URL": brokers.own(url)})
    _is_all_there_once(site, addresses)
    assert _silences(late) == ["silence-1"]
    assert line.calls
    assert not deaf.calls


@needs_redis
def test_players_would_wait_for_a_late_broker_that_the_web_asks(site: Site) -> None:
    port, game = servers.free_port(), sites.begin(sites.people())
    with _redis(port, site), lines.laid(port) as deaf:
        deaf.delay = lambda packet: DEAF
        env = {**site.env, "BROKER_URL": _address(deaf.port)}
        with servers.web(env, workers=1, without="no_broker_in_the_web") as web:
            alice = browsers.signed_in(game.host, web.address)
            assert alice.submit(game, "end", seen=1, key="one", patience=5).status == NO_ANSWER
            servers.until(lambda: deaf.calls, "a call to the broker")
            web.kill()


def _with_broker(site: Site, broker: str) -> dict[str, str]:
    """Return the environment of a site with a broker of one's own."""
    return {**site.env, "BROKER_URL": broker}


@contextmanager
def _workers(env: dict[str, str]) -> Iterator[None]:
    with servers.worker(env, beat=False), servers.beat(env):
        yield


def _only_messages(env: dict[str, str]) -> AbstractContextManager[servers.Server]:
    """Run a worker to which messages alone tell of letters."""
    return servers.worker(env, beat=False, without="letters_in_the_database")


def _keep_busy(site: Site, env: dict[str, str]) -> list[str]:
    """Give the workers much to do, and wait until they are at it and messages wait for them."""
    site.office.pause = 0.5
    addresses = sites.invite(MANY)
    servers.until(lambda: _received(site) & set(addresses), "the first of many letters")
    servers.until(lambda: brokers.waiting(env) >= 3, "messages for the busy worker")
    return addresses


def _is_all_there_once(site: Site, addresses: list[str]) -> None:
    assert set(addresses) <= _received(site)
    assert len(set(site.office.ids())) == len(site.office.ids())
    assert not Delivery.objects.exclude(status__in=("sent", "withdrawn")).exists()


def _silences(game: Game) -> list[str]:
    silent = Submission.objects.filter(game=game, via=Submission.Via.SILENCE)
    return list(silent.values_list("key", flat=True))


def _address(port: int) -> str:
    return f"redis://127.0.0.1:{port}/0"


def _port(url: str) -> int:
    return urlsplit(url).port or 5672


def _through(line: lines.Line, url: str) -> str:
    """Return the address at which a broker is to be had at the other end of a line."""
    parts = urlsplit(brokers.own(url))
    place = f"{parts.netloc.rpartition('@')[0]}@" if parts.username else ""
    return parts._replace(netloc=f"{place}127.0.0.1:{line.port}").geturl()


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
    """Let everybody end their turn, each at once accepted."""
    for player in people:
        game.refresh_from_db()
        turn = game.version
        assert player.submit(game, "end", seen=turn, key=f"turn-{turn}").is_receipt
