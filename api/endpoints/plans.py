"""A turn in the making: what can follow, what a text would do, drafts. Nothing here counts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Router

from api.authentication import PLAY, READ, person_of
from api.problems import Problem, problem_of_rules, problem_of_submission
from api.schemas.plans import BeginningIn, ChecksOut, DraftIn, DraftOut, OptionsOut, PlanIn
from api.showing import say
from api.visits import GameId, require_seat, visit_begun_game
from conquest.core import Choice, PlannedStep, Sketch
from games import queries
from games.pages import game as pages
from games.planner import drafts, plan_reader, typed_orders
from games.planner.review import TurnReview, review_turn
from games.play import clock
from games.play.knowledge import KnownGame, known_game
from games.play.refusals import MAX_PLAN_CHARS, off_turn_refusal, too_long_refusal

router = Router(tags=["Plans"], auth=PLAY)


@router.post("/games/{game_id}/options", auth=READ, response=OptionsOut, summary="What can follow")
def list_options(request: HttpRequest, game_id: GameId, plan: BeginningIn) -> Any:
    """Return all that can follow a text: orders that can be added to it, or, where one of a few is
    to be chosen, the answers. Without a text, all that you can begin with. Nothing is handed in."""
    visit, known = _planned_game(request, game_id)
    if visit.decision is not None and visit.decision.ask.how == "choose":
        choices = known.rules.composing.legal_choices(known.state, str(known.viewer))
        return _show_options(known, "", choices, None)
    sketch = plan_reader.sketch_plan(
        known.rules, known.state, str(known.viewer), typed_orders.normalize_orders(plan.text)
    )
    joined = known.rules.notation.join_words(sketch.step_texts)
    return _show_options(known, joined, sketch.choices, sketch)


@router.post(
    "/games/{game_id}/check", auth=READ, response=ChecksOut, summary="What a turn would do"
)
def check_turn(request: HttpRequest, game_id: GameId, plan: PlanIn) -> Any:
    """Return what a turn would do, as far as you can know: its steps, where it stops for others to
    answer, what lapses, and why it cannot be handed in, if so. Nothing is handed in."""
    visit, known = _planned_game(request, game_id)
    text = typed_orders.normalize_orders(plan.text)
    if len(text) > MAX_PLAN_CHARS:
        raise problem_of_submission(too_long_refusal(""))
    return _show_review(review_turn(known, text, _end_word(visit, known, plan)))


@router.get("/games/{game_id}/draft", auth=READ, response=DraftOut, summary="The plan that waits")
def get_draft(request: HttpRequest, game_id: GameId) -> Any:
    """Return the plan that is saved for your next turn, "" if there is none."""
    visit = visit_begun_game(request, game_id)
    seat = require_seat(visit)
    draft = drafts.find_draft(seat, person_of(request))
    text = drafts.waiting_text(draft, queries.last_composed(visit.game, seat))
    return {"text": text, "number": draft.number if draft else 0}


@router.put("/games/{game_id}/draft", response=DraftOut, summary="Save a plan")
def save_draft(request: HttpRequest, game_id: GameId, draft: DraftIn) -> Any:
    """Save a plan for your next turn; your pages show it, too. With `number` it is saved only if
    no other was saved since the one of that number."""
    visit, _known = _planned_game(request, game_id)
    text, now = typed_orders.normalize_orders(draft.text), clock.now()
    if len(text) > MAX_PLAN_CHARS:
        raise problem_of_submission(too_long_refusal(""))
    try:
        number = drafts.save_draft(
            require_seat(visit), person_of(request), text,
            version=visit.game.version, seen=draft.number, now=now,
        )  # fmt: skip
    except drafts.DraftConflict as conflict:
        words = _("On another page you have planned something else.")
        raise Problem("conflict", words, number=conflict.draft.number) from None
    return {"text": text, "number": number}


def _planned_game(request: HttpRequest, game_id: int) -> tuple[queries.Visit, KnownGame]:
    """Return a game in which its visitor can put a plan together, as they know it.

    :raises Problem: if they cannot.
    """
    visit = visit_begun_game(request, game_id)
    known = known_game(visit.game, visit.viewer)
    if visit.decision is None and not (visit.mine and pages.can_plan(visit, known)):
        raise problem_of_submission(off_turn_refusal(visit.game, visit.mine, ""))
    return visit, known


def _end_word(visit: queries.Visit, known: KnownGame, plan: PlanIn) -> str:
    return pages.end_word(visit, known) if plan.ends_turn else ""


def _show_options(
    known: KnownGame, text: str, choices: Iterable[Choice], sketch: Sketch[Any] | None
) -> dict[str, Any]:
    return {
        "version": known.version,
        "text": text,
        "between": known.rules.notation.between,
        "points_left": sketch.left if sketch else None,
        "is_partial": sketch.is_partial if sketch else False,
        "lacks": say(sketch.lacks) if sketch and sketch.lacks else "",
        "refused": problem_of_rules(sketch.refused).summary if sketch and sketch.refused else None,
        "choices": [_show_choice(choice) for choice in choices],
    }


def _show_choice(choice: Choice) -> dict[str, Any]:
    return {
        "text": choice.text,
        "words": say(choice.words),
        "piece": choice.piece,
        "origin": choice.origin,
        "target": choice.target,
        "way": list(choice.way),
        "cost": choice.cost,
        "captures": choice.captures,
        "tool": choice.tool,
        "replaces": choice.replaces,
    }


def _show_review(review: TurnReview) -> dict[str, Any]:
    refusal, sketch = review.refusal, review.sketch
    return {
        "version": review.known.version,
        "text": review.text,
        "steps": [_show_planned_step(step) for step in sketch.steps],
        "pauses": [
            {
                "after": pause.after,
                "seat": pause.seat,
                "kind": pause.kind,
                "answers": [choice.text for choice in pause.answers],
            }
            for pause in sketch.pauses
        ],
        "routes": [choice.text for choice in review.routes],
        "points_left": sketch.left,
        "wasted_points": review.wasted_points,
        "goes_on": review.is_open,
        "refused": problem_of_submission(refusal).summary if refusal else None,
    }


def _show_planned_step(step: PlannedStep) -> dict[str, Any]:
    return {
        "text": step.text,
        "words": say(step.phrase) if step.phrase else "",
        "cost": step.cost,
        "captures": step.captures,
        "unforeseen": say(step.unforeseen) if step.unforeseen else "",
    }
