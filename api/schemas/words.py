"""What is said at tables."""

from __future__ import annotations

from datetime import datetime

from ninja import Schema

from api.documentation import StrictSchema, describe_field
from api.schemas.games import AT
from api.schemas.people import PersonOut
from talk.models import MAX_TEXT_CHARS


class RemarkOut(Schema):
    """Something that somebody has said."""

    id: int = describe_field("Its number.", 99)
    person: PersonOut = describe_field("Who has said it.", {"id": 7, "name": "Alice"})
    audience: str = describe_field("To whom: all, players, partners or watchers.", "all")
    text: str = describe_field(
        'What was said, "" if it is withdrawn or not shown to you.', "Good luck!"
    )
    courtesy: str = describe_field('Which ready-made courtesy it is, "" if none.', "luck")
    said_at: datetime = describe_field("When, in UTC.", AT)
    edited_at: datetime | None = describe_field("When it was edited.", None)
    is_withdrawn: bool = describe_field("Whether it is withdrawn.", False)
    is_new: bool = describe_field("Whether you have not read it.", True)


class TalkOut(Schema):
    """Words at a table, the oldest first."""

    remarks: list[RemarkOut] = describe_field("The words.", [])
    audiences: list[str] = describe_field("To whom you can say something.", ["all", "players"])
    courtesies: list[str] = describe_field("The ready-made courtesies.", ["luck", "thanks"])
    after: str = describe_field('Ask with it for older ones; "" if there are none.', "")


class RemarkIn(StrictSchema):
    """Something to say."""

    audience: str = describe_field(
        "To whom: all, players, partners or watchers.", "all", max_length=10
    )
    text: str = describe_field(
        "What is said.", "Good luck!", default="", max_length=4 * MAX_TEXT_CHARS
    )
    courtesy: str = describe_field(
        "A ready-made courtesy in its place.", "", default="", max_length=20
    )


class TextIn(StrictSchema):
    """Other words."""

    text: str = describe_field("What is said.", "Good luck!", max_length=4 * MAX_TEXT_CHARS)


class ReadIn(StrictSchema):
    """How far you have read."""

    remark: int = describe_field("The newest words you have read.", 99, ge=1, le=2**62)
