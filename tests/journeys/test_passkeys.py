"""A passkey in a real browser: made, used to sign in, renamed, removed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from accounts.models import Person
from tests import chromium
from trial import play

KEY = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def address(transactional_db: None, calm_settings: None) -> Iterator[str]:
    """Serve the site under the name that ``make play`` prints."""
    server = LiveServer(play.NAME)
    yield server.url
    server.stop()


@pytest.fixture
def page() -> Iterator[Page]:
    """Return a page of a browser that has a key built in."""
    with chromium.run() as browser:
        page = chromium.new_page(browser, locale="en")
        session = page.context.new_cdp_session(page)
        session.send("WebAuthn.enable")
        session.send("WebAuthn.addVirtualAuthenticator", {"options": KEY})
        with chromium.watched(page):
            yield page


@pytest.mark.browser
def test_a_passkey_alone_signs_in(page: Page, address: str, alice: Person, settings: Any) -> None:
    settings.PLAY = True
    page.goto(f"{address}/accounts/login/?next=/accounts/passkeys/add/")
    page.click("text=Sign in as Alice")
    page.fill("[name=name]", "Telephone")
    page.click("text=Make the passkey")
    page.wait_for_selector("text=The passkey is added.")
    page.click(".menu summary")
    with page.expect_navigation():
        page.click("text=Sign out")

    page.goto(f"{address}/accounts/login/?next=/accounts/passkeys/")
    page.click("text=Sign in with a passkey")
    page.wait_for_selector("th:has-text('Telephone')")
    assert page.inner_text(".menu summary") == "Alice"

    page.click("text=Rename")
    page.fill("[name=name]", "Old telephone")
    page.click("text=Save")
    page.wait_for_selector("th:has-text('Old telephone')")
    page.click("text=Remove")
    page.click("button:has-text('Remove')")
    page.wait_for_selector("text=You have no passkey yet.")
