"""A browser for the tests is found or got; where none can be had, tests are skipped aloud."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import browser, database

LINE = "NO BROWSER: the journeys in tests/journeys are skipped."
APT = """#!/bin/sh
echo "$@" >> {log}
[ "$1" = update ] && exit 0
[ "$3" = {works} ] && echo "Setting up" && {cp} -p "$0" {folder}/chromium
"""


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return the one folder where programs are found, on a machine without a browser or network."""
    for name in ("CHROMIUM", "CI"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "browsers"))
    monkeypatch.setattr(browser, "fetch_own", lambda: "could not be fetched: no network")
    monkeypatch.setattr(browser, "try_own", lambda: "does not run: libnss3.so is missing")
    return tmp_path


@pytest.fixture
def provide_apt(bare: Path) -> Callable[[str], Path]:
    """Return what puts an apt-get there that installs one package; it returns its record."""
    cp = shutil.which("cp", path=os.defpath)

    def provide(works: str) -> Path:
        log, apt = bare / "log", bare / "apt-get"
        log.touch()
        apt.write_text(APT.format(log=log, works=works, cp=cp, folder=bare))
        apt.chmod(0o755)
        return log

    return provide


@pytest.mark.parametrize("package", ["chromium-headless-shell", "chromium"])
def test_apt_installs_a_browser_for_root_and_says_nothing(
    package: str,
    provide_apt: Callable[[str], Path],
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    log = provide_apt(package)
    assert browser.main([]) == 0
    assert log.read_text().splitlines()[-1] == f"install -qqy {package}"
    assert capfd.readouterr() == ("", "")


def test_apt_is_called_for_root_alone(
    provide_apt: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    log = provide_apt("chromium")
    assert browser.main([]) == 1
    assert log.read_text() == ""


def test_a_browser_is_fetched_where_apt_has_none(
    provide_apt: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(browser, "fetch_own", lambda: "")
    monkeypatch.setattr(browser, "try_own", lambda: "")
    provide_apt("nothing")
    assert browser.main([]) == 0


def test_a_fetched_browser_that_does_not_run_is_done_without(
    bare: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(browser, "fetch_own", lambda: "")
    assert browser.main(["--without", "journeys are skipped"]) == 0
    told = capsys.readouterr().err
    assert told.startswith("NO BROWSER: journeys are skipped. ")
    assert "libnss3.so is missing" in told
    assert browser.read_reason() == told.strip()


def test_the_reason_is_taken_back_once_there_is_a_browser(
    bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (bare / "browsers").mkdir()
    (bare / "browsers/missing").write_text(LINE)
    assert browser.read_reason() == LINE
    monkeypatch.setenv("CHROMIUM", "/opt/chromium")
    assert browser.read_reason() == ""
    assert browser.main([]) == 0
    monkeypatch.delenv("CHROMIUM")
    assert browser.read_reason() == ""


def test_nothing_is_skipped_for_want_of_a_browser_in_ci(
    bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (bare / "browsers").mkdir()
    (bare / "browsers/missing").write_text(LINE)
    monkeypatch.setenv("CI", "1")
    assert browser.read_reason() == ""


def test_tests_that_need_a_browser_are_skipped_and_say_why(tmp_path: Path) -> None:
    (tmp_path / "missing").write_text(LINE)
    env = {name: os.environ[name] for name in ("HOME", "LANG", "VAR") if name in os.environ}
    files = ["tests/journeys/test_campaign.py", "tests/journeys/test_passkeys.py"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *files],
        cwd=database.ROOT,
        env={**env, "PATH": str(tmp_path), "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    told = [line for line in done.stdout.splitlines() if line.startswith("SKIPPED")]
    assert [line for line in told if not line.endswith(f": {LINE}")] == []
    assert {line.split()[2].split(":")[0] for line in told} == set(files)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("Downloading\nError: ENOTFOUND cdn\n  at x", "Error: ENOTFOUND cdn"),
        ("BrowserType.launch: \n╔══╗\n║ A library is missing ║\n╚══╝", "A library is missing"),
        ("BrowserType.launch: Executable is not there\nLooks", "Executable is not there"),
        ("", "playwright does not say why"),
    ],
)
def test_the_reason_is_found_in_what_playwright_says(said: str, reason: str) -> None:
    assert browser._find_reason(said) == reason
