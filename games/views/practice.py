"""A turn is tried out: on a copy of a game's position, or on an example of the rules.

The lessons of ``games.views.lessons`` are worked on in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from conquest import core, registry
from conquest.core import Json, Link
from conquest.registry import AnyRules
from games import boards, composer, manual, planning, practice, queries
from games.composer import Composer, Way
from games.practice import Scene
from games.views import answer
from games.views import game as pages
from games.views.entrance import is_script, number_in, private, running_or_over

LONGEST = 2000
UPTO, PAST, SEAT = "upto", "past", "seat"

visited = require_http_methods(["GET", "HEAD", "POST"])


@dataclass(frozen=True, slots=True)
class Trial:
    """A text tried out in a scene, and what the address has to ``keep`` for it."""

    scene: Scene
    text: str
    turn: Composer
    keep: Mapping[str, str]


@private
@visited
def sandbox(request: HttpRequest, pk: int) -> HttpResponse:
    """Try a turn out on a copy of a game as its visitor sees it, after the step ``upto``."""
    found = running_or_over(request, pk)
    if not found.game.can_be_tried:
        return _refused(request, found)
    step = _step(request, found)
    view = found.game.rules.view(queries.position(found.game, step), found.viewer)
    past, seat = request.GET.get(PAST, ""), request.GET.get(SEAT, "") or _own(found, request)
    scene = practice.from_view(found.game, found.seats, view, past, seat)
    trial = tried(request, scene, {UPTO: str(step), PAST: past, SEAT: scene.seat})
    told: Json = {"source": found.game, "step": step}
    told |= picked(request, trial, {UPTO: str(step)}) | {"shown": _toggles(request, trial)}
    return show(request, trial, told)


@private
@visited
def example(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Try a turn out on a position that is drawn in the rules of a game."""
    rules = known(slug)
    found = manual.example(slug, language(), number)
    if found is None:
        raise Http404
    caption, drawn = found
    past = request.GET.get(PAST, "")
    scene = practice.from_example(rules, drawn, past, request.GET.get(SEAT, "") or _first(drawn))
    trial = tried(request, scene, {PAST: past, SEAT: scene.seat})
    own = [text for seat, text in drawn.orders if seat == scene.seat and not past]
    shown = Way((), (), trial.keep).to(*own) if own else ""
    told = {"caption": caption, "rules_title": rules.title, "slug": slug, "shown_orders": shown}
    return show(request, trial, told | picked(request, trial, {}), labels=True)


def known(slug: str) -> AnyRules:
    """Give a rule set there is.

    :raises Http404: if there is none.
    """
    try:
        return registry.get(slug)
    except core.Fault:
        raise Http404 from None


def language() -> str:
    """Give the reader's language, as rule sets ask for it."""
    return (get_language() or "en")[:2]


def tried(request: HttpRequest, scene: Scene, keep: Mapping[str, str]) -> Trial:
    """Try out the text that a page sends, or the plan of its address."""
    sent = request.POST.get("text") if request.method == "POST" else request.GET.get("plan")
    text = (sent or "").replace("\0", "")[:LONGEST]
    keep = {name: value for name, value in keep.items() if value}
    if request.GET.get(pages.NAMES) == "1":
        keep = {**keep, pages.NAMES: "1"}
    piece = request.GET.get("piece", "")
    turn = composer.compose(scene.rules, scene.state, scene.seat, text, piece, keep)
    return Trial(scene, text, turn, keep)


def show(
    request: HttpRequest, trial: Trial, told: Json, *, labels: bool = False, verdict: str = ""
) -> HttpResponse:
    """Show the page of a trial, or tell its script what a plan does."""
    told |= panel(trial)
    if request.method == "POST":
        return JsonResponse(_answer(request, trial, told, verdict))
    if trial.scene.is_question:
        return render(request, "practice/question.html", told | _question(trial))
    labels = labels or pages.NAMES in trial.keep
    context = {
        "board": drawn(trial, labels=labels, links=trial.turn.links),
        "close": _close(trial) if trial.scene.around else None,
        "composer": _start(request, trial),
        "words": planning.words(),
        "text": trial.text,
        "keep": trial.keep,
        "discard": Way((), (), trial.keep).to(),
        "lines": trial.scene.rules.text(_view(trial)),
    }
    return render(request, "practice/page.html", told | context)


def panel(trial: Trial) -> Json:
    """Give what the panel beside the board is written with."""
    scene, played = trial.scene, trial.turn.played
    report = scene.rules.report(scene.rules.view(played.close, scene.seat))
    return {
        "game": scene.game,
        "turn": trial.turn,
        "report": report,
        "meter": pages.meter(report, played.used),
    }


