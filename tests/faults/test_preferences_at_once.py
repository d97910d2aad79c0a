"""An account is moved and closed while its person sends their preferences: both stay, and so
does what they wished."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections, transaction
from django.test import Client
from django.urls import reverse

from accounts import views
from accounts.models import Person
from tests import servers
from tests.faults import sites
from tests.faults.sites import Site

NEW = "winter@example.org"
WISHES = {"name": "Alice A.", "language": "de", "time_zone": "Asia/Tokyo"}


def test_preferences_keep_what_has_changed_meanwhile(site: Site) -> None:
    alice = _changed_while_they_wish()
    assert (alice.name, alice.language) == ("Alice A.", "de")
    assert (alice.email, alice.mailbox, alice.is_active) == (NEW, NEW, False)


def test_preferences_would_undo_a_change_with_the_row_as_it_was_read(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "_save_preferences", lambda form: bool(form.save()))
    alice = _changed_while_they_wish()
    assert (alice.email, alice.is_active) == ("alice@example.org", True)


def _changed_while_they_wish() -> Person:
    """Change the row of a person between their request and its end; return how it is then."""
    alice, browser = sites.people()[0], Client()
    browser.force_login(alice)
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            held = Person.objects.select_for_update().get(pk=alice.pk)
            sent = pool.submit(_sends, browser)
            servers.until(lambda: sites.waiting() == 1, "the wishes at the row")
            held.email, held.is_active = NEW, False
            held.save()
        assert sent.result() == 302
    return Person.objects.get(pk=alice.pk)


def _sends(browser: Client) -> int:
    """Send the wishes in a thread with a connection of its own; return the status."""
    try:
        return browser.post(reverse("preferences"), WISHES).status_code
    finally:
        connections.close_all()
