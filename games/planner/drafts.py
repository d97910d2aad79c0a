"""Drafts of plans that wait for their turn: kept on the server, they are on all devices of a
person."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import connection

from accounts.models import Person
from games.models import Draft, Seat, Submission


class DraftConflict(Exception):
    """Another page of the same person has saved another plan since: ``draft``."""

    def __init__(self, draft: Draft) -> None:
        super().__init__(draft)
        self.draft = draft


def find_draft(seat: Seat, person: Person) -> Draft | None:
    """Return a person's draft for their seat, used up or not; None if there is none."""
    return Draft.objects.filter(seat=seat, person=person).first()


def waiting_text(draft: Draft | None, last: Submission | None) -> str:
    """Return the plan that still waits: one saved for the position that the ``last`` composed
    orders were sent for, or for one before it, is used up."""
    # Nothing deletes a draft: the one transaction that counts a turn has nothing to do with drafts,
    # and a turn that fails leaves the plan where it was (decision 7).
    if draft is None or (last is not None and draft.version <= last.seen_version):
        return ""
    return draft.text


# One statement, so that of two pages that save at once only one can win. A row comes back unless
# another page has saved something else since the draft with the number ``seen``.
KEEP = """
    INSERT INTO games_draft (game_id, seat_id, person_id, text, version, number, kept_at)
    VALUES (%(game)s, %(seat)s, %(person)s, %(text)s, %(version)s, 1, %(now)s)
    ON CONFLICT (seat_id, person_id) DO UPDATE
    SET text = %(text)s, version = %(version)s, number = games_draft.number + 1, kept_at = %(now)s
    WHERE games_draft.number = %(seen)s OR games_draft.text = %(text)s OR %(seen)s IS NULL
    RETURNING number
"""


def save_draft(
    seat: Seat, person: Person, text: str, *, version: int, seen: int | None, now: datetime
) -> int:
    """Save a plan for the game as it is at ``version``; return the number of the draft.

    ``seen`` is the number of the draft that the plan grew out of (0: of none); with None the plan
    is saved whatever there is.

    :raises DraftConflict: if another plan was saved since.
    """
    params: dict[str, Any] = {"game": seat.game_id, "seat": seat.pk, "person": person.pk}
    params |= {"text": text, "version": version, "seen": seen, "now": now}
    with connection.cursor() as cursor:
        cursor.execute(KEEP, params)
        row = cursor.fetchone()
    if row is None:
        raise DraftConflict(Draft.objects.get(seat=seat, person=person))
    return int(row[0])
