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
from games.models import Laurel

LAURELS = "laurels"


@dataclass(frozen=True, slots=True)
class Best:
    """The most stars that somebody has, and the fewest rounds he took, in one run or another."""

    stars: int
    rounds: int

    def with_(self, other: Best) -> Best:
        """Return the best of both."""
        return Best(max(self.stars, other.stars), min(self.rounds, other.rounds))


def best(learner: Learner, session: SessionBase, slug: str) -> Mapping[str, Best]:
    """Return what was reached in each mission of a game that is won, also before somebody
    signed in."""
    found = dict(_here(session, slug))
    for name, one in _kept(learner, slug).items():
        found[name] = one.with_(found.get(name, one))
    return found


def keep(learner: Learner, session: SessionBase, slug: str, name: str, reached: Best) -> None:
    """Keep what was reached in a mission; for a person, what he had reached before he signed in,
    too."""
    here = _here(session, slug)
    here[name] = reached.with_(here.get(name, reached))
    _put(session, slug, here)
    take_along(learner, session, slug)


def take_along(learner: Learner, session: SessionBase, slug: str) -> None:
    """Keep for a person what he had reached before he signed in."""
    here = _here(session, slug)
    if not here or not isinstance(learner, Person):
        return
    for mission, one in here.items():
        _store(learner, slug, mission, one)
    _put(session, slug, {})


def _put(session: SessionBase, slug: str, here: Mapping[str, Best]) -> None:
    told = {mission: [one.stars, one.rounds] for mission, one in here.items()}
    session[LAURELS] = {**session.get(LAURELS, {}), slug: told}


def _here(session: SessionBase, slug: str) -> dict[str, Best]:
    return {name: Best(*one) for name, one in session.get(LAURELS, {}).get(slug, {}).items()}


def _kept(learner: Learner, slug: str) -> dict[str, Best]:
    if not isinstance(learner, Person):
        return {}
    kept = Laurel.objects.filter(person=learner, ruleset=slug)
    return {one.mission: Best(one.stars, one.rounds) for one in kept}


def _store(person: Person, slug: str, mission: str, one: Best) -> None:
    """Keep the best there was, whoever else writes at the same time."""
    row, is_new = Laurel.objects.get_or_create(
        person=person,
        ruleset=slug,
        mission=mission,
        defaults={"stars": one.stars, "rounds": one.rounds},
    )
    if not is_new:
        Laurel.objects.filter(pk=row.pk).update(
            stars=Greatest("stars", Value(one.stars)), rounds=Least("rounds", Value(one.rounds))
        )
