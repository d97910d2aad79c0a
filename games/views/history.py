"""The views of a game's history, step by step, and of its record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from conquest.core import BoardStyle
from db.old_reads import may_be_old_for_strangers
from games import board, queries
from games.models import Game
from games.pages.access import (
    ROTATION_PARAM,
    parse_number,
    private,
    rotation,
    started_visit_or_404,
    step_filter,
    view_params,
    viewed_seat,
)
from games.pages.seat_summary import seat_summaries
from games.pages.view_toggles import rotation_toggle, view_links
from games.play import history as played
from games.play.history import HistoryStep, HistoryStretch
from games.play.knowledge import KnownGame, known_game
from games.replay import export, frames, read_marks

NEAR, FAR = 8, 100


@dataclass(frozen=True, slots=True)
class StepNavigation:
    """The numbers of the steps around the one shown; ``None`` where there is none.

    Those are the nearest that match the filter, or where their stretch of the game ends; ``final``
    is where the game ends, ``last`` its last step.
    """

    first: int | None
    previous: int | None
    shown: int
    next: int | None
    final: int | None
    last: int


@dataclass(frozen=True, slots=True)
class StepLog:
    """The steps of a game: those ``near`` the one shown, and those ``before`` and ``after``.

    ``beyond`` has the numbers of steps further away on both sides, None where there are none.
    """

    before: list[HistoryStep]
    near: list[HistoryStep]
    after: list[HistoryStep]
    beyond: tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class StepFilter:
    """A filter of steps and the link that sets it; ``name`` is a seat, captures, or "" for all."""

    name: str
    href: str
    is_on: bool


@require_safe
@private
@may_be_old_for_strangers
def show_history(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a game as it stood after the step ``upto``, by default the last one."""
    visit = started_visit_or_404(request, pk)
    eyes, only = viewed_seat(request, visit.game), step_filter(request, visit)
    asked = parse_number(request.GET.get("upto", ""))
    number = visit.game.version if asked is None else asked
    stretch = played.stretch_around(visit.game, visit.viewer, number, then=eyes)
    steps, shown = stretch.steps, _nearest_step(stretch.steps, number)
    matching = [step for step in steps if frames.matches_filter(only, step)]
    known = known_game(visit.game, visit.viewer, shown.seq, then=eyes)
    quarters, picture = rotation(request, visit), view_params(request, visit.game)
    context = {
        "visit": visit,
        "game": visit.game,
        "log": _step_log(stretch, matching, shown.seq),
        "step": shown,
        "beginning": played.list_steps(visit.game, visit.viewer, upto=1, then=eyes)[0].phrase,
        "reel": _step_navigation(stretch, [step.seq for step in matching], shown.seq),
        "by_letter": queries.events_by_letter(visit.game, steps[0].seq, steps[-1].seq),
        "ahead": queries.events_ahead(visit, steps[0].seq, steps[-1].seq),
        "film_after": steps[0].first - 1,
        "report": known.report,
        "places": seat_summaries(visit, known.report),
        "board": _draw_step(visit, known, shown, turned=quarters),
        "turned": quarters,
        "further": rotation_toggle(request, visit.game.rules.art, quarters).get(ROTATION_PARAM),
        "looks": view_links(request, visit),
        "eyes": eyes or "",
        "keep": _link_query(only, picture),
        "only": only,
        "sieves": list(_step_filters(visit, only, shown.seq, picture)),
        "new_from": read_marks.first_new_step(
            _steps_of_others(visit, steps), _last_known_event(visit)
        ),
    }
    return render(request, "games/history.html", context)


def _draw_step(
    visit: queries.Visit, known: KnownGame, step: HistoryStep, *, turned: int
) -> board.BoardPicture:
    """Draw the board after a step, with the marks of the step."""
    title = _("Board after step %(number)s") % {"number": step.seq}
    marks = tuple(mark for mark in step.marks if mark.kind != "capture")
    style = BoardStyle(title=title, marks=marks, labels=True, turned=turned)
    return board.board_picture(visit.game, visit.seats, known.state, style)


