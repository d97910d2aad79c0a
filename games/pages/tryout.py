"""The page of a tryout, of a position or of a lesson: nothing is stored."""

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
from conquest.core import BoardStyle, FieldLink, Json
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
    """A text tried out in a scene, as it was ``typed`` and as it was understood, and the query
    parameters to ``keep``. ``version`` counts the moments of a scene that goes on."""

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
    """Return a rule set by its slug.

    :raises Http404: if there is none.
    """
    try:
        return registry.get_ruleset(slug)
    except core.Fault:
        raise Http404 from None


def reader_language() -> str:
    """Return the reader's language as a code of two letters, as rule sets ask for it."""
    return (get_language() or "en")[:2]


def read_tryout(
    request: HttpRequest,
    scene: Tryout,
    keep: Mapping[str, str],
    author: int | None = None,
    *,
    begin: str = "",
) -> TryoutPlan:
    """Return the plan that a page sends, or that of its query, which only its ``author`` can
    decrypt; without either, the text to ``begin`` with."""
    is_sent = request.method == "POST"
    sent = request.POST.get("text") if is_sent else request.GET.get("plan", begin)
    # Cut before and after: encrypted text is longer, and a huge one must not be decrypted at all.
    words = decrypt_plan((sent or "")[: 2 * MAX_TRIAL_CHARS], author)[:MAX_TRIAL_CHARS]
    text = typed_orders.normalize_orders(words)
    keep = {name: value for name, value in keep.items() if value}
    piece, tool = (request.GET.get(name, "") for name in ("piece", "tool"))
    asked = composer.PlanRequest(text, piece=piece, tool=tool, keep=keep, author=author)
    turn = composer.compose_turn(scene.rules, scene.state, scene.seat, asked)
    return TryoutPlan(scene, words, turn, keep, author)


def render_tryout(
    request: HttpRequest,
    plan: TryoutPlan,
    page_context: Json,
    *,
    verdict: str = "",
    template: str = "practice/page.html",
) -> HttpResponse:
    """Show the page of a tryout, or send its script what a plan does, what a piece could do, or why
    a piece cannot go to a field."""
    if move_refusal.is_asked(request):
        return JsonResponse(move_refusal.refusal_json(request, plan.scene.game, plan.turn.sketch))
    if is_script(request) and FIELD in request.GET:
        turn, rules = plan.turn, plan.scene.rules
        return JsonResponse(reach.reach_payload(rules, turn.sketch.state, request.GET[FIELD]))
    page_context |= panel_context(plan)
    if request.method == "POST":
        return JsonResponse(_plan_json(request, plan, page_context, verdict))
    page_context["legend"] = board.figure_legend(plan.scene.game, _trying_seat(plan.scene))
    if plan.scene.is_question:
        return render(request, "practice/question.html", page_context | _question_context(plan))
    context = {
        "board": draw_tryout(plan, links=plan.turn.links),
        "close": _draw_close_up(plan) if plan.scene.around else None,
        "composer": _composer_json(request, plan),
        "words": payload.script_texts(),
        "text": plan.text,
        "keep": plan.keep,
        "discard": _plan_links(plan, plan.keep).plan_url(),
        "lines": plan.scene.rules.telling.describe_state(plan.turn.sketch.state),
    }
    return render(request, template, page_context | context)


def panel_context(plan: TryoutPlan) -> Json:
    """Return the context of the panel beside the board."""
    scene, sketch = plan.scene, plan.turn.sketch
    return {
        "thrown": scene.thrown,
        "game": scene.game,
        "turn": plan.turn,
        "report": scene.rules.telling.report(sketch.close),
        "meter": plan_meter(scene.rules, sketch),
    }


def _trying_seat(scene: Tryout) -> Seat:
    """Return the seat whose turn is tried out, or the first where nobody sits there."""
    return next((seat for seat in scene.seats if seat.name == scene.seat), scene.seats[0])


def _plan_links(plan: TryoutPlan, keep: Mapping[str, str]) -> PlanLinks:
    return PlanLinks(plan.scene.rules, keep=keep, author=plan.author)


def seat_choices(request: HttpRequest, plan: TryoutPlan, begin: Mapping[str, str]) -> Json:
    """Return the links to the other seats, to the beginning, and to the seat that comes next."""
    scene, keep = plan.scene, plan.keep
    seats = scene.rules.judgement.seats(scene.state)
    return {
        "seats": [
            (seat, _plan_links(plan, {**keep, SEAT: seat}).plan_url(), seat == scene.seat)
            for seat in seats
        ],
        "begin": _plan_links(plan, begin).plan_url() if keep.get(PAST) else "",
        "onward": _next_seat_link(request, plan),
    }


