"""The image has what the site runs with and no more, and it runs as a user of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from celery.signals import after_task_publish
from django.conf import settings as site

import config.celery  # noqa: F401  (which hears of what is sent)
from ops.ticks import QUEUES
from tests.database import ROOT

TEXT = re.sub(r"\\\n\s*", "", (ROOT / "Containerfile").read_text())
STAGES = [stage.splitlines() for stage in re.split(r"(?m)^FROM ", TEXT)[1:]]
NAMES = [re.findall(r" AS (\w+)", stage[0]) for stage in STAGES]
LAST = STAGES[-1]
START, HEALTHY = ((ROOT / "deploy" / name).read_text() for name in ("start", "healthy"))


def list_shipped() -> set[str]:
    """Return what goes into the image."""
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    return {line[1:] for line in lines if line.startswith("!")}


def instructions(stage: list[str], name: str) -> list[str]:
    return [line.partition(" ")[2] for line in stage if line.startswith(f"{name} ")]


def test_the_image_is_built_in_stages_on_one_base() -> None:
    assert NAMES == [["packages"], ["sbom"], ["site"], []]
    assert [stage[0].split()[0] for stage in STAGES] == [
        "${BASE}",
        "packages",
        "packages",
        "${BASE}",
    ]
    assert re.search(r"(?m)^ARG BASE=\S+:\d\S+$", TEXT)


def test_the_image_installs_by_hashes_as_the_documents_say() -> None:
    running = (ROOT / "docs/running.md").read_text()
    for part in (
        "sed '/^# ---/,$d' constraints.txt",
        "sed -n '/^# --- .*source/,/^# --- .*tests/p'",
    ):
        assert part in TEXT
        assert part in running
    assert "--no-deps --no-build-isolation --use-pep517" in TEXT


def test_the_image_has_what_traces_it_if_that_is_asked_for() -> None:
    part = "sed -n '/^# --- .*tracing/,/^# --- .*comparisons/p' constraints.txt"
    assert f'{{ [ -z "${{TRACING}}" ] || {part}' in TEXT
    assert part in (ROOT / "docs/running.md").read_text()
    for stage in STAGES[:2]:
        assert instructions(stage, "ARG") == ["TRACING="]


def test_the_last_stage_installs_nothing_and_runs_as_a_user_of_its_own() -> None:
    assert instructions(LAST, "USER") == ["10001:10001"]
    assert not re.search(r"\b(pip|apt|apt-get|make|gcc)\b", "\n".join(LAST))
    copied = instructions(LAST, "COPY")
    assert all(line.startswith("--from=") for line in copied)
    assert any("sbom.json" in line for line in copied)


def test_the_image_says_what_it_is_and_whether_it_is_alive() -> None:
    labels = "\n".join(instructions(LAST, "LABEL"))
    for name in ("title", "description", "licenses", "version", "revision"):
        assert f"org.opencontainers.image.{name}=" in labels
    [health] = instructions(LAST, "HEALTHCHECK")
    assert health.endswith('CMD ["deploy/healthy", "web"]')
    assert "/healthz" in HEALTHY


def test_the_image_has_all_apps_and_no_tests() -> None:
    shipped = list_shipped()
    apps = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests"}
    assert apps <= shipped
    assert {
        "templates",
        "static",
        "locale",
        "manage.py",
        "deploy/start",
        "deploy/healthy",
    } <= shipped
    assert not shipped & {"tests", "docs", "secrets", ".env", ".git", "deploy"}
    assert all((ROOT / path).exists() for path in shipped)


def test_health_can_be_asked_of_all_that_can_be_started() -> None:
    started = set(re.findall(r"(?m)^  ([\w-]+)\)", START)) - {"manage"}
    asked = set(re.findall(r"(?m)^  ([\w-]+)\)", HEALTHY)) - {"ready"}
    assert {name for name in started if not name.startswith("worker-")} == asked
    assert {name for name in started if name.startswith("worker-")} == {
        f"worker-{q}" for q in QUEUES
    }
    assert "  worker-*)" in HEALTHY


@pytest.mark.parametrize("script", ["start", "healthy"])
def test_a_process_that_is_not_known_is_refused(script: str) -> None:
    done = subprocess.run(
        [ROOT / "deploy" / script, "mail"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.endswith("not mail\n")


@pytest.mark.parametrize(("given", "where"), [("", "VAR"), ("elsewhere", "elsewhere")])
def test_static_files_may_lie_where_the_site_does_not_write(given: str, where: str) -> None:
    code = "from config import settings as s; print(s.STATIC_ROOT)"
    env = {"VAR": str(site.VAR), "STATIC_ROOT": given}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, check=True
    )
    expected = site.VAR / "static" if where == "VAR" else where
    assert done.stdout.strip() == str(expected)


@pytest.mark.parametrize(("minutes", "status"), [(None, 1), (1, 0), (11, 1)])
def test_a_beat_that_sends_nothing_for_ten_minutes_is_not_alive(
    minutes: int | None, status: int, tmp_path: Path, settings: Any
) -> None:
    settings.VAR = tmp_path
    (tmp_path / "beat.db").touch()  # the schedule, which tells nothing
    if minutes is not None:
        after_task_publish.send(sender="accounts.tasks.send_codes")
        then = time.time() - 60 * minutes
        os.utime(tmp_path / "beat.sent", (then, then))
    done = subprocess.run(
        [ROOT / "deploy/healthy", "beat"],
        env={"PATH": "/usr/bin:/bin", "VAR": str(tmp_path)}, check=False,
    )  # fmt: skip
    assert done.returncode == status
