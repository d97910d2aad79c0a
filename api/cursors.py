"""Lists that go on: each page tells an ``after``, by which the next one is asked for.

A page is found by what its first row is ordered by, not by counting the rows before it: it costs
the same however far down it is, and what comes in meanwhile shifts nothing.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Generic, TypeVar

from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext as _
from ninja import Query

from api.problems import Problem

M = TypeVar("M", bound=Model)
MOST = 50

Cursor = Annotated[
    str,
    Query(
        description='The `after` of the page before, "" for the first page.',
        max_length=200,
        examples=[""],
    ),
]
Limit = Annotated[int, Query(description="At most that many.", ge=1, le=MOST, examples=[20])]


@dataclass(frozen=True, slots=True)
class Slice(Generic[M]):
    """Some rows of a list, and by what to ask for those that follow; "" after the last."""

    rows: Sequence[M]
    after: str


def slice_newest(rows: QuerySet[M], moment: str, after: str, limit: int) -> Slice[M]:
    """Return the rows of a list after a cursor, the newest by a column of moments first.

    :raises Problem: if the cursor is none.
    """
    if after:
        at, pk = _read_cursor(after)
        same = Q(**{moment: at, "pk__lt": pk})
        rows = rows.filter(Q(**{f"{moment}__lte": at}), same | Q(**{f"{moment}__lt": at}))
    found = list(rows.order_by(f"-{moment}", "-pk")[: limit + 1])
    shown = found[:limit]
    return Slice(shown, _write_cursor(shown[-1], moment) if len(found) > limit else "")


def read_page(after: str) -> str:
    """Return the number of the page that a cursor asks for, of a list that is told by pages.

    :raises Problem: if the cursor is none.
    """
    return _read_digits(after, 6)


def read_id(after: str) -> int | None:
    """Return the id that a cursor goes on from, of a list in the order of its ids; None for the
    first page.

    :raises Problem: if the cursor is none.
    """
    return int(_read_digits(after, 18)) if after else None


def _read_digits(after: str, most: int) -> str:
    if after and not (after.isascii() and after.isdigit() and len(after) <= most):
        raise wrong_cursor()
    return after


def _write_cursor(row: Model, moment: str) -> str:
    words = f"{getattr(row, moment).isoformat()} {row.pk}"
    return base64.urlsafe_b64encode(words.encode()).decode().rstrip("=")


def _read_cursor(after: str) -> tuple[datetime, int]:
    try:
        words = base64.urlsafe_b64decode(after + "=" * (-len(after) % 4)).decode()
        at, _blank, pk = words.partition(" ")
        moment = datetime.fromisoformat(at)
        if moment.tzinfo is None or not pk.isdigit() or len(pk) > 18:
            raise wrong_cursor()
        # PostgreSQL reads fewer offsets than Python.
        return moment.astimezone(UTC), int(pk)
    except (ValueError, OverflowError, binascii.Error):
        raise wrong_cursor() from None


def wrong_cursor() -> Problem:
    """Return what is said of a cursor that is none."""
    return Problem("invalid", _("This list cannot be read on from there."))
