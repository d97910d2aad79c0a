"""What somebody has reached in missions: kept for people, and for visitors as long as their
session."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.sessions.backends.base import SessionBase
from django.db.models import Value
from django.db.models.functions import Greatest, Least

from accounts.models import Person
from games.learn.progress import Learner
from games.models import MissionScore

SCORES = "laurels"  # a key of stored sessions: it never changes


@dataclass(frozen=True, slots=True)
class BestScore:
    """The most stars that somebody has, and the fewest rounds he took, in one run or another."""

    stars: int
    rounds: int

    def merge_with(self, other: BestScore) -> BestScore:
        """Return the best of both."""
        return BestScore(max(self.stars, other.stars), min(self.rounds, other.rounds))


def best_scores(learner: Learner, session: SessionBase, slug: str) -> Mapping[str, BestScore]:
    """Return what was reached in each mission of a game that is won, also before somebody
    signed in."""
    found = dict(_session_scores(session, slug))
    for name, one in _stored_scores(learner, slug).items():
        found[name] = one.merge_with(found.get(name, one))
    return found


def save_score(
    learner: Learner, session: SessionBase, slug: str, name: str, reached: BestScore
) -> None:
    """Keep what was reached in a mission; for a person, what he had reached before he signed in,
    too."""
    here = _session_scores(session, slug)
    here[name] = reached.merge_with(here.get(name, reached))
    _put_session_scores(session, slug, here)
    adopt_session_scores(learner, session, slug)


def adopt_session_scores(learner: Learner, session: SessionBase, slug: str) -> None:
    """Keep for a person what he had reached before he signed in."""
    here = _session_scores(session, slug)
    if not here or not isinstance(learner, Person):
        return
    for mission, one in here.items():
        _store_best(learner, slug, mission, one)
    _put_session_scores(session, slug, {})


def _put_session_scores(session: SessionBase, slug: str, here: Mapping[str, BestScore]) -> None:
    told = {mission: [one.stars, one.rounds] for mission, one in here.items()}
    session[SCORES] = {**session.get(SCORES, {}), slug: told}


def _session_scores(session: SessionBase, slug: str) -> dict[str, BestScore]:
    return {name: BestScore(*one) for name, one in session.get(SCORES, {}).get(slug, {}).items()}


def _stored_scores(learner: Learner, slug: str) -> dict[str, BestScore]:
    if not isinstance(learner, Person):
        return {}
    kept = MissionScore.objects.filter(person=learner, ruleset=slug)
    return {one.mission: BestScore(one.stars, one.rounds) for one in kept}


def _store_best(person: Person, slug: str, mission: str, one: BestScore) -> None:
    """Keep the best there was, whoever else writes at the same time."""
    row, is_new = MissionScore.objects.get_or_create(
        person=person,
        ruleset=slug,
        mission=mission,
        defaults={"stars": one.stars, "rounds": one.rounds},
    )
    if not is_new:
        MissionScore.objects.filter(pk=row.pk).update(
            stars=Greatest("stars", Value(one.stars)), rounds=Least("rounds", Value(one.rounds))
        )
