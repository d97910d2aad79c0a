"""Public views of a campaign: the list of missions, and each of them.

Views that change something take POST only; a GET is redirected to the mission.
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
from games.pages.access import form_orders, form_value, is_script, private
from games.pages.tryout import MAX_TRIAL_CHARS, get_or_post, reader_language, ruleset_or_404
from games.planner.plan_crypto import decrypt_plan, encrypt_plan
from training import mission_pages as pages
from training import missions, runs, scores
from training.mission_pages import STEP, MissionVisit
from training.missions import CampaignBook, Chapter
from training.runs import SessionRun
from training.scores import BestScore

MissionView: TypeAlias = Callable[[HttpRequest, MissionVisit], HttpResponse]
STALE = "stale"


@private
@require_safe
def list_missions(request: HttpRequest, slug: str) -> HttpResponse:
    """List the missions of a game with the best score in each."""
    book, best = _load_campaign(slug), scores.best_scores(request.user, request.session, slug)
    under_way = runs.started_missions(request.session, slug)
    rows = [
        (
            chapter,
            best.get(chapter.mission.name),
            chapter.mission.number in under_way,
            pages.draw_opening(slug, chapter.mission.number),
        )
        for chapter in book.chapters
    ]
    ahead = (
        chapter.mission.number for chapter in book.chapters if chapter.mission.name not in best
    )
    context = {
        "slug": slug,
        "title": ruleset_or_404(slug).title,
        "book": book,
        "rows": rows,
        "ahead": next(ahead, None),
        "stars": sum(chapter.stars for chapter in best.values()),
        "most": MOST_STARS * len(rows),
    }
    return render(request, "training/missions/index.html", context)


@private
@get_or_post
def show_mission(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a mission: before it begins, under way, or over.

    A script sends plans here and gets what they do, or 409 if the mission is no longer under way.
    """
    visit = _visit_mission(request, slug, number)
    running = visit.running
    if is_script(request) and (running is None or running.run.stage.result):
        refusal = _("This mission is no longer under way here.")
        return JsonResponse({"trouble": refusal}, status=HTTPStatus.CONFLICT)
    if running is None:
        return pages.render_briefing(request, visit, _best_score(request, visit))
    if STEP in request.GET and (shown := pages.render_step(request, visit, running)):
        return shown
    if running.run.stage.result:
        return pages.render_result(request, visit, running, _best_score(request, visit))
    if request.method == "POST" and not is_script(request):
        return _redirect_to_mission(visit)
    return pages.render_mission(request, visit, running, is_stale=request.GET.get(STALE) == "1")


def _mission_action(view: MissionView) -> Callable[..., HttpResponse]:
    """Make a view that acts on a mission by POST and redirects a GET to the mission's page."""

    @private
    @get_or_post
    @wraps(view)
    def mission_view(request: HttpRequest, slug: str, number: int) -> HttpResponse:
        visit = _visit_mission(request, slug, number)
        return view(request, visit) if request.method == "POST" else _redirect_to_mission(visit)

    return mission_view


@_mission_action
def begin_mission(request: HttpRequest, visit: MissionVisit) -> HttpResponse:
    """Begin a mission, or begin it again.

    Scores from before the person signed in become theirs.
    """
    scores.adopt_session_scores(request.user, request.session, visit.rules.slug)
    runs.begin_run(request.session, visit.rules.slug, visit.number)
    return _redirect_to_mission(visit)


@_mission_action
def leave_mission(request: HttpRequest, visit: MissionVisit) -> HttpResponse:
    """Give a mission up, and redirect to the list."""
    runs.drop_run(request.session, visit.rules.slug, visit.number)
    return redirect("campaign", visit.rules.slug)


@_mission_action
def open_mission_plan(request: HttpRequest, visit: MissionVisit) -> HttpResponse:
    """Redirect a plan that was typed as text to the page that composes it, encrypted in the URL."""
    if visit.running is None:
        return _redirect_to_mission(visit)
    return _redirect_to_plan(visit, visit.running, form_orders(request))


@_mission_action
def submit_mission_turn(request: HttpRequest, visit: MissionVisit) -> HttpResponse:
    """Hand in a turn, which the bot answers at once.

    Refused orders are redirected to the mission's page, which says why. Orders that were written
    for another moment of the mission do not count.
    """
    running = visit.running
    if running is None or running.run.stage.result:
        return _redirect_to_mission(visit)
    # Another window has played on, or begun again with another seed; nothing can be taken back
    # here.
    if not _is_current_form(request, running):
        return redirect(f"{_mission_url(visit)}?{STALE}=1")
    text = decrypt_plan(form_orders(request), running.author)[:MAX_TRIAL_CHARS]
    try:
        running = runs.submit_orders(request.session, visit.rules.slug, running, text)
    except Refused:
        return _redirect_to_plan(visit, running, text)
    _record_score(request, visit, running)
    return (
        _redirect_to_mission(visit)
        if running.run.stage.result
        else redirect(f"{_mission_url(visit)}#board")
    )


def _record_score(request: HttpRequest, visit: MissionVisit, running: SessionRun) -> None:
    """Save the score, if the mission is won."""
    result = running.run.stage.result
    if result and result.is_won:
        score, name = BestScore(result.stars, result.rounds), visit.chapter.mission.name
        scores.save_score(request.user, request.session, visit.rules.slug, name, score)


def _is_current_form(request: HttpRequest, running: SessionRun) -> bool:
    """Whether a form was made for this run and for its present moment."""
    return form_value(request, "run") == running.mark and form_value(request, "seen") == str(
        len(running.run.turns)
    )


def _redirect_to_plan(visit: MissionVisit, running: SessionRun, text: str) -> HttpResponse:
    plain = decrypt_plan(text, running.author)[:MAX_TRIAL_CHARS]
    query = urlencode({"plan": encrypt_plan(plain, visit.rules, running.author)})
    return redirect(f"{_mission_url(visit)}?{query}#board")


def _redirect_to_mission(visit: MissionVisit) -> HttpResponse:
    return redirect(_mission_url(visit))


def _mission_url(visit: MissionVisit) -> str:
    return reverse("mission", args=[visit.rules.slug, visit.number])


def _visit_mission(request: HttpRequest, slug: str, number: int) -> MissionVisit:
    """Return a mission with the run of it in this session, if any.

    :raises Http404: if there is no such mission.
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


def _best_score(request: HttpRequest, visit: MissionVisit) -> BestScore | None:
    best = scores.best_scores(request.user, request.session, visit.rules.slug)
    return best.get(visit.chapter.mission.name)
