"""Debian's chromium, under the hand of playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

SHELL = "chromium-headless-shell"  # without all that a window needs: a third less work
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome")
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]


CUT = ("ERR_INTERNET_DISCONNECTED", "error occurred when fetching the script")


@contextmanager
def run() -> Iterator[Browser]:
    """Run chromium.

    Playwright's loop makes Django suspect asynchronous code, and keep a connection for as long as
    the loop runs beside the one of the thread. That one must not outlive its database.
    """
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=found, args=QUIET)
        yield browser
        browser.close()
        connection.close()


def _is_fault(said: ConsoleMessage) -> bool:
    """Whether the browser complains of anything but a network that a test has cut."""
    return said.type == "error" and not any(words in said.text for words in CUT)


@contextmanager
def watched(page: Page) -> Iterator[Page]:
    """Fail where a script of the page does, or where the browser complains of anything."""
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on(
        "console",
        lambda said: faults.append(f"{said.text} {said.location}") if _is_fault(said) else None,
    )
    yield page
    assert not faults, faults
