"""What tests about hooks share: a hook of Alice's program, and a receiver on loopback."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import pytest

from accounts.models import Person
from api.hooks.payloads import WRITERS
from api.tasks import say_switched_off
from games.play.program_news import ProgramTopic
from mail.channels import guard, sender
from mail.hooks import carrier, registration
from mail.hooks.carrier import HookOffice
from mail.models import ProgramHook
from tests.mail.channels.conftest import PUBLIC
from tests.mail.channels.receiver import Receiver, receiver

URL = "https://bot.example.org/news?a-secret"
TOPICS = [one for one in ProgramTopic if one != ProgramTopic.FULL]


@dataclass
class ToldHook:
    """A hook, and the secrets that its program knows."""

    hook: ProgramHook
    secrets: list[str] = field(default_factory=list)


@pytest.fixture
def told(alice: Person, now: datetime) -> ToldHook:
    """A hook of Alice that wants all news but that of tables, whose host she is."""
    hook, secret = registration.add_hook(alice.pk, "bot", URL, TOPICS, now=now)
    return ToldHook(hook, [secret])


@pytest.fixture
def received(monkeypatch: Any) -> Iterator[Receiver]:
    """A receiver that all hooks lead to, whatever their host."""
    with receiver() as running:
        monkeypatch.setattr(guard, "look_up", lambda host: [PUBLIC])
        monkeypatch.setattr(sender, "connect", running.connect)
        yield running


def deliver(now: datetime) -> int:
    """Post what is due."""
    office = HookOffice(writers=WRITERS, switched_off=say_switched_off, clock=lambda: now)
    return carrier.deliver_news(office)
