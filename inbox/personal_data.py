"""Personal data in the inbox: the mails that people have sent us."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from inbox import store
from inbox.models import IncomingMail

ERASED, KEPT = (IncomingMail,), ()


class Author(Protocol):
    """What the inbox knows of a person."""

    pk: int


def export(person: Author) -> Iterator[tuple[str, Any]]:
    """Yield the mails of a person, as they came."""
    rows = IncomingMail.objects.filter(person=person.pk).order_by("pk").iterator()
    yield "incoming-mails", [_describe(row) for row in rows]


def erase(person: Author) -> None:
    """Delete the mails of a person."""
    IncomingMail.objects.filter(person=person.pk).delete()


def _describe(row: IncomingMail) -> dict[str, Any]:
    """Return a mail, and what it says unless that is deleted, or its key is lost."""
    known = {"arrived_at": row.arrived_at, "door": row.door, "outcome": row.outcome}
    try:
        return {**known, "mail": store.read_raw(row).decode("utf-8", "replace")}
    except ValueError:  # one such mail must not keep all other data back
        return known
