"""A person with private addresses."""

from __future__ import annotations

import pytest

from accounts.models import Person
from feeds.models import PrivateFeed


@pytest.fixture
def feed(alice: Person) -> PrivateFeed:
    return PrivateFeed.objects.create(person=alice)
