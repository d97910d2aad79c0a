"""What a worker does for a group when it is due: games begin, results are counted, people told.

Each step is a transaction of its own under the lock of the group, and does nothing where it was
done before; so a worker may be killed between any two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from datetime import datetime

from django.db import transaction

from accounts.models import Person
from games.models import Game
from games.play import bots, tables
from mail import failpoints
from seasons import calendar, game_results, notices, reserves, standings, vanishing
from seasons.models import Competition, EndedGame, Fixture, Group, Stage
from seasons.tables import GroupTable, load_table

BATCH = 100
SLICE = 40  # games that begin, or are adjudicated, before other groups have their turn


def wake_groups(now: datetime) -> int:
    """Make the groups due whose games have ended; return how many games."""
    with transaction.atomic():
        # Those that another worker holds are its.
        ended = EndedGame.objects.select_for_update(skip_locked=True).order_by("pk")[:1_000]
        games = [one.pk for one in ended]
        Group.objects.filter(fixtures__game__in=games).update(due_at=now)
        EndedGame.objects.filter(pk__in=games).delete()
        return len(games)


def due_groups(now: datetime) -> Iterable[int]:
    """Return the groups for which there is something to do, those that have waited longest first:
    none of a stage that is not drawn, as who goes on can depend on how many tables it has."""
    due = Group.objects.filter(due_at__lte=now, stage__is_drawn=True).order_by("due_at")
    return list(due.values_list("pk", flat=True)[:BATCH])


def tend_group(group_id: int, *, now: datetime) -> None:
    """Do for a group what is due; what takes longer than a slice is left to the next tick."""
    group = Group.objects.select_related("stage__competition").get(pk=group_id)
    if group.stage.ends_at <= now and _adjudicate_rest(group, now) == SLICE:
        return
    _count_results(group_id, now)
    ready = _ready_fixtures(group_id, now)
    for fixture_id in ready[:SLICE]:
        begin_fixture(fixture_id, now=now)
    if len(ready) <= SLICE:
        _finish(group_id, group.due_at, now)


def _adjudicate_rest(group: Group, now: datetime) -> int:
    """Adjudicate games that still run; return how many."""
    open_fixtures = group.fixtures.filter(settled_at=None).values_list("pk", flat=True)[:SLICE]
    return sum(game_results.adjudicate_fixture(fixture, now=now) for fixture in open_fixtures)


def _count_results(group_id: int, now: datetime) -> None:
    """Count what has ended, let somebody of the reserve take over a place, and work out the table;
    what has come of a group that is settled stays."""
    with transaction.atomic():
        group = lock_group(group_id)
        if group.settled_at is not None:
            return
        game_results.read_ended_games(group, now=now)
        table = load_table(group)
        # Before anything else, so that the games of those who are gone do not begin any more.
        vanishing.drop_gone(table, now=now)
        if reserves.fill_places(group, now=now):
            table = load_table(group)
        _drop_games_of_left(table, now)
        standings.work_out_table(table)
        failpoints.hit("group_counted")


def _drop_games_of_left(table: GroupTable, now: datetime) -> None:
    """Let games not begin any more in which somebody sits who has left."""
    for fixture in table.fixtures:
        is_waiting = fixture.status == Fixture.Status.WAITING
        if is_waiting and table.left.intersection(table.entries_at(fixture)):
            game_results.settle(fixture, Fixture.Status.VOID, now=now)


def _ready_fixtures(group_id: int, now: datetime) -> list[int]:
    """Return the games that can begin: everybody there has fewer games than they wish to have at
    once; from half time on all of them, so that they can still end."""
    group = Group.objects.select_related("stage").get(pk=group_id)
    table = load_table(group)
    running = Counter(
        entry
        for fixture in table.fixtures
        if fixture.status == Fixture.Status.RUNNING
        for entry in table.entries_at(fixture)
    )
    most = {member.entry_id: member.entry.at_once for member in table.members}
    hurries = now >= calendar.half_time(group.stage)
    ready = []
    for fixture in table.fixtures:
        entries = table.entries_at(fixture)
        is_free = hurries or all(running[one] < most[one] for one in entries)
        if fixture.status == Fixture.Status.WAITING and is_free and now < group.stage.ends_at:
            ready.append(fixture.pk)
            running.update(entries)
    return ready


def begin_fixture(fixture_id: int, *, now: datetime) -> bool:
    """Begin the game of a fixture; return whether it was still waiting."""
    with transaction.atomic():
        fixture = game_results.lock_fixture(fixture_id)
        if fixture.status != Fixture.Status.WAITING:
            return False
        competition = Competition.objects.get(stages__groups=fixture.group_id)
        fixture.game = _begin_game(competition, fixture, now)
        failpoints.hit("game_arranged")
        fixture.status, fixture.began_at = Fixture.Status.RUNNING, now
        fixture.save(update_fields=["game", "status", "began_at"])
    return True


def _begin_game(competition: Competition, fixture: Fixture, now: datetime) -> Game:
    seats = fixture.seats.select_related("member__entry__person").order_by("order")
    people = [seat.member.entry.person for seat in seats]
    # A house player is the host: nobody at the table may do more there than the others.
    return tables.begin_arranged_game(
        game_terms(competition),
        people,
        host=_find_host(people),
        now=now,
        level=_bot_level(competition),
    )


def _find_host(people: Collection[Person]) -> Person:
    return next(bot for bot in bots.get_or_create_bots() if bot not in people)


def _bot_level(competition: Competition) -> str:
    levels = Game(ruleset=competition.ruleset).rules.composing.levels
    return levels[-1].name if levels else ""


def game_terms(competition: Competition) -> tables.TableTerms:
    """Return the terms on which the games of a competition are played."""
    return tables.TableTerms(
        ruleset=competition.ruleset,
        title=str(competition),
        pace=competition.pace,
        options=competition.options,
        is_private=competition.is_private,
        is_rated=competition.is_rated,
    )


def _finish(group_id: int, seen: datetime | None, now: datetime) -> None:
    """Tell what is to be told, and note when there is something to do again; ``seen`` is for when
    it was due."""
    with transaction.atomic():
        group = lock_group(group_id)
        _tell_milestones(group, now)
        _settle_if_done(group, now)
        # What has become due meanwhile, as a game has ended or somebody has left, stays due.
        if group.due_at == seen:
            is_over = group.settled_at is not None
            group.due_at = None if is_over else _next_moment(group.stage, now)
        group.save(update_fields=["told", "settled_at", "due_at"])
        failpoints.hit("group_finished")


def _tell_milestones(group: Group, now: datetime) -> None:
    """Tell the latest of the milestones that have passed, if it was not told."""
    passed = [one for one in calendar.list_milestones(group.stage) if one.at <= now]
    if len(passed) > group.told and group.settled_at is None:
        notices.notify_group(group, passed[-1].kind, now=now)
        group.told = len(passed)


def _settle_if_done(group: Group, now: datetime) -> None:
    """Settle a group of which no game is open. That of a season stays open until its last day, as
    somebody may still leave."""
    is_early = group.stage.competition.is_season and now < group.stage.ends_at
    if group.settled_at or is_early or group.fixtures.filter(settled_at=None).exists():
        return
    standings.settle_table(group, now=now)
    group.settled_at = now


def _next_moment(stage: Stage, now: datetime) -> datetime | None:
    moments = [one.at for one in calendar.list_milestones(stage)] + [calendar.half_time(stage)]
    return min((at for at in moments if at > now), default=None)


def lock_group(group_id: int) -> Group:
    """Lock a group until the transaction ends: one worker at a time tends it."""
    return (
        Group.objects.select_for_update(of=("self",))
        .select_related("stage__competition")
        .get(pk=group_id)
    )
