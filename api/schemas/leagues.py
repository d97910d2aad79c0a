"""Players, results and leagues."""

from __future__ import annotations

from datetime import datetime

from ninja import Schema

from api.documentation import about
from api.schemas.games import AT
from api.schemas.people import PersonOut


class CountsOut(Schema):
    """What the results of a player add up to."""

    rule_set: str = about('In which game; "" in all together.', "conquest")
    games: int = about("How many games have counted.", 31)
    wins: int = about("How many were won.", 12)
    draws: int = about("How many were drawn.", 3)
    timeouts: int = about("How often time was up.", 1)


class RatingOut(CountsOut):
    """The rating of a player in a game."""

    rating: int = about("The rating.", 1620)
    doubt: int = about("How far it may be off.", 80)


class PlayerOut(PersonOut):
    """A player with their ratings."""

    ratings: list[RatingOut] = about("In each game they have played.", [])
    reliability: list[str] = about("How reliable they are, in sentences.", [])


class ResultOut(Schema):
    """How a player did in a game that counted."""

    game: int = about("The number of the game.", 42)
    title: str = about("What it is called.", "Winter")
    rule_set: str = about("By which rules it was played.", "conquest")
    ended_at: datetime = about("When it ended.", AT)
    ending: str = about("One of won, drawn, lost, left.", "won")
    place: int = about("The place of their side, from 1.", 1)
    numbers: dict[str, int] = about("What the game counts of a seat.", {"pieces": 9})
    rating: int = about("The rating after it.", 1620)


class ResultsOut(Schema):
    """A page of results."""

    results: list[ResultOut] = about("The results, the newest first.", [])
    after: str = about('Ask with it for the next page; "" after the last.', "")


class LeagueRowOut(CountsOut):
    """A row of a league."""

    person: PersonOut = about("Whose row it is.", {"id": 7, "name": "Alice"})
    place: int = about("Its place on this list, from 1.", 1)
    rating: int | None = about("The rating; none in the league of all games.", 1620)
    doubt: int | None = about("How far it may be off.", 80)
    numbers: dict[str, int] = about("The sums of what the game counts.", {})


class LeagueOut(Schema):
    """A page of a league."""

    rows: list[LeagueRowOut] = about("Its rows.", [])
    seasons: list[int] = about("The years for which there is a table of their own.", [2026])
    after: str = about('Ask with it for the next page; "" after the last.', "")
