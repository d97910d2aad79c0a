"""Measures as the person reads them whom they concern."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.models import Person
from games.letters.interventions import measure_title
from games.models import Intervention
from games.models.intervention import TOLD_TO_PERSON
from games.play.measures import is_in_force
from reports.appeals import find_appeals
from reports.models import Appeal

MOST = 50


@dataclass(frozen=True, slots=True)
class OwnMeasure:
    """A measure as its person reads it, by its ``title``: the ``appeal`` that they have made, and
    whether they can make one."""

    intervention: Intervention
    title: str
    appeal: Appeal | None
    can_appeal: bool


def list_measures(person: Person, now: datetime) -> Sequence[OwnMeasure]:
    """Return the newest measures about a person, closed and opened accounts among them."""
    rows = Intervention.objects.filter(person=person, what__in=TOLD_TO_PERSON)
    newest = list(rows.order_by("-pk")[:MOST])
    appeals = find_appeals(newest)
    return [_own_measure(row, appeals.get(row.pk), now) for row in newest]


def _own_measure(row: Intervention, appeal: Appeal | None, now: datetime) -> OwnMeasure:
    title = measure_title(Intervention.What(row.what))
    return OwnMeasure(row, title, appeal, can_appeal=appeal is None and is_in_force(row, now))
