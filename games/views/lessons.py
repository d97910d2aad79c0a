"""A guided first turn, for anybody who comes: the list of lessons, and each of them."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import strip_tags
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from conquest.core import Json
from games.learn import lessons, sandbox, showcase
from games.learn.lessons import Lesson, Lessons
from games.pages.access import private
from games.pages.trial import Trial, drawn, known, language, show, tried, visited
from games.planner.threats import exposed, threats


@private
@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """List the games that have lessons."""
    taught = [card for card in showcase.cards(language()) if card.course]
    return render(request, "practice/overview.html", {"cards": taught})


@private
@require_safe
def index(request: HttpRequest, slug: str) -> HttpResponse:
    """List the lessons of a game; ``sent`` tells that they are done."""
    context = {
        "slug": slug,
        "title": known(slug).title,
        "course": _course(slug),
        "is_done": request.GET.get("sent") == "1",
    }
    return render(request, "practice/lessons.html", context)


@private
@visited
def page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Work on a lesson; ``review`` checks its turn as that of a game is checked."""
    course = _course(slug)
    if not 0 < number <= len(course.lessons):
        raise Http404
    lesson = course.lessons[number - 1]
    trial = tried(request, sandbox.from_lesson(known(slug), lesson), {})
    is_reached = sandbox.reached(trial.scene.rules, lesson.goal, trial.turn.sketch)
    told = _told(slug, course, lesson, is_reached)
    if lesson.has_review and is_reached and request.GET.get("review") == "1":
        return render(request, "practice/check.html", told | _review(trial))
    return show(request, trial, told, labels=True, verdict=_verdict(lesson, trial, is_reached))


def _course(slug: str) -> Lessons:
    known(slug)
    course = lessons.course(slug, language())
    if course is None:
        raise Http404
    return course


def _told(slug: str, course: Lessons, lesson: Lesson, is_reached: bool) -> Json:
    is_last = lesson.number == len(course.lessons)
    return {
        "slug": slug,
        "course": course,
        "lesson": lesson,
        "visit": {"viewer": lesson.seat},
        "is_reached": is_reached,
        "address": reverse("lesson", args=[slug, lesson.number]),
        "next": "" if is_last else reverse("lesson", args=[slug, lesson.number + 1]),
    }


def _verdict(lesson: Lesson, trial: Trial, is_reached: bool) -> str:
    """Say how it stands, to be read out."""
    if is_reached:
        return f"{_('You have done it!')} {strip_tags(lesson.praise).strip()}"
    return _("Not there yet.") if trial.turn.steps else ""


def _review(trial: Trial) -> Json:
    """Return what the page is written with on which the turn is checked."""
    scene, sketch = trial.scene, trial.turn.sketch
    in_reach = threats(scene.rules, sketch.state)
    return {
        "game": scene.game,
        "board": drawn(trial, labels=True, links={}),
        "text": trial.turn.text,
        "played": sketch,
        "exposed": exposed(scene.rules, sketch.state, scene.seat, in_reach),
    }
