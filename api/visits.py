"""The games that a program asks for, as its person may see them."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest
from ninja import Path, Query

from api.authentication import reader_of
from api.problems import Problem, problem_of_submission
from games import queries
from games.models import Seat
from games.play.refusals import no_seat_refusal

MAX_ID = 2**31 - 1

GameId = Annotated[int, Path(description="The number of a game.", ge=1, le=MAX_ID, examples=[42])]
After = Annotated[
    int,
    Query(description="Only what follows this event.", ge=0, le=MAX_ID, examples=[16]),
]
Wait = Annotated[
    int,
    Query(
        description="For how many seconds the answer may wait for something new, 25 at most.",
        ge=0,
        le=25,
        examples=[25],
    ),
]


def visit_game(request: HttpRequest, game_id: int, *, key: str = "") -> queries.Visit:
    """Return a game or a table as the person of a request visits it.

    :raises Problem: if there is none, or none that they may know of.
    """
    visit = queries.load_visit(game_id, reader_of(request), key=key)
    if visit is None:
        raise Problem("not-found")
    return visit


def visit_begun_game(request: HttpRequest, game_id: int) -> queries.Visit:
    """Return a game that has begun.

    :raises Problem: if there is none, or it is still a table.
    """
    visit = visit_game(request, game_id)
    if visit.game.started_at is None:
        raise Problem("not-found")
    return visit


def require_seat(visit: queries.Visit) -> Seat:
    """Return the seat of a visitor.

    :raises Problem: if they have none.
    """
    if visit.mine is None:
        raise problem_of_submission(no_seat_refusal())
    return visit.mine


def require_own_seat(visit: queries.Visit) -> Seat:
    """Return the seat that is the visitor's own: who stands in for a friend has none here.

    :raises Problem: if they have none.
    """
    if visit.is_stand_in:
        raise problem_of_submission(no_seat_refusal())
    return require_seat(visit)
