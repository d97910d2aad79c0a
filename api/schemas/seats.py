"""Seats of running games, and what players agree on."""

from __future__ import annotations

from datetime import datetime

from ninja import Schema

from api.documentation import Taken, about
from api.schemas.dates import IsoDate

MAX_NUMBER = 2**31 - 1


class TakeOverIn(Taken):
    """Which seat to play on in."""

    seat: str = about("The seat of somebody who is absent.", "west", max_length=20)


class NamedIn(Taken):
    """Who is meant, by name."""

    name: str = about("The name of somebody.", "Bob", max_length=60)


class RequestIn(Taken):
    """Which request is answered."""

    request: int = about("Its number.", 3, ge=1, le=MAX_NUMBER)


class SeatRequestOut(Schema):
    """That somebody asks the host for a seat."""

    id: int = about("The number of the request.", 3)
    person: str = about("Who asks.", "Charlie")
    seat: str = about("For which seat.", "west")


class NudgeIn(Taken):
    """Whom to remind."""

    seat: str = about("The seat that is asked.", "west", max_length=20)


class PauseIn(Taken):
    """Until when to pause."""

    until: IsoDate = about(
        "The day on which the game goes on, at noon where you live.", "2026-12-24", strict=False
    )


class AgreementsOut(Schema):
    """What players can agree on, and what is proposed."""

    extensions_left: int = about("How often you can take more time.", 2)
    pause: int | None = about("The number of the pause that is proposed.", None)
    pause_until: datetime | None = about("Until when.", None)
    take_back: int | None = about("The number of the take-back that is asked for.", None)
    requests: list[SeatRequestOut] = about("Who asks you, the host, for a seat.", [])


class NoteIn(Taken):
    """A note to a piece of somebody else."""

    text: str = about('What you note; "" removes the note.', "a spy?", max_length=1_000)


class NoteOut(Schema):
    """A piece of somebody else, with what you have noted."""

    piece: str = about("The name of the piece, for the whole game.", "b3")
    field: str = about("Where it stands.", "e7")
    is_hidden: bool = about("Whether its kind is unknown.", True)
    text: str = about('Your note, "" if there is none.', "a spy?")
