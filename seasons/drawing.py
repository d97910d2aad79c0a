"""A competition begins: people are seeded, and its stages and groups are written in slices.

A worker that is killed leaves whole groups behind, and the next one goes on with the first that
is missing: which people it has follows from the seeding alone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Count, F, Q, QuerySet

from games.play import bots, restrictions
from leagues.models import LeagueStanding
from mail import failpoints
from seasons import calendar, formats, notices
from seasons.calendar import DAY
from seasons.entering import lock_competition
from seasons.entrant_columns import write_columns
from seasons.groups import plan_groups, write_group
from seasons.models import Competition, Entrant, Member, Stage
from seasons.pairing.divisions import rank_entries

SLICE = 10  # groups in a transaction
BATCH = 100
Status = Competition.Status


def due_competitions(now: datetime) -> list[int]:
    """Return the competitions whose entries are to be drawn: their day has come, or they are
    full."""
    waiting = Competition.objects.filter(status=Status.ENTRY).order_by("begins_at", "pk")
    by_date = waiting.filter(begins_at__lte=now)
    playing = Count("entries", filter=Q(entries__is_reserve=False, entries__left_at=None))
    undated = waiting.filter(begins_at=None).annotate(playing=playing)
    # What is not full in time begins with those who have entered, or is called off.
    begun = undated.filter(
        Q(playing__gte=F("most_entries")) | Q(opened_at__lte=now - calendar.WAITS)
    )
    return [one for found in (by_date, begun) for one in found.values_list("pk", flat=True)[:BATCH]]


def begin_competition(competition_id: int, *, now: datetime) -> bool:
    """Seed the people who have entered and open the first stage, or call the competition off where
    they are too few; return whether it has begun."""
    with transaction.atomic():
        competition = lock_competition(competition_id)
        if competition.status != Status.ENTRY:
            return False
        entries = _playing_entries(competition, now)
        if competition.welcomes_bots:
            entries += _enter_house_players(competition, entries, now)
        if len(entries) < max(competition.least_entries, competition.table_size):
            call_off(competition, now=now)
            return False
        _seed_entries(competition, entries)
        competition.status, competition.began_at = Status.RUNNING, now
        competition.save(update_fields=["status", "began_at"])
        groups = formats.first_groups(competition, range(1, len(entries) + 1))
        _open_stage(competition, 1, competition.begins_at or now, len(groups))
        failpoints.hit("competition_begins")
    return True


def call_off(competition: Competition, *, now: datetime) -> None:
    """Call a competition off before it has begun, and tell those who have entered. The caller
    holds its lock."""
    set_called_off(competition)
    notices.notify_call_off(competition, now=now)


def set_called_off(competition: Competition) -> None:
    """Mark a competition as called off. The caller holds its lock, and tells people."""
    competition.status = Status.CALLED_OFF
    competition.save(update_fields=["status"])


def open_next_stage(competition: Competition, before: Stage, groups: int, *, now: datetime) -> None:
    """Open the stage of a cup that comes after one that has ended. The caller holds the lock."""
    _open_stage(competition, before.number + 1, now, groups)


def undrawn_stages() -> list[int]:
    """Return the stages of which some groups are missing."""
    return list(Stage.objects.filter(is_drawn=False).order_by("pk").values_list("pk", flat=True))


def count_slices(stage_id: int) -> int:
    """Return in how many slices the groups of a stage are written that are missing."""
    stage = Stage.objects.get(pk=stage_id)
    return math.ceil((stage.group_count - stage.groups.count()) / SLICE)


def draw_slice(stage_id: int, *, now: datetime) -> int:
    """Write some of the groups of a stage that are missing; return how many."""
    with transaction.atomic():
        stage = Stage.objects.select_related("competition").get(pk=stage_id)
        competition = lock_competition(stage.competition_id)
        there = stage.groups.count()
        missing = plan_groups(competition, stage)[there : there + SLICE]
        for number, players in enumerate(missing, start=there + 1):
            write_group(competition, stage, number, players, now)
        if there + len(missing) >= stage.group_count:
            Stage.objects.filter(pk=stage.pk).update(is_drawn=True)
        failpoints.hit("groups_drawn")
        return len(missing)


def _list_entered(competition: Competition) -> QuerySet[Entrant]:
    return competition.entries.filter(is_reserve=False, left_at=None)


def _playing_entries(competition: Competition, now: datetime) -> list[Entrant]:
    """Return who has entered and can play; others are taken out."""
    entries = list(_list_entered(competition).select_related("person").order_by("pk"))
    kept_from = set(restrictions.kept_from_tables(is_rated=competition.is_rated, now=now))
    kept = [one for one in entries if one.person.is_active and one.person_id not in kept_from]
    out = {one.pk for one in entries} - {one.pk for one in kept}
    competition.entries.filter(pk__in=out).delete()
    return kept


def _enter_house_players(
    competition: Competition, entries: Sequence[Entrant], now: datetime
) -> list[Entrant]:
    """Enter as many house players as there are and as fill the last table, or make enough people
    for a cup; none where nobody has entered."""
    if not entries:
        return []
    size, there = competition.table_size, {entry.person_id for entry in entries}
    wanted = max(competition.least_entries, math.ceil(len(entries) / size) * size) - len(entries)
    free = [bot for bot in bots.get_or_create_bots() if bot.pk not in there][:wanted]
    return Entrant.objects.bulk_create(
        Entrant(competition=competition, person=bot, entered_at=now) for bot in free
    )


def _seed_entries(competition: Competition, entries: Sequence[Entrant]) -> None:
    """Give everybody their place by strength."""
    by_person = {entry.person_id: entry for entry in entries}
    ratings = _read_ratings(competition, list(by_person))
    order = rank_entries(
        _finished_divisions(competition),
        by_person,
        {person: mu - 3 * sigma for person, (mu, sigma) in ratings.items()},
    )
    for seeding, person in enumerate(order, start=1):
        entry = by_person[person]
        entry.seeding = seeding
        entry.mu, entry.sigma = ratings.get(person, (None, None))
    write_columns(entries, ["seeding", "mu", "sigma"])


def _read_ratings(
    competition: Competition, people: Sequence[int]
) -> Mapping[int, tuple[float, float]]:
    rows = LeagueStanding.objects.filter(ruleset=competition.ruleset, season=0, person__in=people)
    found = rows.values_list("person", "mu", "sigma")
    return {
        person: (mu, sigma) for person, mu, sigma in found if mu is not None and sigma is not None
    }


def _finished_divisions(competition: Competition) -> list[list[int]]:
    """Return the divisions of the season before, each in the order of its final table."""
    if competition.championship_id is None:
        return []
    seasons = Competition.objects.filter(
        championship=competition.championship_id, number__lt=competition.number, status=Status.OVER
    )
    before = seasons.order_by("-number").first()
    if before is None:
        return []
    members = Member.objects.filter(group__stage__competition=before)
    divisions: dict[int, list[int]] = {}
    rows = members.order_by("group__number", "rank").values_list("group__number", "entry__person")
    for division, person in rows:
        divisions.setdefault(division, []).append(person)
    return list(divisions.values())


def _open_stage(competition: Competition, number: int, begins_at: datetime, groups: int) -> None:
    Stage.objects.create(
        competition=competition,
        number=number,
        begins_at=begins_at,
        ends_at=begins_at + competition.days * DAY,
        group_count=groups,
    )
