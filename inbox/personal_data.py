"""Personal data in the inbox: the mails that people have sent us."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from inbox import store
from inbox.models import IncomingMail

ERASED, KEPT = (IncomingMail,), ()
FACTS = ("arrived_at", "door", "outcome")


class Author(Protocol):
    """What the inbox knows of a person."""

    pk: int


def export(person: Author) -> Iterator[tuple[str, Any]]:
    """Yield a list of the mails of a person, and then each mail as it came in a file of its own."""
    rows = IncomingMail.objects.filter(person=person.pk).order_by("pk").values("pk", *FACTS)
    mails = list(enumerate(rows, start=1))
    yield (
        "incoming-mails",
        [{"number": number, **{name: mail[name] for name in FACTS}} for number, mail in mails],
    )
    for number, mail in mails:
        if raw := _read_raw(mail["pk"]):
            yield f"incoming-mails/{number}.eml", raw


def erase(person: Author) -> None:
    """Delete the mails of a person."""
    IncomingMail.objects.filter(person=person.pk).delete()


def _read_raw(pk: int) -> bytes:
    """Return a mail as it came, nothing of one that is deleted, or whose key is lost."""
    # Asked for one by one: a person may have some thousands, of half a megabyte each.
    row = IncomingMail.objects.filter(pk=pk).only("raw").first()
    try:
        return store.read_raw(row) if row else b""
    except ValueError:  # one such mail must not keep all other data back
        return b""
