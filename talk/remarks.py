"""Reads of words at tables, in queries that a table of very many words makes no dearer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from db.postgres.prepared import prepared_cursor
from games.models import Mute, PlayerBlock, Submission
from games.queries import Visit
from talk.audiences import hears_watchers, readable_audiences, written_side
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


# By hand, since each page of a game asks for it. Each audience by its own index, and of that no
# more rows than are wanted: what others say among themselves is not read through. Who hears, whom
# and how many are part of the text, so that the plan that is kept knows them.
SAID_TO = """
    (SELECT id FROM talk_remark
    WHERE game_id = %(game)s AND audience = '{audience}' AND id < %(before)s {more}
    ORDER BY id DESC LIMIT {most:d})
"""
OF_SIDE = "AND side = %(side)s"
IF_HEARD = """
    AND EXISTS (SELECT FROM talk_talkterms WHERE game_id = %(game)s AND watchers_are_heard)
"""
NO_NUMBER = 2**63 - 1  # above that of all words


def list_remarks(visit: Visit, *, most: int, before: int | None = None) -> Sequence[HeardRemark]:
    """Return the newest words that a visitor may read at a table, at most that many, or those
    before a number; the newest come first."""
    found = _newest(visit, most, NO_NUMBER if before is None else before)
    if not found:
        return ()
    rows = Remark.objects.filter(pk__in=found).select_related("person").order_by("-pk")
    return [_hear(row, visit) for row in _with_marks(rows, visit)]


def _newest(visit: Visit, most: int, before: int) -> list[int]:
    """Return the numbers of those words."""
    parts = list(_readable_parts(visit, most))
    if not parts:
        return []
    given: dict[str, Any] = {"game": visit.game.pk, "before": before, "side": written_side(visit)}
    with prepared_cursor() as cursor:
        cursor.execute(f"{' UNION ALL '.join(parts)} ORDER BY id DESC LIMIT {most:d}", given)
        return [pk for (pk,) in cursor.fetchall()]


def _readable_parts(visit: Visit, most: int) -> Iterator[str]:
    """Yield statements for the newest words to each audience that a visitor belongs to."""
    audiences = readable_audiences(visit)
    for audience in audiences:
        more = OF_SIDE if audience == Audience.PARTNERS else ""
        yield SAID_TO.format(audience=audience.value, more=more, most=most)
    hears = hears_watchers(visit)
    if audiences and hears is not False:
        more = "" if hears else IF_HEARD
        yield SAID_TO.format(audience=Audience.WATCHERS.value, more=more, most=most)


def find_remark(visit: Visit, pk: int) -> HeardRemark | None:
    """Return the words of a number, None if there are none that a visitor may read."""
    newest = list_remarks(visit, most=1, before=pk + 1)
    return next((one for one in newest if one.remark.pk == pk), None)


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
