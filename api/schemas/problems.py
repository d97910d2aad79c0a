"""How a program is told that something is refused."""

from __future__ import annotations

from ninja import Schema

from api.documentation import about


class ValueProblemOut(Schema):
    """A value that cannot be understood."""

    value: str = about("Which value it is.", "options.players")
    trouble: str = about("What is wrong with it.", "unknown")


class ProblemOut(Schema):
    """Why something did not happen (RFC 9457)."""

    type: str = about("What kind of problem it is, as an address.", "https://…/api/#problem-stale")
    title: str = about("The name of the status.", "Conflict")
    status: int = about("The status.", 409)
    detail: str = about("A sentence for people.", "The game has gone on since you looked at it.")
    rule: str | None = about("The number of the rule that says so.", "C22", default=None)
    order: int | None = about("Which order it is about, counted from 0.", 0, default=None)
    missed: list[str] | None = about("What happened since, in sentences.", [], default=None)
    number: int | None = about("The number of the draft that stands.", 4, default=None)
    errors: list[ValueProblemOut] | None = about("Which values are wrong.", [], default=None)