@require_safe
@private
@may_be_old_for_strangers
def download_record(request: HttpRequest, pk: int) -> HttpResponse:
    """Send the record of a game that is over, as a file.

    :raises Http404: while the game is running, since a record opens its secrets.
    """
    visit = started_visit_or_404(request, pk)
    if not visit.game.has_ended:
        raise Http404
    return HttpResponse(
        export.write_record(visit.game, visit.seats),
        content_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{_file_name(visit.game)}.txt"'},
    )


@require_safe
@private
@may_be_old_for_strangers
def download_notation(request: HttpRequest, pk: int) -> HttpResponse:
    """Send the orders of a game so far, turn by turn, as everybody may know them."""
    visit = started_visit_or_404(request, pk)
    return HttpResponse(
        export.write_notation(visit.game, visit.seats),
        content_type="text/plain; charset=utf-8",
        headers={
            "Content-Disposition": f'inline; filename="{_file_name(visit.game)}-notation.txt"'
        },
    )


@require_safe
@private
@may_be_old_for_strangers
def download_events(request: HttpRequest, pk: int) -> HttpResponse:
    """Send all events of a game as JSON, as everybody may know them."""
    visit = started_visit_or_404(request, pk)
    return JsonResponse(
        export.public_json(visit.game, visit.seats),
        headers={"Content-Disposition": f'inline; filename="{_file_name(visit.game)}.json"'},
    )


def _file_name(game: Game) -> str:
    """Return a file name for a game, without its extension."""
    return f"{slugify(game.title) or 'game'}-{game.pk}"


def _link_query(only: str, picture: Mapping[str, str]) -> str:
    """Return the part of the query that the links of the page keep, with its ``&``."""
    query = urlencode({**({"only": only} if only else {}), **picture})
    return f"&{query}" if query else ""


def _step_filters(
    visit: queries.Visit, only: str, shown: int, picture: Mapping[str, str]
) -> Iterator[StepFilter]:
    """Yield the filters for all steps, for those of each seat, and for captures."""
    for name in ("", *(seat.name for seat in visit.seats), frames.CAPTURES):
        yield StepFilter(name, f"?upto={shown}{_link_query(name, picture)}#steps", name == only)


def _steps_of_others(visit: queries.Visit, steps: Sequence[HistoryStep]) -> list[int]:
    """Return the numbers of the steps that the visitor has not made themselves."""
    return [step.seq for step in steps if visit.viewer is None or step.seat != visit.viewer]


def _last_known_event(visit: queries.Visit) -> int:
    """Return the last event that the visitor has seen or caused, 0 if they do not follow the
    game."""
    seen = read_marks.last_read(visit.game, visit.person)
    last = queries.last_turn(visit.game, visit.mine) if visit.mine and seen else None
    return max(seen, queries.news_start(visit.game, visit.mine, last) if visit.mine else 0)


def _step_log(stretch: HistoryStretch, steps: list[HistoryStep], shown: int) -> StepLog:
    """Divide the steps that match so that those near the one shown are open and need no search."""
    place = sum(step.seq < shown for step in steps)
    # A long game has hundreds of steps: the page lists some around the one shown and links to more.
    start, end = max(0, place - NEAR), place + NEAR + 1
    first, last = max(0, start - FAR), end + FAR
    beyond = (
        steps[first - 1].seq if first else stretch.earlier,
        steps[last].seq if last < len(steps) else stretch.later,
    )
    return StepLog(steps[first:start], steps[start:end], steps[end:last], beyond)


def _nearest_step(steps: Sequence[HistoryStep], asked: int) -> HistoryStep:
    """Return the step with the number asked for, or the nearest before it."""
    return next((step for step in reversed(steps) if step.seq <= asked), steps[0])


def _step_navigation(stretch: HistoryStretch, numbers: list[int], shown: int) -> StepNavigation:
    """Return the steps before and after the one shown, among the numbers that match the filter."""
    before = [number for number in numbers if number < shown]
    after = [number for number in numbers if number > shown]
    return StepNavigation(
        first=1 if stretch.earlier else before[0] if before else None,
        previous=before[-1] if before else stretch.earlier,
        shown=shown,
        next=after[0] if after else stretch.later,
        final=stretch.last if stretch.later else after[-1] if after else None,
        last=stretch.last,
    )
