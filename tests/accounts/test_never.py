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


def test_one_click_of_a_mail_program_refuses_invitations(strict: Client) -> None:
    for _ in range(2):
        assert strict.post(DOOR, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert invitation_optout.is_opted_out(FRANK)
    assert not invitation_optout.is_opted_out(mailbox("erin@example.org"))


def test_a_refusal_of_invitations_can_be_taken_back(strict: Client) -> None:
    strict.post(DOOR, {"List-Unsubscribe": "One-Click"})
    assert b'name="allow"' in strict.get(DOOR).content
    assert b"No more invitations?" in strict.post(DOOR, {"allow": "1"}).content
    assert not invitation_optout.is_opted_out(FRANK)
    strict.post(DOOR, {"List-Unsubscribe": "One-Click"})
    assert invitation_optout.is_opted_out(FRANK)


def test_a_look_at_the_page_refuses_no_invitations(strict: Client) -> None:
    page = strict.get(DOOR)
    assert b"<button" in page.content
    assert (page["Referrer-Policy"], page["X-Robots-Tag"]) == ("no-referrer", "noindex")
    assert not invitation_optout.is_opted_out(FRANK)


def test_the_page_that_refuses_invitations_tells_no_address(strict: Client) -> None:
    assert "frank" not in DOOR
    assert b"frank" not in strict.get(DOOR).content


def test_a_forged_link_refuses_no_invitations(strict: Client) -> None:
    assert strict.post(DOOR.replace("never/", "never/a")).status_code == 404
    assert not invitation_optout.is_opted_out(FRANK)
