"""Personal data in the training: completed lessons, and best results in missions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from accounts import personal_data
from accounts.models import Person
from training.models import CompletedLesson, MissionScore

ERASED, KEPT = (CompletedLesson, MissionScore), ()


def export(person: Person) -> Iterator[tuple[str, Any]]:
    """Yield a person's lessons and missions."""
    yield from personal_data.export_rows(person, ERASED)


def erase(person: Person) -> None:
    """Delete a person's lessons and missions."""
    personal_data.erase_rows(person, ERASED)
