"""The view of an answer to what interrupts somebody else's turn, such as a recapture."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import replace

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from conquest.core import BoardStyle, Choice, Mark
from games import board, queries
from games.ahead import standing_orders
from games.ahead.standing_orders.pages import danger_presets
from games.models import Decision
from games.pages.access import form_orders, private, rotation, started_visit_or_404
from games.pages.answers import Candidate, candidate_marks, candidates_of
from games.pages.game import render_game
from games.pages.stored_refusals import is_form_navigation
from games.pages.submission import hand_in_orders
from games.play import history
from games.play.history import HistoryStep
from games.play.knowledge import KnownGame, known_game
from games.play.refusals import SubmissionRefusal, off_turn_refusal

RECENT_EVENTS = 8
# Each picture is a board drawn of its own; so only the first candidates have one.
PORTRAITS = 6
CLOSE = {"margin": 60.0, "least": 200.0}


@private
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def answer_decision(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the question and its possible answers; a POST hands in an answer."""
    if request.method == "POST" and (text := form_orders(request)):
        return hand_in_orders(request, pk, text, ahead="\n".join(request.POST.getlist("ahead")))
    visit = started_visit_or_404(request, pk)
    if visit.decision is None or visit.decision.ask.how == "compose":
        return _show_no_question(request, visit)
    # The way back of a browser should lead over pages only, never to a form sent again.
    if is_form_navigation(request):
        return redirect(f"{reverse('game_answer', args=[pk])}?empty=1")
    return _show_question(request, visit)


def _show_no_question(request: HttpRequest, visit: queries.Visit) -> HttpResponse:
    """Say that no answer is asked for here, or no longer."""
    if visit.mine is None:
        return render_game(request, visit, refusal=off_turn_refusal(visit.game, visit.mine, ""))
    if visit.decision is not None:
        return redirect("game", visit.game.pk)
    return render_game(
        request,
        visit,
        refusal=SubmissionRefusal(
            200, _("There is nothing for you to answer here, or not any more.")
        ),
    )


def _show_question(request: HttpRequest, visit: queries.Visit) -> HttpResponse:
    """Show the question and its possible answers.

    A POST without an answer comes back here, with status 422 and a note that one must be chosen.
    """
    assert visit.viewer is not None
    assert visit.decision is not None
    known = known_game(visit.game, visit.viewer)
    rules = visit.game.rules
    choices = rules.composing.legal_choices(known.state, visit.viewer)
    candidates, quarters = candidates_of(choices), rotation(request, visit)
    cause = _find_cause(visit, visit.decision, choices)
    is_empty = request.method == "POST" or "empty" in request.GET
    context = {
        "visit": visit,
        "game": visit.game,
        "candidates": [
            *(
                _add_picture(visit, known, candidate, turned=quarters)
                for candidate in candidates[:PORTRAITS]
            ),
            *candidates[PORTRAITS:],
        ],
        "others": [choice for choice in choices if not choice.origin],
        "silence": rules.notation.write_orders(
            standing_orders.orders_for_silence(
                visit.decision.seat, known.state, visit.decision.kind
            )
        ),
        "cause": cause,
        "board": _draw_question(visit, known, candidates, cause, turned=quarters),
        "ahead": danger_presets(known),
        "is_empty": is_empty,
        "key": uuid.uuid4().hex,
    }
    return render(request, "games/answer.html", context, status=422 if is_empty else 200)


def _find_cause(
    visit: queries.Visit, decision: Decision, choices: Sequence[Choice]
) -> HistoryStep | None:
    """Return the step that the question is about, None if it is not among the latest."""
    after = max(0, visit.game.version - RECENT_EVENTS)
    return history.question_cause(
        history.list_steps(visit.game, visit.viewer, after=after), decision, choices
    )


def _draw_question(
    visit: queries.Visit,
    known: KnownGame,
    candidates: Sequence[Candidate],
    cause: HistoryStep | None,
    *,
    turned: int,
) -> board.BoardPicture:
    """Draw the part of the board that the question is about."""
    marks = (*_attack_marks(cause), *candidate_marks(candidates))
    fields = [field for mark in marks if mark.kind != "arrow" for field in mark.fields]
    box = board.box_around(visit.game, fields, turned=turned) if fields else None
    title = _("The place in question, with the possible answers lettered")
    return board.board_picture(
        visit.game,
        visit.seats,
        known.state,
        BoardStyle(title=title, marks=marks, labels=box is not None, box=box, turned=turned),
    )


def _add_picture(
    visit: queries.Visit, known: KnownGame, candidate: Candidate, *, turned: int
) -> Candidate:
    """Return a candidate with a small picture of its piece and path."""
    marks = (Mark("path", candidate.way), Mark("ring", candidate.way[:1]))
    game = visit.game
    box = board.box_around(game, candidate.way, **CLOSE, turned=turned)
    picture = board.board_picture(
        game, visit.seats, known.state, BoardStyle(marks=marks, box=box, turned=turned)
    )
    return replace(candidate, picture=picture)


def _attack_marks(cause: HistoryStep | None) -> tuple[Mark, ...]:
    arrows = [mark for mark in cause.marks if mark.kind == "arrow"] if cause else []
    return (*arrows, *(Mark("ring", mark.fields[-1:]) for mark in arrows))
