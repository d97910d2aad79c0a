"""The administration shows mails without what they say, and tries dead ones again."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from inbox.models import IncomingMail
from inbox.store import MailEnvelope, store_mail
from ops import operators
from tests import passkeys
from tests.conftest import person
from tests.inbox.conftest import TO_ALICE, TOKEN

LIST = "admin:inbox_incomingmail_changelist"


@pytest.fixture
def operator(client: Client, db: None) -> Client:
    frank = person("Frank")
    call_command("operators", frank.email, verbosity=0)
    frank.refresh_from_db()
    return passkeys.sign_in(client, frank)


@pytest.fixture
def dead(db: None, now: datetime) -> IncomingMail:
    raw = b"Message-ID: <1@example.org>\r\n\r\nA1-A2\r\n"
    envelope = MailEnvelope(recipient=TO_ALICE, sender="alice@example.org")
    store_mail(raw, envelope, IncomingMail.Door.LMTP, now=now)
    IncomingMail.objects.update(status="dead", attempts=8, error="LookupError: 7")
    return IncomingMail.objects.get()


def try_again(client: Client, mail: IncomingMail) -> None:
    client.post(reverse(LIST), {"action": "try_again", "_selected_action": [mail.pk], "index": 0})
    mail.refresh_from_db()


def test_operators_try_dead_mails_again(operator: Client, dead: IncomingMail) -> None:
    try_again(operator, dead)
    assert (dead.status, dead.attempts, dead.error) == ("waiting", 0, "")


def test_a_handled_mail_is_not_tried_again(
    operator: Client, dead: IncomingMail, now: datetime
) -> None:
    IncomingMail.objects.update(status="handled", handled_at=now)
    try_again(operator, dead)
    assert dead.status == "handled"


def test_staff_who_may_only_look_try_nothing_again(operator: Client, dead: IncomingMail) -> None:
    rights = [one for one in operators.operator_permissions() if one.codename.startswith("view_")]
    operators.ensure_group().permissions.set(rights)
    try_again(operator, dead)
    assert dead.status == "dead"


def test_no_page_shows_what_a_mail_says_or_where_it_went(
    operator: Client, dead: IncomingMail, alice: Person
) -> None:
    IncomingMail.objects.update(person=alice)
    row = reverse("admin:inbox_incomingmail_change", args=[dead.pk])
    for address in (reverse(LIST), row):
        shown = operator.get(address)
        assert shown.status_code == 200
        page = shown.content.decode()
        assert "LookupError: 7" in page
        assert not any(word in page for word in (TOKEN, "A1-A2", dead.key, "gAAAA"))


def test_nobody_can_ask_for_what_a_mail_says_by_a_filter(
    operator: Client, dead: IncomingMail
) -> None:
    asked = operator.get(reverse(LIST), {"key__startswith": dead.key[:10]})
    assert asked.status_code != 200
