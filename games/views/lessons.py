"""A guided first turn, for anybody who comes: the list of lessons, and each of them."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import strip_tags
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from conquest.core import Json
from games.learn import lessons, progress, showcase, tryout
from games.learn.lessons import Lesson, Lessons
from games.pages.access import private
from games.pages.tryout import (
    TryoutPlan,
    draw_tryout,
    get_or_post,
    read_tryout,
    reader_language,
    render_tryout,
    ruleset_or_404,
)
from games.planner import branches
from games.planner.threats import exposed_pieces, threats_by_field


@dataclass(frozen=True, slots=True)
class LessonAttempt:
    """A lesson of a course, what is tried out in it, and whether that reaches its goal."""

    course: Lessons
    lesson: Lesson
    trial: TryoutPlan
    is_reached: bool

    @property
    def is_last(self) -> bool:
        return self.lesson.number == len(self.course.lessons)


@private
@require_safe
def list_courses(request: HttpRequest) -> HttpResponse:
    """List the games that have lessons."""
    taught = [
        (card, len(progress.completed_lessons(request.user, request.session, card.slug)))
        for card in showcase.game_cards(reader_language())
        if card.course
    ]
    return render(request, "practice/overview.html", {"cards": taught})


@private
@require_safe
def list_lessons(request: HttpRequest, slug: str) -> HttpResponse:
    """List the lessons of a game; ``sent`` tells that they are done."""
    course, learned = (
        _load_course(slug),
        progress.completed_lessons(request.user, request.session, slug),
    )
    ahead = (lesson.number for lesson in course.lessons if lesson.number not in learned)
    context = {
        "slug": slug,
        "title": ruleset_or_404(slug).title,
        "course": course,
        "learned": learned,
        "ahead": next(ahead, 1),
        "is_done": request.GET.get("sent") == "1",
    }
    return render(request, "practice/lessons.html", context)


@private
@get_or_post
def show_lesson(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Work on a lesson; ``review`` checks its turn as that of a game is checked."""
    attempt = _read_attempt(request, slug, number)
    is_reached, has_review = attempt.is_reached, attempt.lesson.has_review
    if is_reached and request.method == "POST" and not has_review:
        progress.save_lesson(request.user, request.session, slug, number)
    told = _lesson_context(slug, attempt)
    if is_reached and has_review and request.GET.get("review") == "1":
        return render(request, "practice/check.html", told | _review_context(attempt.trial))
    return render_tryout(request, attempt.trial, told, verdict=_verdict_text(attempt))


@private
@get_or_post
def finish_lesson(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Keep that a lesson is done by the turn that is sent, and lead to the next."""
    attempt = _read_attempt(request, slug, number)
    if request.method != "POST" or not attempt.is_reached:
        return redirect("lesson", slug, number)
    progress.save_lesson(request.user, request.session, slug, number)
    if attempt.is_last:
        return redirect(f"{reverse('lessons', args=[slug])}?sent=1")
    return redirect("lesson", slug, number + 1)


def _read_attempt(request: HttpRequest, slug: str, number: int) -> LessonAttempt:
    """Return what is tried out in a lesson.

    :raises Http404: if there is none.
    """
    course = _load_course(slug)
    if not 0 < number <= len(course.lessons):
        raise Http404
    lesson = course.lessons[number - 1]
    trial = read_tryout(request, tryout.from_lesson(ruleset_or_404(slug), lesson), {})
    is_reached = tryout.reaches_goal(trial.scene.rules, lesson.goal, trial.turn.sketch)
    return LessonAttempt(course, lesson, trial, is_reached)


def _load_course(slug: str) -> Lessons:
    ruleset_or_404(slug)
    course = lessons.read_lessons(slug, reader_language())
    if course is None:
        raise Http404
    return course


def _lesson_context(slug: str, attempt: LessonAttempt) -> Json:
    lesson = attempt.lesson
    return {
        "slug": slug,
        "course": attempt.course,
        "lesson": lesson,
        "visit": {"viewer": lesson.seat},
        "is_reached": attempt.is_reached,
        "address": reverse("lesson", args=[slug, lesson.number]),
        "is_last": attempt.is_last,
    }


def _verdict_text(attempt: LessonAttempt) -> str:
    """Say how it stands, to be read out."""
    if attempt.is_reached:
        return f"{_('You have done it!')} {strip_tags(attempt.lesson.praise).strip()}"
    return _("Not there yet.") if attempt.trial.turn.steps else ""


def _review_context(trial: TryoutPlan) -> Json:
    """Return what the page is written with on which the turn is checked."""
    scene, sketch = trial.scene, trial.turn.sketch
    in_reach = threats_by_field(scene.rules, sketch.state)
    return {
        "game": scene.game,
        "board": draw_tryout(trial, links={}),
        "text": trial.turn.text,
        "played": sketch,
        "stretches": branches.branched_steps(scene.rules, sketch),
        "exposed": exposed_pieces(scene.rules, sketch.state, scene.seat, in_reach),
    }
