"""What a mail says and where it was sent to stand nowhere in clear but where the game needs it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.letters import writers
from inbox.addresses import find_reply_token
from mail import crypto, outbox
from mail.models import Delivery
from mail.redaction import REPLY_TOKEN
from tests import database, incoming
from tests.games import espionage
from tests.games.replies.mailbox import WRITERS, Mailbox

IN_CLEAR = "SELECT count(*) FROM {} AS row WHERE row::text ILIKE ANY(%s)"
QUEUES = {"inbox_incomingmail", "mail_delivery"}
CAMP = espionage.WHITE_CAMP
SPY = CAMP.split()[1]


@pytest.fixture(autouse=True)
def our_server(settings: Any) -> None:
    settings.MAIL_AUTHSERV_IDS = [incoming.SITE]


@pytest.fixture
def address(alice: Person, bob: Person, now: datetime, mailbox: Callable[..., Mailbox]) -> str:
    """Where answers to the letter go that asks Alice for her set-up."""
    espionage.begin([alice, bob], now)
    return mailbox(alice).letter("decision").reply_to


def tables_with(words: str) -> set[str]:
    """Return the tables that hold words in clear: as text, or as bytes, which are shown as hex."""
    found, given = set(), [f"%{words}%", f"%{words.encode().hex()}%"]
    with connection.cursor() as cursor:
        for name in database.hash_tables():
            cursor.execute(IN_CLEAR.format(connection.ops.quote_name(name)), [given])
            if cursor.fetchone()[0]:
                found.add(name)
    return found


def set_up(address: str, now: datetime) -> None:
    """Hand in a set-up by mail: orders, and yes to what they would do."""
    incoming.arrive(incoming.write_mail(address, CAMP), address, now)
    assert incoming.handle(now)[-1] == "preview"
    shown = WRITERS["answer"](Delivery.objects.filter(kind="answer").latest("pk"), now)
    assert shown is not None
    assert SPY in shown.text
    incoming.arrive(incoming.write_mail(shown.reply_to, "YES"), shown.reply_to, now)
    assert incoming.handle(now)[-1] == "counted"


def set_up_at_once(address: str, now: datetime) -> None:
    """Hand in a set-up by one mail."""
    Person.objects.update(turns_at_once=True)
    incoming.arrive(incoming.write_mail(address, CAMP), address, now)
    assert incoming.handle(now)[-1] == "counted"


def send_all(now: datetime) -> None:
    outbox.deliver_letters(WRITERS, told=writers.note_delivery, clock=lambda: now)
    assert not Delivery.objects.filter(status="waiting").exists()


def test_a_set_up_by_mail_stands_in_clear_in_no_queue(
    address: str, now: datetime, mailoutbox: list[Any]
) -> None:
    set_up(address, now)
    assert not tables_with(SPY) & QUEUES
    send_all(now)
    assert any(SPY in str(letter.body) for letter in mailoutbox)
    assert not tables_with(SPY) & QUEUES
    answers = Delivery.objects.filter(kind="answer")
    assert [sorted(one.about) for one in answers] == [["message_id"]] * 2


def test_a_set_up_by_mail_that_counts_at_once_stands_in_clear_in_no_queue(
    address: str, now: datetime, mailoutbox: list[Any]
) -> None:
    set_up_at_once(address, now)
    assert not tables_with(SPY) & QUEUES
    send_all(now)
    assert not tables_with(SPY) & QUEUES
    assert [sorted(one.about) for one in Delivery.objects.filter(kind="answer")] == [["message_id"]]


def test_a_set_up_at_once_would_stand_in_clear_without_encryption(
    address: str, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crypto, "encrypt", lambda words: words)
    monkeypatch.setattr(crypto, "decrypt", lambda stored: stored)
    set_up_at_once(address, now)
    assert tables_with(SPY) >= QUEUES


def test_a_set_up_by_mail_would_stand_in_clear_without_encryption(
    address: str, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crypto, "encrypt", lambda words: words)
    monkeypatch.setattr(crypto, "decrypt", lambda stored: stored)
    set_up(address, now)
    assert tables_with(SPY) >= QUEUES


def test_no_table_holds_an_address_of_answers_in_clear(
    address: str, now: datetime, mailoutbox: list[Any]
) -> None:
    set_up(address, now)
    send_all(now)
    addresses = [address, *(letter.extra_headers["Reply-To"] for letter in mailoutbox)]
    tokens = {find_reply_token([one]) for one in addresses} - {None}
    assert len(tokens) > 3
    assert [tables_with(str(token)) for token in tokens] == [set()] * len(tokens)


def test_an_address_of_answers_would_stand_in_clear_without_encryption(
    address: str, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = find_reply_token([address])
    assert token is not None
    monkeypatch.setattr(crypto, "encrypt", lambda words: words)
    monkeypatch.setattr(crypto, "decrypt", lambda stored: stored)
    set_up(address, now)
    assert tables_with(token) == {"inbox_incomingmail"}


def test_no_metric_tells_an_address_of_answers(
    address: str, now: datetime, client: Client, settings: Any
) -> None:
    settings.METRICS_TOKEN = "metrics"
    set_up(address, now)
    page = client.get(reverse("metrics"), headers={"authorization": "Bearer metrics"})
    assert "zugpost_mails" in page.content.decode()
    assert not REPLY_TOKEN.search(page.content.decode())
