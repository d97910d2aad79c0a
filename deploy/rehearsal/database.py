"""Three database hosts: PostgreSQL under Patroni, which finds its leader by etcd on the same hosts.

One standby is synchronous: a commit waits for it, so that it has all that anybody was told of.
"""

from __future__ import annotations

import json
import shutil
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any

import psycopg

from deploy.rehearsal.hosts import Host, Service
from deploy.rehearsal.needs import POSTGRES

NAME = "zugpost"
API, PORT, ETCD, PEERS = 8008, 5432, 2379, 2380
TRUSTED = "10.77.0.0/24"
PARAMETERS = {
    "max_connections": 150,
    "shared_buffers": "64MB",
    "max_wal_size": "128MB",
    "wal_keep_size": "64MB",
    "max_slot_wal_keep_size": "128MB",
    "wal_sender_timeout": "4s",  # a standby that says nothing holds all commits up
    "wal_receiver_timeout": "4s",
    "tcp_user_timeout": "4s",
    "tcp_keepalives_idle": 2,  # a client that is cut off must not hold the lock of a game
    "tcp_keepalives_interval": 1,
    "tcp_keepalives_count": 3,
    "hot_standby_feedback": "on",
}
AWAY = (OSError, HTTPException, ValueError)


@dataclass(frozen=True)
class Cluster:
    """The database hosts, with what Patroni says of them."""

    hosts: Sequence[Host]
    synchronous: bool = True

    def install(self) -> None:
        """Give each host etcd and Patroni."""
        for host in self.hosts:
            _make_folders(host, "etcd", "postgres")
            host.services += [self._etcd(host), self._patroni(host)]

    def members(self) -> list[dict[str, Any]]:
        """Return what the first Patroni that answers says of all members; none if none does."""
        for host in self.hosts:
            try:
                with urllib.request.urlopen(
                    f"http://{host.address}:{API}/cluster", timeout=2
                ) as said:
                    return list(json.load(said)["members"])
            except AWAY:
                continue
        return []

    def by_role(self, *roles: str) -> Host | None:
        """Return the first host that has one of these roles now."""
        for member in self.members():
            if member["role"] in roles and member["state"] == "running":
                return next(host for host in self.hosts if host.name == member["name"])
        return None

    @property
    def leader(self) -> Host | None:
        """Return the host that takes writes."""
        return self.by_role("leader")

    @property
    def is_whole(self) -> bool:
        """Whether all members run on the leader's timeline, one of them synchronous if wanted."""
        members = self.members()
        roles = sorted(member["role"] for member in members)
        standbys = ["replica", "sync_standby"] if self.synchronous else ["replica", "replica"]
        running = all(member["state"] in ("running", "streaming") for member in members)
        timelines = {member.get("timeline") for member in members}
        return roles == ["leader", *standbys] and running and len(timelines) == 1

    def switch_over(self, leader: Host) -> None:
        """Ask a leader to make its synchronous standby the leader."""
        body = json.dumps({"leader": leader.name}).encode()
        url, kind = (
            f"http://{leader.address}:{API}/switchover",
            {"Content-Type": "application/json"},
        )
        urllib.request.urlopen(urllib.request.Request(url, body, kind), timeout=60).close()

    def create_database(self) -> None:
        """Make the role and the database of the site."""
        leader = self.leader
        assert leader is not None
        with psycopg.connect(superuser_url(leader), autocommit=True) as connection:
            connection.execute(f"CREATE ROLE {NAME} LOGIN")
            connection.execute(f"CREATE DATABASE {NAME} OWNER {NAME}")

    def _etcd(self, host: Host) -> Service:
        here = f"http://{host.address}"
        peers = ",".join(f"{one.name}=http://{one.address}:{PEERS}" for one in self.hosts)
        options = {
            "name": host.name,
            "data-dir": str(host.folder / "etcd"),
            "listen-client-urls": f"{here}:{ETCD}",
            "advertise-client-urls": f"{here}:{ETCD}",
            "listen-peer-urls": f"{here}:{PEERS}",
            "initial-advertise-peer-urls": f"{here}:{PEERS}",
            "initial-cluster": peers,
            "heartbeat-interval": "200",
            "election-timeout": "2000",
            "enable-v2": "true",
        }
        command = ["etcd", *(f"--{name}={value}" for name, value in options.items())]
        return Service(name="etcd", command=command, user="postgres")

    def _patroni(self, host: Host) -> Service:
        settings = host.folder / "patroni.yml"
        settings.write_text(json.dumps(self._settings(host)))  # which is YAML as well
        return Service(name="patroni", command=["patroni", str(settings)], user="postgres")

    def _settings(self, host: Host) -> dict[str, Any]:
        api, database = f"{host.address}:{API}", f"{host.address}:{PORT}"
        user = {"username": "postgres"}
        return {
            "scope": NAME,
            "name": host.name,
            "restapi": {"listen": api, "connect_address": api},
            # Not etcd3: by it Patroni 3.0.2 takes the key of a new leader away (docs/scale.md).
            "etcd": {"hosts": [f"{one.address}:{ETCD}" for one in self.hosts]},
            "bootstrap": {
                "dcs": self._shared(),
                "initdb": [{"encoding": "UTF8"}, {"locale": "C.UTF-8"}, "data-checksums"],
            },
            "postgresql": {
                "listen": f"{host.address},127.0.0.1:{PORT}",
                "connect_address": database,
                "data_dir": str(host.folder / "postgres/data"),
                "bin_dir": str(POSTGRES),
                "pgpass": str(host.folder / "postgres/pgpass"),
                "authentication": {"superuser": user, "replication": user, "rewind": user},
                "parameters": {"unix_socket_directories": str(host.folder / "postgres")},
                "pg_hba": [
                    "local all all trust",
                    "host all all 127.0.0.1/32 trust",
                    "host replication all 127.0.0.1/32 trust",
                    f"host all all {TRUSTED} trust",
                    f"host replication all {TRUSTED} trust",
                ],
                "remove_data_directory_on_rewind_failure": True,
                "remove_data_directory_on_diverged_timelines": True,
            },
        }

    def _shared(self) -> dict[str, Any]:
        """Return what Patroni keeps in etcd. The leader's key ends after ``ttl``; nobody else is
        leader before."""
        return {
            "ttl": 20,
            "loop_wait": 3,
            "retry_timeout": 5,
            "synchronous_mode": self.synchronous,
            "postgresql": {"use_pg_rewind": True, "use_slots": True, "parameters": PARAMETERS},
        }


def superuser_url(host: Host, database: str = "postgres") -> str:
    """Return the address of a database at a host, past poolers and balancers."""
    return f"postgres://postgres@{host.address}:{PORT}/{database}?connect_timeout=3"


def _make_folders(host: Host, *names: str) -> None:
    """Make folders that belong to the user of the database."""
    for name in names:
        folder = host.folder / name
        folder.mkdir(mode=0o700)
        shutil.chown(folder, "postgres", "postgres")
