"""The database is frozen, full, read-only, or holds a row for ever: what needs it says so at once
and keeps what was sent, and everything else goes on."""

from __future__ import annotations

import contextlib
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from http.client import NOT_FOUND, OK, SERVICE_UNAVAILABLE

import psycopg
import pytest

from games.models import Game
from tests import collected, servers
from tests.faults import browsers, clusters, sites
from tests.faults.browsers import Browser
from tests.faults.clusters import Cluster
from tests.faults.sites import Site

TURN = "S40-S29; end"
MANY = 18  # more than the threads of the web server
PATIENCE = {"DEBUG": "0", "DATABASE_PATIENCE": "3", "LOCK_PATIENCE": "1", "PERSON_BUDGET": "25"}


@dataclass(frozen=True)
class Stand:
    """A site with a database server of its own, a player on turn, and a game of others."""

    cluster: Cluster
    alice: Browser
    game: Game
    other: Game

    def status(self, path: str) -> int:
        """Return the status of a page as Alice sees it."""
        cookie = {"Cookie": f"sessionid={self.alice.session}"}
        request = urllib.request.Request(f"{self.alice.address}{path}", headers=cookie)
        try:
            with urllib.request.urlopen(request, timeout=servers.PATIENCE) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as refused:
            return refused.code

    def submit(self, key: str = "once") -> browsers.Answer:
        return self.alice.submit(self.game, TURN, seen=1, key=key, patience=servers.PATIENCE)

    def handed_in(self) -> int:
        query = f"SELECT count(*) FROM games_submission WHERE game_id = {self.game.pk}"
        return int(self.cluster.rows(query)[0][0])


def test_a_frozen_database_makes_only_what_needs_it_unavailable(site: Site) -> None:
    with _stand(site) as stand:
        with clusters.frozen(stand.cluster), ThreadPoolExecutor(MANY) as pool:
            sent = [pool.submit(stand.submit, f"frozen {number}") for number in range(MANY)]
            assert {one.result().status for one in sent} == {SERVICE_UNAVAILABLE}
            assert stand.status("/static/img/mark.svg") == OK
            for path in ("/help/", "/rules/conquest/"):
                assert stand.status(path) == OK, path
            assert stand.status("/healthz") == OK
            assert stand.status("/static/img/none.svg") == NOT_FOUND
            assert stand.status("/") == SERVICE_UNAVAILABLE
        servers.until(lambda: stand.submit().is_receipt, "an answer of the thawed database")
        assert stand.handed_in() == 1


def test_pages_without_a_need_hardly_wait_for_a_frozen_database(site: Site) -> None:
    """With the session of somebody who is signed in, too, and before any other has noticed."""
    with _stand(site, DATABASE_PATIENCE="60") as stand, clusters.frozen(stand.cluster):
        for path in ("/rules/", "/rules/conquest/", "/help/"):
            began = time.monotonic()
            assert stand.status(path) == OK
            assert time.monotonic() - began < 30


def test_a_frozen_database_would_be_waited_for_without_patience(site: Site) -> None:
    with _stand(site) as patient, ThreadPoolExecutor(2) as pool:
        env = {**site.env, **PATIENCE, "DATABASE_URL": patient.cluster.url}
        with servers.web(env, without="database_patience") as web:
            endless = replace(patient, alice=replace(patient.alice, address=web.address))
            assert endless.status("/") == OK
            with clusters.frozen(patient.cluster):
                waiting = pool.submit(endless.status, "/")
                for _ in range(2):
                    assert patient.status("/") == SERVICE_UNAVAILABLE
                assert not waiting.done()
            assert waiting.result() == OK


def test_a_locked_row_keeps_no_threads_from_other_games(site: Site) -> None:
    with _stand(site, DATABASE_PATIENCE="60") as stand, ThreadPoolExecutor(MANY) as pool:
        with psycopg.connect(stand.cluster.url) as holder:
            holder.execute("SELECT 1 FROM games_game WHERE id = %s FOR UPDATE", [stand.game.pk])
            sent = [pool.submit(stand.submit, f"locked {number}") for number in range(MANY)]
            assert stand.status(stand.other.get_absolute_url()) == OK
            assert {one.result().status for one in sent} == {SERVICE_UNAVAILABLE}
        servers.until(lambda: stand.submit().is_receipt, "an answer once the row is free")
        assert stand.handed_in() == 1


@pytest.mark.parametrize("trouble", ["read-only", "full"])
def test_a_turn_is_taken_once_the_database_trouble_is_over(site: Site, trouble: str) -> None:
    with _stand(site) as stand:
        with _TROUBLES[trouble](stand.cluster):
            assert stand.submit().status == SERVICE_UNAVAILABLE
        servers.until(lambda: stand.submit().is_receipt, "an answer after the trouble")
        assert stand.handed_in() == 1


@contextlib.contextmanager
def _stand(site: Site, **more: str) -> Iterator[Stand]:
    players = sites.people()
    games = [sites.begin(players, title) for title in ("Autumn", "Winter")]
    alice = browsers.signed_in(players[0], "")
    collected.into(site.env)
    with clusters.copy_of(site.env) as cluster, _web(site, cluster, **more) as web:
        stand = Stand(cluster, replace(alice, address=web.address), *games)
        # Not at once where the machine stands still for longer than the patience of the site.
        servers.until(lambda: stand.status(stand.game.get_absolute_url()) == OK, "a page")
        yield stand


def _web(
    site: Site, cluster: Cluster, **more: str
) -> contextlib.AbstractContextManager[servers.Server]:
    return servers.web({**site.env, **PATIENCE, "DATABASE_URL": cluster.url, **more})


@contextlib.contextmanager
def _read_only(cluster: Cluster) -> Iterator[None]:
    """Let new connections read only, and have no others."""
    cluster.rows("ALTER DATABASE postgres SET default_transaction_read_only = on")
    clusters.cut(cluster)
    yield
    with psycopg.connect(cluster.url, autocommit=True) as mender:
        mender.execute("SET default_transaction_read_only = off")
        mender.execute("ALTER DATABASE postgres RESET default_transaction_read_only")
    clusters.cut(cluster)


@contextlib.contextmanager
def _full(cluster: Cluster) -> Iterator[None]:
    """Take all connections there are."""
    clusters.cut(cluster)
    held = list[psycopg.Connection[tuple[object, ...]]]()
    with contextlib.suppress(psycopg.OperationalError):
        while True:
            held.append(psycopg.connect(cluster.url))
    yield
    for connection in held:
        connection.close()


_TROUBLES = {"read-only": _read_only, "full": _full}
