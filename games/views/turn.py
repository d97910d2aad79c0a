"""The views that review a turn and hand it in."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from conquest.core import TURN_REVIEW, BoardStyle
from conquest.registry import AnyRules
from games import board, queries
from games.ahead import branches, premoves
from games.pages import game as pages
from games.pages.access import (
    form_orders,
    form_value,
    parse_number,
    player_action,
    private,
    redirect_to_game,
    rotation,
    rotation_params,
    signed_in_person,
    started_visit_or_404,
)
from games.pages.meter import plan_meter
from games.pages.submission import form_turn, hand_in_orders
from games.planner import composer, drafts
from games.planner.review import TurnReview, review_turn
from games.planner.threats import exposed_pieces, threats_by_field
from games.play import clock, decisions
from games.play.knowledge import known_game
from games.play.refusals import (
    MAX_PLAN_CHARS,
    SubmissionRefusal,
    off_turn_refusal,
    too_long_refusal,
)


@private
@require_http_methods(["GET", "HEAD", "POST"])
def check_turn(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what a turn would do, with the button that hands it in.

    A POST is redirected to the URL of the review, so that a browser's way back leads over pages
    only.
    """
    return _accept_plan(request, pk=pk) if request.method == "POST" else _show_review(request, pk)


@player_action
def _accept_plan(request: HttpRequest, pk: int) -> HttpResponse:
    """Save a plan and redirect to its review, or say why it cannot be handed in.

    Where its first order could be gone in several ways, redirect to where they can be chosen.
    """
    visit = started_visit_or_404(request, pk)
    text, end = form_orders(request), form_value(request, "end")
    whole = composer.with_end_word(visit.game.rules, text, end)
    if len(whole) > MAX_PLAN_CHARS:
        return pages.render_game(request, visit, refusal=too_long_refusal(whole))
    refusal = _plan_refusal(visit, whole, seen=parse_number(form_value(request, "seen")))
    if refusal:
        return pages.render_game(request, visit, refusal=refusal)
    review = _review(visit, text, end)
    if review.routes:
        return _redirect_to_choice(request, visit, review)
    if review.refusal:
        return pages.render_game(request, visit, text=review.text, refusal=review.refusal)
    return _redirect_to_review(request, visit, review, end)


def _plan_refusal(visit: queries.Visit, text: str, *, seen: int | None) -> SubmissionRefusal | None:
    """Return why a plan of a page that shows the version ``seen`` cannot be reviewed, if so."""
    if not _may_compose(visit):
        return off_turn_refusal(visit.game, visit.mine, text)
    return pages.outdated_refusal(visit, text, seen=seen)


def _redirect_to_choice(
    request: HttpRequest, visit: queries.Visit, review: TurnReview
) -> HttpResponse:
    """Save a plan and redirect to the game, where the routes of its order can be chosen from."""
    _save_draft(request, visit, review)
    return redirect(f"{reverse('game', args=[visit.game.pk])}#plan")


def _redirect_to_review(
    request: HttpRequest, visit: queries.Visit, review: TurnReview, end: str
) -> HttpResponse:
    """Save a plan and redirect to its review."""
    _save_draft(request, visit, review)
    query = urlencode({"end": end, **rotation_params(request)})
    return redirect(f"{reverse('game_check', args=[visit.game.pk])}?{query}")


def _save_draft(request: HttpRequest, visit: queries.Visit, review: TurnReview) -> None:
    assert visit.mine is not None
    person, plan, version = signed_in_person(request), review.reading.text, visit.game.version
    # Without ``seen``: a form that was just sent is what its author wants now, and replaces any
    # draft.
    drafts.save_draft(visit.mine, person, plan, version=version, seen=None, now=clock.now())


