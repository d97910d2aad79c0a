"""News that are posted to the hooks of programs: numbers, a title and a link, never a position."""

from __future__ import annotations

from datetime import datetime

from ninja import Schema

from api.documentation import describe_field
from api.schemas.games import AT

URL = "https://example.org/games/42/"


class TurnNews(Schema):
    """Something that you owe in a game, or for a friend; or a bot of yours."""

    game: int = describe_field("The number of the game.", 42)
    title: str = describe_field("What it is called.", "Winter")
    rule_set: str = describe_field("By which rules it is played.", "conquest")
    version: int = describe_field("The version of the game that asks; orders name it.", 17)
    seat: str = describe_field("The seat that owes it.", "south")
    person: int = describe_field("The number of who is asked: you, or a bot of yours.", 7)
    kind: str = describe_field("What it owes, a kind that its rule set names.", "turn")
    due_at: datetime = describe_field("Until when, as it was when this was posted.", AT)
    url: str = describe_field("The address of its page.", URL)


class OwnGameNews(Schema):
    """A game of yours, or of a bot of yours."""

    game: int = describe_field("The number of the game.", 42)
    title: str = describe_field("What it is called.", "Winter")
    rule_set: str = describe_field("By which rules it is played.", "conquest")
    version: int = describe_field("How many events have happened.", 17)
    seat: str = describe_field("The seat.", "south")
    person: int = describe_field("The number of who plays there: you, or a bot of yours.", 7)
    url: str = describe_field("The address of its page.", URL)


class TableNews(Schema):
    """A table of yours."""

    game: int = describe_field("The number of the table, and of the game to come.", 42)
    title: str = describe_field("What it is called.", "Winter")
    rule_set: str = describe_field("By which rules it is played.", "conquest")
    url: str = describe_field("The address of its page.", URL)


class CompetitionNews(Schema):
    """A season or cup in which you take part."""

    competition: int = describe_field("The number of the competition.", 5)
    title: str = describe_field("What it is called.", "Winter cup")
    what: str = describe_field("What is new, in a word. More words may come.", "begin")
    url: str = describe_field("The address of its page.", "https://example.org/seasons/5/")


class HookTestNews(Schema):
    """A test that you have asked for."""

    url: str = describe_field("The address of the site.", "https://example.org/")
