"""The page of a game: the board, whose turn it is, and a turn put together by links."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from conquest.core import Json, Mark, Phrase, Refused, Report, SeatLine
from games import asking, boards, composer, drafts, following, planning, queries, store
from games.models import Decision, Draft, Seat, Submission
from games.views.entrance import number_in, private, visit

TURN = "turn"
LONGEST = 16 * 1024
MOST_NEWS = 40
LATELY = 24
NAMES, NEAR = KEEP = ("names", "near")


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a submission did not count: what is said, the text kept, what happened meanwhile."""

    status: int
    sentence: str = ""
    refused: Refused | None = None
    text: str = ""
    missed: tuple[queries.Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A seat with what everybody may know of it."""

    seat: Seat
    line: SeatLine
    decision: Decision | None


@dataclass(frozen=True, slots=True)
class Meter:
    """The points of a turn: ``used`` so far, ``planned``, ``left``, and ``lost`` for reasons."""

    base: int
    used: int
    planned: int
    left: int
    lost: int
    reasons: tuple[Phrase, ...]

    @property
    def boxes(self) -> list[str]:
        """Name every box by what it is: used, planned, free (an empty name) or lost."""
        return [
            *["used"] * self.used,
            *["planned"] * self.planned,
            *[""] * self.left,
            *["lost"] * self.lost,
        ]


@dataclass(frozen=True, slots=True)
class Toggle:
    """Something shown or not, with the link that switches it."""

    is_on: bool
    href: str


@dataclass(frozen=True, slots=True)
class Receipt:
    """What was handed in, what happened from then on, and what waits elsewhere."""

    sent: Submission
    happened: tuple[queries.Step, ...]
    waiting: Decision | None


@require_safe
@private
def page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a game; ``plan`` and ``piece`` in the address put a turn together."""
    found = visit(request, pk)
    if found.game.started_at is None:
        return redirect("table", pk)
    return show(request, found, text=_plan(request))


def _plan(request: HttpRequest) -> str | None:
    """Give the plan of the address, if it has one."""
    if "plan" in request.GET or "piece" in request.GET:
        return request.GET.get("plan", "")[:LONGEST]
    return None


def show(
    request: HttpRequest,
    found: queries.Visit,
    *,
    text: str | None = None,
    trouble: Trouble | None = None,
) -> HttpResponse:
    """Show a game with a plan for the visitor's turn, and perhaps why the last one failed.

    Without a ``text`` the plan is the one that the visitor has kept.
    """
    rules, viewer = found.game.rules, found.viewer
    state = store.load(found.game)
    report = rules.report(rules.view(state, viewer))
    keep = {name: "1" for name in KEEP if request.GET.get(name) == "1"}
    last = queries.last_submission(found.game, found.mine) if found.mine else None
    draft = kept(found)
    text = drafts.waiting(draft, last) if text is None else text
    turn = _turn(found, state, text, request.GET.get("piece", ""), keep)
    news, seen = _news(found, last), following.seen(found.game, found.person)
    has_plan = turn is not None and bool(turn.steps or turn.chosen)
    view = rules.view(turn.played.end if turn else state, viewer)
    marks = turn.marks if turn and has_plan else overview(news[-MOST_NEWS:])
    context = {
        "visit": found,
        "game": found.game,
        "turn": turn,
        "report": report,
        "meter": _planned(found, turn) if turn else meter(report),
        "composer": _composer(found, turn, draft) if turn else None,
        "words": planning.words(),
        "commands": asking.answer(asking.Asked(found.game, state, viewer), "?"),
        "board": _board(found, view, marks, turn, keep),
        "shown": _toggles(request, keep),
        "places": places(found, report),
        "so_far": queries.turn_steps(found.game, viewer, rules.number(state)),
        "news": news[-MOST_NEWS:],
        "news_count": len(news),
        "unseen": bool(news) and news[-1].seq > seen,
        "new_from": following.new_from([step.seq for step in news], seen),
        "film_after": news[0].seq - 1 if news else found.game.version,
        "is_drawn": not has_plan and bool(marks),
        "trouble": trouble,
        "receipt": _receipt(request, found),
        "key": uuid.uuid4().hex,
        "text": trouble.text if trouble else text,
        "silence": silence(found, state),
        "pending": last if turn is None and viewer and report.turn == viewer else None,
    }
    return render(request, "games/game.html", context, status=trouble.status if trouble else 200)


def kept(found: queries.Visit) -> Draft | None:
    """Give the plan that the visitor has kept."""
    return drafts.of(found.mine, found.person) if found.mine and found.person else None


def places(found: queries.Visit, report: Report) -> list[Place]:
    """Put together each seat, what everybody may know of it, and what is asked of it."""
    lines = {line.seat: line for line in report.seats}
    asked = {decision.seat_id: decision for decision in found.asked}
    return [Place(seat, lines[seat.name], asked.get(seat.pk)) for seat in found.seats]


def overview(steps: Sequence[queries.Step]) -> tuple[Mark, ...]:
    """Give the marks of what happened, each arrow with the number of its step in the list."""
    return tuple(
        replace(mark, label=str(place)) if mark.kind == "arrow" else mark
        for place, step in enumerate(steps, start=1)
        for mark in step.marks
        if mark.kind in ("arrow", "ghost")
    )


def meter(report: Report, planned: int = 0) -> Meter | None:
    """Divide the points of a turn into boxes; ``None`` in games without points.

    ``report`` tells the turn with the ``planned`` points used.
    """
    if report.base is None or report.points is None or report.used is None:
        return None
    lost = max(0, report.base - report.used - report.points)
    used = report.used - planned
    return Meter(report.base, used, planned, report.points, lost, report.reasons)


def silence(found: queries.Visit, state: Any) -> str:
    """Give the words with which the visitor's seat would end its turn."""
    if found.decision is None or found.viewer is None:
        return ""
    rules = found.game.rules
    return rules.write(rules.default(state, found.viewer))


def _planned(found: queries.Visit, turn: composer.Composer) -> Meter | None:
    rules = found.game.rules
    return meter(rules.report(rules.view(turn.played.close, found.viewer)), turn.played.used)


def _turn(
    found: queries.Visit, state: Any, text: str, piece: str, keep: Mapping[str, str]
) -> composer.Composer | None:
    if found.viewer is None or not can_plan(found, state):
        return None
    return composer.compose(found.game.rules, state, found.viewer, text, piece, keep)


def can_plan(found: queries.Visit, state: Any) -> bool:
    """Whether the visitor can plan a turn: his own, or the next one while others play."""
    if found.viewer is None or not found.game.is_running:
        return False
    if found.decision is not None:
        return found.decision.kind == TURN
    number = found.game.rules.number
    return number(found.game.rules.suppose(state, found.viewer)) != number(state)


def _composer(found: queries.Visit, turn: composer.Composer, draft: Draft | None) -> Json:
    """Give the script what it begins with."""
    assert found.viewer is not None
    return planning.told(found.game, found.viewer, turn) | {
        "version": found.game.version,
        "draft": draft.number if draft else 0,
        "address": reverse("game_plan", args=[found.game.pk]),
    }


def _board(
    found: queries.Visit,
    view: Json,
    marks: tuple[Mark, ...],
    turn: composer.Composer | None,
    keep: Mapping[str, str],
) -> boards.Board:
    """Draw the board, whole or near the chosen piece, with the names of the fields or without."""
    game, links = found.game, dict(turn.links) if turn else {}
    box = None
    if NEAR in keep and turn and turn.fields:
        box = boards.around(game.board, turn.fields)
        links = {field: links[field] for field in boards.inside(game.board, box, links)}
    title = _("Board of %(title)s") % {"title": game.title}
    return boards.board(
        game,
        found.seats,
        view,
        title=title,
        marks=marks,
        links=links,
        labels=NAMES in keep,
        box=box,
    )


def _toggles(request: HttpRequest, keep: Mapping[str, str]) -> dict[str, Toggle]:
    """Give the links that switch field names and the close-up on and off."""
    return {name: Toggle(name in keep, switched(request, name, name in keep)) for name in KEEP}


def switched(request: HttpRequest, name: str, is_on: bool) -> str:
    """Give the address of the page with something switched off, or on."""
    query = request.GET.copy()
    query.pop("sent", None)
    query.pop(name, None)
    if not is_on:
        query[name] = "1"
    return f"{request.path}?{query.urlencode()}#board"


def _news(found: queries.Visit, last: Submission | None) -> list[queries.Step]:
    """Tell what happened since the visitor's last turn; to a spectator, what happened lately."""
    if found.mine is None:
        return queries.steps(found.game, None, after=max(0, found.game.version - LATELY))
    return queries.steps(found.game, found.viewer, after=last.last_seq if last else 0)


def _receipt(request: HttpRequest, found: queries.Visit) -> Receipt | None:
    """Give back what the visitor has just handed in, and what it led to."""
    asked = number_in(request.GET.get("sent", ""), digits=15)
    if found.person is None or asked is None:
        return None
    sent = queries.receipt(found.game, found.person, asked)
    if sent is None:
        return None
    happened = queries.steps(found.game, found.viewer, after=sent.first_seq - 1)
    waiting = queries.waiting_for(found.person).exclude(game=found.game).first()
    return Receipt(sent, tuple(happened), waiting)
