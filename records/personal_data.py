"""Personal data in the archive: who sat in which finished game, which is told with the games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from accounts.models import Person
from records.models import ArchivedSeat

ERASED, KEPT = (), (ArchivedSeat,)


def export(person: Person) -> Iterator[tuple[str, Any]]:
    """Yield nothing: what is here is made of the games, which their own app exports."""
    yield from ()


def erase(person: Person) -> None:
    """Keep their seats in games that are over, under the name that is shown of a former player."""
