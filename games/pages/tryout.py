"""The page of a turn that is tried out, in the sandbox or in a lesson: nothing is stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from conquest import core, registry
from conquest.core import FieldLink, Json
from conquest.registry import AnyRules
from games import board
from games.board import Box
from games.learn import rulebook, tryout
from games.learn.tryout import Tryout
from games.models import Seat
from games.pages import answers, move_refusal
from games.pages.access import is_script
from games.pages.meter import plan_meter
from games.pages.view_toggles import Toggle, rotation_toggle
from games.planner import composer, payload, reach, typed_orders
from games.planner.composer import Composer, PlanLinks
from games.planner.plan_crypto import decrypt_plan, encrypt_plan

MAX_TRIAL_CHARS = 2000
UPTO, PAST, SEAT, FIELD = "upto", "past", "seat", "field"

get_or_post = require_http_methods(["GET", "HEAD", "POST"])


@dataclass(frozen=True, slots=True)
class TryoutPlan:
    """A text tried out in a scene, as it was ``typed`` and as it was understood, and what the
    address has to ``keep`` for it. Where the scene goes on, ``version`` counts its moments."""

    scene: Tryout
    typed: str
    turn: Composer
    keep: Mapping[str, str]
    author: int | None = None
    version: int = 0

    @property
    def text(self) -> str:
        return self.turn.read.text


def ruleset_or_404(slug: str) -> AnyRules:
    """Return a rule set there is.

    :raises Http404: if there is none.
    """
    try:
        return registry.get_ruleset(slug)
    except core.Fault:
        raise Http404 from None


def reader_language() -> str:
    """Return the reader's language, as rule sets ask for it."""
    return (get_language() or "en")[:2]


def read_tryout(
    request: HttpRequest,
    scene: Tryout,
    keep: Mapping[str, str],
    author: int | None = None,
    *,
    begin: str = "",
) -> TryoutPlan:
    """Try out the text that a page sends, or the plan of its address, which an ``author`` alone
    may read there; without any, the text it is to ``begin`` with."""
    is_sent = request.method == "POST"
    sent = request.POST.get("text") if is_sent else request.GET.get("plan", begin)
    words = decrypt_plan((sent or "")[: 2 * MAX_TRIAL_CHARS], author)[:MAX_TRIAL_CHARS]
    text = typed_orders.normalize_orders(words)
    keep = {name: value for name, value in keep.items() if value}
    piece, tool = (request.GET.get(name, "") for name in ("piece", "tool"))
    turn = composer.compose_turn(
        scene.rules, scene.state, scene.seat, text,
        piece=piece, tool=tool, keep=keep, author=author,
    )  # fmt: skip
    return TryoutPlan(scene, words, turn, keep, author)


def render_tryout(
    request: HttpRequest,
    trial: TryoutPlan,
    told: Json,
    *,
    verdict: str = "",
    template: str = "practice/page.html",
) -> HttpResponse:
    """Show the page of a trial, or tell its script what a plan does, what a piece could do, or
    why a piece cannot go to a field after it."""
    if move_refusal.is_asked(request):
        return JsonResponse(move_refusal.refusal_json(request, trial.scene.game, trial.turn.sketch))
    if is_script(request) and FIELD in request.GET:
        turn, rules = trial.turn, trial.scene.rules
        return JsonResponse(reach.reach_payload(rules, turn.sketch.state, request.GET[FIELD]))
    told |= panel_context(trial)
    if request.method == "POST":
        return JsonResponse(_plan_json(request, trial, told, verdict))
    told["legend"] = board.figure_legend(trial.scene.game, _trying_seat(trial.scene))
    if trial.scene.is_question:
        return render(request, "practice/question.html", told | _question_context(trial))
    context = {
        "board": draw_tryout(trial, links=trial.turn.links),
        "close": _draw_close_up(trial) if trial.scene.around else None,
        "composer": _composer_json(request, trial),
        "words": payload.script_texts(),
        "text": trial.text,
        "keep": trial.keep,
        "discard": _plan_links(trial, trial.keep).plan_url(),
        "lines": trial.scene.rules.telling.describe_state(trial.turn.sketch.state),
    }
    return render(request, template, told | context)


def panel_context(trial: TryoutPlan) -> Json:
    """Return what the panel beside the board is written with."""
    scene, sketch = trial.scene, trial.turn.sketch
    return {
        "thrown": scene.thrown,
        "game": scene.game,
        "turn": trial.turn,
        "report": scene.rules.telling.report(sketch.close),
        "meter": plan_meter(scene.rules, sketch),
    }


def _trying_seat(scene: Tryout) -> Seat:
    """Return the seat that tries a turn out, or any where nobody sits there."""
    return next((seat for seat in scene.seats if seat.name == scene.seat), scene.seats[0])


def _plan_links(trial: TryoutPlan, keep: Mapping[str, str]) -> PlanLinks:
    return PlanLinks(trial.scene.rules, keep=keep, author=trial.author)


