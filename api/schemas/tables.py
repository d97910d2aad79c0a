"""Tables: what they are opened with, and what is done there."""

from __future__ import annotations

from typing import Any

from ninja import Schema

from api.documentation import StrictSchema, describe_field

MAX_SHORT_CHARS = 200


class TableIn(StrictSchema):
    """The terms of a table; what is left out is as the form of the site has it."""

    rule_set: str = describe_field(
        "By which rules it is played.", "bollwerk", max_length=MAX_SHORT_CHARS
    )
    title: str | None = describe_field("What it is called.", "Winter", default=None)
    options: dict[str, Any] = describe_field(
        "Options of the rule set, by their names.", {}, default_factory=dict
    )
    is_private: bool = describe_field(
        "Whether only those who are invited see it.", False, default=False
    )
    is_rated: bool = describe_field("Whether it counts for the league.", True, default=True)
    welcomes_bots: bool = describe_field("Whether bots may sit down.", False, default=False)
    may_try: bool = describe_field("Whether players may try turns out.", True, default=True)
    starts_itself: bool = describe_field(
        "Whether it begins as soon as the last seat is taken.", True, default=True
    )
    terms: dict[str, Any] = describe_field(
        "All other fields of the form for a table, by their names, such as `preset`, `turn_hours`,"
        " `stand_in` or `asks_in_time`.",
        {"preset": "fast"},
        default_factory=dict,
    )


class JoinIn(StrictSchema):
    """Where to sit down."""

    seat: str = describe_field('A free seat, "" for any.', "south", default="", max_length=20)
    word: str = describe_field("A word that you add to the chance of the game.", "", default="")
    key: str = describe_field(
        "The last part of the invitation link, for a table that is private.", "", default="",
        max_length=100,
    )  # fmt: skip


class SeatIn(StrictSchema):
    """Another place at a table."""

    seat: str = describe_field("The seat.", "west", max_length=20)
    colour: str = describe_field("The colour of its pieces.", "black", default="", max_length=20)


class AddressesIn(StrictSchema):
    """Whom to invite."""

    addresses: list[str] = describe_field("Their addresses, ten at most.", ["bob@example.org"])


class InvitedOut(Schema):
    """How many letters of invitation are on their way."""

    letters: int = describe_field("Their number; nobody gets a second one.", 1)
    link: str = describe_field(
        "The link by which anybody you give it to may sit down.", "https://…"
    )


class LevelIn(StrictSchema):
    """Which house players to seat."""

    level: str = describe_field('How strong they are, "" for the usual strength.', "", default="")


class PlayerIn(StrictSchema):
    """Who is meant."""

    person: int = describe_field("The number of the person.", 7, ge=1, le=2**31 - 1)
