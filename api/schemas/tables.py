"""Tables: what they are opened with, and what is done there."""

from __future__ import annotations

from typing import Any

from ninja import Schema

from api.documentation import Taken, about

MAX_SHORT_CHARS = 200


class TableIn(Taken):
    """The terms of a table; what is left out is as the form of the site has it."""

    rule_set: str = about("By which rules it is played.", "bollwerk", max_length=MAX_SHORT_CHARS)
    title: str | None = about("What it is called.", "Winter", default=None)
    options: dict[str, Any] = about(
        "Options of the rule set, by their names.", {}, default_factory=dict
    )
    is_private: bool = about("Whether only those who are invited see it.", False, default=False)
    is_rated: bool = about("Whether it counts for the league.", True, default=True)
    welcomes_bots: bool = about("Whether bots may sit down.", False, default=False)
    may_try: bool = about("Whether players may try turns out.", True, default=True)
    starts_itself: bool = about(
        "Whether it begins as soon as the last seat is taken.", True, default=True
    )
    terms: dict[str, Any] = about(
        "All other fields of the form for a table, by their names, such as `preset`, `turn_hours`,"
        " `stand_in` or `asks_in_time`.",
        {"preset": "fast"},
        default_factory=dict,
    )


class JoinIn(Taken):
    """Where to sit down."""

    seat: str = about('A free seat, "" for any.', "south", default="", max_length=20)
    word: str = about("A word that you add to the chance of the game.", "", default="")
    key: str = about(
        "The last part of the invitation link, for a table that is private.", "", default="",
        max_length=100,
    )  # fmt: skip


class SeatIn(Taken):
    """Another place at a table."""

    seat: str = about("The seat.", "west", max_length=20)
    colour: str = about("The colour of its pieces.", "black", default="", max_length=20)


class AddressesIn(Taken):
    """Whom to invite."""

    addresses: list[str] = about("Their addresses, ten at most.", ["bob@example.org"])


class InvitedOut(Schema):
    """How many letters of invitation are on their way."""

    letters: int = about("Their number; nobody gets a second one.", 1)
    link: str = about("The link by which anybody you give it to may sit down.", "https://…")


class LevelIn(Taken):
    """Which house players to seat."""

    level: str = about('How strong they are, "" for the usual strength.', "", default="")


class PlayerIn(Taken):
    """Who is meant."""

    person: int = about("The number of the person.", 7, ge=1, le=2**31 - 1)
