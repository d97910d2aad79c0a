"""What is a person's own."""

from __future__ import annotations

from ninja import Schema

from api.documentation import describe_field
from api.schemas.games import AskedOut, GameOut


class AskedGameOut(Schema):
    """A game in which you are asked for something."""

    game: int = describe_field("The number of the game.", 42)
    title: str = describe_field("What it is called.", "Winter")
    rule_set: str = describe_field("By which rules it is played.", "conquest")
    version: int = describe_field("How many events have happened; orders name it.", 17)
    asked: AskedOut = describe_field("What you owe.", {"seat": "south", "kind": "turn"})
    url: str = describe_field("The address of its page.", "https://example.org/games/42/")


class GamesOut(Schema):
    """A page of a list of games."""

    games: list[GameOut] = describe_field("The games.", [])
    after: str = describe_field('Ask with it for the next page; "" after the last.', "")
