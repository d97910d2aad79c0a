"""The rehearsal on many hosts: what it says where it cannot run, and a short run where it may.

The run takes the machine for itself for six minutes, so that it wants to be asked for:
``REHEARSAL=1 python -m pytest tests/deploy/test_rehearsal.py``.
"""

from __future__ import annotations

import os
import random
import subprocess
from dataclasses import dataclass
from http.client import FOUND, SERVICE_UNAVAILABLE
from pathlib import Path

import pytest

from deploy.rehearsal import faults, needs
from deploy.rehearsal.ledger import Ledger, TurnWait, in_span
from tests import servers

RUN = servers.ROOT / "deploy/rehearsal/run"
MISSING = " ".join(needs.list_missing())


@dataclass(frozen=True)
class Named:
    """What stands for a host, or for a site, where nothing is done to it."""

    name: str = "mq1"
    release: Path | None = None
    webs: tuple[Named, ...] = ()
    workers: tuple[Named, ...] = ()

    @property
    def brokers(self) -> list[Named]:
        return [self]

    @property
    def targets(self) -> list[str]:
        return ["leader", "web1"]


def test_a_sentence_each_says_what_a_machine_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(needs, "program_path", lambda name: name != "etcd" or None)
    assert list(needs.list_missing()) == [
        "Only root may make network namespaces.",
        "Programs are missing: apt-get install --no-install-recommends etcd-server",
    ]


def test_a_seed_draws_the_same_faults_each_time() -> None:
    first, again, other = (
        faults.draw_faults(Named(), random.Random(seed))  # type: ignore[arg-type]
        for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other
    assert {*first} == {*other}


def test_hosts_of_an_older_release_change_over_one_by_one() -> None:
    hosts = {"webs": (Named("web1"), Named("web2")), "workers": (Named("work1"),)}
    assert faults.list_upgrades(Named(**hosts)) == []  # type: ignore[arg-type]
    upgrades = faults.list_upgrades(Named(**hosts, release=Path("release")))  # type: ignore[arg-type]
    assert [one.target for one in upgrades] == ["web1", "web2", "work1"]


def test_the_ledger_counts_from_the_first_refusal(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger.jsonl")
    for status in (SERVICE_UNAVAILABLE, SERVICE_UNAVAILABLE, FOUND):
        ledger.answer(status)
    ledger.waited(0.0)
    ledger.answer(FOUND)
    ledger.waited(0.0)
    refused, smooth = ledger.waits
    assert refused.refused is not None
    assert smooth.refused is None
    assert smooth.refused_for == 0


def test_a_turn_belongs_to_the_fault_by_which_it_was_refused_or_had_to_wait() -> None:
    waits = [TurnWait(1, None, 2), TurnWait(3, 4, 9), TurnWait(4, None, 6), TurnWait(12, None, 13)]
    assert in_span(waits, 3, 5) == waits[1:3]
    assert in_span(waits, 5, 12) == [waits[2]]
    assert waits[1].refused_for == 5


@pytest.mark.long
@pytest.mark.skipif("REHEARSAL" not in os.environ, reason="takes the whole machine: REHEARSAL=1")
@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_nothing_is_lost_while_hosts_break(tmp_path: Path) -> None:
    command = [str(RUN), "--minutes", "4", "--people", "20", "--keep", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
