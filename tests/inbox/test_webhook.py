"""A mail provider brings mails by its webhook: each once, and none without the secret."""

from __future__ import annotations

import hashlib
import hmac
import json
import random
from base64 import b64encode
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest
from anymail.signals import AnymailInboundEvent, EventType
from anymail.urls import urlpatterns
from django.db import connections
from django.test import Client
from django.urls import clear_url_caches, include, path

from config import urls
from inbox import store, waiting_rooms, webhook
from inbox.models import IncomingMail
from inbox.reading.message import parse_message
from inbox.reading.new_text import read_new_text
from inbox.webhook import HeadOnlyMessage
from tests.inbox.conftest import TO_ALICE, TO_BOB
from tests.inbox.signing import sign
from tests.inbox.test_authentication import AUTHENTIC, judge, write_mail
from web import webhooks

pytestmark = pytest.mark.usefixtures("inbox")
SECRET = "post:secret"
POSTMARK, MAILGUN = "/anymail/postmark/inbound/", "/anymail/mailgun/inbound_mime/"
PROVIDERS = {
    name.removesuffix("_inbound_webhook")
    for pattern in urlpatterns
    if (name := str(pattern.name)).endswith("_inbound_webhook")
} - {"sendinblue"}  # another name of brevo
RAW = "Message-ID: <{}@example.org>\r\nFrom: Alice <alice@example.org>\r\n\r\na1-a2\r\n"


@pytest.fixture
def provider(settings: Any, request: pytest.FixtureRequest) -> Iterator[Client]:
    """A mail provider who knows the secret."""
    name = getattr(request, "param", "postmark")
    settings.ANYMAIL_PROVIDER, settings.ANYMAIL_WEBHOOK_SECRET = name, SECRET
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET, "MAILGUN_WEBHOOK_SIGNING_KEY": "key"}
    module = ModuleType("tests.urls_with_a_provider")
    module.__dict__["urlpatterns"] = [
        path("anymail/", include(webhooks.webhook_patterns())),
        *urls.urlpatterns,
    ]
    settings.ROOT_URLCONF = module
    clear_url_caches()
    yield Client(headers={"authorization": f"Basic {b64encode(SECRET.encode()).decode()}"})
    clear_url_caches()


def postmark(number: int = 1, to: str = TO_ALICE, raw: str = RAW, **more: Any) -> dict[str, Any]:
    """Return what Postmark tells of a mail."""
    head = [{"Name": "Return-Path", "Value": "<alice@example.org>"}]
    told = {"MessageID": str(number), "OriginalRecipient": to, "Headers": head}
    return {**told, "RawEmail": raw.format(number), **more}


def bring(provider: Client, event: Any) -> int:
    answer = provider.post(POSTMARK, json.dumps(event), content_type="application/json")
    return answer.status_code


def recipients() -> list[str]:
    return [store.read_envelope(row).recipient for row in IncomingMail.objects.order_by("pk")]


def test_a_mail_from_a_provider_is_stored_as_it_came(provider: Client) -> None:
    assert bring(provider, postmark()) == 200
    row = IncomingMail.objects.get()
    assert (row.door, store.read_raw(row)) == ("webhook", RAW.format(1).encode())
    envelope = store.read_envelope(row)
    assert (envelope.recipient, envelope.sender) == (TO_ALICE, "alice@example.org")
    assert envelope.verdict == ""


def test_mails_ten_times_in_parallel_and_out_of_order_are_stored_once(provider: Client) -> None:
    events = [postmark(number) for number in range(5)] * 10
    random.Random(1).shuffle(events)

    def bring_one(event: Any) -> int:
        try:
            return bring(provider, event)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(10) as threads:
        assert set(threads.map(bring_one, events)) == {200}
    assert IncomingMail.objects.count() == 5


def test_a_mail_that_is_replayed_a_day_later_stays_as_it_was_handled(
    provider: Client, now: Any
) -> None:
    bring(provider, postmark())
    IncomingMail.objects.update(status="handled", handled_at=now)
    assert bring(provider, postmark()) == 200
    assert IncomingMail.objects.get().status == "handled"


def test_a_mail_that_comes_by_another_number_is_stored_once(provider: Client) -> None:
    bring(provider, postmark())
    bring(provider, postmark(MessageID="other"))
    assert IncomingMail.objects.count() == 1


def test_a_mail_without_a_message_id_is_named_by_its_provider(provider: Client) -> None:
    nameless = RAW.replace("Message-ID: <{}@example.org>\r\n", "")
    for number in (1, 1, 2):
        bring(provider, postmark(number, raw=nameless))
    assert IncomingMail.objects.count() == 2


