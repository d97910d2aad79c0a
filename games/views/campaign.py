"""A campaign, for anybody who comes: the list of missions, and each of them.

The doors of deeds take forms alone; whoever opens their addresses is led to the mission.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import TypeAlias
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from conquest.core import MOST_STARS, Refused
from games.learn import missions, runs, scores
from games.learn.missions import CampaignBook, Chapter
from games.learn.runs import SessionRun
from games.learn.scores import BestScore
from games.pages import mission as pages
from games.pages.access import form_orders, form_value, is_script, private
from games.pages.mission import STEP, MissionVisit
from games.pages.tryout import MAX_TRIAL_CHARS, get_or_post, reader_language, ruleset_or_404
from games.planner.plan_crypto import decrypt_plan, encrypt_plan

MissionView: TypeAlias = Callable[[HttpRequest, MissionVisit], HttpResponse]
STALE = "stale"


@private
@require_safe
def list_missions(request: HttpRequest, slug: str) -> HttpResponse:
    """List the missions of a game with what was reached in them."""
    book, best = _load_campaign(slug), scores.best_scores(request.user, request.session, slug)
    under_way = runs.started_missions(request.session, slug)
    rows = [
        (one, best.get(one.mission.name), one.mission.number in under_way) for one in book.chapters
    ]
    ahead = (one.mission.number for one in book.chapters if one.mission.name not in best)
    context = {
        "slug": slug,
        "title": ruleset_or_404(slug).title,
        "book": book,
        "rows": rows,
        "ahead": next(ahead, None),
        "stars": sum(one.stars for one in best.values()),
        "most": MOST_STARS * len(rows),
    }
    return render(request, "campaign/index.html", context)


@private
@get_or_post
def show_mission(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a mission: before it begins, under way, or over. A script has plans worked out."""
    desk = _visit_mission(request, slug, number)
    running = desk.running
    if is_script(request) and (running is None or running.run.stage.result):
        refusal = _("This mission is no longer under way here.")
        return JsonResponse({"trouble": refusal}, status=HTTPStatus.CONFLICT)
    if running is None:
        return pages.render_briefing(request, desk, _best_score(request, desk))
    if STEP in request.GET and (shown := pages.render_step(request, desk, running)):
        return shown
    if running.run.stage.result:
        return pages.render_result(request, desk, running, _best_score(request, desk))
    if request.method == "POST" and not is_script(request):
        return _redirect_to_mission(desk)
    return pages.render_mission(request, desk, running, is_stale=request.GET.get(STALE) == "1")


def _mission_action(deed: MissionView) -> Callable[..., HttpResponse]:
    """Make a door of a mission that acts by POST and leads from a GET to its page."""

    @private
    @get_or_post
    @wraps(deed)
    def door(request: HttpRequest, slug: str, number: int) -> HttpResponse:
        desk = _visit_mission(request, slug, number)
        return deed(request, desk) if request.method == "POST" else _redirect_to_mission(desk)

    return door


@_mission_action
def begin_mission(request: HttpRequest, desk: MissionVisit) -> HttpResponse:
    """Begin a mission, or begin it anew; what somebody has reached before he signed in becomes
    his own."""
    scores.adopt_session_scores(request.user, request.session, desk.rules.slug)
    runs.begin_run(request.session, desk.rules.slug, desk.number)
    return _redirect_to_mission(desk)


@_mission_action
def leave_mission(request: HttpRequest, desk: MissionVisit) -> HttpResponse:
    """Give a mission up, and go back to the list."""
    runs.drop_run(request.session, desk.rules.slug, desk.number)
    return redirect("campaign", desk.rules.slug)


@_mission_action
def open_mission_plan(request: HttpRequest, desk: MissionVisit) -> HttpResponse:
    """Lead a plan that was written by hand to the page that works it out, sealed."""
    if desk.running is None:
        return _redirect_to_mission(desk)
    return _redirect_to_plan(desk, desk.running, form_orders(request))


@_mission_action
def submit_mission_turn(request: HttpRequest, desk: MissionVisit) -> HttpResponse:
    """Hand in a turn; the house answers at once. Orders that are refused are led back to their
    page, where it is said why; those of another moment of the mission do not count."""
    running = desk.running
    if running is None or running.run.stage.result:
        return _redirect_to_mission(desk)
    if not _is_current_form(request, running):
        return redirect(f"{_mission_url(desk)}?{STALE}=1")
    text = decrypt_plan(form_orders(request), running.author)[:MAX_TRIAL_CHARS]
    try:
        running = runs.submit_orders(request.session, desk.rules.slug, running, text)
    except Refused:
        return _redirect_to_plan(desk, running, text)
    _record_score(request, desk, running)
    return (
        _redirect_to_mission(desk)
        if running.run.stage.result
        else redirect(f"{_mission_url(desk)}#board")
    )


def _record_score(request: HttpRequest, desk: MissionVisit, running: SessionRun) -> None:
    """Keep what was reached, if the mission is won."""
    result = running.run.stage.result
    if result and result.is_won:
        reached, name = BestScore(result.stars, result.rounds), desk.chapter.mission.name
        scores.save_score(request.user, request.session, desk.rules.slug, name, reached)


def _is_current_form(request: HttpRequest, running: SessionRun) -> bool:
    """Whether a form was made for this run, and for this moment of it."""
    return form_value(request, "run") == running.mark and form_value(request, "seen") == str(
        len(running.run.turns)
    )


def _redirect_to_plan(desk: MissionVisit, running: SessionRun, text: str) -> HttpResponse:
    plain = decrypt_plan(text, running.author)[:MAX_TRIAL_CHARS]
    query = urlencode({"plan": encrypt_plan(plain, desk.rules, running.author)})
    return redirect(f"{_mission_url(desk)}?{query}#board")


def _redirect_to_mission(desk: MissionVisit) -> HttpResponse:
    return redirect(_mission_url(desk))


def _mission_url(desk: MissionVisit) -> str:
    return reverse("mission", args=[desk.rules.slug, desk.number])


def _visit_mission(request: HttpRequest, slug: str, number: int) -> MissionVisit:
    """Return a mission with the run that is under way here.

    :raises Http404: if there is none.
    """
    book, chapter = _load_campaign(slug), _find_chapter(_load_campaign(slug), number)
    return MissionVisit(
        ruleset_or_404(slug), book, chapter, runs.load_run(request.session, slug, number)
    )


def _find_chapter(book: CampaignBook, number: int) -> Chapter:
    if not 0 < number <= len(book.chapters):
        raise Http404
    return book.chapters[number - 1]


def _load_campaign(slug: str) -> CampaignBook:
    ruleset_or_404(slug)
    book = missions.read_campaign(slug, reader_language())
    if book is None:
        raise Http404
    return book


def _best_score(request: HttpRequest, desk: MissionVisit) -> BestScore | None:
    best = scores.best_scores(request.user, request.session, desk.rules.slug)
    return best.get(desk.chapter.mission.name)
