"""The views of a branch: what a plan does after a certain answer, composed and saved in the
plan."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from conquest.core import Unreadable
from games.ahead.branches import pages
from games.ahead.branches.pages import BranchVisit
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
from games.pages.tryout import MAX_TRIAL_CHARS, get_or_post
from games.planner import composer, drafts, plan_reader
from games.planner.plan_crypto import decrypt_plan, encrypt_plan
from games.play import clock
from games.play.refusals import MAX_PLAN_CHARS


@private
@get_or_post
def show_branch(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the board as it would be after an answer to the visitor's plan, and compose there what
    the plan does then."""
    visit = started_visit_or_404(request, pk)
    branch = pages.find_branch(request, visit)
    if branch is not None:
        return pages.render_branch(request, branch)
    if is_script(request):
        refusal = _("The plan has changed since this page was opened.")
        return JsonResponse({"trouble": refusal}, status=HTTPStatus.CONFLICT)
    return redirect_to_game(request, visit.game)


@player_action
def save_branch(request: HttpRequest, pk: int) -> HttpResponse:
    """Save a branch in the visitor's draft; without orders, remove it."""
    visit = started_visit_or_404(request, pk)
    branch = pages.find_branch(request, visit)
    if branch is None:
        return redirect_to_game(request, visit.game)
    if form_value(request, "do") == "drop":
        return _save_in_plan(request, branch, "")
    text = decrypt_plan(form_orders(request), visit.author)
    if len(text) > MAX_TRIAL_CHARS:
        return _redirect_to_branch(request, branch, text[:MAX_TRIAL_CHARS])
    reading = plan_reader.read_plan(branch.known.rules, branch.after, branch.seat, text)
    # The first order has several routes: the page of the branch offers them.
    if reading.ways:
        return _redirect_to_branch(request, branch, reading.text)
    end = branch.end_word if form_value(request, "end") else ""
    try:
        return _save_in_plan(
            request, branch, composer.with_end_word(branch.known.rules, reading.text, end)
        )
    except Unreadable:
        return _redirect_to_branch(request, branch, reading.text)


def _save_in_plan(request: HttpRequest, branch: BranchVisit, text: str) -> HttpResponse:
    """Save the draft with a branch, and redirect to its review.

    :raises Unreadable: if the branch cannot be read.
    """
    whole = branch.spot.with_branch(text)
    if len(whole) > MAX_PLAN_CHARS:
        return _redirect_to_branch(request, branch, text)
    visit, seen = branch.visit, branch.draft.number
    options: dict[str, Any] = {"version": visit.game.version, "seen": seen, "now": clock.now()}
    assert visit.mine is not None
    try:
        drafts.save_draft(visit.mine, signed_in_person(request), whole, **options)
    except drafts.DraftConflict:
        # Another page has saved a newer draft; that page shows the newest one, so nothing is
        # overwritten.
        return redirect_to_game(request, visit.game)
    return redirect(pages.review_url(request, branch))


def _redirect_to_branch(request: HttpRequest, branch: BranchVisit, text: str) -> HttpResponse:
    """Redirect to the branch as it was written; the page there says what is wrong."""
    plan = encrypt_plan(text, branch.known.rules, branch.visit.author)
    return redirect(f"{pages.branch_url(request, branch)}&{urlencode({'plan': plan})}#board")
