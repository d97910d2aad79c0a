"""Every kind of fault, once or twice, over all parts: nothing is lost, twice or stuck."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import servers
from tests.scheduling import choose_some

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not shutil.which("redis-server"), reason="no redis-server here"),
]
WEATHERS = [(17, 30), (34, 60)]  # faults in seconds


@pytest.mark.parametrize(("faults", "seconds"), choose_some(WEATHERS, chosen=[]))
def test_the_site_bears_the_faults_that_come(tmp_path: Path, faults: int, seconds: int) -> None:
    done = _chaos(tmp_path, "--faults", str(faults), "--seconds", str(seconds))
    assert done.returncode == 0, done.stdout + done.stderr


def _chaos(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.chaos", *arguments, "--keep", str(folder)]
    return subprocess.run(
        command, cwd=servers.ROOT, env=dict(os.environ), capture_output=True, text=True, check=False
    )
