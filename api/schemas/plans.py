"""Turns in the making, and what is handed in."""

from __future__ import annotations

from ninja import Schema

from api.documentation import Taken, about
from games.play.refusals import MAX_PLAN_CHARS


class RefusalOut(Schema):
    """Why something would not count."""

    kind: str = about("One of unreadable, illegal, ambiguous, refused.", "illegal")
    sentence: str = about("The sentence that a player reads.", "There is nobody on S41.")
    rule: str = about('The number of the rule, "" where none says so.', "C22")
    order: int | None = about("Which order it is, counted from 0.", 0)


class ChoiceOut(Schema):
    """One thing that can follow."""

    text: str = about("The order to add.", "s40-s29")
    words: str = about("What it is, in your language.", "knight S40: go to S29")
    piece: str = about("The piece that does it.", "s40")
    origin: str = about("Where it stands.", "s40")
    target: str = about("Where it goes, or what it is done to.", "s29")
    way: list[str] = about("The fields on its way.", ["s40", "s29"])
    cost: int = about("How many points it costs.", 4)
    captures: bool = about("Whether it captures.", False)
    tool: str = about('With what of the tray it is done, "" with nothing.', "")
    replaces: bool = about("Whether it takes the place of the last order.", False)


class OptionsOut(Schema):
    """What can follow a text."""

    version: int = about("The version of the game it is true of.", 17)
    text: str = about("The orders that can be carried out, as the notation writes them.", "")
    between: str = about("What stands between two orders.", "; ")
    points_left: int | None = about("The points left after them, in games with points.", 16)
    is_partial: bool = about("Whether something is missing before they can be handed in.", False)
    lacks: str = about("What that is, or what more could be done.", "")
    refused: RefusalOut | None = about("Why the rest of the text cannot be carried out.", None)
    choices: list[ChoiceOut] = about("All that can follow.", [])


class BeginningIn(Taken):
    """The beginning of a turn."""

    text: str = about(
        'The orders so far, "" for none.', "s40-s29", default="", max_length=MAX_PLAN_CHARS
    )


class PlanIn(Taken):
    """A text to check."""

    text: str = about(
        "The orders, in the notation of the game.", "s40-s29; end", max_length=MAX_PLAN_CHARS
    )
    ends_turn: bool = about("Whether the word that ends a turn is added.", False, default=False)


class PlannedStepOut(Schema):
    """A step of a plan."""

    text: str = about("The order, as the notation writes it.", "s40-s29")
    words: str = about("What it does, in your language.", "knight S40 goes to S29")
    cost: int = about("How many points it costs.", 4)
    captures: bool = about("Whether it captures.", False)
    unforeseen: str = about("What decides its result where nobody can know it.", "")


class PlannedPauseOut(Schema):
    """Where others can answer before a turn goes on."""

    after: int = about("After which step, from 1.", 1)
    seat: str = about("Who can answer.", "west")
    kind: str = about("What they are asked for.", "window")
    answers: list[str] = about("What they could answer, as you know it.", ["w3xs29"])


class ChecksOut(Schema):
    """What a turn would do."""

    version: int = about("The version of the game it is true of.", 17)
    text: str = about("The whole turn, as it would be handed in.", "s40-s29; end")
    steps: list[PlannedStepOut] = about("Its steps.", [])
    pauses: list[PlannedPauseOut] = about("Where others can answer.", [])
    routes: list[str] = about("What its first order could mean, if several ways fit.", [])
    points_left: int | None = about("The points left after it, in games with points.", 16)
    wasted_points: int = about("How many points would lapse that could be spent.", 0)
    goes_on: bool = about("Whether you owe the same turn after it.", False)
    refused: RefusalOut | None = about("Why it cannot be handed in, if so.", None)


class DraftIn(Taken):
    """A plan to save."""

    text: str = about("The orders.", "s40-s29", max_length=MAX_PLAN_CHARS)
    number: int | None = about(
        "The number of the draft it grew out of; 0 out of none.",
        3,
        default=None,
        ge=0,
        le=2**31 - 1,
    )


class DraftOut(Schema):
    """A plan that is saved."""

    text: str = about("The orders.", "s40-s29")
    number: int = about("Its number; each change has another one.", 4)


class OrdersIn(Taken):
    """Orders that count."""

    text: str = about("The orders, in the notation of the game.", "s40-s29; end")
    version: int = about(
        "The version of the game they were written for: what happened since, you have not seen.",
        17,
        ge=0,
        le=2**31 - 1,
    )
    ahead: str = about(
        "Standing orders that answer if you are asked again in the same turn.", "", default=""
    )


class ReceiptOut(Schema):
    """That orders count."""

    game: int = about("The number of the game.", 42)
    seat: str = about("The seat that has played.", "south")
    text: str = about("The orders that were handed in.", "s40-s29; end")
    first_seq: int = about("The number of the first event they led to.", 18)
    last_seq: int = about("The number of the last one.", 20)
    version: int = about("The version of the game right after them.", 20)
