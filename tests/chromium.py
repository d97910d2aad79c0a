"""Debian's chromium, or playwright's own, under the hand of playwright."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

from tests.browser import QUIET, find_installed, use_own_folder

PATIENCE_MS = 60_000  # of a machine on which much else runs; what is there is never waited for
CUT = ("ERR_INTERNET_DISCONNECTED", "error occurred when fetching the script")


@contextmanager
def run() -> Iterator[Browser]:
    """Run chromium.

    Playwright's loop makes Django suspect asynchronous code, and keep a connection for as long as
    the loop runs beside the one of the thread. That one must not outlive its database.
    """
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    found = find_browser()
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=found, args=QUIET, timeout=PATIENCE_MS)
        yield browser
        browser.close()
        connection.close()


def new_context(browser: Browser, **options: Any) -> BrowserContext:
    """Return a context of a browser, whose pages are waited for as long as a test may."""
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE_MS)
    return context


def new_page(browser: Browser, **options: Any) -> Page:
    """Return a page in a context of its own, which ends with it and is as patient as others."""
    page = browser.new_page(**options)
    page.set_default_timeout(PATIENCE_MS)
    return page


def find_browser() -> str | None:
    """Return the path of an installed chromium, None where playwright's own is to be taken.

    :raises AssertionError: when there is neither.
    """
    found, folder = find_installed(), use_own_folder()
    assert found or any(folder.glob("chromium*")), "No chromium is here: make browser gets one."
    return found


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
