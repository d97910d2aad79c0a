"""A signal to make alone, to its child or to both ends the child."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests import servers
from trial.interruption import OBSERVATIONS, blocks_interrupt, wait_for_interruption

pytestmark = pytest.mark.skipif(
    not shutil.which("make") or not Path("/proc/self/status").exists(), reason="needs make on Linux"
)
FOLLOWING = "from trial import interruption; interruption.interrupt_on_signals(); "
CHILD = """
import os, time
try:
    print(os.getpid(), flush=True)
    time.sleep(600)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def _without_make(env: Mapping[str, str]) -> dict[str, str]:
    """Return an environment without what a make gives to its children, such as these tests."""
    return {name: value for name, value in env.items() if "MAKE" not in name and name != "MFLAGS"}


@contextlib.contextmanager
def make_running(folder: Path, program: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Let make run a program of Python; yield make and the process id of its child."""
    (folder / "child.py").write_text(program)
    (folder / "Makefile").write_text(
        f"SHELL := /bin/bash\nall:\n\t@A=1 {sys.executable} {folder / 'child.py'}\n"
    )
    command = ["make", "-f", str(folder / "Makefile")]
    with subprocess.Popen(
        command,
        cwd=servers.ROOT,
        env={**_without_make(os.environ), "PYTHONPATH": str(servers.ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
        # What a shell runs in the background begins with this signal ignored, tests included.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as make:
        assert make.stdout
        try:
            yield make, int(make.stdout.readline())
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(make.pid, signal.SIGKILL)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("whom", ["make", "child", "terminal"])
def test_a_signal_interrupts_the_child(tmp_path: Path, whom: str, number: int) -> None:
    with make_running(tmp_path, FOLLOWING + CHILD) as (make, child):
        os.kill({"make": make.pid, "child": child, "terminal": -make.pid}[whom], number)
        assert make.stdout
        assert make.stdout.read() == "interrupted\n"
        make.wait(servers.PATIENCE)


def test_an_interrupted_make_would_wait_for_a_child_that_does_not_follow_it(tmp_path: Path) -> None:
    with make_running(tmp_path, CHILD) as (make, child):
        assert not blocks_interrupt(make.pid)
        os.kill(make.pid, signal.SIGINT)
        servers.until(lambda: blocks_interrupt(make.pid), "the signal at make")
        os.kill(child, 0)
        assert make.poll() is None
        os.kill(child, signal.SIGINT)
        assert make.stdout
        assert make.stdout.read() == "interrupted\n"


def test_the_end_of_the_parent_interrupts_the_child(tmp_path: Path) -> None:
    with make_running(tmp_path, FOLLOWING + CHILD) as (make, _child):
        os.kill(make.pid, signal.SIGKILL)
        assert make.stdout
        assert make.stdout.read() == "interrupted\n"


def test_a_signal_that_is_blocked_for_a_moment_interrupts_nobody() -> None:
    """Python blocks all signals while it starts a process, on a slow machine for long."""
    blocks = [True] * (OBSERVATIONS - 1) + [False] + [True] * OBSERVATIONS
    left = iter([*blocks, True])
    wait_for_interruption(lambda: False, lambda: next(left), sleep=lambda seconds: None)
    assert len(list(left)) == 1


def test_a_parent_that_has_ended_is_waited_for_no_longer() -> None:
    has_ended = iter([False, True])
    wait_for_interruption(lambda: next(has_ended), lambda: False, sleep=lambda seconds: None)
