"""The views of tryouts: of a turn on a copy of a game's position, or on an example of the rules."""

from __future__ import annotations

from dataclasses import replace
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _

from conquest.core import Json
from games import queries
from games.ahead.conditional_turns.pages import tried_line
from games.learn import rulebook, tryout
from games.pages import game as pages
from games.pages.access import (
    is_script,
    parse_number,
    private,
    rotation,
    rotation_params,
    started_visit_or_404,
)
from games.pages.tryout import (
    PAST,
    SEAT,
    UPTO,
    TryoutPlan,
    board_toggles,
    get_or_post,
    read_tryout,
    reader_language,
    render_tryout,
    ruleset_or_404,
    seat_choices,
)
from games.planner.composer import PlanLinks
from games.planner.plan_crypto import decrypt_plan, encrypt_plan
from games.play.knowledge import known_game as known_of
from games.play.refusals import SubmissionRefusal


@private
@get_or_post
def try_turn(request: HttpRequest, pk: int) -> HttpResponse:
    """Try a turn on a copy of a game as its visitor knows it, after the step ``upto``."""
    visit = started_visit_or_404(request, pk)
    if not visit.game.can_be_tried:
        return _show_refusal(request, visit)
    step = _start_step(request, visit)
    known = known_of(visit.game, visit.viewer, step)
    author = visit.author
    past, seat = (
        _past_turns(request, author),
        request.GET.get(SEAT, "") or _visitor_seat(visit, request),
    )
    scene = replace(
        tryout.from_known(known, visit.seats, past, seat), turned=rotation(request, visit)
    )
    begin_params = {UPTO: str(step)} | rotation_params(request)
    keep = {**begin_params, PAST: encrypt_plan(past, scene.rules, author), SEAT: scene.seat}
    plan = read_tryout(request, scene, keep, author)
    context: Json = {"source": visit.game, "step": step}
    if step == visit.game.version:
        context["line"] = tried_line(visit, known, past, scene.seat, _played_text(plan))
    context |= seat_choices(request, plan, begin_params) | {"shown": board_toggles(request, plan)}
    return render_tryout(request, plan, context)


def _played_text(plan: TryoutPlan) -> str:
    """Return a plan that can be carried out as a whole, "" for any other."""
    return "" if plan.turn.sketch.is_blocked or not plan.turn.sketch.steps else plan.text


@private
@get_or_post
def try_example(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Try a turn on a position that is drawn in the rules of a game."""
    rules = ruleset_or_404(slug)
    example = rulebook.find_example(slug, reader_language(), number)
    if example is None:
        raise Http404
    caption, example_position = example
    past = _past_turns(request)
    scene = tryout.from_example(
        rules, example_position, past, request.GET.get(SEAT, "") or _first_seat(example_position)
    )
    plan = read_tryout(request, scene, {PAST: past, SEAT: scene.seat})
    own_orders = [text for seat, text in example_position.orders if seat == scene.seat and not past]
    shown_orders = PlanLinks(rules, keep=plan.keep).plan_url(*own_orders) if own_orders else ""
    context = {
        "caption": caption,
        "rules_title": rules.title,
        "slug": slug,
        "shown_orders": shown_orders,
    }
    return render_tryout(request, plan, context | seat_choices(request, plan, {}))


def _past_turns(request: HttpRequest, author: int | None = None) -> str:
    """Return the turns tried out before this one; every link of the page carries them."""
    # Nothing of a tryout is stored, so its past is in the URL and has to be short.
    past = decrypt_plan(request.GET.get(PAST, "")[: 2 * tryout.MAX_PAST_CHARS], author)
    return past[: tryout.MAX_PAST_CHARS]


def _first_seat(example_position: Any) -> str:
    """Return the seat whose orders an example begins with, "" if it has none."""
    return next((seat for seat, _text in example_position.orders), "")


def _visitor_seat(visit: queries.Visit, request: HttpRequest) -> str:
    """Return the visitor's seat, "" once turns have been tried out."""
    return "" if request.GET.get(PAST) else visit.viewer or ""


def _start_step(request: HttpRequest, visit: queries.Visit) -> int:
    """Return the step to begin with; the last one if the query names none that is a number."""
    asked, last = parse_number(request.GET.get(UPTO, "")), visit.game.version
    return min(max(asked, 1), last) if asked is not None else last


def _show_refusal(request: HttpRequest, visit: queries.Visit) -> HttpResponse:
    sentence = _("At this table nothing is tried out until the game is over.")
    if is_script(request):
        return JsonResponse({"trouble": sentence}, status=HTTPStatus.FORBIDDEN)
    refusal = SubmissionRefusal(HTTPStatus.FORBIDDEN, sentence)
    return pages.render_game(request, visit, refusal=refusal)
