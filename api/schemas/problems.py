"""How a program is told that something is refused."""

from __future__ import annotations

from ninja import Schema

from api.documentation import describe_field


class ValueProblemOut(Schema):
    """A value that cannot be understood."""

    value: str = describe_field("Which value it is.", "options.players")
    trouble: str = describe_field("What is wrong with it.", "unknown")


class ProblemOut(Schema):
    """Why something did not happen (RFC 9457)."""

    type: str = describe_field(
        "What kind of problem it is, as an address.", "https://…/api/#problem-stale"
    )
    title: str = describe_field("The name of the status.", "Conflict")
    status: int = describe_field("The status.", 409)
    detail: str = describe_field(
        "A sentence for people.", "The game has gone on since you looked at it."
    )
    rule: str | None = describe_field("The number of the rule that says so.", "C22", default=None)
    order: int | None = describe_field("Which order it is about, counted from 0.", 0, default=None)
    missed: list[str] | None = describe_field(
        "What happened since, in sentences.", [], default=None
    )
    number: int | None = describe_field("The number of the draft that stands.", 4, default=None)
    errors: list[ValueProblemOut] | None = describe_field(
        "Which values are wrong.", [], default=None
    )
