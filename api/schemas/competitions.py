"""Seasons and cups."""

from __future__ import annotations

from datetime import datetime

from ninja import Schema

from api.documentation import Taken, about
from api.schemas.games import AT


class CompetitionOut(Schema):
    """A season of a championship, or a cup."""

    id: int = about("The number of the competition.", 5)
    title: str = about("What it is called.", "Winter cup")
    kind: str = about("How it is played.", "knockout")
    rule_set: str = about("By which rules it is played.", "bollwerk")
    status: str = about("Where it stands.", "entry")
    is_private: bool = about("Whether only those who are invited see it.", False)
    begins_at: datetime = about("When it begins.", AT)
    has_entered: bool = about("Whether you take part.", False)
    groups: list[str] = about("The addresses of its groups, below `/competitions/{id}`.", ["1/1"])
    url: str = about("The address of its page.", "https://example.org/seasons/5/")


class EntryIn(Taken):
    """How you want to play."""

    at_once: int | None = about("How many games at once.", 3, default=None, ge=1, le=9999)
    is_lasting: bool = about("Whether in all seasons to come.", False, default=False)
    key: str = about(
        "The last part of the invitation link, for one that is private.", "", default="",
        max_length=100,
    )  # fmt: skip


class EntryOut(Schema):
    """That you take part."""

    at_once: int = about("How many games at once.", 3)
    is_lasting: bool = about("Whether in all seasons to come.", False)
    is_reserve: bool = about("Whether you wait for the place of somebody who leaves.", False)
