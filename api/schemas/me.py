"""What is a person's own."""

from __future__ import annotations

from ninja import Schema

from api.documentation import about
from api.schemas.games import AskedOut, GameOut


class AskedGameOut(Schema):
    """A game in which you are asked for something."""

    game: int = about("The number of the game.", 42)
    title: str = about("What it is called.", "Winter")
    rule_set: str = about("By which rules it is played.", "conquest")
    version: int = about("How many events have happened; orders name it.", 17)
    asked: AskedOut = about("What you owe.", {"seat": "south", "kind": "turn"})
    url: str = about("The address of its page.", "https://example.org/games/42/")


class GamesOut(Schema):
    """A page of a list of games."""

    games: list[GameOut] = about("The games.", [])
    after: str = about('Ask with it for the next page; "" after the last.', "")
