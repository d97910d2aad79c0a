"""The drill of docs/running.md: a backup is taken while people play, and a site goes on from it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from games.models import Game
from tests import servers
from tests.faults import browsers, clusters, sites
from tests.faults.browsers import Browser
from tests.faults.clusters import Cluster
from tests.faults.sites import Site

BEFORE, DURING, AFTER = 4, 10, 13  # turns; a sixteenth quiet turn would end the game
EVENTS = "SELECT seq, kind, data, hash FROM games_event ORDER BY seq"
LETTERS = "SELECT id, 'delivery-' || id || '-' || replace(token::text, '-', '') FROM mail_delivery"
WAITING = "SELECT 1 FROM mail_delivery WHERE status = 'waiting'"


def test_a_site_goes_on_from_a_backup_taken_while_people_played(site: Site, tmp_path: Path) -> None:
    players = sites.people()
    game = sites.begin(players)
    people = [browsers.signed_in(player, "") for player in players]
    with clusters.copy_of(site.env) as cluster:
        with ThreadPoolExecutor(1) as pool, _open(site, cluster.url) as web:
            _play(game, people, web, range(BEFORE))
            during = pool.submit(_play, game, people, web, range(BEFORE, DURING))
            backup = _back_up(site, cluster, tmp_path)
            during.result()
            _play(game, people, web, range(DURING, AFTER))
            _all_sent(cluster)
        lost, sent = cluster.rows(EVENTS), site.office.ids()
        restored = _restore(site, cluster, backup)
        kept = restored.rows(EVENTS)
        assert BEFORE < len(kept) <= DURING + 1
        assert kept == lost[: len(kept)]
        assert _manage(site, restored, "verify") == "1 game is whole.\n"
        old = dict(restored.rows(LETTERS))
        with _open(site, restored.url) as web:
            _play(game, people, web, range(len(kept) - 1, AFTER))
            _all_sent(restored)
        new = {pk: name for pk, name in restored.rows(LETTERS) if pk not in old}
        assert _manage(site, restored, "verify") == "1 game is whole.\n"
    before = {name.strip("<>").partition("@")[0] for name in sent}
    assert new
    assert not before & set(new.values())
    numbers = {int(name.split("-")[1]) for name in before}
    assert numbers & set(new), "the control: their numbers alone were used before"


@contextmanager
def _open(site: Site, url: str) -> Iterator[str]:
    """Run a site on a database, and give its address. In a backup, letters may have a lease of a
    worker that is not there any more."""
    env = {**site.env, "DATABASE_URL": url, "LETTER_LEASE": "2"}
    with servers.web(env) as web, servers.worker(env):
        yield web.address


def _play(game: Game, people: Sequence[Browser], address: str, turns: Iterable[int]) -> None:
    for turn in turns:
        player = replace(people[turn % len(people)], address=address)
        assert player.submit(game, "end", seen=turn + 1, key=f"turn-{turn}").is_receipt


def _all_sent(cluster: Cluster) -> None:
    servers.until(lambda: not cluster.rows(WAITING), "all letters")


def _back_up(site: Site, cluster: Cluster, folder: Path) -> Path:
    _manage(site, cluster, "backup", str(folder))
    (backup,) = folder.glob("*.dump")
    assert backup.stat().st_mode & 0o077 == 0, "its owner alone reads it"
    return backup


def _restore(site: Site, cluster: Cluster, backup: Path) -> Cluster:
    """Return an empty database on the same server, filled from a backup."""
    cluster.rows("CREATE DATABASE restored")
    restored = replace(cluster, url=cluster.url.replace("/postgres?", "/restored?"))
    _manage(site, restored, "restore", str(backup))
    return restored


def _manage(site: Site, cluster: Cluster, *command: str) -> str:
    path = f"{cluster.server.bin_path}{os.pathsep}{os.environ['PATH']}"
    env = {**site.env, "DATABASE_URL": cluster.url, "PATH": path}
    return servers.run([sys.executable, "manage.py", *command], env)
