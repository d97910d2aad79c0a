"""The reaper ends what a trial run has started, however that run ended."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests import servers
from trial import reaper

STUBBORN = (
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(); time.sleep(60)"
)


def started(program: str) -> subprocess.Popen[str]:
    child = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert child.stdout
    child.stdout.readline()
    return child


@pytest.fixture
def sleeper() -> Iterator[subprocess.Popen[str]]:
    with started("import time; print(); time.sleep(60)") as child:
        yield child


@pytest.fixture
def stubborn() -> Iterator[subprocess.Popen[str]]:
    with started(STUBBORN) as child:
        yield child


def test_the_reaper_ends_processes_when_its_input_ends(sleeper: subprocess.Popen[str]) -> None:
    watch = subprocess.Popen(
        [sys.executable, "-m", "trial.reaper"], stdin=subprocess.PIPE, text=True
    )
    assert watch.stdin
    watch.stdin.write(f"{sleeper.pid}\n")
    watch.stdin.close()
    assert sleeper.wait(servers.PATIENCE) == -15
    assert watch.wait(servers.PATIENCE) == 0


def test_the_reaper_uses_force_on_a_process_that_does_not_listen(
    stubborn: subprocess.Popen[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reaper, "PATIENCE_SECONDS", 0.2)
    reaper.reap_processes([stubborn.pid], None)
    assert stubborn.wait(servers.PATIENCE) == -9
