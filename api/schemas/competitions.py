"""Seasons and cups."""

from __future__ import annotations

from datetime import datetime

from ninja import Schema

from api.documentation import StrictSchema, describe_field
from api.schemas.games import AT


class CompetitionOut(Schema):
    """A season of a championship, or a cup."""

    id: int = describe_field("The number of the competition.", 5)
    title: str = describe_field("What it is called.", "Winter cup")
    kind: str = describe_field("How it is played.", "knockout")
    rule_set: str = describe_field("By which rules it is played.", "bollwerk")
    status: str = describe_field("Where it stands.", "entry")
    is_private: bool = describe_field("Whether only those who are invited see it.", False)
    begins_at: datetime = describe_field("When it begins.", AT)
    has_entered: bool = describe_field("Whether you take part.", False)
    groups: list[str] = describe_field(
        "The addresses of its groups, below `/competitions/{id}`.", ["1/1"]
    )
    url: str = describe_field("The address of its page.", "https://example.org/seasons/5/")


class EntryIn(StrictSchema):
    """How you want to play."""

    at_once: int | None = describe_field("How many games at once.", 3, default=None, ge=1, le=9999)
    is_lasting: bool = describe_field("Whether in all seasons to come.", False, default=False)
    key: str = describe_field(
        "The last part of the invitation link, for one that is private.", "", default="",
        max_length=100,
    )  # fmt: skip


class EntryOut(Schema):
    """That you take part."""

    at_once: int = describe_field("How many games at once.", 3)
    is_lasting: bool = describe_field("Whether in all seasons to come.", False)
    is_reserve: bool = describe_field(
        "Whether you wait for the place of somebody who leaves.", False
    )