def test_a_mail_to_two_addresses_is_stored_for_each(provider: Client) -> None:
    raw = f"To: Zugpost <{TO_ALICE}>,\r\n <{TO_BOB.upper()}>, bob@example.org\r\n{RAW}"
    bring(provider, postmark(raw=raw, to=""))
    assert sorted(recipients()) == sorted([TO_ALICE, TO_BOB])


def test_a_mail_is_stored_for_those_alone_whom_its_provider_names(provider: Client) -> None:
    bring(provider, postmark(raw=f"To: {TO_BOB}\r\n{RAW}", to=TO_ALICE))
    assert recipients() == [TO_ALICE]


def test_a_mail_is_stored_for_five_recipients_at_most(provider: Client) -> None:
    many = ", ".join(TO_ALICE.replace("abcde" * 11, letter * 55) for letter in "abcdefg")
    bring(provider, postmark(raw=f"To: {many}\r\n{RAW}", to=""))
    assert len(recipients()) == 5


def test_a_mail_for_which_there_is_no_room_is_asked_for_again(
    provider: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting_rooms, "MOST_WAITING", 1)
    assert [bring(provider, postmark(number)) for number in (1, 2)] == [200, 503]
    IncomingMail.objects.update(status="dead")
    assert bring(provider, postmark(2)) == 200


