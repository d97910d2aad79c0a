"""Best scores of missions: of people in rows, of visitors in their session."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.sessions.backends.base import SessionBase
from django.db.models import Value
from django.db.models.functions import Greatest, Least

from accounts.models import Person
from training.models import MissionScore
from training.progress import Learner

SCORES = "laurels"  # a key of stored sessions: it never changes


@dataclass(frozen=True, slots=True)
class BestScore:
    """The most stars and the fewest rounds of a person in a mission, perhaps in different runs."""

    stars: int
    rounds: int

    def merge_with(self, other: BestScore) -> BestScore:
        """Return the best of both."""
        return BestScore(max(self.stars, other.stars), min(self.rounds, other.rounds))


def best_scores(learner: Learner, session: SessionBase, slug: str) -> Mapping[str, BestScore]:
    """Return the best score of each won mission of a game, with those from before a person signed
    in."""
    best = dict(_session_scores(session, slug))
    for name, score in _stored_scores(learner, slug).items():
        best[name] = score.merge_with(best.get(name, score))
    return best


def save_score(
    learner: Learner, session: SessionBase, slug: str, name: str, score: BestScore
) -> None:
    """Save the score of a mission; for a person, scores from before they signed in, too."""
    scores = _session_scores(session, slug)
    scores[name] = score.merge_with(scores.get(name, score))
    _put_session_scores(session, slug, scores)
    adopt_session_scores(learner, session, slug)


def adopt_session_scores(learner: Learner, session: SessionBase, slug: str) -> None:
    """Move the scores of the session to the rows of a person who has signed in."""
    scores = _session_scores(session, slug)
    if not scores or not isinstance(learner, Person):
        return
    for mission, score in scores.items():
        _store_best(learner, slug, mission, score)
    _put_session_scores(session, slug, {})


def _put_session_scores(session: SessionBase, slug: str, scores: Mapping[str, BestScore]) -> None:
    data = {mission: [score.stars, score.rounds] for mission, score in scores.items()}
    session[SCORES] = {**session.get(SCORES, {}), slug: data}


def _session_scores(session: SessionBase, slug: str) -> dict[str, BestScore]:
    pairs = session.get(SCORES, {}).get(slug, {})
    return {mission: BestScore(*pair) for mission, pair in pairs.items()}


def _stored_scores(learner: Learner, slug: str) -> dict[str, BestScore]:
    if not isinstance(learner, Person):
        return {}
    rows = MissionScore.objects.filter(person=learner, ruleset=slug)
    return {row.mission: BestScore(row.stars, row.rounds) for row in rows}


def _store_best(person: Person, slug: str, mission: str, score: BestScore) -> None:
    """Store a score in the row of a mission, where it is better than what is stored."""
    row, is_new = MissionScore.objects.get_or_create(
        person=person,
        ruleset=slug,
        mission=mission,
        defaults={"stars": score.stars, "rounds": score.rounds},
    )
    # The database compares, so that two windows that write at once cannot lose the better score.
    if not is_new:
        MissionScore.objects.filter(pk=row.pk).update(
            stars=Greatest("stars", Value(score.stars)), rounds=Least("rounds", Value(score.rounds))
        )
