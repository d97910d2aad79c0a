"""The letters of a site for trying out, in a browser: the list and a letter beside its answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import chromium, database, servers
from tests.journeys.browsing import DESK, PHONE
from tests.servers import Server

REPLIES = "reply@play.example.org"
LINES = 80
LETTER = """\
From: Zugpost <{replies}>
To: alice@example.org
Reply-To: {replies}
Subject: {subject}
Date: Mon, 02 Mar 2026 12:00:00 +0000
MIME-Version: 1.0
Content-Type: text/html; charset="utf-8"

<html><head></head><body>{body}</body></html>
"""


@pytest.fixture(scope="module")
def letters(
    django_test_environment: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    return tmp_path_factory.mktemp("letters") / "letters"


@pytest.fixture(scope="module")
def web(letters: Path, django_db_blocker: Any) -> Iterator[Server]:
    """Run the web server of a site that keeps its letters; answers to them would be read."""
    letters.mkdir()
    with django_db_blocker.unblock(), ExitStack() as stack:
        name = stack.enter_context(database.copied("letters"))
        env = servers.environment(
            database.url(name), letters.parent, PLAY="1", REPLY_ADDRESS=REPLIES, POSTBOX_PORT="25"
        )
        yield stack.enter_context(servers.web(env, workers=1))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium.run() as running:
        yield running


@pytest.fixture(params=[DESK, PHONE], ids=["desk", "phone"])
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    context = chromium.new_context(browser, **request.param)
    with chromium.watched(context.new_page()) as page:
        yield page
    context.close()


def keep(letters: Path, subject: str) -> str:
    """Keep a letter of many lines that can be answered; return its name."""
    replies = f"reply+{'a' * 60}@play.example.org"
    body = "".join(f"<p>Line {number}</p>" for number in range(LINES))
    part = letters / f"{subject.lower()}.part"
    part.write_text(LETTER.format(replies=replies, subject=subject, body=body))
    part.rename(part.with_suffix(".eml"))
    return part.stem


def test_the_list_shows_a_new_letter_by_itself(page: Page, web: Server, letters: Path) -> None:
    name = keep(letters, "First")
    page.goto(f"{web.address}/letters/")
    page.evaluate("window.isTheSame = true")
    expect(page.locator(f'a[href="/letters/{name}/"]')).to_be_visible()
    second = keep(letters, "Second")
    expect(page.locator(f'a[href="/letters/{second}/"]')).to_be_visible()
    assert page.evaluate("window.isTheSame")
    for path in letters.iterdir():
        path.unlink()


def test_a_letter_is_shown_whole_and_its_answer_is_at_hand(
    page: Page, web: Server, letters: Path
) -> None:
    page.goto(f"{web.address}/letters/{keep(letters, 'Long')}/")
    last = page.frame_locator("iframe.letter").get_by_text(f"Line {LINES - 1}", exact=True)
    frame = page.locator("iframe.letter")
    expect(last).to_be_attached()
    expect(frame).to_have_attribute("style", re.compile("height"))
    box, line = frame.bounding_box(), last.bounding_box()
    assert box
    assert line
    assert box["y"] < line["y"]
    assert line["y"] + line["height"] <= box["y"] + box["height"]
    wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    assert page.evaluate(wide)
    link = page.get_by_role("link", name="Write an answer")
    if link.is_visible():
        link.click()
    expect(page.get_by_label("Your answer")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Answer", exact=True)).to_be_in_viewport()
