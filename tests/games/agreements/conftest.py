"""What tests of agreements may use: letters that can be answered."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cache
from typing import Any

import pytest

from accounts.models import Person
from tests.games.replies.mailbox import Mailbox


@pytest.fixture(autouse=True)
def answerable(settings: Any) -> None:
    settings.REPLY_ADDRESS = "reply@play.example.org"


@pytest.fixture
def mailbox(now: datetime) -> Callable[[Person], Mailbox]:
    """Return the one mailbox of each person."""
    return cache(lambda person: Mailbox(person, now))
