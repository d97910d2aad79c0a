"""Personal data in the feeds: that a person has addresses, and when their calendar reminds them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from accounts import personal_data
from accounts.models import Person
from feeds.models import PrivateFeed

ERASED, KEPT = (PrivateFeed,), ()


def export(person: Person) -> Iterator[tuple[str, Any]]:
    """Yield what is set; the addresses themselves stand on their page."""
    yield from personal_data.export_rows(person, ERASED)


def erase(person: Person) -> None:
    """Take their addresses away."""
    personal_data.erase_rows(person, ERASED)
