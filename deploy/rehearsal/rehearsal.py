"""The run: hosts are started, people play, faults happen, and at last everything is counted."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from django.db import connection

from deploy.rehearsal import audit, faults
from deploy.rehearsal.broker import Probe
from deploy.rehearsal.faults import HostFault
from deploy.rehearsal.hosts import ROOT
from deploy.rehearsal.ledger import Ledger
from deploy.rehearsal.mailbox import open_mailbox
from deploy.rehearsal.players import seat_people
from deploy.rehearsal.site import Site, build_site, wait_for
from tests.upgrade import releases

START_SECONDS, CALM_SECONDS = 180.0, 180.0
QUIET_SECONDS = 5.0  # between two faults
ASYNCHRONOUS, CLASSIC = "asynchronous", "classic"
CONTROLS = {  # what is taken away, and the fault that must then lose something
    ASYNCHRONOUS: faults.fall_behind,
    CLASSIC: faults.lose_node,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RehearsalPlan:
    """What is asked of a rehearsal; a control has one fault alone."""

    seed: int
    minutes: float
    people: int
    control: str = ""


@dataclass(frozen=True, slots=True)
class Trial:
    """A fault that has happened: to which host, from when to when, and when all was whole again;
    and the hosts that somebody had to start again for that."""

    fault: HostFault
    host: str
    since: float
    until: float
    whole: float | None
    restarted: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RehearsalOutcome:
    """What was written down, and what is wrong, a sentence each."""

    ledger: Ledger
    trials: Sequence[Trial]
    messages: int
    letters: int
    expired: int
    wrong: Sequence[str]


def rehearse(plan: RehearsalPlan, folder: Path) -> RehearsalOutcome:
    """Return what came of a rehearsal; ledger and logs lie in the folder."""
    shutil.rmtree(folder / "logs", ignore_errors=True)
    (folder / "ledger.jsonl").unlink(missing_ok=True)
    site = build_site(
        folder / "logs",
        synchronous=plan.control != ASYNCHRONOUS,
        quorum=plan.control != CLASSIC,
        release=None if plan.control else _unpack_release(folder / "release"),
    )
    with site.network.supervise(), open_mailbox() as mailbox:
        _start(site)
        crowd = seat_people(plan.people, plan.seed, site.addresses)
        connection.close()
        ledger, probe = Ledger(folder / "ledger.jsonl"), Probe(site.brokers, site.quorum)
        with crowd.playing(ledger) as busy, probe.publishing():
            trials = list(_rage(plan, site, ledger))
        closed = audit.now()
        wait_for(lambda: not audit.stuck(closed), CALM_SECONDS)
        return RehearsalOutcome(
            ledger=ledger,
            trials=trials,
            messages=len(probe.confirmed),
            letters=len(mailbox.names),
            expired=audit.count_expired(crowd),
            wrong=[
                *(repr(error) for one in busy if (error := one.exception())),
                *(f"{trial.host} is not whole again" for trial in trials if trial.whole is None),
                *audit.compare(crowd, ledger, mailbox, closed),
                *(f"message {number} was confirmed and is lost" for number in probe.missing()),
            ],
        )


def _unpack_release(folder: Path) -> Path | None:
    """Return the code of the last release, ready to run, if the history reaches it."""
    shutil.rmtree(folder, ignore_errors=True)
    commit = releases.last_release()
    if not commit:
        return None
    releases.unpack(commit, folder)
    (folder / ".venv").symlink_to(ROOT / ".venv")
    return folder


def _start(site: Site) -> None:
    """Boot all hosts, make the database, and wait until the site answers."""
    for host in (*site.cluster.hosts, *site.brokers):
        host.boot()
    if not wait_for(lambda: site.cluster.is_whole, START_SECONDS):
        raise RuntimeError(f"the databases are {site.cluster.members()}")
    site.cluster.create_database()
    _say("The databases run.")
    for code in filter(None, (site.release, ROOT)):  # the old code runs on the new tables
        subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=code, check=True)
    for host in (*site.webs, *site.workers, *site.fronts):
        host.boot()
    if not wait_for(lambda: not site.trouble(), START_SECONDS):
        raise RuntimeError(site.trouble())
    _say("The site runs.")


def _rage(plan: RehearsalPlan, site: Site, ledger: Ledger) -> Iterator[Trial]:
    """Let one fault after another happen until the time is over."""
    drawn = [*faults.list_upgrades(site), *faults.draw_faults(site, random.Random(plan.seed))]
    if plan.control:
        drawn = [fault for fault in drawn if fault.act == CONTROLS[plan.control]]
    for fault in drawn:
        if ledger.now + QUIET_SECONDS + fault.seconds > 60 * plan.minutes:
            continue  # a shorter one may fit
        time.sleep(QUIET_SECONDS)
        if trial := _try(fault, site, ledger):
            yield trial


def _try(fault: HostFault, site: Site, ledger: Ledger) -> Trial | None:
    host = site.targets[fault.target]()
    if host is None:
        return None
    since = ledger.now
    ledger.fault(since, f"{fault.target} {fault.name}")
    _say(f"{since:.0f} s: {fault.target} ({host.name}) {fault.name}")
    fault.act(site, host, fault.seconds)
    until = ledger.now
    is_whole = site.wait_until_whole()
    restarted = [] if is_whole else _restart_brokers(site)
    if restarted:
        is_whole = site.wait_until_whole()
    return Trial(fault, host.name, since, until, ledger.now if is_whole else None, restarted)


def _restart_brokers(site: Site) -> list[str]:
    """Start nodes of the broker again that take no clients, as somebody does who is called; return
    their names."""
    silent = site.silent_brokers()
    for host in silent:
        _say(f"{host.name} is started again")
        host.kill()
        host.boot()
    return [host.name for host in silent]


def _say(words: str) -> None:
    """Tell the person at the terminal."""
    print(words, file=sys.stderr, flush=True)
