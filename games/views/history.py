"""The past of a game, step by step, and its record."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import boards, queries, records
from games.models import Game
from games.views.entrance import private, running_or_over
from games.views.game import NAMES, places

NEAR = 8


@dataclass(frozen=True, slots=True)
class Reel:
    """The numbers of the steps around the one shown; ``None`` where there is none."""

    first: int
    previous: int | None
    shown: int
    next: int | None
    last: int


@dataclass(frozen=True, slots=True)
class Log:
    """The steps of a game: those ``near`` the one shown, and what lies before and after."""

    before: list[queries.Step]
    near: list[queries.Step]
    after: list[queries.Step]


@require_safe
@private
def page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a game as it stood after the step ``upto``, the last one if none is named."""
    found = running_or_over(request, pk)
    steps = queries.steps(found.game, found.viewer)
    reel = _reel([step.seq for step in steps], request.GET.get("upto", ""))
    shown = next(step for step in steps if step.seq == reel.shown)
    state = queries.position(found.game, reel.shown)
    view = found.game.rules.view(state, found.viewer)
    report = found.game.rules.report(view)
    title = _("Board after step %(number)s") % {"number": reel.shown}
    marks = tuple(mark for mark in shown.marks if mark.kind != "capture")
    labels = request.GET.get(NAMES) == "1"
    board = boards.board(found.game, found.seats, view, title=title, marks=marks, labels=labels)
    context = {
        "visit": found,
        "game": found.game,
        "log": _log(steps, reel.shown),
        "step": shown,
        "reel": reel,
        "report": report,
        "places": places(found, report),
        "board": board,
        "keep": f"&{NAMES}=1" if labels else "",
    }
    return render(request, "games/history.html", context)


@require_safe
@private
def record(request: HttpRequest, pk: int) -> HttpResponse:
    """Give the record of a game that is over, as a file."""
    found = running_or_over(request, pk)
    if found.game.status != Game.Status.OVER:
        raise Http404
    name = f"{slugify(found.game.title) or 'game'}-{pk}.txt"
    return HttpResponse(
        records.write(found.game, found.seats),
        content_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _log(steps: list[queries.Step], shown: int) -> Log:
    """Lay open the steps near the one shown, so that it need not be looked for."""
    place = next(place for place, step in enumerate(steps) if step.seq == shown)
    start, end = max(0, place - NEAR), place + NEAR + 1
    return Log(steps[:start], steps[start:end], steps[end:])


def _reel(numbers: list[int], asked: str) -> Reel:
    """Find the step that was asked for, or the nearest before it."""
    wanted = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 10 else numbers[-1]
    place = max(sum(number <= wanted for number in numbers) - 1, 0)
    return Reel(
        first=numbers[0],
        previous=numbers[place - 1] if place else None,
        shown=numbers[place],
        next=numbers[place + 1] if place + 1 < len(numbers) else None,
        last=numbers[-1],
    )
