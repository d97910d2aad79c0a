"""The view of the board in words, and of its answers to commands."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from db.old_reads import may_be_old_for_strangers
from games import queries
from games.pages import game as pages
from games.pages.access import is_script, private, started_visit_or_404
from games.pages.seat_summary import seat_summaries
from games.planner import commands, plan_reader
from games.planner import reach as reach_rules
from games.planner.commands import BoardQuestion
from games.planner.plan_crypto import decrypt_plan
from games.play import history
from games.play.knowledge import known_game
from games.play.refusals import MAX_PLAN_CHARS


@require_safe
@private
# One URL answers people with a page and scripts with JSON.
@vary_on_headers("Accept")
@may_be_old_for_strangers
def show_board_text(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the board in words, as it is after the visitor's plan; ``ask`` is a command to it.

    A script (``Accept: application/json``) gets only the sentences of the answer.
    """
    visit, command = started_visit_or_404(request, pk), request.GET.get("ask", "")
    question = _board_question(request, visit)
    answer = commands.answer_command(question, command) if command else []
    if is_script(request):
        return JsonResponse({"answer": answer})
    context = _text_context(visit, question) | {
        "answer": answer,
        "plan": _requested_plan(request, visit),
    }
    return render(request, "games/text.html", context)


@require_safe
@private
def send_reach(request: HttpRequest, pk: int) -> JsonResponse:
    """Send a script the fields that the piece on ``field`` could go to after the visitor's plan."""
    visit, field = started_visit_or_404(request, pk), request.GET.get("field", "")
    return JsonResponse(
        reach_rules.reach_payload(visit.game.rules, _planned_position(request, visit), field)
    )


def _text_context(visit: queries.Visit, question: BoardQuestion) -> dict[str, Any]:
    telling = visit.game.rules.telling
    report = telling.report(question.state)
    return {
        "visit": visit,
        "game": visit.game,
        "lines": telling.describe_state(question.state),
        "report": report,
        "places": seat_summaries(visit, report),
        "commands": commands.answer_command(question, "?"),
    }


def _board_question(request: HttpRequest, visit: queries.Visit) -> BoardQuestion:
    steps = history.list_steps(visit.game, visit.viewer, after=max(0, visit.game.version - 1))
    last = steps[-1].phrase.translate_with(_) if steps else ""
    return BoardQuestion(visit.game, _planned_position(request, visit), last)


def _planned_position(request: HttpRequest, visit: queries.Visit) -> Any:
    """Return the position after the visitor's plan, the known one if there is none."""
    known, text = known_game(visit.game, visit.viewer), _requested_plan(request, visit)
    if not text or visit.viewer is None:
        return known.state
    return plan_reader.sketch_plan(visit.game.rules, known.state, visit.viewer, text).state


def _requested_plan(request: HttpRequest, visit: queries.Visit) -> str:
    """Return the plan in the URL, or else the saved draft; "" if there is neither."""
    if visit.mine is None or not pages.can_plan(visit, known_game(visit.game, visit.viewer)):
        return ""
    text = request.GET["plan"] if "plan" in request.GET else pages.waiting_plan(visit)
    # Plans of games with hidden pieces travel encrypted in URLs, so that no log tells a set-up.
    text = decrypt_plan(text, visit.author)
    return text[:MAX_PLAN_CHARS]
