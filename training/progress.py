"""Completed lessons: of people in rows, of visitors in their session."""

from __future__ import annotations

from typing import TypeAlias

from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase

from accounts.models import Person
from training.models import CompletedLesson

LEARNED = "learned"
Learner: TypeAlias = Person | AnonymousUser


def completed_lessons(learner: Learner, session: SessionBase, slug: str) -> frozenset[int]:
    """Return the numbers of the completed lessons, with those from before a person signed in."""
    return frozenset((*_session_lessons(session, slug), *_stored_lessons(learner, slug)))


def save_lesson(learner: Learner, session: SessionBase, slug: str, number: int) -> None:
    """Store that a lesson is completed, in a row for a person, else in the session."""
    if number in completed_lessons(learner, session, slug):
        return
    if isinstance(learner, Person):
        CompletedLesson.objects.get_or_create(person=learner, ruleset=slug, number=number)
    else:
        learned = session.get(LEARNED, {})
        session[LEARNED] = {**learned, slug: [*learned.get(slug, []), number]}


def _session_lessons(session: SessionBase, slug: str) -> list[int]:
    numbers: list[int] = session.get(LEARNED, {}).get(slug, [])
    return numbers


def _stored_lessons(learner: Learner, slug: str) -> list[int]:
    if not isinstance(learner, Person):
        return []
    rows = CompletedLesson.objects.filter(person=learner, ruleset=slug)
    return list(rows.values_list("number", flat=True))
