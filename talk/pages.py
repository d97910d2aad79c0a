"""The words at a table as their reader sees them: beside a game, and on a page of their own."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.queries import Visit
from talk.audiences import takes_part, writable_audiences
from talk.courtesies import COURTESIES, translate_courtesy
from talk.models import MAX_TEXT_CHARS, Remark
from talk.references import Table, TextPiece, split_words
from talk.remarks import HeardRemark, list_remarks
from talk.saying import refuse_edit

SHOWN_BESIDE, SHOWN_ALONE = 12, 50


@dataclass(frozen=True, slots=True)
class ShownRemark:
    """Words as they are shown: in ``pieces``, or the one of a courtesy; none of what is withdrawn,
    or of somebody whom their reader mutes or blocks (``is_muted``, ``is_hidden``).

    ``can_edit``, ``can_withdraw`` and ``can_mute`` say what their reader can do with them.
    """

    remark: Remark
    pieces: Sequence[TextPiece]
    is_new: bool
    can_edit: bool
    can_withdraw: bool
    can_mute: bool
    is_muted: bool
    is_hidden: bool


@dataclass(frozen=True, slots=True)
class Talk:
    """The words at a table, the oldest of those shown first; ``older`` is the number before which
    there are more, None if there are none.

    ``unread`` of them are new to their reader, ``has_more_unread`` if that may be more. ``last`` is
    the newest one. The reader can say something to the ``audiences``, or one of the
    ``courtesies``.
    """

    remarks: Sequence[ShownRemark]
    older: int | None
    unread: int
    has_more_unread: bool
    last: int
    audiences: Sequence[tuple[str, Any]]
    courtesies: Sequence[tuple[str, Any]]
    key: str
    most_chars: int = MAX_TEXT_CHARS

    @property
    def can_say(self) -> bool:
        return bool(self.audiences)


def load_talk(visit: Visit, now: datetime, *, size: int, before: int | None = None) -> Talk | None:
    """Return the newest words at a table as its visitor may read them, or those before a number;
    None if words at tables are not for them."""
    if not takes_part(visit):
        return None
    heard = list_remarks(visit, most=size + 1, before=before)
    shown = heard[:size]
    fields = {name.lower(): name for name in visit.game.chart.fields} if shown else {}
    unread = sum(one.is_new for one in shown)
    return Talk(
        remarks=[_show(one, visit, now, fields) for one in reversed(shown)],
        older=shown[-1].remark.pk if len(heard) > size else None,
        unread=unread,
        has_more_unread=unread == size,
        last=shown[0].remark.pk if shown else 0,
        audiences=[(one.value, one.label) for one in writable_audiences(visit)],
        courtesies=list(COURTESIES.items()),
        key=uuid.uuid4().hex,
    )


def _show(
    heard: HeardRemark, visit: Visit, now: datetime, fields: Mapping[str, str]
) -> ShownRemark:
    remark = heard.remark
    is_there = remark.withdrawn_at is None and not heard.is_hidden
    return ShownRemark(
        remark=remark,
        pieces=_pieces(heard, visit, fields) if is_there else (),
        is_new=heard.is_new,
        can_edit=heard.is_own and not refuse_edit(remark, now),
        can_withdraw=heard.is_own and is_there,
        can_mute=is_there and not heard.is_own,
        is_muted=heard.is_muted,
        is_hidden=heard.is_hidden,
    )


def _pieces(heard: HeardRemark, visit: Visit, fields: Mapping[str, str]) -> Sequence[TextPiece]:
    remark, game = heard.remark, visit.game
    if remark.courtesy:
        return (TextPiece(translate_courtesy(remark.courtesy)),)
    last = game.version if game.started_at else 0
    return split_words(remark.text, Table(fields, last, heard.has_links))