def picked(request: HttpRequest, trial: Trial, begin: Mapping[str, str]) -> Json:
    """Offer the other seats, the beginning, and to go on with the seat that comes next."""
    scene, keep = trial.scene, trial.keep
    seats = practice.playing(scene.rules, scene.state)
    return {
        "seats": [
            (seat, Way((), (), {**keep, SEAT: seat}).to(), seat == scene.seat) for seat in seats
        ],
        "begin": Way((), (), begin).to() if keep.get(PAST) else "",
        "onward": _onward(request, trial),
    }


def _toggles(request: HttpRequest, trial: Trial) -> dict[str, pages.Toggle]:
    is_on = pages.NAMES in trial.keep
    return {pages.NAMES: pages.Toggle(is_on, pages.switched(request, pages.NAMES, is_on))}


def _onward(request: HttpRequest, trial: Trial) -> Json | None:
    """Give the address of the next seat's turn after this one; ``None`` if it would be too long."""
    scene, played = trial.scene, trial.turn.played
    line = f"{scene.seat}: {composer.joined(*played.texts)}"
    past = "\n".join(one for one in (trial.keep.get(PAST, ""), line) if one)
    seat = practice.onward(scene, played) if len(past) <= practice.MOST_PAST else None
    if seat is None:
        return None
    query = urlencode({**trial.keep, PAST: past, SEAT: seat})
    return {"seat": seat, "href": f"{request.path}?{query}#board"}


def _answer(request: HttpRequest, trial: Trial, told: Json, verdict: str) -> Json:
    scene, turn = trial.scene, trial.turn
    return planning.told(scene.game, scene.seat, turn) | {
        "version": 0,
        "draft": 0,
        "layer": drawn(trial, labels=False, links={}).layer,
        "panel": render_to_string("practice/panel.html", told, request),
        "verdict": verdict,
    }


def _start(request: HttpRequest, trial: Trial) -> Json:
    """Give the script what it begins with."""
    scene = trial.scene
    query = urlencode(trial.keep)
    return planning.told(scene.game, scene.seat, trial.turn) | {
        "version": 0,
        "draft": 0,
        "address": f"{request.path}?{query}",
        "near": scene.around,
    }


def _view(trial: Trial) -> Json:
    return trial.scene.rules.view(trial.turn.played.end, trial.scene.seat)


def drawn(
    trial: Trial, *, labels: bool, links: Mapping[str, Link], box: boards.Box | None = None
) -> boards.Board:
    """Draw the board, or a part of it, as it is after what was tried out."""
    scene, turn = trial.scene, trial.turn
    return boards.board(
        scene.game,
        scene.seats,
        _view(trial),
        title=_("Board to try things out on"),
        marks=turn.marks or scene.marks,
        links=links,
        labels=labels,
        box=box,
    )


def _close(trial: Trial) -> boards.Board:
    """Draw the part of the board it is about."""
    board, turn = trial.scene.game.board, trial.turn
    box = boards.around(board, (*trial.scene.around, *turn.fields), **manual.NEAR)
    links = {field: turn.links[field] for field in boards.inside(board, box, turn.links)}
    return drawn(trial, labels=True, links=links, box=box)


def _question(trial: Trial) -> Json:
    """Give what a question is asked with: the possible answers, lettered, and their picture."""
    scene = trial.scene
    rules, state = scene.rules, scene.state
    choices = rules.legal(state, scene.seat)
    candidates = answer.lettered(rules, state, scene.seat, choices)
    marks = (*scene.marks, *answer.rings(candidates))
    fields = (*scene.around, *(field for mark in marks for field in mark.fields))
    return {
        "kind": rules.to_act(state)[scene.seat],
        "candidates": candidates,
        "others": [choice for choice in choices if not choice.origin],
        "chosen": trial.text,
        "keep": trial.keep,
        "board": boards.board(
            scene.game,
            scene.seats,
            rules.view(state, scene.seat),
            title=_("The place in question, with the possible answers lettered"),
            marks=marks,
            labels=True,
            box=boards.around(scene.game.board, fields, **manual.NEAR),
        ),
    }


def _first(drawn: Any) -> str:
    """Name the seat whose orders an example begins with."""
    return next((seat for seat, _text in drawn.orders), "")


def _own(found: queries.Visit, request: HttpRequest) -> str:
    """Name the visitor's seat, unless turns have been tried out before."""
    return "" if request.GET.get(PAST) else found.viewer or ""


def _step(request: HttpRequest, found: queries.Visit) -> int:
    """Read the step to begin with; nonsense is the last one."""
    asked, last = number_in(request.GET.get(UPTO, "")), found.game.version
    return min(max(asked, 1), last) if asked is not None else last


def _refused(request: HttpRequest, found: queries.Visit) -> HttpResponse:
    sentence = _("At this table nothing is tried out until the game is over.")
    if is_script(request):
        return JsonResponse({"trouble": sentence}, status=HTTPStatus.FORBIDDEN)
    trouble = pages.Trouble(HTTPStatus.FORBIDDEN, sentence)
    return pages.show(request, found, trouble=trouble)
