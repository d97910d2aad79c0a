"""The fork server: its children are like processes of their own."""

from __future__ import annotations

import atexit
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.conf import settings

from tests import fork_server, servers

COMMAND = [sys.executable, "-m", "tests.test_fork_server", "one", "two words"]


def test_a_forked_child_is_like_a_process_of_its_own(tmp_path: Path) -> None:
    """Arguments, environment, session, settings not yet read, output, deeds at exit, status."""
    env = servers.environment("", tmp_path)
    with servers.running(COMMAND, env, "forked") as forked:
        assert isinstance(forked.process, fork_server.Process)
        assert forked.process.wait(servers.PATIENCE) == 7
    real = subprocess.run(
        COMMAND, cwd=servers.ROOT, env=env, capture_output=True, text=True, start_new_session=True
    )
    assert real.returncode == 7
    assert sorted(forked.log.read_text().splitlines()) == sorted(
        real.stdout.splitlines() + real.stderr.splitlines()
    )
    assert "at exit" in real.stdout


def test_a_forked_child_dies_of_a_signal_with_its_group(tmp_path: Path) -> None:
    with (tmp_path / "log").open("wb") as out:
        child = fork_server.start(["tests.test_fork_server", "asleep"], {}, out)
    with pytest.raises(subprocess.TimeoutExpired):
        child.wait(0.01)
    assert child.poll() is None
    os.killpg(child.pid, signal.SIGKILL)
    assert child.wait(servers.PATIENCE) == child.poll() == -signal.SIGKILL


def tell_all() -> None:
    """Print what a process knows of itself, and fail."""
    atexit.register(print, "at exit")
    print(json.dumps([sys.argv, dict(os.environ), settings.configured, __name__]))
    print(signal.getsignal(signal.SIGCHLD), os.getsid(0) == os.getpid(), sys.stdin.read())
    print("a fault", file=sys.stderr)
    sys.exit(7)


if __name__ == "__main__":
    time.sleep(600) if "asleep" in sys.argv else tell_all()
