"""Games as somebody may know them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from ninja import Schema

from api.documentation import describe_field
from api.schemas.people import PersonOut

AT = "2026-11-30T20:00:00Z"


class SeatOut(Schema):
    """A seat, and who plays there."""

    name: str = describe_field("The name of the seat, as orders and the judge call it.", "south")
    title: str = describe_field("The name of the seat as people read it.", "South")
    colour: str = describe_field("The colour of its pieces.", "white")
    person: PersonOut | None = describe_field(
        "Who plays there, if anybody does.", None, default=None
    )
    is_absent: bool = describe_field(
        "Whether its decisions are answered by silence or a stand-in.", False
    )
    stand_in: PersonOut | None = describe_field("Who plays for them meanwhile.", None, default=None)
    place: int | None = describe_field("The place of its side once the game is over, from 1.", 1)
    has_won: bool = describe_field("Whether it has won.", False)


class AskedOut(Schema):
    """Something that a seat owes."""

    seat: str = describe_field("The seat that owes it.", "south")
    kind: str = describe_field("What it owes, a kind that its rule set names.", "turn")
    how: str = describe_field("Whether it composes orders or chooses one of a few.", "compose")
    version: int = describe_field("The version of the game that asked for it.", 17)
    opened_at: datetime = describe_field("Since when, in UTC.", AT)
    due_at: datetime = describe_field("Until when, in UTC.", AT)
    seconds_left: int = describe_field(
        "How long that is, by the clock of the site; 0 if it is late.", 86_400
    )


class GameOut(Schema):
    """A game or a table, with its seats and what is asked of them."""

    id: int = describe_field("The number of the game.", 42)
    title: str = describe_field("What it is called.", "Winter")
    rule_set: str = describe_field("By which rules it is played.", "conquest")
    options: dict[str, Any] = describe_field(
        "The options that differ from those of the rule set.", {}
    )
    board: str = describe_field("The board it is played on.", "four-islands")
    status: str = describe_field("One of open, running, over, annulled, called_off.", "running")
    is_paused: bool = describe_field("Whether nothing is asked and no clock runs.", False)
    is_private: bool = describe_field("Whether only those who are invited see it.", False)
    is_rated: bool = describe_field("Whether it counts for the league.", True)
    welcomes_bots: bool = describe_field("Whether bots may sit down at its table.", False)
    pace: dict[str, Any] = describe_field("Its clocks, as its table has chosen them.", {})
    host: PersonOut = describe_field("Who has opened its table.", {"id": 7, "name": "Alice"})
    version: int = describe_field("How many events have happened; orders name it.", 17)
    opened_at: datetime = describe_field("When its table was opened.", AT)
    started_at: datetime | None = describe_field("When it began.", AT)
    ended_at: datetime | None = describe_field("When it ended.", None)
    seats: list[SeatOut] = describe_field("Its seats in the order of play.", [])
    asked: list[AskedOut] = describe_field("What is owed now, the most urgent first.", [])
    seat: str | None = describe_field("The seat that you play, if any.", "south")
    invitation: str | None = describe_field(
        "Of a table of yours, the link by which those you give it to sit down.", None
    )
    url: str = describe_field("The address of its page.", "https://example.org/games/42/")


class FactsOut(Schema):
    """The public numbers of a seat."""

    seat: str = describe_field("The seat.", "south")
    numbers: dict[str, int] = describe_field(
        "By the names of the columns of the rule set.", {"pieces": 9}
    )
    facts: list[str] = describe_field("What else there is to say, in sentences.", [])


class ReportOut(Schema):
    """A position in numbers and sentences."""

    turn: str | None = describe_field("The seat on turn.", "south")
    number: int = describe_field("The number of the turn, from 1.", 3)
    points: int | None = describe_field("The points left to it, in games with points.", 20)
    reasons: list[str] = describe_field("Why it has that many.", [])
    seats: list[FactsOut] = describe_field("What is known of each seat.", [])
    notes: list[str] = describe_field("What else is to be known.", [])


class PositionOut(Schema):
    """A position as you may know it."""

    version: int = describe_field("After which event.", 17)
    viewer: str | None = describe_field("Whose eyes you look through; null is the public.", "south")
    state: dict[str, Any] = describe_field(
        "The position as a structure, which the rules library reads.", {}
    )
    lines: list[str] = describe_field("The board in sentences.", ["South: a knight on S40."])
    figures: dict[str, str] = describe_field(
        "What stands on which field.", {"s40": "knight of South"}
    )
    report: ReportOut = describe_field("The position in numbers.", {})


class EventOut(Schema):
    """Something that happened, as you may know it."""

    seq: int = describe_field("Its number, from 1.", 17)
    at: datetime = describe_field("When, in UTC.", AT)
    kind: str = describe_field("What it is, a kind of its rule set.", "moved")
    data: dict[str, Any] = describe_field("What more the rules say of it.", {})


class EventsOut(Schema):
    """Some events of a game, in their order."""

    events: list[EventOut] = describe_field("The events.", [])
    version: int = describe_field("The number of the last event of all.", 17)
    after: int = describe_field("Ask with it for those that follow.", 17)


class StepOut(Schema):
    """A step of a game in words."""

    seq: int = describe_field("The number of its last event.", 17)
    first: int = describe_field("The number of its first event.", 16)
    at: datetime = describe_field("When, in UTC.", AT)
    seat: str | None = describe_field("Who did it.", "south")
    sentence: str = describe_field("What it was, in your language.", "South moves a knight to S29.")
    notation: str = describe_field("What it was, as an order.", "s40-s29")
    cost: int = describe_field("How many points it cost.", 4)
    losses: list[str] = describe_field("What was lost by it, in words.", [])


class StepsOut(Schema):
    """Some steps of a game, in their order."""

    steps: list[StepOut] = describe_field("The steps.", [])
    version: int = describe_field("The number of the last event of all.", 17)
    after: int = describe_field("Ask with it for those that follow.", 17)


class FilmOut(Schema):
    """A film of some steps: pictures as SVG, and what is said to each."""

    layer: str = describe_field("The board as SVG, as it is at first.", "<g>…</g>")
    frames: list[dict[str, Any]] = describe_field(
        "Its frames: seq, said, the scene that replaces the one before, and shots in between.", []
    )
