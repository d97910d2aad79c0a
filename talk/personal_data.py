"""Personal data in words at tables: what a person has said, and how far they have read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from accounts import personal_data
from accounts.models import Person
from talk.models import ReadMark, Remark

ERASED, KEPT = (Remark, ReadMark), ()


def export(person: Person) -> Iterator[tuple[str, Any]]:
    """Yield what a person has said, withdrawn words too, and how far they have read."""
    yield from personal_data.export_rows(person, ERASED)


def erase(person: Person) -> None:
    """Delete what they have said: the words are gone from their tables."""
    personal_data.erase_rows(person, ERASED)
