"""A stage ends: the next one opens, or the competition is over."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef

from mail import failpoints
from seasons import drawing
from seasons.entering import lock_competition
from seasons.entrant_columns import write_columns
from seasons.groups import plan_next_groups
from seasons.models import Competition, Entrant, Group, Member, Stage


def settled_stages(now: datetime) -> list[int]:
    """Return the stages of which all groups are settled; a season is so on its last day."""
    open_groups = Group.objects.filter(stage=OuterRef("pk"), settled_at=None)
    stages = Stage.objects.filter(settled_at=None, is_drawn=True).exclude(Exists(open_groups))
    return list(stages.values_list("pk", flat=True))


def end_stage(stage_id: int, *, now: datetime) -> bool:
    """End a stage whose groups are settled, once; return whether it was open."""
    with transaction.atomic():
        stage = Stage.objects.select_related("competition").get(pk=stage_id)
        competition = lock_competition(stage.competition_id)
        # Read again under the lock: another worker may have ended it.
        stage.refresh_from_db()
        if stage.settled_at is not None:
            return False
        stage.settled_at = now
        stage.save(update_fields=["settled_at"])
        failpoints.hit("stage_ending")
        groups = plan_next_groups(competition, stage.number)
        if groups:
            drawing.open_next_stage(competition, stage, len(groups), now=now)
        else:
            end_competition(competition, now=now)
    return True


def end_competition(competition: Competition, *, now: datetime) -> None:
    """End a competition, and note the final ranks. The caller holds the lock."""
    store_ranks(competition)
    competition.status, competition.ended_at = Competition.Status.OVER, now
    competition.save(update_fields=["status", "ended_at"])


def store_ranks(competition: Competition) -> None:
    """Note in which place everybody has ended. The caller holds the lock."""
    ranks = {entry: rank for rank, entry in enumerate(final_ranking(competition), start=1)}
    entries = list(Entrant.objects.filter(pk__in=ranks))
    for entry in entries:
        entry.rank = ranks[entry.pk]
    write_columns(entries, ["rank"])


def final_ranking(competition: Competition) -> Sequence[int]:
    """Return the entries in the order in which they end: in a season by divisions, in a cup by how
    far they have come, and in both by their places there. Who has left stands behind the others."""
    rows = Member.objects.filter(group__stage__competition=competition).order_by(
        "group__stage__number"
    )
    places: dict[int, tuple[int, ...]] = {}
    fields = (
        "entry",
        "group__stage__number",
        "group__number",
        "rank",
        "entry__seeding",
        "entry__left_at",
        "entry__left",
    )
    for entry, stage, group, rank, seeding, left_at, left in rows.values_list(*fields):
        level = group if competition.is_season else 0
        is_out = left == Entrant.Left.DISQUALIFIED
        places[entry] = (is_out, -stage, level, left_at is not None, rank, seeding or 0)
    return sorted(places, key=lambda one: places[one])
