"""Which lessons somebody has done: kept for people, and for visitors as long as their session."""

from __future__ import annotations

from typing import TypeAlias

from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase

from accounts.models import Person
from games.models import Learned

LEARNED = "learned"
Learner: TypeAlias = Person | AnonymousUser


def done(learner: Learner, session: SessionBase, slug: str) -> frozenset[int]:
    """Return the numbers of the lessons that are done, also before somebody signed in."""
    return frozenset((*_here(session, slug), *_kept(learner, slug)))


def keep(learner: Learner, session: SessionBase, slug: str, number: int) -> None:
    """Keep that a lesson is done."""
    if number in done(learner, session, slug):
        return
    if isinstance(learner, Person):
        Learned.objects.get_or_create(person=learner, ruleset=slug, number=number)
    else:
        learned = session.get(LEARNED, {})
        session[LEARNED] = {**learned, slug: [*learned.get(slug, []), number]}


def _here(session: SessionBase, slug: str) -> list[int]:
    numbers: list[int] = session.get(LEARNED, {}).get(slug, [])
    return numbers


def _kept(learner: Learner, slug: str) -> list[int]:
    if not isinstance(learner, Person):
        return []
    kept = Learned.objects.filter(person=learner, ruleset=slug)
    return list(kept.values_list("number", flat=True))
