"""What a plan does if others answer: put together, and put into the plan."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from conquest.core import Unreadable
from games.pages import branch as pages
from games.pages.access import (
    form_orders,
    form_value,
    is_script,
    player_action,
    private,
    redirect_to_game,
    signed_in_person,
    started_visit_or_404,
)
from games.pages.branch import BranchVisit
from games.pages.tryout import MAX_TRIAL_CHARS, get_or_post
from games.planner import composer, drafts, plan_reader
from games.planner.plan_crypto import decrypt_plan, encrypt_plan
from games.play import clock
from games.play.refusals import MAX_PLAN_CHARS


@private
@get_or_post
def show_branch(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the board as it would be if the visitor's plan were answered, and put together there
    what it does then."""
    visit = started_visit_or_404(request, pk)
    desk = pages.find_branch(request, visit)
    if desk is not None:
        return pages.render_branch(request, desk)
    if is_script(request):
        refusal = _("The plan has changed since this page was opened.")
        return JsonResponse({"trouble": refusal}, status=HTTPStatus.CONFLICT)
    return redirect_to_game(request, visit.game)


@player_action
def save_branch(request: HttpRequest, pk: int) -> HttpResponse:
    """Put a branch into the plan that is kept; without orders, take it out."""
    visit = started_visit_or_404(request, pk)
    desk = pages.find_branch(request, visit)
    if desk is None:
        return redirect_to_game(request, visit.game)
    if form_value(request, "do") == "drop":
        return _save_in_plan(request, desk, "")
    text = decrypt_plan(form_orders(request), visit.author)
    if len(text) > MAX_TRIAL_CHARS:
        return _redirect_to_branch(request, desk, text[:MAX_TRIAL_CHARS])
    read = plan_reader.read_plan(desk.known.rules, desk.after, desk.seat, text)
    if read.ways:
        return _redirect_to_branch(request, desk, read.text)
    end = desk.end_word if form_value(request, "end") else ""
    try:
        return _save_in_plan(
            request, desk, composer.with_end_word(desk.known.rules, read.text, end)
        )
    except Unreadable:
        return _redirect_to_branch(request, desk, read.text)


def _save_in_plan(request: HttpRequest, desk: BranchVisit, text: str) -> HttpResponse:
    """Keep the plan with a branch, and lead back to it.

    :raises Unreadable: if the branch cannot be read.
    """
    whole = desk.spot.with_branch(text)
    if len(whole) > MAX_PLAN_CHARS:
        return _redirect_to_branch(request, desk, text)
    visit, seen = desk.visit, desk.draft.number
    given: dict[str, Any] = {"version": visit.game.version, "seen": seen, "now": clock.now()}
    assert visit.mine is not None
    try:
        drafts.save_draft(visit.mine, signed_in_person(request), whole, **given)
    except drafts.DraftConflict:
        return redirect_to_game(request, visit.game)
    return redirect(pages.review_url(request, desk))


def _redirect_to_branch(request: HttpRequest, desk: BranchVisit, text: str) -> HttpResponse:
    """Lead back to the branch as it was written, where it is said what is wrong."""
    plan = encrypt_plan(text, desk.known.rules, desk.visit.author)
    return redirect(f"{pages.branch_url(request, desk)}&{urlencode({'plan': plan})}#board")
