"""A site goes back to a minute by pgBackRest, set up as docs/running.md says."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import psycopg
import pytest

from games.models import Game
from tests import servers
from tests.documents import typed_lines
from tests.faults import browsers, sites
from tests.faults.browsers import Browser
from tests.faults.sites import Site

TOOLS = Path("/usr/lib/postgresql/15/bin")
FULL, KEPT, ALL = 3, 7, 10  # turns: before the full backup, before the minute, played in all
EVENTS = "SELECT seq, kind, data, hash FROM games_event ORDER BY seq"

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(os.geteuid() != 0, reason="PostgreSQL wants another user: needs root"),
    pytest.mark.skipif(
        shutil.which("pgbackrest") is None or not TOOLS.exists(),
        reason="needs pgBackRest and PostgreSQL 15 (apt install pgbackrest postgresql-15)",
    ),
]


@dataclass(frozen=True)
class Server:
    """A PostgreSQL server in a folder, which is archived there as the documents say."""

    home: Path
    port: int

    @property
    def url(self) -> str:
        return f"postgres://postgres@127.0.0.1:{self.port}/zugpost"

    @property
    def data(self) -> Path:
        return self.home / "data"

    @property
    def config(self) -> Path:
        return self.home / "pgbackrest.conf"

    def run(self, *command: str) -> None:
        """Run a command as the user of the server."""
        environment = {"PATH": os.environ["PATH"], "PGBACKREST_CONFIG": str(self.config)}
        done = subprocess.run(
            command, user="postgres", env=environment, cwd=self.home, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def control(self, what: str) -> None:
        """Start or stop the server; its output goes to a file, since it outlives the command."""
        log = str(self.home / "postgresql.log")
        self.run(str(TOOLS / "pg_ctl"), "-w", "-D", str(self.data), "-l", log, what)

    def rows(self, query: str) -> list[tuple[object, ...]]:
        with psycopg.connect(self.url, autocommit=True) as client:
            cursor = client.execute(query)
            return cursor.fetchall() if cursor.description else []


@pytest.fixture
def server() -> Iterator[Server]:
    with tempfile.TemporaryDirectory(prefix="zugpost-") as folder:
        home = Path(folder)
        shutil.chown(home, "postgres")
        made = Server(home, servers.free_port())
        _set_up(made)
        made.control("start")
        try:
            _create_database(made)
            yield made
        finally:
            made.control("stop")


def _set_up(server: Server) -> None:
    """Make an empty server, and the files of pgBackRest."""
    server.run(str(TOOLS / "initdb"), "--no-sync", "-D", str(server.data))
    ours = [
        f"port = {server.port}",
        "listen_addresses = '127.0.0.1'",
        f"unix_socket_directories = '{server.home}'",
    ]
    with (server.data / "postgresql.conf").open("a") as file:
        file.write("\n".join([*typed_lines("archive_mode"), *ours]) + "\n")
    told = "\n".join(typed_lines("[global]"))
    told = told.replace("/var/lib/pgbackrest", str(server.home / "repository"))
    told = told.replace("/var/lib/postgresql/15/main", str(server.data))
    here = f"pg1-port={server.port}\npg1-socket-path={server.home}\n"
    logs = f"log-path={server.home}\nlock-path={server.home}/lock\n"
    server.config.write_text(told.replace("[zugpost]", f"{logs}[zugpost]") + f"\n{here}")


def _create_database(server: Server) -> None:
    with psycopg.connect(f"{server.url.rpartition('/')[0]}/postgres", autocommit=True) as client:
        client.execute("CREATE DATABASE zugpost")


def test_a_site_goes_back_to_a_minute(site: Site, server: Server, tmp_path: Path) -> None:
    players = sites.people()
    game = sites.begin(players)
    people = [browsers.signed_in(player, "") for player in players]
    _bring_site(site, server, tmp_path)
    with _open(site, server) as web:
        _play(game, people, web, range(FULL))
        for line in typed_lines("pgbackrest --stanza=zugpost stanza-create"):
            server.run(*shlex.split(line))
        time.sleep(1)  # pgBackRest knows to the second when a backup was whole
        _play(game, people, web, range(FULL, KEPT))
        ((minute,),) = server.rows("SELECT clock_timestamp()")
        kept = server.rows(EVENTS)
        _play(game, people, web, range(KEPT, ALL))
        lost = server.rows(EVENTS)
    server.control("stop")
    server.run(*_restoring(str(minute)))
    server.control("start")
    servers.until(lambda: not server.rows("SELECT 1 WHERE pg_is_in_recovery()"), "its promotion")
    assert server.rows(EVENTS) == kept == lost[: len(kept)]
    assert len(kept) < len(lost)
    assert _manage(site, server.url, "verify") == "1 game is whole.\n"
    with _open(site, server) as web:
        _play(game, people, web, range(KEPT, ALL))


def _bring_site(site: Site, server: Server, folder: Path) -> None:
    """Copy the site of the test to the server."""
    _manage(site, site.env["DATABASE_URL"], "backup", str(folder))
    (backup,) = folder.glob("*.dump")
    _manage(site, server.url, "restore", str(backup))


def _restoring(minute: str) -> Sequence[str]:
    """Return the documented command that goes back, with a minute of ours."""
    (line,) = typed_lines("pgbackrest --stanza=zugpost --delta")
    return shlex.split(re.sub(r'--target=[^"]*"', f'--target={minute}"', line))


def _manage(site: Site, url: str, *command: str) -> str:
    env = {**site.env, "DATABASE_URL": url}
    return servers.run([sys.executable, "manage.py", *command], env)


@contextmanager
def _open(site: Site, server: Server) -> Iterator[str]:
    with servers.web({**site.env, "DATABASE_URL": server.url}) as web:
        yield web.address


def _play(game: Game, people: Sequence[Browser], address: str, turns: range) -> None:
    for turn in turns:
        player = replace(people[turn % len(people)], address=address)
        assert player.submit(game, "end", seen=turn + 1, key=f"turn-{turn}").is_receipt
