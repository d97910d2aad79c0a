"""All hosts of the site; web and workers are started by deploy/start, as anywhere."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from deploy.rehearsal import balancer, broker, pooler
from deploy.rehearsal.database import AWAY, Cluster
from deploy.rehearsal.hosts import OUTSIDE, ROOT, Host, Network, Service
from deploy.rehearsal.mailbox import PORT as MAIL

LEADER, SYNCHRONOUS, OTHER = "leader", "synchronous standby", "other standby"
ROLES = {LEADER: ("leader",), SYNCHRONOUS: ("sync_standby",), OTHER: ("replica",)}
SECRET_KEY = "known to nobody but all hosts of the rehearsal"
START = "deploy/start"
WORKING = ["worker", "beat"]  # a worker for all queues, and a beat, of which two do no harm
DISK_MB = 700
WHOLE_SECONDS = 60.0


@dataclass(frozen=True)
class Site:
    """All hosts, by what they do. Web and workers begin with the code of the last release where
    that is given."""

    network: Network
    cluster: Cluster
    brokers: Sequence[Host]
    webs: Sequence[Host]
    workers: Sequence[Host]
    fronts: Sequence[Host]
    quorum: bool
    release: Path | None = None

    @property
    def targets(self) -> Mapping[str, Callable[[], Host | None]]:
        """Return what can be harmed, with how to find its host."""
        fixed = [*self.brokers, *self.webs, *self.workers, *self.fronts]
        return {
            **{name: partial(self.cluster.by_role, *roles) for name, roles in ROLES.items()},
            **{host.name: partial(self.network.hosts.get, host.name) for host in fixed},
        }

    @property
    def addresses(self) -> list[str]:
        """Return where people find the site."""
        return [f"http://{front.address}" for front in self.fronts]

    def trouble(self) -> str:
        """Return what is not well, an empty text if all is."""
        for host in self.network.hosts.values():
            if not host.runs_all:
                return f"{host.name} does not run all services"
        if not self.cluster.is_whole:
            return f"the databases are {self.cluster.members()}"
        silent = [host.name for host in self.silent_brokers()]
        asked = [(host.name, f"http://{host.address}:{balancer.WEB}") for host in self.webs]
        asked += [(host.name, f"http://{host.address}") for host in self.fronts]
        silent += [name for name, url in asked if not _is_healthy(url, self.fronts[0].address)]
        return f"no answer from {', '.join(silent)}" if silent else ""

    def silent_brokers(self) -> list[Host]:
        """Return the nodes of the broker that take no clients."""
        return [host for host in self.brokers if not broker.is_up(host)]

    def wait_until_whole(self) -> bool:
        """Wait until all is well; return whether it is."""
        return wait_for(lambda: not self.trouble(), WHOLE_SECONDS)


def build_site(logs: Path, *, synchronous: bool, quorum: bool, release: Path | None = None) -> Site:
    """Make all hosts, with their programs not yet started."""
    network = Network(logs)
    databases = [network.add(f"db{n}", 10 + n, disk_mb=DISK_MB) for n in (1, 2, 3)]
    brokers = [network.add(f"mq{n}", 20 + n) for n in (1, 2, 3)]
    webs = [network.add(f"web{n}", 30 + n) for n in (1, 2)]
    workers = [network.add(f"work{n}", 40 + n) for n in (1, 2)]
    fronts = [network.add(f"front{n}", 50 + n) for n in (1, 2)]
    network.write_names()
    cluster = Cluster(databases, synchronous)
    built = Site(network, cluster, brokers, webs, workers, fronts, quorum, release)
    _install(built)
    return built


def collect_files(host: Host, code: Path) -> None:
    """Add the static files of a release to those that a web host serves: pages of both ask for
    theirs while hosts change over."""
    command = [sys.executable, "manage.py", "collectstatic", "--noinput", "-v0"]
    env = {**os.environ, "VAR": str(host.folder)}
    subprocess.run(command, cwd=code, env=env, check=True)


def wait_for(condition: Callable[[], bool], seconds: float) -> bool:
    """Wait until a condition holds, and return whether it does."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.5)
    return False


def _install(built: Site) -> None:
    built.cluster.install()
    broker.install(built.brokers)
    for host in (*built.webs, *built.workers):
        balancer.install_inner(host, built.cluster.hosts, built.brokers)
        pooler.install(host)
        env = _environment(host, built)
        code = built.release or ROOT
        names = ["web"] if host in built.webs else WORKING
        host.services += [
            Service(name=name, command=[START, name], env=env, folder=code) for name in names
        ]
    for host in built.webs:
        collect_files(host, built.release or ROOT)
    for host in built.fronts:
        balancer.install_front(host, built.webs)


def _environment(host: Host, built: Site) -> dict[str, str]:
    """Return the settings of the site on a host."""
    return {
        "ALLOWED_HOSTS": ",".join(front.address for front in built.fronts),
        "BEHIND_POOLER": "yes",
        "BIND": f"{host.address}:{balancer.WEB}",
        "BROKER_URL": broker.URL,
        "DATABASE_URL": pooler.URL,
        "EMAIL_TIMEOUT": "5",
        "EMAIL_URL": f"smtp://{OUTSIDE}:{MAIL}",
        "LETTER_HOLD": "0",  # letters are waited for while people have pages open
        "LETTER_LEASE": "20",
        "LOG_LEVEL": "WARNING",
        "PERSON_BUDGET": "0",  # these people are faster than others
        "QUORUM_QUEUES": "yes" if built.quorum else "no",
        "SECRET_KEY": SECRET_KEY,
        "SITE_URL": f"http://{built.fronts[0].address}",
        "TICK": "1",
        "VAR": str(host.folder),
        "WEB_WORKERS": "2",
    }


def _is_healthy(address: str, host: str) -> bool:
    asked = urllib.request.Request(f"{address}/healthz", headers={"Host": host})
    try:
        with urllib.request.urlopen(asked, timeout=3):
            return True
    except AWAY:
        return False
