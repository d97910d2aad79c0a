"""What tests about letters share: a real mail server, a letter, and rows in the outbox."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime
from typing import Any

import pytest

from mail import compose, outbox
from mail.layout import Layout, Picture
from mail.letters import Letter
from mail.models import Delivery
from tests import servers
from tests.letters import PNG

Post = Callable[..., Delivery]


@pytest.fixture
def office(settings: Any) -> Iterator[servers.PostOffice]:
    """A mail server that every letter goes to."""
    with servers.post_office() as office:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", office.port
        yield office


@pytest.fixture
def letter() -> Letter:
    layout = Layout(
        top=("Zugpost",),
        headline="It is your turn.",
        pictures=(Picture("board", PNG, "The board"),),
    )
    return Letter(
        subject="Your turn",
        layout=layout,
        language="en",
        thread="news-7",
        unsubscribe="http://testserver/unsubscribe/token/",
    )


@pytest.fixture
def post(db: None, now: datetime) -> Post:
    """Put a row into the outbox and give it back."""

    def posted(key: str = "news-1", address: str = "alice@example.org", **more: Any) -> Delivery:
        outbox.post_letters(
            [outbox.build_delivery(key=key, kind="news", address=address, now=now, **more)]
        )
        return Delivery.objects.get(key=key)

    return posted


def carry(letter: Letter, delivery: Delivery) -> None:
    """Send a letter over a line of its own."""
    with closing(compose.SmtpConnection()) as line:
        compose.send_letter(letter, delivery, line)
