"""Seats of running games, and what players agree on."""

from __future__ import annotations

from datetime import datetime

from ninja import Schema

from api.documentation import StrictSchema, describe_field
from api.schemas.dates import IsoDate

MAX_NUMBER = 2**31 - 1


class TakeOverIn(StrictSchema):
    """Which seat to play on in."""

    seat: str = describe_field("The seat of somebody who is absent.", "west", max_length=20)


class NamedIn(StrictSchema):
    """Who is meant, by name."""

    name: str = describe_field("The name of somebody.", "Bob", max_length=60)


class RequestIn(StrictSchema):
    """Which request is answered."""

    request: int = describe_field("Its number.", 3, ge=1, le=MAX_NUMBER)


class SeatRequestOut(Schema):
    """That somebody asks the host for a seat."""

    id: int = describe_field("The number of the request.", 3)
    person: str = describe_field("Who asks.", "Charlie")
    seat: str = describe_field("For which seat.", "west")


class NudgeIn(StrictSchema):
    """Whom to remind."""

    seat: str = describe_field("The seat that is asked.", "west", max_length=20)


class PauseIn(StrictSchema):
    """Until when to pause."""

    until: IsoDate = describe_field(
        "The day on which the game goes on, at noon where you live.", "2026-12-24", strict=False
    )


class AgreementsOut(Schema):
    """What players can agree on, and what is proposed."""

    extensions_left: int = describe_field("How often you can take more time.", 2)
    pause: int | None = describe_field("The number of the pause that is proposed.", None)
    pause_until: datetime | None = describe_field("Until when.", None)
    take_back: int | None = describe_field("The number of the take-back that is asked for.", None)
    requests: list[SeatRequestOut] = describe_field("Who asks you, the host, for a seat.", [])


class NoteIn(StrictSchema):
    """A note to a piece of somebody else."""

    text: str = describe_field('What you note; "" removes the note.', "a spy?", max_length=1_000)


class NoteOut(Schema):
    """A piece of somebody else, with what you have noted."""

    piece: str = describe_field("The name of the piece, for the whole game.", "b3")
    field: str = describe_field("Where it stands.", "e7")
    is_hidden: bool = describe_field("Whether its kind is unknown.", True)
    text: str = describe_field('Your note, "" if there is none.', "a spy?")
