"""Turns in the making, and what is handed in."""

from __future__ import annotations

from ninja import Schema

from api.documentation import StrictSchema, describe_field
from games.play.refusals import MAX_PLAN_CHARS


class RefusalOut(Schema):
    """Why something would not count."""

    kind: str = describe_field("One of unreadable, illegal, ambiguous, refused.", "illegal")
    sentence: str = describe_field("The sentence that a player reads.", "There is nobody on S41.")
    rule: str = describe_field('The number of the rule, "" where none says so.', "C22")
    order: int | None = describe_field("Which order it is, counted from 0.", 0)


class ChoiceOut(Schema):
    """One thing that can follow."""

    text: str = describe_field("The order to add.", "s40-s29")
    words: str = describe_field("What it is, in your language.", "knight S40: go to S29")
    piece: str = describe_field("The piece that does it.", "s40")
    origin: str = describe_field("Where it stands.", "s40")
    target: str = describe_field("Where it goes, or what it is done to.", "s29")
    way: list[str] = describe_field("The fields on its way.", ["s40", "s29"])
    cost: int = describe_field("How many points it costs.", 4)
    captures: bool = describe_field("Whether it captures.", False)
    tool: str = describe_field('With what of the tray it is done, "" with nothing.', "")
    replaces: bool = describe_field("Whether it takes the place of the last order.", False)


class OptionsOut(Schema):
    """What can follow a text."""

    version: int = describe_field("The version of the game it is true of.", 17)
    text: str = describe_field(
        "The orders that can be carried out, as the notation writes them.", ""
    )
    between: str = describe_field("What stands between two orders.", "; ")
    points_left: int | None = describe_field(
        "The points left after them, in games with points.", 16
    )
    is_partial: bool = describe_field(
        "Whether something is missing before they can be handed in.", False
    )
    lacks: str = describe_field("What that is, or what more could be done.", "")
    refused: RefusalOut | None = describe_field(
        "Why the rest of the text cannot be carried out.", None
    )
    choices: list[ChoiceOut] = describe_field("All that can follow.", [])


class BeginningIn(StrictSchema):
    """The beginning of a turn."""

    text: str = describe_field(
        'The orders so far, "" for none.', "s40-s29", default="", max_length=MAX_PLAN_CHARS
    )


class PlanIn(StrictSchema):
    """A text to check."""

    text: str = describe_field(
        "The orders, in the notation of the game.", "s40-s29; end", max_length=MAX_PLAN_CHARS
    )
    ends_turn: bool = describe_field(
        "Whether the word that ends a turn is added.", False, default=False
    )


class PlannedStepOut(Schema):
    """A step of a plan."""

    text: str = describe_field("The order, as the notation writes it.", "s40-s29")
    words: str = describe_field("What it does, in your language.", "knight S40 goes to S29")
    cost: int = describe_field("How many points it costs.", 4)
    captures: bool = describe_field("Whether it captures.", False)
    unforeseen: str = describe_field("What decides its result where nobody can know it.", "")


class PlannedPauseOut(Schema):
    """Where others can answer before a turn goes on."""

    after: int = describe_field("After which step, from 1.", 1)
    seat: str = describe_field("Who can answer.", "west")
    kind: str = describe_field("What they are asked for.", "window")
    answers: list[str] = describe_field("What they could answer, as you know it.", ["w3xs29"])


class ChecksOut(Schema):
    """What a turn would do."""

    version: int = describe_field("The version of the game it is true of.", 17)
    text: str = describe_field("The whole turn, as it would be handed in.", "s40-s29; end")
    steps: list[PlannedStepOut] = describe_field("Its steps.", [])
    pauses: list[PlannedPauseOut] = describe_field("Where others can answer.", [])
    routes: list[str] = describe_field("What its first order could mean, if several ways fit.", [])
    points_left: int | None = describe_field("The points left after it, in games with points.", 16)
    wasted_points: int = describe_field("How many points would lapse that could be spent.", 0)
    goes_on: bool = describe_field("Whether you owe the same turn after it.", False)
    refused: RefusalOut | None = describe_field("Why it cannot be handed in, if so.", None)


class DraftIn(StrictSchema):
    """A plan to save."""

    text: str = describe_field("The orders.", "s40-s29", max_length=MAX_PLAN_CHARS)
    number: int | None = describe_field(
        "The number of the draft it grew out of; 0 out of none.",
        3,
        default=None,
        ge=0,
        le=2**31 - 1,
    )


class DraftOut(Schema):
    """A plan that is saved."""

    text: str = describe_field("The orders.", "s40-s29")
    number: int = describe_field("Its number; each change has another one.", 4)


class OrdersIn(StrictSchema):
    """Orders that count."""

    text: str = describe_field("The orders, in the notation of the game.", "s40-s29; end")
    version: int = describe_field(
        "The version of the game they were written for: what happened since, you have not seen.",
        17,
        ge=0,
        le=2**31 - 1,
    )
    ahead: str = describe_field(
        "Standing orders that answer if you are asked again in the same turn.", "", default=""
    )


class ReceiptOut(Schema):
    """That orders count."""

    game: int = describe_field("The number of the game.", 42)
    seat: str = describe_field("The seat that has played.", "south")
    text: str = describe_field("The orders that were handed in.", "s40-s29; end")
    first_seq: int = describe_field("The number of the first event they led to.", 18)
    last_seq: int = describe_field("The number of the last one.", 20)
    version: int = describe_field("The version of the game right after them.", 20)
