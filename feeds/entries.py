"""What a person is asked, and when it must be answered: nothing that others may not know."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import Person
from games.models import Decision, Game, Seat

MOST = 50
MOST_SEATS = 500


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that is asked: ``title`` names the game and what it is, ``table`` the table;
    ``answered_at`` is when it was answered, or None, ``moves`` how often its deadline has moved."""

    number: int
    title: str
    table: str
    url: str
    opened_at: datetime
    due_at: datetime
    answered_at: datetime | None
    moves: int = 0


def open_entries(person: Person) -> list[Entry]:
    """Return what a person owes in games whose clocks run, the most urgent first."""
    owed = _decisions_of(person).filter(closed_at=None, game__paused_at=None)
    return _as_entries(owed.order_by("due_at", "pk")[:MOST])


def latest_entries(person: Person) -> list[Entry]:
    """Return what a person was asked of late in games that go on, answered or not, the newest
    first."""
    return _as_entries(_decisions_of(person).order_by("-opened_at", "-pk")[:MOST])


def _decisions_of(person: Person) -> QuerySet[Decision]:
    # Who stands in for somebody is asked in their place.
    own = Q(stand_in=person) | Q(person=person, stand_in=None)
    seats = Seat.objects.filter(own, game__status=Game.Status.RUNNING).values_list("pk", flat=True)
    # The seats are found first: asked in one, all decisions of the site may be looked through.
    return Decision.objects.filter(seat__in=list(seats[:MOST_SEATS])).select_related("game")


def _as_entries(decisions: Iterable[Decision]) -> list[Entry]:
    return [_as_entry(decision) for decision in decisions]


def _as_entry(decision: Decision) -> Entry:
    game, asked = decision.game, decision.ask.of_you.translate_with(_)
    return Entry(
        number=decision.pk,
        title=f"{game.rules.title.translate_with(_)} {game.pk}: {asked}",
        table=game.title,
        url=settings.SITE_URL + game.get_absolute_url(),
        opened_at=decision.opened_at,
        due_at=decision.due_at,
        answered_at=decision.closed_at,
        moves=decision.moves,
    )
