"""Players, results and leagues."""

from __future__ import annotations

from datetime import datetime

from ninja import Schema

from api.documentation import describe_field
from api.schemas.games import AT
from api.schemas.people import PersonOut


class CountsOut(Schema):
    """What the results of a player add up to."""

    rule_set: str = describe_field('In which game; "" in all together.', "conquest")
    games: int = describe_field("How many games have counted.", 31)
    wins: int = describe_field("How many were won.", 12)
    draws: int = describe_field("How many were drawn.", 3)
    timeouts: int = describe_field("How often time was up.", 1)


class RatingOut(CountsOut):
    """The rating of a player in a game."""

    rating: int = describe_field("The rating.", 1620)
    doubt: int = describe_field("How far it may be off.", 80)


class PlayerOut(PersonOut):
    """A player with their ratings."""

    ratings: list[RatingOut] = describe_field("In each game they have played.", [])
    reliability: list[str] = describe_field("How reliable they are, in sentences.", [])


class ResultOut(Schema):
    """How a player did in a game that counted."""

    game: int = describe_field("The number of the game.", 42)
    title: str = describe_field("What it is called.", "Winter")
    rule_set: str = describe_field("By which rules it was played.", "conquest")
    ended_at: datetime = describe_field("When it ended.", AT)
    ending: str = describe_field("One of won, drawn, lost, left.", "won")
    place: int = describe_field("The place of their side, from 1.", 1)
    numbers: dict[str, int] = describe_field("What the game counts of a seat.", {"pieces": 9})
    rating: int = describe_field("The rating after it.", 1620)


class ResultsOut(Schema):
    """A page of results."""

    results: list[ResultOut] = describe_field("The results, the newest first.", [])
    after: str = describe_field('Ask with it for the next page; "" after the last.', "")


class LeagueRowOut(CountsOut):
    """A row of a league."""

    person: PersonOut = describe_field("Whose row it is.", {"id": 7, "name": "Alice"})
    place: int = describe_field("Its place on this list, from 1.", 1)
    rating: int | None = describe_field("The rating; none in the league of all games.", 1620)
    doubt: int | None = describe_field("How far it may be off.", 80)
    numbers: dict[str, int] = describe_field("The sums of what the game counts.", {})


class LeagueOut(Schema):
    """A page of a league."""

    rows: list[LeagueRowOut] = describe_field("Its rows.", [])
    seasons: list[int] = describe_field(
        "The years for which there is a table of their own.", [2026]
    )
    after: str = describe_field('Ask with it for the next page; "" after the last.', "")
