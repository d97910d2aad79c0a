"""A guided first turn, for anybody who comes: the list of lessons, and each of them."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import strip_tags
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from conquest.core import Json
from games import lessons, outlook, practice
from games.composer import exposed
from games.lessons import Course, Lesson
from games.views.entrance import private
from games.views.practice import Trial, drawn, known, language, show, tried, visited


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
    trial = tried(request, practice.from_lesson(known(slug), lesson), {})
    is_reached = practice.reached(trial.scene.rules, lesson.goal, trial.turn.played)
    told = _told(slug, course, lesson, is_reached)
    if lesson.has_review and is_reached and request.GET.get("review") == "1":
        return render(request, "practice/check.html", told | _review(trial))
    return show(request, trial, told, labels=True, verdict=_verdict(lesson, trial, is_reached))


def _course(slug: str) -> Course:
    known(slug)
    course = lessons.course(slug, language())
    if course is None:
        raise Http404
    return course


def _told(slug: str, course: Course, lesson: Lesson, is_reached: bool) -> Json:
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
    """Give what the page is written with on which the turn is checked."""
    scene, played = trial.scene, trial.turn.played
    threats = outlook.threats(outlook.chances(scene.rules, played.end, scene.seat))
    return {
        "game": scene.game,
        "board": drawn(trial, labels=True, links={}),
        "text": trial.turn.text,
        "played": played,
        "exposed": exposed(scene.rules, played.end, scene.seat, threats),
    }
