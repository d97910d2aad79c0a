"""Letters about signing in: what they say, and how soon their code is forgotten."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts import letters
from accounts.adapter import AccountAdapter
from accounts.models import Person
from mail import outbox
from mail.models import Delivery, Queue
from tests import servers
from tests.letters import Read
from tests.servers import PostOffice

CODE = "4FK9TZ"
pytestmark = pytest.mark.django_db


@pytest.fixture
def office(settings: Any) -> Iterator[PostOffice]:
    with servers.post_office() as office:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", office.port
        yield office


def post(now: datetime, kind: str = "sign_in", language: str = "en") -> Delivery:
    code = CODE if kind.startswith("sign") else ""
    letters.post_code_letter(
        address="alice@example.org", code=code, kind=kind, language=language, now=now
    )
    return Delivery.objects.latest("pk")


def deliver(now: datetime) -> int:
    return outbox.deliver_letters(
        {letters.KIND: letters.write_letter},
        told=letters.note_sent,
        clock=lambda: now,
        queue=Queue.CODES,
    )


def body(office: PostOffice, kind: str = "plain") -> str:
    part = office.letters[-1].get_body((kind,))
    assert part is not None
    return str(part.get_content())


@pytest.mark.parametrize("kind", ["sign_in", "sign_up"])
def test_a_code_is_in_both_parts_and_not_in_the_subject(
    office: PostOffice, now: datetime, kind: str
) -> None:
    post(now, kind)
    deliver(now)
    assert CODE in body(office)
    assert CODE in body(office, "html")
    assert CODE not in str(office.letters[0]["Subject"])


@pytest.mark.parametrize("kind", letters.WORDS)
def test_both_parts_of_a_letter_link_alike_and_load_nothing(now: datetime, kind: str) -> None:
    letter = letters.write_letter(post(now, kind), now)
    assert letter is not None
    read = Read(letter.html)
    assert re.findall(r"^https?://\S+$", letter.text, re.MULTILINE) == read.links
    assert read.sources == []
    assert not read.tags & {"script", "link", "iframe", "object", "form", "video"}


@pytest.mark.parametrize("kind", letters.WORDS)
def test_account_letters_have_no_thread_and_no_unsubscribe(now: datetime, kind: str) -> None:
    letter = letters.write_letter(post(now, kind), now)
    assert letter is not None
    assert (letter.thread, letter.unsubscribe) == ("", "")


@pytest.mark.parametrize(
    ("kind", "door"), [("unknown", "/accounts/signup/"), ("known", "/accounts/login/")]
)
def test_a_letter_without_a_code_shows_the_right_door(
    office: PostOffice, now: datetime, settings: Any, kind: str, door: str
) -> None:
    settings.SITE_URL = "https://zugpost.example"
    post(now, kind)
    deliver(now)
    assert f"https://zugpost.example{door}" in body(office).splitlines()


def test_a_letter_with_a_code_is_in_the_language_asked_for(
    office: PostOffice, now: datetime
) -> None:
    post(now, language="de")
    deliver(now)
    assert office.letters[0]["Content-Language"] == "de"


def test_a_code_is_forgotten_once_it_is_sent(office: PostOffice, now: datetime) -> None:
    delivery = post(now)
    assert delivery.about["secret"]
    deliver(now)
    delivery.refresh_from_db()
    assert delivery.status == "sent"
    assert CODE not in str(Delivery.objects.values())


def test_the_database_tells_no_code(office: PostOffice, now: datetime, settings: Any) -> None:
    post(now)
    assert CODE not in str(Delivery.objects.values())
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another"
    deliver(now)
    assert CODE in body(office)


def test_a_code_whose_key_is_gone_is_not_sent(
    office: PostOffice, now: datetime, settings: Any
) -> None:
    delivery = post(now)
    settings.SECRET_KEY = "another"
    deliver(now)
    delivery.refresh_from_db()
    assert (delivery.status, office.letters) == ("withdrawn", [])


def test_a_code_is_neither_sent_nor_kept_after_ten_minutes(
    office: PostOffice, now: datetime
) -> None:
    delivery = post(now)
    office.answers.append("451 later")
    deliver(now)
    deliver(now + timedelta(minutes=10))
    delivery.refresh_from_db()
    assert (delivery.status, office.letters) == ("withdrawn", [])
    assert CODE not in str(Delivery.objects.values())


@pytest.mark.parametrize("what", ["added", "removed"])
def test_the_owner_is_told_that_a_passkey_came_or_went(
    office: PostOffice, dora: Person, now: datetime, what: str
) -> None:
    AccountAdapter().send_notification_mail(f"mfa/email/webauthn_{what}", dora)
    delivery = Delivery.objects.get()
    assert (delivery.address, delivery.about) == (
        dora.email, {"what": f"key_{what}", "language": "de"},
    )  # fmt: skip
    deliver(timezone.now() + timedelta(days=1))
    assert reverse("mfa_list_webauthn") in body(office)


def test_a_letter_with_a_code_that_is_too_old_is_not_written(now: datetime) -> None:
    delivery = post(now)
    assert letters.write_letter(delivery, now + timedelta(minutes=9, seconds=59)) is not None
    assert letters.write_letter(delivery, now + timedelta(minutes=10)) is None


def test_the_log_tells_no_code(
    now: datetime, settings: Any, capfd: pytest.CaptureFixture[str], caplog: Any
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    delivery = post(now)
    deliver(now)
    Delivery.objects.update(address="nobody", next_at=now)
    deliver(now)
    delivery.refresh_from_db()
    assert "ConnectionRefusedError" in delivery.error
    logged = f"{caplog.text}{capfd.readouterr()}"
    assert "letter put off" in logged
    assert CODE not in f"{logged}{delivery.error}"


def test_each_code_goes_in_a_letter_of_its_own(office: PostOffice, now: datetime) -> None:
    post(now)
    post(now)
    deliver(now)
    assert len(set(office.ids())) == 2