def test_a_mail_for_which_there_is_no_room_is_logged_as_no_error(
    provider: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A refusal is an answer."""
    monkeypatch.setattr(waiting_rooms, "MOST_WAITING", 1)
    assert [bring(provider, postmark(number)) for number in (1, 2)] == [200, 503]
    assert "mail not stored, too many wait" in caplog.text
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


def test_a_mail_for_whom_too_many_wait_is_asked_for_again(
    provider: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting_rooms, "MOST_OF_ADDRESS", 1)
    assert [bring(provider, postmark(number)) for number in (1, 2)] == [200, 503]
    assert bring(provider, postmark(3, to=TO_BOB)) == 200
    both = postmark(
        4, raw=f"To: {TO_ALICE}, {TO_BOB[:6]}{'z' * 55}@play.example.org\r\n{RAW}", to=""
    )
    assert bring(provider, both) == 503
    assert len(recipients()) == 3
    IncomingMail.objects.update(status="dead")
    assert [bring(provider, event) for event in (postmark(2), both)] == [200, 503]


@pytest.mark.parametrize("provider", ["sparkpost"], indirect=True)
def test_mails_that_come_together_do_not_wait_for_one_without_room(
    provider: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting_rooms, "MOST_OF_ADDRESS", 1)

    def tell(number: int, to: str) -> Any:
        content = {"email_rfc822": RAW.format(number), "email_rfc822_is_base64": False}
        mail = {"protocol": "smtp", "msg_from": "a@example.org", "rcpt_to": to, "content": content}
        return {"msys": {"relay_message": mail}}

    events = json.dumps([tell(1, TO_ALICE), tell(2, TO_ALICE), tell(3, TO_BOB)])
    answer = provider.post("/anymail/sparkpost/inbound/", events, content_type="application/json")
    assert answer.status_code == 503
    assert recipients() == [TO_ALICE, TO_BOB]


def test_a_mail_to_none_of_our_addresses_is_not_stored(provider: Client) -> None:
    assert bring(provider, postmark(to="postmaster@play.example.org")) == 200
    assert recipients() == []


def test_a_mail_that_is_too_large_is_not_asked_for_again(provider: Client) -> None:
    assert bring(provider, postmark(raw=RAW + "x" * store.MAX_BYTES)) == 200
    assert recipients() == []


def test_a_mail_of_the_largest_size_is_stored(provider: Client) -> None:
    large = RAW + "x" * (store.MAX_BYTES - len(RAW.format(1)) - 2) + "\r\n"
    assert bring(provider, postmark(raw=large)) == 200
    assert len(store.read_raw(IncomingMail.objects.get())) == store.MAX_BYTES


def test_more_than_any_mail_is_not_read(provider: Client, settings: Any) -> None:
    event = postmark(HtmlBody="x" * settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
    assert bring(provider, event) == 413


@pytest.mark.parametrize("secret", [None, "post:guess", "post"])
def test_a_mail_wants_the_secret(provider: Client, secret: str | None) -> None:
    known = b64encode((secret or "").encode()).decode()
    stranger = Client(headers={"authorization": f"Basic {known}"} if secret else {})
    assert bring(stranger, postmark()) == 403
    assert recipients() == []


NONSENSE = [
    "", "{", "null", "[]", "7", '"x"', "[null]", "\xff", "[" * 100_000,
    json.dumps({"RecordType": "Bounce"}), json.dumps(postmark(RawEmail=7)),
    json.dumps(postmark(Headers=[7])), json.dumps(postmark(raw="\0")),
]  # fmt: skip


@pytest.mark.parametrize("body", NONSENSE, ids=range(len(NONSENSE)))
def test_what_is_no_mail_is_a_bad_request(provider: Client, body: str) -> None:
    answer = provider.post(POSTMARK, body, content_type="application/json")
    assert answer.status_code == 400
    assert recipients() == []


NESTED = "".join(f"Content-Type: multipart/mixed; boundary={n}\n\n--{n}\n" for n in range(5_000))
PARTS = "Content-Type: multipart/mixed; boundary=a\n\n" + "--a\n\nx\n" * 50_000
HOSTILE = {
    "parts": PARTS,
    "depth": NESTED,
    "fields": "X-A: b\n" * 50_000,
    "parameters": "Content-Type: multipart/mixed; " + "a*0=b;" * 50_000,
    "author": "From: " + "(" * 200_000,
    "name": "Message-ID: <" + "a." * 100_000,
    "recipients": "To: " + "<a@b>," * 50_000,
}


@pytest.mark.parametrize("raw", HOSTILE.values(), ids=HOSTILE)
def test_a_mail_that_takes_minutes_to_take_apart_is_stored_as_it_is(
    provider: Client, raw: str
) -> None:
    event = {**postmark(), "RawEmail": raw}
    assert bring(provider, event) == 200
    assert store.read_raw(IncomingMail.objects.get()) == raw.encode()


def test_a_field_without_measure_is_left_out_of_a_mail_that_comes_in_pieces(
    provider: Client,
) -> None:
    head = [{"Name": "Content-Type", "Value": "text/plain; " + "a*0=b;" * 50_000}]
    event = postmark(Headers=head, TextBody="a1-a2", FromFull={"Email": "alice@example.org"})
    del event["RawEmail"]
    assert bring(provider, event) == 200
    raw = store.read_raw(IncomingMail.objects.get())
    assert read_new_text(parse_message(raw)) == "a1-a2"
    assert len(raw) < 10_000


def test_no_more_of_a_mail_is_fetched_than_may_be_stored() -> None:
    pieces = iter([b"x" * store.MAX_BYTES] * 9)
    HeadOnlyMessage.parse_raw_mime_chunks(pieces)
    assert len(list(pieces)) == 7


@pytest.mark.parametrize("provider", sorted(PROVIDERS))
def test_every_provider_takes_apart_the_head_alone(provider: str, settings: Any) -> None:
    settings.ANYMAIL_PROVIDER, settings.ANYMAIL_WEBHOOK_SECRET = provider, SECRET
    webhooks.webhook_patterns()
    module = import_module(f"anymail.webhooks.{provider}")
    assert module.AnymailInboundMessage is HeadOnlyMessage


def test_a_mail_that_cannot_be_stored_now_is_asked_for_again(
    provider: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    provider.raise_request_exception = False
    with monkeypatch.context() as broken:
        broken.setattr(store, "store_mail", lambda *_, **__: 1 / 0)
        assert bring(provider, postmark()) == 500
    assert bring(provider, postmark()) == 200
    assert recipients() == [TO_ALICE]


def test_a_mail_that_cannot_be_fetched_now_is_asked_for_again(
    provider: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(text: str) -> HeadOnlyMessage:
        raise ConnectionError

    provider.raise_request_exception = False
    monkeypatch.setattr(HeadOnlyMessage, "parse_raw_mime", fail)
    assert bring(provider, postmark()) == 500


@pytest.mark.parametrize("provider", ["mailgun"], indirect=True)
def test_a_mail_from_mailgun_is_stored_as_it_came(provider: Client) -> None:
    signed = {"timestamp": "1", "token": "once"}
    digest = hmac.new(b"key", b"1once", hashlib.sha256).hexdigest()
    form = {"body-mime": RAW.format(1), "recipient": TO_ALICE, "sender": "alice@example.org"}
    assert provider.post(MAILGUN, {**form, **signed, "signature": digest}).status_code == 200
    assert provider.post(MAILGUN, {**form, **signed, "signature": "0"}).status_code == 403
    assert store.read_raw(IncomingMail.objects.get()) == RAW.format(1).encode()


def test_there_is_no_door_for_mails_where_letters_have_no_answers(settings: Any) -> None:
    settings.ANYMAIL_PROVIDER, settings.ANYMAIL_WEBHOOK_SECRET = "postmark", SECRET
    names = {str(one.name) for one in webhooks.webhook_patterns()}
    assert sorted(names) == ["postmark_inbound_webhook", "postmark_tracking_webhook"]
    settings.REPLY_ADDRESS = ""
    assert [one.name for one in webhooks.webhook_patterns()] == ["postmark_tracking_webhook"]


def event_of(raw: bytes, esp_event: Any = None, sender: str | None = None) -> AnymailInboundEvent:
    """Return an event as anymail makes it."""
    message = HeadOnlyMessage.parse_raw_mime_bytes(raw)
    message.envelope_recipient, message.envelope_sender = TO_ALICE, sender
    return AnymailInboundEvent(event_type=EventType.INBOUND, message=message, esp_event=esp_event)


@pytest.mark.parametrize(
    ("status", "spf", "sender", "verdict"),
    [
        ("PASS", "PASS", "alice@example.org", "pass"),
        ("PASS", "PASS", "bob@evil.example", "signed"),
        ("PASS", "FAIL", "alice@example.org", "signed"),
        ("PASS", "PASS", "", "signed"),
        ("PASS", "", "alice@example.org", "signed"),
        ("FAIL", "PASS", "alice@example.org", "fail"),
        ("GRAY", "PASS", "alice@example.org", ""),
        ("", "", "alice@example.org", ""),
    ],
)
def test_amazon_tells_whether_a_mail_is_from_its_author(
    status: str, spf: str, sender: str, verdict: str, settings: Any
) -> None:
    settings.ANYMAIL_PROVIDER = "amazon_ses"
    told = {"receipt": {"dmarcVerdict": {"status": status}, "spfVerdict": {"status": spf}}}
    mail = webhook.read_event(event_of(b"From: alice@example.org\r\n\r\n", told, sender))
    assert [one.verdict for one in mail.envelopes] == [verdict]


def test_no_other_provider_has_a_verdict_that_counts(settings: Any) -> None:
    settings.ANYMAIL_PROVIDER = "postmark"
    told = {"receipt": {"dmarcVerdict": {"status": "PASS"}, "spfVerdict": {"status": "PASS"}}}
    raw = b"From: alice@example.org\r\n\r\n"
    mail = webhook.read_event(event_of(raw, told, "alice@example.org"))
    assert [one.verdict for one in mail.envelopes] == [""]


@pytest.mark.parametrize(
    "claims",
    [
        b"X-Mailgun-Dkim-Check-Result: Pass\r\nX-Mailgun-Spf: Pass\r\n",
        b"Authentication-Results: mx.example.net; dmarc=pass header.from=example.org\r\n",
        b"Received-SPF: Pass\r\n",
    ],
)
def test_what_stands_in_a_mail_vouches_for_nobody(claims: bytes) -> None:
    mail = webhook.read_event(event_of(claims + b"From: alice@example.org\r\n\r\n", {}))
    assert [one.verdict for one in mail.envelopes] == [""]


@pytest.mark.parametrize(
    ("head", "told", "sender"),
    [
        (b"", "bob@example.org", "bob@example.org"),
        (b"", "", ""),
        (b"", "<>", ""),
        (b"Return-Path: <bob@example.org>\r\n", None, "bob@example.org"),
        (b"Return-Path: <>\r\n", None, ""),
        (b"", None, "alice@example.org"),
        (b"Return-Path: " + b"(" * 100_000 + b"\r\n", None, ""),
    ],
)
def test_the_sender_of_an_envelope_is_who_the_provider_says(
    head: bytes, told: str | None, sender: str
) -> None:
    mail = webhook.read_event(event_of(head + b"From: Alice <alice@example.org>\r\n\r\n", {}, told))
    assert [one.sender for one in mail.envelopes] == [sender]


@pytest.mark.parametrize("body", [b"simple", b"relaxed"])
def test_the_signature_of_a_mail_holds_after_a_provider_has_brought_it(body: bytes) -> None:
    text = (
        b"--b\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
        + "Grüße \t aus Köln.  \r\n".encode()
        + b"--b\r\nContent-Type: text/html\r\n\r\n<p>"
        + b"x" * 900
        + b"</p>\r\n--b--\r\n"
    )
    subject = "Re: " + "=?utf-8?q?Gr=C3=BC=C3=9Fe?= " * 20
    fields = {"Subject": subject, "Content-Type": "multipart/alternative;\r\n\tboundary=b"}
    raw = sign(write_mail(text, **fields), canonicalize=(b"relaxed", body))
    assert judge(raw) == AUTHENTIC
    assert judge(webhook.read_event(event_of(raw, {})).raw) == AUTHENTIC