def _show_review(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the review of the saved plan, or else the game."""
    visit = started_visit_or_404(request, pk)
    # Only a saved plan is reviewed: a link of somebody else's must not put an order into a turn.
    if not _may_compose(visit) or "plan" in request.GET:
        return redirect_to_game(request, visit.game)
    known = known_game(visit.game, visit.viewer)
    end = pages.end_word(visit, known) if request.GET.get("end") else ""
    plan = pages.waiting_plan(visit)
    review = review_turn(known, composer.with_end_word(visit.game.rules, plan, end))
    if review.refusal:
        return redirect("game", pk)
    return _render_review(request, visit, review, plan)


def _may_compose(visit: queries.Visit) -> bool:
    """Whether the visitor owes a turn, or can hand in their next one ahead."""
    if visit.owes_turn:
        return True
    mine = visit.mine
    return mine is not None and premoves.can_file_premove(known_game(visit.game, mine.name), mine)


def _review(visit: queries.Visit, text: str, end: str) -> TurnReview:
    return review_turn(known_game(visit.game, visit.viewer), text, end)


@player_action
def submit_turn(request: HttpRequest, pk: int) -> HttpResponse:
    """Hand in a turn, or any other answer in the game's notation.

    A turn that nobody has reviewed is reviewed first, and may need a confirmation.
    """
    if form_value(request, "unchecked"):
        return _check_and_submit(request, pk)
    return hand_in_orders(request, pk, form_turn(request, pk))


def _check_and_submit(request: HttpRequest, pk: int) -> HttpResponse:
    """Hand in a turn, unless its author has to choose a route first or to confirm that points
    lapse.

    Nothing is asked of somebody who has not seen the present position.
    """
    visit, text = started_visit_or_404(request, pk), form_orders(request)
    is_present = parse_number(request.POST.get("seen", "")) == visit.game.version
    if not (is_present and visit.owes_turn) or len(text) > MAX_PLAN_CHARS:
        return hand_in_orders(request, pk, form_turn(request, pk))
    end = form_value(request, "end")
    review = _review(visit, text, end)
    if review.routes:
        return _redirect_to_choice(request, visit, review)
    if not review.sketch.is_blocked and review.wasted_points:
        return _redirect_to_review(request, visit, review, end)
    return hand_in_orders(request, pk, review.text)


def _branch_query(request: HttpRequest, rules: AnyRules) -> str:
    """Return the query of the links to a plan's branches up to their place; "" if the game has
    none."""
    if rules.composing.branching is None:
        return ""
    end = {"end": "1"} if request.GET.get("end") else {}
    return urlencode({**end, **rotation_params(request), "at": ""})


def _render_review(
    request: HttpRequest, visit: queries.Visit, review: TurnReview, plan: str
) -> HttpResponse:
    """Render the review of a turn; its link back leads to the plan that the turn was made of."""
    rules, text, sketch = visit.game.rules, review.text, review.sketch
    threats = threats_by_field(rules, sketch.state)
    links = composer.PlanLinks(rules, keep=rotation_params(request), author=visit.author)
    context = {
        "visit": visit,
        "game": visit.game,
        "played": sketch,
        "is_ahead": visit.decision is None,
        "words": visit.decision.ask.review if visit.decision else TURN_REVIEW,
        "stretches": branches.branched_steps(rules, sketch),
        "branch": _branch_query(request, rules),
        "is_open": review.is_open,
        "wasted": review.wasted_points,
        "meter": plan_meter(rules, sketch),
        "report": rules.telling.report(sketch.close),
        "board": _draw_review(visit, review, turned=rotation(request, visit)),
        "text": text,
        "exposed": exposed_pieces(rules, sketch.state, review.seat, threats),
        "insist": "" if composer.with_insist_word(rules, text) == text else rules.notation.insist,
        "pace": decisions.pace_of(visit.game),
        "seen": visit.game.version,
        "back": links.plan_url(plan),
        "key": uuid.uuid4().hex,
    }
    return render(request, "games/check.html", context)


def _draw_review(visit: queries.Visit, review: TurnReview, *, turned: int) -> board.BoardPicture:
    """Draw the part of the board where a turn happens, or all of it if nothing moves."""
    marks = composer.plan_marks(review.reading)
    fields = [field for mark in marks for field in mark.fields]
    box = board.box_around(visit.game, fields, turned=turned) if fields else None
    title = _("Board after the turn")
    style = BoardStyle(title=title, marks=marks, labels=box is not None, box=box, turned=turned)
    return board.board_picture(visit.game, visit.seats, review.sketch.state, style)
