"""Measures as the person reads them whom they concern."""

from __future__ import annotations

from collections.abc import Sequence

from accounts.models import Person
from games.models import Intervention
from games.models.intervention import ABOUT_PEOPLE

MOST = 50


def list_measures(person: Person) -> Sequence[Intervention]:
    """Return the newest measures about a person, closed and opened accounts among them."""
    rows = Intervention.objects.filter(person=person, what__in=ABOUT_PEOPLE)
    return list(rows.order_by("-pk")[:MOST])