def seat_choices(request: HttpRequest, trial: TryoutPlan, begin: Mapping[str, str]) -> Json:
    """Offer the other seats, the beginning, and to go on with the seat that comes next."""
    scene, keep = trial.scene, trial.keep
    seats = scene.rules.judgement.seats(scene.state)
    return {
        "seats": [
            (seat, _plan_links(trial, {**keep, SEAT: seat}).plan_url(), seat == scene.seat)
            for seat in seats
        ],
        "begin": _plan_links(trial, begin).plan_url() if keep.get(PAST) else "",
        "onward": _next_seat_link(request, trial),
    }


def board_toggles(request: HttpRequest, trial: TryoutPlan) -> dict[str, Toggle]:
    """Return the link that turns the board where it can be."""
    scene = trial.scene
    return rotation_toggle(request, scene.rules.art, scene.turned)


def _next_seat_link(request: HttpRequest, trial: TryoutPlan) -> Json | None:
    """Return the address of the next seat's turn after this one, ``None`` if too long."""
    scene, sketch = trial.scene, trial.turn.sketch
    line = f"{scene.seat}: {scene.rules.notation.join_words(sketch.step_texts)}"
    before = decrypt_plan(trial.keep.get(PAST, ""), trial.author)
    past = "\n".join(one for one in (before, line) if one)
    seat = tryout.next_seat(scene, sketch, past) if len(past) <= tryout.MAX_PAST_CHARS else None
    if seat is None:
        return None
    past = encrypt_plan(past, scene.rules, trial.author)
    query = urlencode({**trial.keep, PAST: past, SEAT: seat})
    by_chance = tryout.is_unforeseen(sketch)
    return {"seat": seat, "href": f"{request.path}?{query}#board", "by_chance": by_chance}


def _plan_json(request: HttpRequest, trial: TryoutPlan, told: Json, verdict: str) -> Json:
    scene, turn = trial.scene, trial.turn
    return payload.plan_payload(scene.game, scene.seat, turn) | {
        "version": trial.version,
        "draft": 0,
        "layer": draw_tryout(trial, links={}).layer,
        "panel": render_to_string(
            "practice/panel.html", told | _understood_context(trial), request
        ),
        "verdict": verdict,
    }


def _understood_context(trial: TryoutPlan) -> Json:
    return {"understood": typed_orders.changed_text(trial.text, trial.typed)}


def _composer_json(request: HttpRequest, trial: TryoutPlan) -> Json:
    """Return what the script begins with."""
    scene = trial.scene
    query = urlencode(trial.keep)
    return payload.plan_payload(scene.game, scene.seat, trial.turn) | {
        "version": trial.version,
        "draft": 0,
        "chosen": trial.turn.chosen,
        "tool": trial.turn.tool,
        "address": f"{request.path}?{query}",
        "reach": f"{request.path}?{query}",
        "near": scene.around,
    }


def draw_tryout(
    trial: TryoutPlan, *, links: Mapping[str, FieldLink], box: board.Box | None = None
) -> board.BoardPicture:
    """Draw the board, or a part of it, as it is after what was tried out."""
    scene, turn = trial.scene, trial.turn
    return board.board_picture(
        scene.game,
        scene.seats,
        turn.sketch.state,
        title=_("Board to try things out on"),
        marks=(*scene.pinned, *(turn.marks or scene.marks)),
        links=links,
        labels=True,
        box=box,
        turned=scene.turned,
    )


def _draw_close_up(trial: TryoutPlan) -> board.BoardPicture:
    """Draw the part of the board it is about."""
    game, turn = trial.scene.game, trial.turn
    turned = trial.scene.turned
    fields = (*trial.scene.around, *turn.chosen_fields)
    box = board.box_around(game, fields, **rulebook.NEAR, turned=turned)
    near = board.fields_inside(game, box, turn.links, turned=turned)
    links = {field: turn.links[field] for field in near}
    return draw_tryout(trial, links=links, box=box)


def _question_context(trial: TryoutPlan) -> Json:
    """Return what a question is asked with: the possible answers, lettered, and their picture."""
    scene = trial.scene
    rules, state = scene.rules, scene.state
    choices = rules.composing.legal_choices(state, scene.seat)
    candidates = answers.candidates_of(choices)
    marks = (*scene.marks, *answers.candidate_marks(candidates))
    fields = (*scene.around, *(field for mark in marks for field in mark.fields))
    return {
        "ask": scene.ask,
        "candidates": candidates,
        "others": [choice for choice in choices if not choice.origin],
        "chosen": trial.text,
        "keep": trial.keep,
        "board": board.board_picture(
            scene.game,
            scene.seats,
            state,
            title=_("The place in question, with the possible answers lettered"),
            marks=marks,
            labels=True,
            box=_question_box(scene, fields),
            turned=scene.turned,
        ),
    }


def _question_box(scene: Tryout, fields: Sequence[str]) -> Box | None:
    """Return the part of the board that a question is about; ``None`` where it is about none."""
    if not fields:
        return None
    return board.box_around(scene.game, fields, **rulebook.NEAR, turned=scene.turned)
