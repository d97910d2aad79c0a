"""What tests about channels share: a webhook of Alice, and a receiver on loopback."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest

from accounts.models import Person
from mail.channels import guard, registration, sender
from mail.models import Channel
from tests.mail.channels.receiver import Receiver, receiver

PUBLIC = "8.8.8.8"
URL = "https://ntfy.sh/a-secret-topic"


@pytest.fixture
def webhook(alice: Person, now: datetime) -> Channel:
    return registration.add_webhook(alice.pk, "ntfy", "ntfy.sh", URL, says_little=False, now=now)


@pytest.fixture
def received(monkeypatch: Any) -> Iterator[Receiver]:
    """A receiver that all channels lead to, whatever their host."""
    with receiver() as running:
        monkeypatch.setattr(guard, "look_up", lambda host: [PUBLIC])
        monkeypatch.setattr(sender, "connect", running.connect)
        yield running
