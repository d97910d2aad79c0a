"""A plan is worked on: each text that comes is answered with what it does, and kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from conquest.core import Json
from games import board, queries
from games.models import Draft
from games.pages import game as pages
from games.pages import move_refusal
from games.pages import setups as own
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
from games.pages.setups import KeptSetUp, SetUpPanel
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


@dataclass(frozen=True, slots=True)
class SentPlan:
    """What a page sends: the plan, as it was ``typed`` and put right, and the number of the draft
    it grew out of, if it knows."""

    typed: str
    text: str
    seen: int | None


@player_action
def update_plan(request: HttpRequest, pk: int) -> HttpResponse:
    """Work out a plan and keep it as the visitor's draft, or only tell why a piece cannot go to
    a field after it; an empty plan is asked about before.

    A script (``Accept: application/json``) is told what ``games.planner.payload`` says, and the
    panel and the figures as they are drawn; a form without one is led back to the game.
    """
    found, sent = started_visit_or_404(request, pk), _read_sent_plan(request)
    trouble = _plan_refusal(found, sent)
    if trouble is not None:
        return _show_refusal(request, pk, trouble)
    seen = known_game(found.game, found.viewer)
    mine = own.usable_setups(found, seen)
    turn = _compose_turn(seen, sent, mine, signed_in_person(request).pk)
    if move_refusal.is_asked(request):
        return JsonResponse(move_refusal.refusal_json(request, found.game, turn.sketch))
    if not is_script(request) and _is_idle(found, turn) and not form_value(request, "sure"):
        return redirect(f"{reverse('game', args=[pk])}?{EMPTY}=1#plan")
    try:
        draft = _save_draft(request, found, turn.read.text, sent.seen)
    except drafts.DraftConflict as elsewhere:
        return JsonResponse(_other_draft(elsewhere.draft), status=HTTPStatus.CONFLICT)
    if not is_script(request):
        return redirect("game", pk)
    understood = typed_orders.changed_text(turn.read.text, sent.typed)
    told = own.setup_panel(found, seen, turn.read.text, mine)
    return JsonResponse(plan_json(request, found, turn, understood, told) | {"draft": draft})


def _compose_turn(
    seen: KnownGame, sent: SentPlan, mine: Iterable[KeptSetUp], author: int
) -> Composer:
    assert seen.viewer is not None
    kept = [one.choice for one in mine]
    return composer.compose_turn(
        seen.rules, seen.state, seen.viewer, sent.text, kept=kept, author=author
    )


def _is_idle(found: queries.Visit, turn: Composer) -> bool:
    """Whether a plan is empty although something could be done with the points of its turn."""
    words = found.game.rules.notation.split_words(turn.read.text)
    return not words and bool(turn.sketch.left) and bool(turn.pieces)


def plan_json(
    request: HttpRequest,
    found: queries.Visit,
    turn: Composer,
    understood: str,
    mine: SetUpPanel | None,
) -> Json:
    """Tell what a plan does and what can follow it, with the panel and the figures drawn."""
    assert found.viewer is not None
    told = panel_context(found, turn) | {"understood": understood, "setups": mine}
    return payload.plan_payload(found.game, found.viewer, turn) | {
        "version": found.game.version,
        "layer": draw_plan(found, turn, turned=rotation(request, found)).layer,
        "panel": render_to_string("games/composition.html", told, request),
    }


def draw_plan(found: queries.Visit, turn: Composer, *, turned: int) -> board.BoardPicture:
    """Draw the board as it is after a plan, with its steps and the visitor's notes."""
    state = turn.sketch.state
    marks = (*composer.plan_marks(turn.read), *pages.board_notes(found, state).marks)
    return board.board_picture(
        found.game, found.seats, state, marks=marks, labels=True, turned=turned
    )


def panel_context(found: queries.Visit, turn: Composer) -> Json:
    """Return what the panel beside the board is written with."""
    rules = found.game.rules
    return {
        "visit": found,
        "game": found.game,
        "turn": turn,
        "meter": plan_meter(rules, turn.sketch),
    }


def _save_draft(request: HttpRequest, found: queries.Visit, text: str, seen: int | None) -> int:
    assert found.mine is not None
    person, version = signed_in_person(request), found.game.version
    return drafts.save_draft(found.mine, person, text, version=version, seen=seen, now=clock.now())


def _plan_refusal(found: queries.Visit, sent: SentPlan) -> SubmissionRefusal | None:
    """Return why a plan cannot be worked out, if so."""
    if len(sent.text) > MAX_PLAN_CHARS:
        return too_long_refusal("")
    if found.mine is None:
        return no_seat_refusal()
    if not found.game.is_running:
        return as_refusal(turns.GameIsOver())
    if not pages.can_plan(found, known_game(found.game, found.viewer)):
        return SubmissionRefusal(HTTPStatus.CONFLICT, _("You cannot plan a turn now."))
    return None


def _show_refusal(request: HttpRequest, pk: int, trouble: SubmissionRefusal) -> HttpResponse:
    if is_script(request):
        return JsonResponse({"trouble": trouble.sentence}, status=trouble.status)
    return pages.render_game(request, started_visit_or_404(request, pk), trouble=trouble)


def _other_draft(draft: Draft) -> Json:
    return {"elsewhere": draft.text, "draft": draft.number}


def _read_sent_plan(request: HttpRequest) -> SentPlan:
    text = decrypt_plan(form_value(request, "text"), signed_in_person(request).pk)
    draft = request.POST.get("draft", "")
    return SentPlan(text, typed_orders.normalize_orders(text), parse_number(draft))
