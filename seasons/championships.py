"""Championships: one season after the other, each known before the one before it ends."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef

from seasons import calendar
from seasons.bounds import find_usual_turns
from seasons.groups import arrange_seats, table_size_of
from seasons.models import Championship, Competition, Entrant
from seasons.models.competition import Terms

TIE_BREAKS = ("direct", "wins", "sonneborn_berger")
OF_TERMS = [field.name for field in Terms._meta.get_fields()]


def championships_without_entry() -> Iterable[int]:
    """Return the open championships that have no season for which people can enter."""
    entering = Competition.objects.filter(
        championship=OuterRef("pk"), status=Competition.Status.ENTRY
    )
    waiting = Championship.objects.filter(is_open=True).exclude(Exists(entering))
    return list(waiting.values_list("pk", flat=True))


def open_next_season(championship_id: int, *, now: datetime) -> bool:
    """Open the next season of a championship for entries, with everybody who takes part in every
    season; return whether it was not open yet."""
    try:
        with transaction.atomic():
            championship = Championship.objects.select_for_update().get(pk=championship_id)
            before = championship.seasons.order_by("-number").first()
            if before is not None and before.status == Competition.Status.ENTRY:
                return False
            season = _create_season(championship, before, now)
            if before is not None:
                _enter_lasting(season, before, now)
    except IntegrityError:  # another worker was first
        return False
    return True


def _create_season(
    championship: Championship, before: Competition | None, now: datetime
) -> Competition:
    begins_at = _find_begin(championship, before, now)
    return Competition.objects.create(
        kind=Competition.Kind.SEASON,
        championship=championship,
        number=before.number + 1 if before else 1,
        table_size=table_size_of(championship.ruleset, championship.options),
        opened_at=now,
        begins_at=begins_at,
        entry_closes_at=calendar.entry_closes(begins_at),
        tie_breaks=list(TIE_BREAKS),
        least_entries=2,
        usual_turns=find_usual_turns(championship.ruleset),
        **{
            **{name: getattr(championship, name) for name in OF_TERMS},
            "options": arrange_seats(championship.ruleset, championship.options),
        },
    )


def _find_begin(championship: Championship, before: Competition | None, now: datetime) -> datetime:
    """Return when the next season begins: by the calendar, and never before people can enter."""
    begins_at = championship.first_begins_at
    if before is not None and before.begins_at is not None:
        begins_at = calendar.next_begin(championship, before.begins_at)
    while calendar.entry_closes(begins_at) <= now:
        begins_at = calendar.next_begin(championship, begins_at)
    return begins_at


def _enter_lasting(season: Competition, before: Competition, now: datetime) -> None:
    """Enter those again who take part in every season, and have not left."""
    staying = before.entries.filter(is_lasting=True, left_at=None, person__is_active=True)
    Entrant.objects.bulk_create(
        [
            Entrant(
                competition=season, person_id=person, entered_at=now, is_lasting=True,
                at_once=at_once,
            )
            for person, at_once in staying.values_list("person", "at_once")
        ],
        batch_size=1_000,
    )  # fmt: skip
