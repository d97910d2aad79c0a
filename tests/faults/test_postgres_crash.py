"""PostgreSQL crashes while turns come in: what was accepted is there, and each turn once."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from http.client import CONFLICT

import psycopg
import pytest

from games.models import Game
from tests import servers
from tests.faults import browsers, clusters, sites
from tests.faults.clusters import Cluster
from tests.faults.sites import Site

GAMES, TURNS = 6, 15  # a sixteenth quiet turn would end a game


@dataclass
class Player:
    """Ends turn after turn of one game, with each key again until it is accepted."""

    game: Game
    people: list[browsers.Browser]
    accepted: list[str] = field(default_factory=list)
    broken: int = 0

    def play(self, turns: int) -> None:
        for turn in range(len(self.accepted), turns):
            servers.until(lambda turn=turn: self._end(turn), f"turn {turn}")  # type: ignore[misc]

    def _end(self, turn: int) -> bool:
        key = f"{self.game.pk}-{turn}"
        person = self.people[turn % len(self.people)]
        answer = person.submit(self.game, "end", seen=turn + 1, key=key)
        assert answer.status != CONFLICT
        if answer.is_receipt:
            self.accepted.append(f"web-{key}")
            return True
        self.broken += 1
        return False


def test_every_accepted_turn_is_there_once_after_a_crash(site: Site) -> None:
    with _tables(site) as (cluster, players), ThreadPoolExecutor(GAMES) as pool:
        played = [pool.submit(player.play, TURNS) for player in players]
        servers.until(lambda: sum(len(one.accepted) for one in players) >= GAMES, "turns")
        with _uncommitted_write(cluster):
            before = [key for player in players for key in player.accepted]
            cluster.crash()
        survived = _stored(cluster)
        assert not cluster.rows("SELECT 1 FROM pg_tables WHERE tablename = 'uncommitted'")
        for turns in played:
            turns.result()
        stored = _stored(cluster)
        events = cluster.rows(
            "SELECT game_id, count(*), max(seq) FROM games_event GROUP BY 1 ORDER BY 1"
        )
    assert len(before) < GAMES * TURNS
    assert set(before) <= set(survived)
    assert sum(player.broken for player in players) > 0
    assert sorted(stored) == sorted(key for player in players for key in player.accepted)
    assert events == [(player.game.pk, TURNS + 1, TURNS + 1) for player in players]


def test_accepted_turns_that_need_not_reach_the_disk_would_be_lost(site: Site) -> None:
    with _tables(site, commit="off") as (cluster, players):
        # It comes every ten seconds, and so at times between the last turn and the crash.
        clusters.stop_wal_writer(cluster)
        for player in players:
            player.play(TURNS // 3)
        accepted = {key for player in players for key in player.accepted}
        assert set(_stored(cluster)) == accepted
        cluster.crash()
        assert set(_stored(cluster)) < accepted


@contextlib.contextmanager
def _tables(site: Site, commit: str = "on") -> Iterator[tuple[Cluster, list[Player]]]:
    """Begin games at a site with a database server of its own."""
    four = sites.people()
    games = [sites.begin(four, f"Autumn {number}") for number in range(GAMES)]
    people = [browsers.signed_in(player, "") for player in four]
    with clusters.copy_of(site.env) as cluster:
        cluster.rows(f"ALTER DATABASE postgres SET synchronous_commit = {commit}")
        with servers.web({**site.env, "DATABASE_URL": cluster.url}) as web:
            here = [replace(person, address=web.address) for person in people]
            yield cluster, [Player(game, here) for game in games]


@contextlib.contextmanager
def _uncommitted_write(cluster: Cluster) -> Iterator[None]:
    """Write something without committing it, over a connection that is bound to break."""
    connection = psycopg.connect(cluster.url)
    connection.execute("CREATE TABLE uncommitted ()")
    yield
    with pytest.raises(psycopg.OperationalError):
        connection.execute("SELECT 1")
    connection.close()


def _stored(cluster: Cluster) -> list[str]:
    return [key for (key,) in cluster.rows("SELECT key FROM games_submission")]
