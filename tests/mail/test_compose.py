"""Envelopes: what stands in the head of a letter, how it is built, and who refuses it."""

from __future__ import annotations

import dataclasses
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from mail import compose
from mail.letters import Letter
from mail.models import Delivery
from tests.letters import PNG
from tests.mail.conftest import Post, carry
from tests.servers import PostOffice, free_port


def sent(letter: Letter, post: Post) -> EmailMessage:
    message = message_from_bytes(
        compose.build_envelope(letter, post()).message().as_bytes(), policy=default
    )
    assert isinstance(message, EmailMessage)
    return message


def test_the_message_id_names_the_row_of_the_letter(
    letter: Letter, post: Post, settings: Any
) -> None:
    settings.SITE_HOST = "zugpost.example"
    delivery = post()
    again = [compose.build_envelope(letter, delivery).message()["Message-ID"] for _ in range(2)]
    assert again == [f"<{delivery.message_name}@zugpost.example>"] * 2


def test_message_names_differ_though_row_numbers_come_again(post: Post) -> None:
    lost, number = post(), Delivery.objects.get().pk
    Delivery.objects.all().delete()  # what was posted after a backup, once that is restored
    Delivery.objects.filter(pk=post("news-2").pk).update(id=number)
    again = Delivery.objects.get()
    assert (again.pk, again.message_name[:10]) == (lost.pk, lost.message_name[:10])
    assert again.message_name != lost.message_name
    assert again.message_name == Delivery.objects.get().message_name


def test_letters_about_the_same_are_in_one_thread(
    letter: Letter, post: Post, settings: Any
) -> None:
    settings.SITE_HOST = "zugpost.example"
    message = sent(letter, post)
    assert message["References"] == message["In-Reply-To"] == "<news-7@zugpost.example>"


def test_the_head_of_a_letter_says_that_a_machine_wrote(letter: Letter, post: Post) -> None:
    message = sent(letter, post)
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["X-Auto-Response-Suppress"] == "All"
    assert message["Content-Language"] == "en"
    assert message["Reply-To"].startswith("no-reply@")


def test_the_head_of_a_letter_offers_to_unsubscribe_with_one_click(
    letter: Letter, post: Post
) -> None:
    message = sent(letter, post)
    assert message["List-Unsubscribe"].strip() == "<http://testserver/unsubscribe/token/>"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_a_letter_without_thread_or_unsubscribe_has_no_such_headers(
    letter: Letter, post: Post
) -> None:
    message = sent(dataclasses.replace(letter, thread="", unsubscribe=""), post)
    assert not {"List-Unsubscribe", "List-Unsubscribe-Post", "References"} & set(message.keys())


def test_pictures_are_kept_with_the_text_they_belong_to(letter: Letter, post: Post) -> None:
    message = sent(letter, post)
    assert message.get_content_type() == "multipart/related"
    words, picture = message.iter_parts()
    assert [part.get_content_type() for part in words.iter_parts()] == ["text/plain", "text/html"]
    assert picture["Content-ID"] == "<board>"
    assert picture.get_content_disposition() == "inline"
    assert picture.get_content() == PNG


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r", "\u2028", "\x0b", "\x00"])
def test_a_line_break_does_not_break_out_of_the_subject(
    letter: Letter, post: Post, newline: str
) -> None:
    subject = f"Autumn{newline}Bcc: charlie@example.org{newline}{newline}Give me your code"
    message = sent(dataclasses.replace(letter, subject=subject), post)
    assert message["Subject"] == "Autumn Bcc: charlie@example.org Give me your code"
    assert message["Bcc"] is None
    assert message["To"] == "alice@example.org"


def test_an_address_that_hides_a_header_is_refused(
    office: PostOffice, letter: Letter, post: Post
) -> None:
    delivery = post()
    delivery.address = "alice@example.org\nBcc: charlie@example.org"
    with pytest.raises(ValueError, match="Invalid address"):
        carry(letter, delivery)
    assert office.letters == []


class Picky(PostOffice):
    """A mail server that does not know the address."""

    def __init__(self, answer: str) -> None:
        super().__init__()
        self.answer = answer

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        return self.answer


@pytest.mark.parametrize(("answer", "permanent"), [("550 unknown", True), ("450 busy", False)])
def test_a_wrong_address_is_told_from_a_full_one(
    letter: Letter, post: Post, settings: Any, answer: str, permanent: bool
) -> None:
    controller = Controller(Picky(answer), hostname="127.0.0.1", port=free_port())
    controller.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", controller.port
    try:
        with pytest.raises(compose.UndeliverableError, match=answer[:3]) as refusal:
            carry(letter, post())
    finally:
        controller.stop()
    assert refusal.value.permanent is permanent


@contextmanager
def provider(status: int) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Run a mail provider's interface that gives one answer."""
    taken: list[dict[str, Any]] = []

    class Interface(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            taken.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(status)
            self.end_headers()
            self.wfile.write(b'{"messageId": "<1@provider.example>"}')

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Interface)
    worker = threading.Thread(target=server.serve_forever)
    worker.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", taken
    finally:
        server.shutdown()
        worker.join()
        server.server_close()


def hand_over(letter: Letter, post: Post, settings: Any, status: int) -> dict[str, Any]:
    with provider(status) as (address, taken):
        settings.EMAIL_BACKEND = "anymail.backends.brevo.EmailBackend"
        settings.ANYMAIL = {
            "BREVO_API_KEY": "key",
            "BREVO_API_URL": address,
            "IGNORE_UNSUPPORTED_FEATURES": True,
        }
        carry(letter, post())
    return taken[0]


def test_a_letter_is_sent_through_a_provider(letter: Letter, post: Post, settings: Any) -> None:
    taken = hand_over(letter, post, settings, 201)
    assert (taken["subject"], taken["textContent"]) == (letter.subject, letter.text)
    assert taken["to"] == [{"email": "alice@example.org"}]
    assert taken["headers"]["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert taken["headers"]["Message-ID"].startswith("<delivery-")


@pytest.mark.parametrize(
    ("status", "permanent"), [(400, True), (422, True), (401, False), (429, False), (503, False)]
)
def test_a_provider_that_never_takes_a_letter_is_told_from_one_that_may(
    letter: Letter, post: Post, settings: Any, status: int, permanent: bool
) -> None:
    with pytest.raises(compose.UndeliverableError, match=str(status)) as refusal:
        hand_over(letter, post, settings, status)
    assert refusal.value.permanent is permanent


def test_a_refusal_by_a_provider_says_nothing_of_the_letter(
    letter: Letter, post: Post, settings: Any
) -> None:
    with pytest.raises(compose.UndeliverableError) as refusal:
        hand_over(letter, post, settings, 400)
    assert str(refusal.value) == "refused (400)"
