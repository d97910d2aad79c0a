"""Public views of the guided first turn: the list of lessons, and each of them."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import strip_tags
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from conquest.core import Json
from games.ahead import branches
from games.learn import showcase
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
from games.planner.threats import exposed_pieces, threats_by_field
from training import goals, lessons, progress
from training.lessons import Lesson, Lessons


@dataclass(frozen=True, slots=True)
class LessonAttempt:
    """A lesson of a course, the plan tried out in it, and whether that reaches its goal."""

    course: Lessons
    lesson: Lesson
    plan: TryoutPlan
    is_reached: bool

    @property
    def is_last(self) -> bool:
        return self.lesson.number == len(self.course.lessons)


@private
@require_safe
def list_courses(request: HttpRequest) -> HttpResponse:
    """List the games that have lessons, each with the number of lessons done."""
    language = reader_language()
    courses = [
        (card, course, len(progress.completed_lessons(request.user, request.session, card.slug)))
        for card in showcase.game_cards(language)
        if (course := lessons.read_lessons(card.slug, language))
    ]
    return render(request, "training/lessons/overview.html", {"cards": courses})


@private
@require_safe
def list_lessons(request: HttpRequest, slug: str) -> HttpResponse:
    """List the lessons of a game; ``sent=1`` in the query says that all of them are done."""
    course = _load_course(slug)
    learned = progress.completed_lessons(request.user, request.session, slug)
    ahead = (lesson.number for lesson in course.lessons if lesson.number not in learned)
    context = {
        "slug": slug,
        "title": ruleset_or_404(slug).title,
        "course": course,
        "learned": learned,
        "ahead": next(ahead, 1),
        "is_done": request.GET.get("sent") == "1",
    }
    return render(request, "training/lessons/index.html", context)


@private
@get_or_post
def show_lesson(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a lesson and what is tried out in it; ``review=1`` shows its turn as a review."""
    attempt = _read_attempt(request, slug, number)
    is_reached, has_review = attempt.is_reached, attempt.lesson.has_review
    if is_reached and request.method == "POST" and not has_review:
        progress.save_lesson(request.user, request.session, slug, number)
    context = _lesson_context(slug, attempt)
    if is_reached and has_review and request.GET.get("review") == "1":
        return render(
            request, "training/lessons/check.html", context | _review_context(attempt.plan)
        )
    return render_tryout(request, attempt.plan, context, verdict=_verdict_text(attempt))


@private
@get_or_post
def finish_lesson(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Save that a lesson is done by the turn that is sent, and redirect to the next."""
    attempt = _read_attempt(request, slug, number)
    # The server plays the turn itself: a script's word that the goal is reached does not count.
    if request.method != "POST" or not attempt.is_reached:
        return redirect("lesson", slug, number)
    progress.save_lesson(request.user, request.session, slug, number)
    if attempt.is_last:
        return redirect(f"{reverse('lessons', args=[slug])}?sent=1")
    return redirect("lesson", slug, number + 1)


def _read_attempt(request: HttpRequest, slug: str, number: int) -> LessonAttempt:
    """Return what is tried out in a lesson.

    :raises Http404: if there is no such lesson.
    """
    course = _load_course(slug)
    if not 0 < number <= len(course.lessons):
        raise Http404
    lesson = course.lessons[number - 1]
    plan = read_tryout(request, goals.lesson_tryout(ruleset_or_404(slug), lesson), {})
    is_reached = goals.reaches_goal(plan.scene.rules, lesson.goal, plan.turn.sketch)
    return LessonAttempt(course, lesson, plan, is_reached)


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
    """Return in words whether the goal is reached; screen readers announce it."""
    if attempt.is_reached:
        return f"{_('You have done it!')} {strip_tags(attempt.lesson.praise).strip()}"
    return _("Not there yet.") if attempt.plan.turn.steps else ""


def _review_context(plan: TryoutPlan) -> Json:
    """Return the context of the page that reviews the turn."""
    scene, sketch = plan.scene, plan.turn.sketch
    in_reach = threats_by_field(scene.rules, sketch.state)
    return {
        "game": scene.game,
        "board": draw_tryout(plan, links={}),
        "text": plan.turn.text,
        "played": sketch,
        "stretches": branches.branched_steps(scene.rules, sketch),
        "exposed": exposed_pieces(scene.rules, sketch.state, scene.seat, in_reach),
    }
