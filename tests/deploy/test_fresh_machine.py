"""docs/running.md is typed line by line in a fresh Debian, and somebody uses the site that runs.

It installs a machine, from where this one has its packages, so that it wants to be asked for:
``FRESH=1 python -m pytest tests/deploy/test_fresh_machine.py``.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.deploy import fresh_machine
from tests.documents import typed_blocks
from tests.servers import ROOT

MISSING = " ".join(fresh_machine.list_missing())


@pytest.mark.parametrize("heading", fresh_machine.SECTIONS)
def test_what_is_typed_is_what_a_shell_can_read(heading: str) -> None:
    script = fresh_machine.typed_script(heading)
    done = subprocess.run(["bash", "-n", "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_what_is_typed_otherwise_is_in_the_document_once() -> None:
    blocks = [str(block) for heading in fresh_machine.SECTIONS for block in typed_blocks(heading)]
    lines = "".join(blocks).splitlines()
    for start in fresh_machine.INSTEAD:
        assert len([line for line in lines if line.startswith(start)]) == 1, start


def test_files_are_written_and_added_to_where_the_document_names_them() -> None:
    first, second = ([*typed_blocks(heading)] for heading in fresh_machine.SECTIONS)
    assert [block.file for block in first if block.file] == ["/etc/cron.d/zugpost"]
    assert {block.file: block.is_added for block in second if block.file} == {
        "/etc/caddy/Caddyfile": True,
        "/etc/postfix/main.cf": False,
        "/etc/postfix/zugpost": False,
        "/etc/postfix/remove_results": False,
        "/etc/rspamd/local.d/dkim_signing.conf": False,
        "/etc/rspamd/local.d/milter_headers.conf": False,
        "/etc/zugpost.env": True,
    }


@pytest.mark.long
@pytest.mark.thorough
@pytest.mark.skipif("FRESH" not in os.environ, reason="installs a whole machine: FRESH=1")
@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_the_document_leads_to_a_site_with_letters_in_and_out(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.deploy.fresh_machine", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
