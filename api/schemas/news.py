"""News that are posted to the hooks of programs: numbers, a title and a link, never a position."""

from __future__ import annotations

from datetime import datetime

from ninja import Schema

from api.documentation import about
from api.schemas.games import AT

URL = "https://example.org/games/42/"


class TurnNews(Schema):
    """Something that you owe in a game, or for a friend; or a bot of yours."""

    game: int = about("The number of the game.", 42)
    title: str = about("What it is called.", "Winter")
    rule_set: str = about("By which rules it is played.", "conquest")
    version: int = about("The version of the game that asks; orders name it.", 17)
    seat: str = about("The seat that owes it.", "south")
    person: int = about("The number of who is asked: you, or a bot of yours.", 7)
    kind: str = about("What it owes, a kind that its rule set names.", "turn")
    due_at: datetime = about("Until when, as it was when this was posted.", AT)
    url: str = about("The address of its page.", URL)


class OwnGameNews(Schema):
    """A game of yours, or of a bot of yours."""

    game: int = about("The number of the game.", 42)
    title: str = about("What it is called.", "Winter")
    rule_set: str = about("By which rules it is played.", "conquest")
    version: int = about("How many events have happened.", 17)
    seat: str = about("The seat.", "south")
    person: int = about("The number of who plays there: you, or a bot of yours.", 7)
    url: str = about("The address of its page.", URL)


class TableNews(Schema):
    """A table of yours."""

    game: int = about("The number of the table, and of the game to come.", 42)
    title: str = about("What it is called.", "Winter")
    rule_set: str = about("By which rules it is played.", "conquest")
    url: str = about("The address of its page.", URL)


class CompetitionNews(Schema):
    """A season or cup in which you take part."""

    competition: int = about("The number of the competition.", 5)
    title: str = about("What it is called.", "Winter cup")
    what: str = about("What is new, in a word. More words may come.", "begin")
    url: str = about("The address of its page.", "https://example.org/seasons/5/")


class HookTestNews(Schema):
    """A test that you have asked for."""

    url: str = about("The address of the site.", "https://example.org/")
