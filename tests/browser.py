"""``python -m tests.browser``: get a chromium for the tests.

One that is installed is taken. Else apt installs one, as root alone; else playwright's own is
fetched into build/browsers. Where none can be had, ``--without WORDS`` tells in one line what goes
on without, and tests that need a browser are skipped with that line; in CI it is an error.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from trial.steps import tell_step

SHELL = "chromium-headless-shell"  # without all that a window needs: a third less work
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome")
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]
BROWSERS = Path(__file__).parent.parent / "build/browsers"
PATIENCE_MS = 10_000  # for each of some connections that playwright tries
REMEDY = "Install chromium, or set CHROMIUM to the path of one."


def find_installed() -> str | None:
    """Return the path of a chromium that is installed or named, None where there is none."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


def use_own_folder() -> Path:
    """Have playwright keep its browsers in the project, unless told where; return that folder."""
    folder = os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or str(BROWSERS)
    os.environ["PLAYWRIGHT_BROWSERS_PATH"] = folder
    return Path(folder)


def get_browser() -> str:
    """Get a browser by the first way that works; return why there is none, or nothing."""
    if find_installed() or (any(use_own_folder().glob("chromium*")) and not try_own()):
        return ""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        install_by_apt()
        if find_installed():
            return ""
    return fetch_own() or try_own()


def install_by_apt() -> None:
    """Install Debian's chromium, saying nothing but what goes wrong."""
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    if subprocess.run(["apt-get", "update", "-qq"], env=env).returncode == 0:
        for name in (SHELL, "chromium"):
            command = ["apt-get", "install", "-qqy", name]
            if subprocess.run(command, env=env, stdout=subprocess.DEVNULL).returncode == 0:
                break


def fetch_own() -> str:
    """Have playwright fetch its chromium where it is not there; return why it could not."""
    env = {"PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": str(PATIENCE_MS), **os.environ}
    command = [sys.executable, "-m", "playwright", "install", SHELL]
    with tell_step(f"Fetching a chromium into {use_own_folder()}, once"):
        done = subprocess.run(command, env=env, capture_output=True, text=True)
    return "" if done.returncode == 0 else f"could not be fetched: {_find_reason(done.stderr)}"


def try_own() -> str:
    """Start playwright's own chromium once; return why it does not run."""
    from playwright.sync_api import Error, sync_playwright

    try:
        with sync_playwright() as play:
            play.chromium.launch(args=QUIET).close()
    except Error as error:
        return f"does not run: {_find_reason(error.message)}"
    return ""


def _find_reason(text: str) -> str:
    """Return the line that tells most of what playwright says of a failure."""
    bare = [line.removeprefix("BrowserType.launch:").strip("║╔═╗╚╝ ") for line in text.splitlines()]
    said = [line for line in bare if line] or ["playwright does not say why"]
    errors = (line for line in said if "Error: " in line or "error while" in line)
    return next(errors, said[0])


def read_reason() -> str:
    """Return the line that says why tests are skipped for want of a browser, or nothing.

    It is there only after no browser could be had, and holds until there is one.
    """
    note = _note()
    if os.environ.get("CI") or find_installed() or not note.exists():
        return ""
    return note.read_text().strip()


def _note() -> Path:
    return use_own_folder() / "missing"


def skip_without_browser(items: list[pytest.Item]) -> None:
    """Skip the tests that need a browser where none could be had, each with the reason."""
    if reason := read_reason():
        # Never in CI, where no browser is a failure.
        skip = pytest.mark.skip(reason=f"No chromium could be had here: {reason}")
        for item in items:
            if item.get_closest_marker("browser") or "browser" in getattr(item, "fixturenames", ()):
                item.add_marker(skip)


def main(arguments: list[str]) -> int:
    """Get a browser; return 0 where there is one, or where it goes without outside of CI."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser")
    parser.add_argument("--without", metavar="WORDS", default="")
    words: str = parser.parse_args(arguments).without
    _note().unlink(missing_ok=True)
    why = get_browser()
    if not why:
        return 0
    is_borne = bool(words) and not os.environ.get("CI")
    start = f"NO BROWSER: {words}. " if is_borne else "NO BROWSER: "
    line = f"{start}No chromium is installed, and playwright's {why}. {REMEDY}"
    print(line, file=sys.stderr, flush=True)
    if is_borne:
        _write_note(line)
    return 0 if is_borne else 1


def _write_note(line: str) -> None:
    _note().parent.mkdir(parents=True, exist_ok=True)
    _note().write_text(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
