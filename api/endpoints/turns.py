"""What counts in a game: turns, answers, what can be done beside them, and what is said ahead."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Router

from api.authentication import PLAY, READ, person_of
from api.problems import Problem, problem_of_rules, problem_of_submission
from api.repeats import idempotent, read_form_key
from api.schemas.plans import OrdersIn, ReceiptOut
from api.schemas.turns import (
    ActionOut,
    AheadIn,
    AheadOut,
    ConditionalIn,
    ConditionalOut,
    DeclineIn,
    DoneOut,
    StandingIn,
    StandingOut,
)
from api.showing import say
from api.visits import GameId, require_own_seat, require_seat, visit_begun_game
from conquest.core import Refused
from games.ahead import conditional_turns, premoves, standing_orders
from games.models import Game, Seat, Submission
from games.pages import game as pages
from games.planner import typed_orders
from games.play import clock, offers, turns
from games.play.knowledge import known_game
from games.play.refusals import MAX_PLAN_CHARS, explain_refusal, too_long_refusal

router = Router(tags=["Turns"], auth=PLAY)


@router.post("/games/{game_id}/orders", response=ReceiptOut, summary="Hand in orders")
@idempotent
def submit_orders(request: HttpRequest, game_id: GameId, orders: OrdersIn) -> Any:
    """Hand in a turn, an answer, or something beside them, such as the offer of a draw. It counts
    as a whole, or not at all, and then the answer says why."""
    text = typed_orders.normalize_orders(orders.text)
    if len(text) > MAX_PLAN_CHARS or len(orders.ahead) > MAX_PLAN_CHARS:
        raise problem_of_submission(too_long_refusal(""))
    handed_in = turns.Orders(
        game_id=game_id,
        person=person_of(request),
        text=text,
        seen_version=orders.version,
        key=f"api-{read_form_key(request) or uuid.uuid4().hex}"[:64],
        ahead=orders.ahead,
        via=Submission.Via.API,
    )
    try:
        receipt = turns.submit(handed_in)
    except Game.DoesNotExist:
        raise Problem("not-found") from None
    except (turns.Rejected, Refused) as refusal:
        raise _explain(request, handed_in, refusal) from None
    return _show_receipt(receipt)


@router.get(
    "/games/{game_id}/actions", auth=READ, response=list[ActionOut], summary="What else can be done"
)
def list_actions(request: HttpRequest, game_id: GameId) -> Any:
    """Return what you may do now beside your turn: offer a draw, resign. Hand its text in as
    orders."""
    visit = visit_begun_game(request, game_id)
    known = known_game(visit.game, visit.viewer)
    return [
        {
            "text": action.text,
            "words": say(action.label),
            "explained": say(action.about),
            "any_time": action.any_time,
            "is_grave": action.is_grave,
            "accepts": action.accepts is not None,
        }
        for action in pages.side_actions(visit, known)
    ]


@router.post("/games/{game_id}/decline", response=DoneOut, summary="Decline an offer")
@idempotent
def decline_offer(request: HttpRequest, game_id: GameId, seen: DeclineIn) -> Any:
    """Decline what is offered to you, so that you are not asked for it any more."""
    seat = require_own_seat(visit_begun_game(request, game_id))
    return {"done": offers.decline_offer(seat, seen.version, now=clock.now())}


@router.get(
    "/games/{game_id}/premove", auth=READ, response=AheadOut, summary="The turn handed in ahead"
)
def get_premove(request: HttpRequest, game_id: GameId) -> Any:
    """Return your next turn that waits, "" if there is none."""
    seat = require_seat(visit_begun_game(request, game_id))
    waiting = premoves.waiting_premove(seat)
    return {
        "text": waiting.text if waiting else "",
        "is_careful": bool(waiting and waiting.is_careful),
    }


@router.put("/games/{game_id}/premove", response=AheadOut, summary="Hand in a turn ahead")
def file_premove(request: HttpRequest, game_id: GameId, premove: AheadIn) -> Any:
    """Hand in your next turn before it is asked for; "" takes back the one that waits."""
    visit, person = visit_begun_game(request, game_id), person_of(request)
    require_seat(visit)
    text = typed_orders.normalize_orders(premove.text)
    if len(text) > MAX_PLAN_CHARS:
        raise problem_of_submission(too_long_refusal(""))
    if not text.strip():
        premoves.withdraw_premove(game_id, person)
        return {"text": "", "is_careful": False}
    try:
        premoves.file_premove(
            game_id, person, text,
            seen_version=premove.version, is_careful=premove.is_careful, now=clock.now(),
        )  # fmt: skip
    except (premoves.PremoveRejected, Seat.DoesNotExist):
        raise Problem("stale", _too_late()) from None
    return {"text": text, "is_careful": premove.is_careful}


@router.get(
    "/games/{game_id}/conditional-turns",
    auth=READ,
    response=ConditionalOut,
    summary="Conditional turns",
)
def get_conditional_turns(request: HttpRequest, game_id: GameId) -> Any:
    """Return the turns that answer turns of the other side by themselves, "" if there are none."""
    waiting = conditional_turns.waiting_turns(require_seat(visit_begun_game(request, game_id)))
    return {"text": waiting.text if waiting else "", "delay": waiting.delay if waiting else 0}


@router.put(
    "/games/{game_id}/conditional-turns", response=ConditionalOut, summary="Keep conditional turns"
)
def file_conditional_turns(request: HttpRequest, game_id: GameId, filed: ConditionalIn) -> Any:
    """Keep turns that answer turns of the other side by themselves; "" takes them back."""
    visit, person = visit_begun_game(request, game_id), person_of(request)
    require_seat(visit)
    text = typed_orders.normalize_orders(filed.text)
    if not text.strip():
        conditional_turns.withdraw_turns(game_id, person)
        return {"text": "", "delay": filed.delay}
    try:
        conditional_turns.file_turns(
            game_id, person, text,
            seen_version=filed.version, delay=filed.delay, now=clock.now(), is_line=False,
        )  # fmt: skip
    except (conditional_turns.ConditionalRejected, Seat.DoesNotExist):
        raise Problem("stale", _too_late()) from None
    return {"text": text, "delay": filed.delay}


@router.get(
    "/games/{game_id}/standing-orders", auth=READ, response=StandingOut, summary="Standing orders"
)
def get_standing_orders(request: HttpRequest, game_id: GameId) -> Any:
    """Return the answers that you have given ahead, "" if there are none."""
    return {"text": standing_orders.standing_text(_seat_with_orders(request, game_id))}


@router.put(
    "/games/{game_id}/standing-orders", response=StandingOut, summary="File standing orders"
)
def file_standing_orders(request: HttpRequest, game_id: GameId, filed: StandingIn) -> Any:
    """File answers that you give ahead: they count from now on, in games that know them."""
    seat, person = _seat_with_orders(request, game_id), person_of(request)
    try:
        standing_orders.file_orders(game_id, person, filed.text, now=clock.now())
    except Seat.DoesNotExist:  # the game has ended since, or the seat is somebody else's
        raise Problem("not-found") from None
    seat.refresh_from_db()
    return {"text": standing_orders.standing_text(seat)}


def _seat_with_orders(request: HttpRequest, game_id: int) -> Seat:
    visit = visit_begun_game(request, game_id)
    if visit.game.rules.standing is None or not visit.game.is_running:
        raise Problem("not-found")
    return require_own_seat(visit)


def _explain(
    request: HttpRequest, orders: turns.Orders, refusal: turns.Rejected | Refused
) -> Problem:
    """Return why orders do not count, as the page of the game says it."""
    visit = visit_begun_game(request, orders.game_id)
    explained = explain_refusal(visit.game, visit.viewer, orders, refusal)
    if explained.refused is not None:
        return problem_of_rules(explained.refused)
    problem = problem_of_submission(explained)
    if isinstance(refusal, turns.StaleVersion):
        problem.kind = "stale"
    return problem


def _show_receipt(receipt: turns.SubmissionReceipt) -> dict[str, Any]:
    submission = receipt.submission
    return {
        "game": submission.game_id,
        "seat": receipt.seat.name,
        "text": submission.text,
        "first_seq": submission.first_seq,
        "last_seq": submission.last_seq,
        "version": submission.last_seq,
    }


def _too_late() -> str:
    return _("The game has gone on since you looked at it. Nothing was handed in ahead.")
