"""Games as somebody may know them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from ninja import Schema

from api.documentation import about
from api.schemas.people import PersonOut

AT = "2026-11-30T20:00:00Z"


class SeatOut(Schema):
    """A seat, and who plays there."""

    name: str = about("The name of the seat, as orders and the judge call it.", "south")
    title: str = about("The name of the seat as people read it.", "South")
    colour: str = about("The colour of its pieces.", "white")
    person: PersonOut | None = about("Who plays there, if anybody does.", None, default=None)
    is_absent: bool = about("Whether its decisions are answered by silence or a stand-in.", False)
    stand_in: PersonOut | None = about("Who plays for them meanwhile.", None, default=None)
    place: int | None = about("The place of its side once the game is over, from 1.", 1)
    has_won: bool = about("Whether it has won.", False)


class AskedOut(Schema):
    """Something that a seat owes."""

    seat: str = about("The seat that owes it.", "south")
    kind: str = about("What it owes, a kind that its rule set names.", "turn")
    how: str = about("Whether it composes orders or chooses one of a few.", "compose")
    version: int = about("The version of the game that asked for it.", 17)
    opened_at: datetime = about("Since when, in UTC.", AT)
    due_at: datetime = about("Until when, in UTC.", AT)
    seconds_left: int = about(
        "How long that is, by the clock of the site; 0 if it is late.", 86_400
    )


class GameOut(Schema):
    """A game or a table, with its seats and what is asked of them."""

    id: int = about("The number of the game.", 42)
    title: str = about("What it is called.", "Winter")
    rule_set: str = about("By which rules it is played.", "conquest")
    options: dict[str, Any] = about("The options that differ from those of the rule set.", {})
    board: str = about("The board it is played on.", "four-islands")
    status: str = about("One of open, running, over, annulled, called_off.", "running")
    is_paused: bool = about("Whether nothing is asked and no clock runs.", False)
    is_private: bool = about("Whether only those who are invited see it.", False)
    is_rated: bool = about("Whether it counts for the league.", True)
    welcomes_bots: bool = about("Whether bots may sit down at its table.", False)
    pace: dict[str, Any] = about("Its clocks, as its table has chosen them.", {})
    host: PersonOut = about("Who has opened its table.", {"id": 7, "name": "Alice"})
    version: int = about("How many events have happened; orders name it.", 17)
    opened_at: datetime = about("When its table was opened.", AT)
    started_at: datetime | None = about("When it began.", AT)
    ended_at: datetime | None = about("When it ended.", None)
    seats: list[SeatOut] = about("Its seats in the order of play.", [])
    asked: list[AskedOut] = about("What is owed now, the most urgent first.", [])
    seat: str | None = about("The seat that you play, if any.", "south")
    invitation: str | None = about(
        "Of a table of yours, the link by which those you give it to sit down.", None
    )
    url: str = about("The address of its page.", "https://example.org/games/42/")


class FactsOut(Schema):
    """The public numbers of a seat."""

    seat: str = about("The seat.", "south")
    numbers: dict[str, int] = about("By the names of the columns of the rule set.", {"pieces": 9})
    facts: list[str] = about("What else there is to say, in sentences.", [])


class ReportOut(Schema):
    """A position in numbers and sentences."""

    turn: str | None = about("The seat on turn.", "south")
    number: int = about("The number of the turn, from 1.", 3)
    points: int | None = about("The points left to it, in games with points.", 20)
    reasons: list[str] = about("Why it has that many.", [])
    seats: list[FactsOut] = about("What is known of each seat.", [])
    notes: list[str] = about("What else is to be known.", [])


class PositionOut(Schema):
    """A position as you may know it."""

    version: int = about("After which event.", 17)
    viewer: str | None = about("Whose eyes you look through; null is the public.", "south")
    state: dict[str, Any] = about("The position as a structure, which the rules library reads.", {})
    lines: list[str] = about("The board in sentences.", ["South: a knight on S40."])
    figures: dict[str, str] = about("What stands on which field.", {"s40": "knight of South"})
    report: ReportOut = about("The position in numbers.", {})


class EventOut(Schema):
    """Something that happened, as you may know it."""

    seq: int = about("Its number, from 1.", 17)
    at: datetime = about("When, in UTC.", AT)
    kind: str = about("What it is, a kind of its rule set.", "moved")
    data: dict[str, Any] = about("What more the rules say of it.", {})


class EventsOut(Schema):
    """Some events of a game, in their order."""

    events: list[EventOut] = about("The events.", [])
    version: int = about("The number of the last event of all.", 17)
    after: int = about("Ask with it for those that follow.", 17)


class StepOut(Schema):
    """A step of a game in words."""

    seq: int = about("The number of its last event.", 17)
    first: int = about("The number of its first event.", 16)
    at: datetime = about("When, in UTC.", AT)
    seat: str | None = about("Who did it.", "south")
    sentence: str = about("What it was, in your language.", "South moves a knight to S29.")
    notation: str = about("What it was, as an order.", "s40-s29")
    cost: int = about("How many points it cost.", 4)
    losses: list[str] = about("What was lost by it, in words.", [])


class StepsOut(Schema):
    """Some steps of a game, in their order."""

    steps: list[StepOut] = about("The steps.", [])
    version: int = about("The number of the last event of all.", 17)
    after: int = about("Ask with it for those that follow.", 17)


class FilmOut(Schema):
    """A film of some steps: pictures as SVG, and what is said to each."""

    layer: str = about("The board as SVG, as it is at first.", "<g>…</g>")
    frames: list[dict[str, Any]] = about(
        "Its frames: seq, said, the scene that replaces the one before, and shots in between.", []
    )
