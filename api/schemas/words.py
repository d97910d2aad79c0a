"""What is said at tables."""

from __future__ import annotations

from datetime import datetime

from ninja import Schema

from api.documentation import Taken, about
from api.schemas.games import AT
from api.schemas.people import PersonOut
from talk.models import MAX_TEXT_CHARS


class RemarkOut(Schema):
    """Something that somebody has said."""

    id: int = about("Its number.", 99)
    person: PersonOut = about("Who has said it.", {"id": 7, "name": "Alice"})
    audience: str = about("To whom: all, players, partners or watchers.", "all")
    text: str = about('What was said, "" if it is withdrawn or not shown to you.', "Good luck!")
    courtesy: str = about('Which ready-made courtesy it is, "" if none.', "luck")
    said_at: datetime = about("When, in UTC.", AT)
    edited_at: datetime | None = about("When it was edited.", None)
    is_withdrawn: bool = about("Whether it is withdrawn.", False)
    is_new: bool = about("Whether you have not read it.", True)


class TalkOut(Schema):
    """Words at a table, the oldest first."""

    remarks: list[RemarkOut] = about("The words.", [])
    audiences: list[str] = about("To whom you can say something.", ["all", "players"])
    courtesies: list[str] = about("The ready-made courtesies.", ["luck", "thanks"])
    after: str = about('Ask with it for older ones; "" if there are none.', "")


class RemarkIn(Taken):
    """Something to say."""

    audience: str = about("To whom: all, players, partners or watchers.", "all", max_length=10)
    text: str = about("What is said.", "Good luck!", default="", max_length=4 * MAX_TEXT_CHARS)
    courtesy: str = about("A ready-made courtesy in its place.", "", default="", max_length=20)


class TextIn(Taken):
    """Other words."""

    text: str = about("What is said.", "Good luck!", max_length=4 * MAX_TEXT_CHARS)


class ReadIn(Taken):
    """How far you have read."""

    remark: int = about("The newest words you have read.", 99, ge=1, le=2**62)
