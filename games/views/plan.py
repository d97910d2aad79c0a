"""The view that works on a plan: each text sent is answered with what it does, and saved."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from conquest.core import BoardStyle, Json
from games import board, queries
from games.models import Draft
from games.pages import game as pages
from games.pages import move_refusal
from games.pages.access import (
    form_value,
    is_script,
    parse_number,
    player_action,
    rotation,
    signed_in_person,
    started_visit_or_404,
)
from games.pages.meter import plan_meter
from games.pages.view_toggles import EMPTY
from games.planner import composer, drafts, payload, typed_orders
from games.planner.composer import Composer
from games.planner.plan_crypto import decrypt_plan
from games.play import clock, turns
from games.play.knowledge import KnownGame, known_game
from games.play.refusals import (
    MAX_PLAN_CHARS,
    SubmissionRefusal,
    as_refusal,
    no_seat_refusal,
    too_long_refusal,
)
from games.setups.pages import KeptSetUp, SetUpPanel, setup_panel, usable_setups


@dataclass(frozen=True, slots=True)
class SentPlan:
    """What a page sends: the plan as it was ``typed`` and with its signs normalised, the number of
    the ``draft`` it grew out of and the ``version`` of the game it is for, if the page knows
    them."""

    typed: str
    text: str
    draft: int | None
    version: int | None


@player_action
def update_plan(request: HttpRequest, pk: int) -> HttpResponse:
    """Save a plan as the visitor's draft and send what it does.

    With a ``field``, only say why a piece cannot go there after it. A script (``Accept:
    application/json``) gets the payload of ``games.planner.payload`` with the panel and the figures
    as they are drawn; a form is redirected to the game. An empty plan in a form is confirmed first.
    """
    visit, sent_plan = started_visit_or_404(request, pk), _read_sent_plan(request)
    known = known_game(visit.game, visit.viewer)
    refusal = _plan_refusal(visit, known, sent_plan)
    if refusal is not None:
        return _show_refusal(request, pk, refusal)
    setups = usable_setups(visit, known)
    turn = _compose_turn(request, known, sent_plan, setups)
    # Before the draft is saved: a question about a field is no change of the plan.
    if move_refusal.is_asked(request):
        return JsonResponse(move_refusal.refusal_json(request, visit.game, turn.sketch))
    if not is_script(request) and _is_idle(visit, turn) and not form_value(request, "sure"):
        return redirect(f"{reverse('game', args=[pk])}?{EMPTY}=1#plan")
    try:
        draft = _save_draft(request, visit, turn.read.text, sent_plan)
    except drafts.DraftConflict as conflict:
        # Another page of the same person has saved since; the script asks which plan is to stay.
        return JsonResponse(_other_draft(conflict.draft), status=HTTPStatus.CONFLICT)
    if not is_script(request):
        return redirect("game", pk)
    understood = typed_orders.changed_text(turn.read.text, sent_plan.typed)
    panel = setup_panel(visit, known, turn.read.text, setups)
    return JsonResponse(plan_json(request, visit, turn, understood, panel) | {"draft": draft})


def _compose_turn(
    request: HttpRequest, known: KnownGame, sent: SentPlan, mine: Iterable[KeptSetUp]
) -> Composer:
    assert known.viewer is not None
    asked = composer.PlanRequest(
        sent.text,
        kept=tuple(setup.choice for setup in mine),
        author=signed_in_person(request).pk,
        is_linked=not is_script(request),
    )
    return composer.compose_turn(known.rules, known.state, known.viewer, asked)


def _is_idle(visit: queries.Visit, turn: Composer) -> bool:
    """Whether a plan is empty although its turn has points and pieces that could use them."""
    words = visit.game.rules.notation.split_words(turn.read.text)
    return not words and bool(turn.sketch.left) and bool(turn.pieces)


def plan_json(
    request: HttpRequest,
    visit: queries.Visit,
    turn: Composer,
    understood: str,
    mine: SetUpPanel | None,
) -> Json:
    """Return what a plan does and what can follow it, with the panel and the figures drawn."""
    assert visit.viewer is not None
    context = panel_context(visit, turn) | {"understood": understood, "setups": mine}
    return payload.plan_payload(visit.game, visit.viewer, turn) | {
        "version": visit.game.version,
        "layer": draw_plan(visit, turn, turned=rotation(request, visit)).layer,
        "panel": render_to_string("games/composition.html", context, request),
    }


def draw_plan(visit: queries.Visit, turn: Composer, *, turned: int) -> board.BoardPicture:
    """Draw the board as it is after a plan, with the plan's steps and the visitor's notes."""
    state = turn.sketch.state
    marks = (*composer.plan_marks(turn.read), *pages.board_notes(visit, state).marks)
    return board.board_picture(
        visit.game, visit.seats, state, BoardStyle(marks=marks, labels=True, turned=turned)
    )


def panel_context(visit: queries.Visit, turn: Composer) -> Json:
    """Return the context of the panel beside the board."""
    rules = visit.game.rules
    return {
        "visit": visit,
        "game": visit.game,
        "turn": turn,
        "meter": plan_meter(rules, turn.sketch),
    }


def _save_draft(request: HttpRequest, visit: queries.Visit, text: str, sent: SentPlan) -> int:
    assert visit.mine is not None
    person, version, seen = signed_in_person(request), visit.game.version, sent.draft
    return drafts.save_draft(visit.mine, person, text, version=version, seen=seen, now=clock.now())


def _plan_refusal(
    visit: queries.Visit, known: KnownGame, sent: SentPlan
) -> SubmissionRefusal | None:
    """Return why a plan cannot be worked on, None if it can."""
    if len(sent.text) > MAX_PLAN_CHARS:
        return too_long_refusal("")
    if visit.mine is None:
        return no_seat_refusal()
    if not visit.game.is_running:
        return as_refusal(turns.GameIsOver())
    if not pages.can_plan(visit, known):
        return SubmissionRefusal(HTTPStatus.CONFLICT, _("You cannot plan a turn now."))
    return pages.outdated_refusal(visit, sent.text, seen=sent.version)


def _show_refusal(request: HttpRequest, pk: int, refusal: SubmissionRefusal) -> HttpResponse:
    if is_script(request):
        return JsonResponse({"trouble": refusal.sentence}, status=refusal.status)
    return pages.render_game(request, started_visit_or_404(request, pk), refusal=refusal)


def _other_draft(draft: Draft) -> Json:
    return {"elsewhere": draft.text, "draft": draft.number}


def _read_sent_plan(request: HttpRequest) -> SentPlan:
    text = decrypt_plan(form_value(request, "text"), signed_in_person(request).pk)
    draft, version = (parse_number(form_value(request, name)) for name in ("draft", "seen"))
    return SentPlan(text, typed_orders.normalize_orders(text), draft, version)