def board_toggles(request: HttpRequest, plan: TryoutPlan) -> dict[str, Toggle]:
    """Return the link that rotates the board, where it can be."""
    scene = plan.scene
    return rotation_toggle(request, scene.rules.art, scene.turned)


def _next_seat_link(request: HttpRequest, plan: TryoutPlan) -> Json | None:
    """Return the link to the next seat's turn after this one, ``None`` if it got too long."""
    scene, sketch = plan.scene, plan.turn.sketch
    line = f"{scene.seat}: {scene.rules.notation.join_words(sketch.step_texts)}"
    before = decrypt_plan(plan.keep.get(PAST, ""), plan.author)
    past = "\n".join(turn_line for turn_line in (before, line) if turn_line)
    seat = tryout.next_seat(scene, sketch, past) if len(past) <= tryout.MAX_PAST_CHARS else None
    if seat is None:
        return None
    past = encrypt_plan(past, scene.rules, plan.author)
    query = urlencode({**plan.keep, PAST: past, SEAT: seat})
    by_chance = tryout.is_unforeseen(sketch)
    return {"seat": seat, "href": f"{request.path}?{query}#board", "by_chance": by_chance}


def _plan_json(request: HttpRequest, plan: TryoutPlan, context: Json, verdict: str) -> Json:
    scene, turn = plan.scene, plan.turn
    return payload.plan_payload(scene.game, scene.seat, turn) | {
        "version": plan.version,
        "draft": 0,
        "layer": draw_tryout(plan, links={}).layer,
        "panel": render_to_string(
            "practice/panel.html", context | _understood_context(plan), request
        ),
        "verdict": verdict,
    }


def _understood_context(plan: TryoutPlan) -> Json:
    return {"understood": typed_orders.changed_text(plan.text, plan.typed)}


def _composer_json(request: HttpRequest, plan: TryoutPlan) -> Json:
    """Return the initial data of the script."""
    scene = plan.scene
    query = urlencode(plan.keep)
    return payload.plan_payload(scene.game, scene.seat, plan.turn) | {
        "version": plan.version,
        "draft": 0,
        "chosen": plan.turn.chosen,
        "tool": plan.turn.tool,
        "address": f"{request.path}?{query}",
        "reach": f"{request.path}?{query}",
        "near": scene.around,
    }


def draw_tryout(
    plan: TryoutPlan, *, links: Mapping[str, FieldLink], box: board.Box | None = None
) -> board.BoardPicture:
    """Draw the board, or a part of it, as it is after the plan."""
    scene, turn = plan.scene, plan.turn
    return board.board_picture(
        scene.game,
        scene.seats,
        turn.sketch.state,
        BoardStyle(
            title=_("Board to try things out on"),
            marks=(*scene.pinned, *(turn.marks or scene.marks)),
            links=links,
            labels=True,
            box=box,
            turned=scene.turned,
        ),
    )


def _draw_close_up(plan: TryoutPlan) -> board.BoardPicture:
    """Draw the part of the board that the scene is about."""
    game, turn = plan.scene.game, plan.turn
    turned = plan.scene.turned
    fields = (*plan.scene.around, *turn.chosen_fields)
    box = board.box_around(game, fields, **rulebook.NEAR, turned=turned)
    near = board.fields_inside(game, box, turn.links, turned=turned)
    links = {field: turn.links[field] for field in near}
    return draw_tryout(plan, links=links, box=box)


def _question_context(plan: TryoutPlan) -> Json:
    """Return the context of a question: the possible answers, with letters, and their picture."""
    scene = plan.scene
    rules, state = scene.rules, scene.state
    choices = rules.composing.legal_choices(state, scene.seat)
    candidates = answers.candidates_of(choices)
    marks = (*scene.marks, *answers.candidate_marks(candidates))
    fields = (*scene.around, *(field for mark in marks for field in mark.fields))
    return {
        "ask": scene.ask,
        "candidates": candidates,
        "others": [choice for choice in choices if not choice.origin],
        "chosen": plan.text,
        "keep": plan.keep,
        "board": board.board_picture(
            scene.game,
            scene.seats,
            state,
            BoardStyle(
                title=_("The place in question, with the possible answers lettered"),
                marks=marks,
                labels=True,
                box=_question_box(scene, fields),
                turned=scene.turned,
            ),
        ),
    }


def _question_box(scene: Tryout, fields: Sequence[str]) -> Box | None:
    """Return the part of the board that a question is about; ``None`` if it is about none."""
    if not fields:
        return None
    return board.box_around(scene.game, fields, **rulebook.NEAR, turned=scene.turned)
