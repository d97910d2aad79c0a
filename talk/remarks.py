"""Reads of words at tables, each in one query that a table of very many words makes no dearer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from games.fenced import OneOf
from games.models import Mute, PlayerBlock, Submission
from games.queries import Visit
from talk.audiences import is_player, may_read_watchers, readable_audiences, written_side
from talk.models import Audience, ReadMark, Remark


@dataclass(frozen=True, slots=True)
class HeardRemark:
    """Words as somebody reads them: whether they are their ``is_own``, and ``is_new`` to them, and
    whether pages that they name ``has_links``, as reader and author both have a seat there and have
    played. Those of an author whom the reader mutes there ``is_muted``, or ``is_blocked`` at all,
    are not shown.
    """

    remark: Remark
    is_own: bool
    is_new: bool
    has_links: bool
    is_muted: bool
    is_blocked: bool

    @property
    def is_hidden(self) -> bool:
        return self.is_muted or self.is_blocked


def list_remarks(visit: Visit, *, most: int, before: int | None = None) -> Sequence[HeardRemark]:
    """Return the newest words that a visitor may read at a table, at most that many, or those
    before a number; the newest come first."""
    parts = [part[:most] for part in _readable_parts(visit, before)]
    if not parts:
        return ()
    # Each audience by its own index, and of that no more rows than are wanted: what others say
    # among themselves is not read through.
    ids = reduce(lambda one, other: one.union(other, all=True), parts).order_by("-pk")[:most]
    rows = Remark.objects.filter(OneOf("pk", ids)).select_related("person").order_by("-pk")
    return [_hear(row, visit) for row in _with_marks(rows, visit)]


def find_remark(visit: Visit, pk: int) -> HeardRemark | None:
    """Return the words of a number, None if there are none that a visitor may read."""
    newest = list_remarks(visit, most=1, before=pk + 1)
    return next((one for one in newest if one.remark.pk == pk), None)


def _readable_parts(visit: Visit, before: int | None) -> list[QuerySet[Remark, Any]]:
    rows = Remark.objects.filter(game=visit.game).order_by("-pk").values("pk")
    if before is not None:
        rows = rows.filter(pk__lt=before)
    audiences = readable_audiences(visit)
    parts = [_said_to(rows, audience, visit) for audience in audiences]
    if audiences and is_player(visit):
        parts.append(rows.filter(may_read_watchers(visit), audience=Audience.WATCHERS))
    return parts


def _said_to(
    rows: QuerySet[Remark, Any], audience: Audience, visit: Visit
) -> QuerySet[Remark, Any]:
    if audience != Audience.PARTNERS:
        return rows.filter(audience=audience)
    return rows.filter(audience=audience, side=written_side(visit))


def _with_marks(rows: QuerySet[Remark], visit: Visit) -> QuerySet[Any]:
    marks = ReadMark.objects.filter(game=visit.game, person=visit.person)
    mutes = Mute.objects.filter(game=visit.game, person=visit.person)
    blocks = PlayerBlock.objects.filter(person=visit.person)
    # By the seat that somebody has now, whose newest turn is found first: to look through all of a
    # long game would take as long for each remark of somebody who has played no turn there.
    turns = Submission.objects.filter(seat__game=visit.game, is_side_action=False)
    return rows.annotate(
        read_to=Subquery(marks.values("read_to")[:1]),
        author_has_played=Exists(
            turns.filter(person=OuterRef("person"), seat__person=OuterRef("person"))
        ),
        reader_has_played=Exists(turns.filter(person=visit.person, seat__person=visit.person)),
        is_muted=Exists(mutes.filter(other=OuterRef("person"))),
        is_blocked=Exists(blocks.filter(other=OuterRef("person"))),
    )


def _hear(row: Any, visit: Visit) -> HeardRemark:
    is_own = row.person == visit.person
    is_shown = row.withdrawn_at is None and not (row.is_muted or row.is_blocked)
    return HeardRemark(
        row,
        is_own,
        is_new=is_shown and not is_own and row.pk > (row.read_to or 0),
        has_links=is_own or (row.author_has_played and row.reader_has_played),
        is_muted=row.is_muted,
        is_blocked=row.is_blocked,
    )
