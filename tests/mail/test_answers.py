"""On a site for trying out letters are answered as a mail program would, through its postbox."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from mail import answers
from mail.letters import Letter
from mail.stored_letters import StoredLetter
from tests import servers
from tests.mail.conftest import Post, carry
from tests.servers import PostOffice

MOMENT = datetime(2026, 3, 2, 12, tzinfo=UTC)
ADDRESS = f"reply+{'abcde' * 11}@localhost"


@pytest.fixture
def postbox(settings: Any) -> Iterator[PostOffice]:
    with servers.post_office() as office:
        settings.POSTBOX_PORT = office.port
        yield office


@pytest.fixture
def name(letter: Letter, post: Post, postbox: PostOffice, settings: Any) -> str:
    """Keep a letter that can be answered, and give its name."""
    settings.PLAY = True
    settings.EMAIL_BACKEND = "mail.files.EmailBackend"
    delivery = post()
    carry(replace(letter, reply_to=ADDRESS), delivery)
    return delivery.message_name


def test_an_answer_is_what_a_mail_program_sends(
    client: Client, name: str, postbox: PostOffice
) -> None:
    client.post(reverse("answer_letter", args=[name]), {"text": "a1-a2\nend"})
    (sent,) = postbox.letters
    assert (sent["From"], sent["To"]) == ("alice@example.org", ADDRESS)
    assert sent["Subject"] == "Re: Your turn"
    assert sent["In-Reply-To"] == f"<{name}@localhost>"
    assert sent["References"].split() == ["<news-7@localhost>", f"<{name}@localhost>"]
    assert sent["Message-ID"]
    text = sent.get_content().replace("\r\n", "\n")
    wrote = r"On .+ UTC, Zugpost <letters@localhost> wrote:"
    assert re.fullmatch(rf"a1-a2\nend\n\n{wrote}\n> It is your turn\.\n(>.*\n)+", text)


def test_the_answerer_hears_that_it_has_arrived(client: Client, name: str) -> None:
    page = client.post(reverse("answer_letter", args=[name]), {"text": "end"}, follow=True)
    hers = f"{reverse('letters')}?to=alice%40example.org"
    assert page.redirect_chain == [(hers, 302)]
    assert "Your answer has arrived." in page.content.decode()


def test_an_answer_that_is_not_taken_can_be_sent_again(
    client: Client, name: str, postbox: PostOffice
) -> None:
    postbox.refusal = "451 not now"
    page = client.post(reverse("answer_letter", args=[name]), {"text": "a1-a2"})
    assert page.status_code == 503
    assert "a1-a2</textarea>" in page.content.decode()
    assert "The postbox does not take your answer now." in page.content.decode()


def test_the_form_stands_where_a_letter_can_be_answered(
    client: Client, name: str, settings: Any
) -> None:
    form, page = reverse("answer_letter", args=[name]), reverse("letter", args=[name])
    assert f'action="{form}"' in client.get(page).content.decode()
    settings.POSTBOX_PORT = 0
    assert form not in client.get(page).content.decode()
    assert client.post(form, {"text": "end"}).status_code == 404


def test_a_letter_that_nobody_reads_answers_to_has_no_form(
    client: Client, letter: Letter, post: Post, postbox: PostOffice, settings: Any
) -> None:
    settings.PLAY, settings.EMAIL_BACKEND = True, "mail.files.EmailBackend"
    delivery = post()
    carry(letter, delivery)
    form = reverse("answer_letter", args=[delivery.message_name])
    page = client.get(reverse("letter", args=[delivery.message_name]))
    assert form not in page.content.decode()
    assert client.post(form, {"text": "end"}).status_code == 404


def test_no_letter_is_answered_on_a_real_site(client: Client, name: str, settings: Any) -> None:
    settings.PLAY = False
    assert client.post(reverse("answer_letter", args=[name]), {"text": "end"}).status_code == 404


def test_an_answer_needs_the_form(name: str, postbox: PostOffice) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(reverse("answer_letter", args=[name]), {"text": "end"}).status_code == 403
    assert postbox.letters == []


def test_an_answer_in_german_is_quoted_in_german() -> None:
    with translation.override("de"):
        assert "\n\nAm " in answers.build_answer(_letter(), "ja", MOMENT).get_content()


def test_an_answer_to_an_answer_has_one_re() -> None:
    assert answers.build_answer(_letter("Re: Your turn"), "", MOMENT)["Subject"] == "Re: Your turn"


def _letter(subject: str = "Your turn") -> StoredLetter:
    raw = (
        f"From: letters@localhost\nTo: alice@example.org\nReply-To: {ADDRESS}\n"
        f"Subject: {subject}\nDate: Mon, 02 Mar 2026 12:00:00 +0000\nMessage-ID: <1@localhost>\n"
        "Content-Type: text/plain\n\nIt is your turn.\n"
    )
    message = BytesParser(policy=default).parsebytes(raw.encode())
    assert isinstance(message, EmailMessage)
    return StoredLetter("1", message)
