"""The door that refuses invitations: one click, signed out, and only by pressing."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts import invitation_optout
from accounts.email_normalize import mailbox

FRANK = mailbox("frank@example.org")
DOOR = "/" + invitation_optout.optout_url(FRANK).split("/", 3)[3]

pytestmark = pytest.mark.django_db


@pytest.fixture
def strict() -> Client:
    """A mail program: it has no session and no CSRF token."""
    return Client(enforce_csrf_checks=True)


def test_it_refuses_by_one_click_of_a_mail_program(strict: Client) -> None:
    for _ in range(2):
        assert strict.post(DOOR, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert invitation_optout.is_opted_out(FRANK)
    assert not invitation_optout.is_opted_out(mailbox("erin@example.org"))


def test_it_can_be_taken_back(strict: Client) -> None:
    strict.post(DOOR, {"List-Unsubscribe": "One-Click"})
    assert b'name="allow"' in strict.get(DOOR).content
    assert b"No more invitations?" in strict.post(DOOR, {"allow": "1"}).content
    assert not invitation_optout.is_opted_out(FRANK)
    strict.post(DOOR, {"List-Unsubscribe": "One-Click"})
    assert invitation_optout.is_opted_out(FRANK)


def test_it_changes_nothing_when_only_looked_at(strict: Client) -> None:
    page = strict.get(DOOR)
    assert b"<button" in page.content
    assert (page["Referrer-Policy"], page["X-Robots-Tag"]) == ("no-referrer", "noindex")
    assert not invitation_optout.is_opted_out(FRANK)


def test_it_tells_no_address(strict: Client) -> None:
    assert "frank" not in DOOR
    assert b"frank" not in strict.get(DOOR).content


def test_it_knows_its_own_signature_only(strict: Client) -> None:
    assert strict.post(DOOR.replace("never/", "never/a")).status_code == 404
    assert not invitation_optout.is_opted_out(FRANK)
