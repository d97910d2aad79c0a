"""Whom to tell of a hole in the site."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.utils import timezone

from config import env

ADDRESS = "/.well-known/security.txt"


def test_security_txt_names_a_contact_and_a_day_within_a_year(
    client: Client, settings: Any
) -> None:
    settings.SITE_URL = "https://zugpost.example"
    settings.SECURITY_CONTACT = "mailto:security@zugpost.example"
    answer = client.get(ADDRESS)
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    told = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    left = datetime.fromisoformat(told["Expires"]) - timezone.now()
    assert timedelta(days=30) < left < timedelta(days=365)
    assert told["Contact"] == "mailto:security@zugpost.example"
    assert told["Canonical"] == f"https://zugpost.example{ADDRESS}"
    assert told["Preferred-Languages"] == "en, de"


@pytest.mark.parametrize(
    ("given", "contact"),
    [
        ("", "mailto:letters@localhost"),
        ("me@example.org", "mailto:me@example.org"),
        ("mailto:me@example.org", "mailto:me@example.org"),
        ("https://example.org/security", "https://example.org/security"),
    ],
)
def test_a_security_contact_is_an_address_or_a_page(
    monkeypatch: pytest.MonkeyPatch, given: str, contact: str
) -> None:
    monkeypatch.setenv("SECURITY_CONTACT", given)
    assert env.get_contact("SECURITY_CONTACT", "letters@localhost") == contact


def test_what_is_no_security_contact_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECURITY_CONTACT", "me")
    with pytest.raises(ImproperlyConfigured, match="SECURITY_CONTACT must be"):
        env.get_contact("SECURITY_CONTACT", "letters@localhost")
