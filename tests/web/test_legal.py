"""Imprint and privacy: filled from settings, and plain where they say nothing."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from api import repeats
from mail.hooks import carrier

FILLED = {
    "IMPRINT_NAME": "Games by <Letter>",
    "IMPRINT_ADDRESS": ["Post Road 1", "12345 Town"],
    "IMPRINT_CONTACT": "mailto:host@example.org",
    "LOG_DAYS": 14,
    "MAIL_LOG_DAYS": 8,
    "BACKUP_DAYS": 31,
}


@pytest.mark.parametrize("name", ["imprint", "privacy"])
def test_imprint_and_privacy_tell_who_runs_the_site(
    client: Client, settings: Any, name: str
) -> None:
    for setting, value in FILLED.items():
        setattr(settings, setting, value)
    page = " ".join(client.get(reverse(name)).content.decode().split())
    assert "Games by &lt;Letter&gt;<br>Post Road 1<br>12345 Town" in page
    assert '<a href="mailto:host@example.org">host@example.org</a>' in page


def test_privacy_tells_for_how_long_what_is_kept(client: Client, settings: Any) -> None:
    for setting, value in FILLED.items():
        setattr(settings, setting, value)
    page = client.get(reverse("privacy")).content.decode()
    for words in ("mail addresses: 14 days", "mail addresses: 8 days", "were made: 31 days"):
        assert words in page
    assert "has not told" not in page


@pytest.mark.parametrize(("address", "is_told"), [("reply@play.example.org", True), ("", False)])
def test_privacy_tells_how_long_answers_to_letters_are_kept(
    client: Client, settings: Any, address: str, is_told: bool
) -> None:
    settings.REPLY_ADDRESS = address
    page = " ".join(client.get(reverse("privacy")).content.decode().split())
    assert ("in full and encrypted: 14 days" in page) == is_told


def test_privacy_tells_what_a_sign_in_leaves(client: Client) -> None:
    page = " ".join(client.get(reverse("privacy")).content.decode().split())
    assert "from, for 90 days. People decide about it, never a machine." in page
    assert "one by which we know your browser at the next sign-in" in page


def test_privacy_tells_what_programs_leave(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repeats, "KEPT", timedelta(days=1))
    monkeypatch.setattr(carrier, "KEPT", timedelta(days=12))
    page = " ".join(client.get(reverse("privacy")).content.decode().split())
    assert "nothing counts twice: encrypted, for 1 day." in page
    assert "What was sent there: for 12 days." in page


def test_imprint_and_privacy_say_so_where_settings_are_empty(client: Client) -> None:
    assert "has not told their name" in client.get(reverse("imprint")).content.decode()
    assert client.get(reverse("privacy")).content.decode().count("has not told") == 4


@pytest.mark.parametrize("name", ["home", "help", "account_login"])
def test_imprint_and_privacy_are_linked_from_every_foot(
    client: Client, db: None, name: str
) -> None:
    page = client.get(reverse(name)).content.decode()
    assert all(f'href="{reverse(one)}"' in page for one in ("imprint", "privacy"))
