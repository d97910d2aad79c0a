"""Workers of cups that are killed at each change of round: nothing twice, nothing lost."""

from __future__ import annotations

import os
import signal
from datetime import timedelta

import pytest
from django.db.models import Count

from accounts.models import Person
from games.models import Game
from games.play import bots, clock
from mail.models import Delivery
from seasons import entering
from seasons.entering import Wish
from seasons.models import Competition, Entrant, Fixture, Group, Member, Stage
from tests import servers
from tests.faults import sites
from tests.faults.sites import Site

TICK = "seasons.tasks.tend_competitions"
KILLED = -signal.SIGKILL
MOST_TICKS = 20


@pytest.mark.parametrize(
    "place",
    [
        "competition_begins",
        "groups_drawn",
        "group_counted",
        "game_arranged",
        "adjudicating",
        "group_finished",
        "stage_ending",
    ],
)
def test_cup_goes_on_where_a_worker_was_killed(site: Site, place: str) -> None:
    cup = _open_cup()
    ended = _run_to_its_end(cup, site.planted(f"{place}:kill"))
    assert KILLED in ended
    assert site.fired() == 1
    _require_whole(cup)


def test_game_would_belong_to_nobody_without_one_transaction(site: Site) -> None:
    cup = _open_cup()
    env = site.planted("game_arranged:kill")
    assert KILLED in _run_to_its_end(cup, env, without="arranging_in_one_transaction")
    assert Game.objects.count() > Fixture.objects.count()


def test_round_would_be_lost_without_one_transaction(site: Site) -> None:
    cup = _open_cup()
    env = site.planted("stage_ending:kill")
    assert KILLED in _run_to_its_end(cup, env, without="ending_in_one_transaction")
    cup.refresh_from_db()
    assert cup.status == Competition.Status.RUNNING
    assert not Stage.objects.filter(settled_at=None).exists()


def test_of_two_workers_one_begins_a_game(site: Site) -> None:
    cup = _open_cup()
    with sites.run(TICK, site.planted("game_arranged:pause"), "first") as first:
        stopped = site.stopped()
        with sites.run(TICK, site.env, "second") as second:
            servers.until(lambda: sites.waiting_for_a_lock() == 1, "the second worker")
            os.kill(stopped, signal.SIGCONT)
            assert first.process.wait(servers.PATIENCE) == 0
            assert second.process.wait(servers.PATIENCE) == 0
    _run_to_its_end(cup, site.env)
    _require_whole(cup)


def test_two_workers_would_begin_a_game_twice_without_the_lock(site: Site) -> None:
    _open_cup()
    guard = "lock_of_fixtures"
    with sites.run(TICK, site.planted("game_arranged:pause"), "first", guard) as first:
        stopped = site.stopped()
        with sites.run(TICK, site.env, "second", guard) as second:
            # It waits for the chain of commitments, behind its own look at the fixture.
            servers.until(lambda: sites.waiting_for_a_lock() == 1, "the second worker")
            os.kill(stopped, signal.SIGCONT)
            second.process.wait(servers.PATIENCE)
        first.process.wait(servers.PATIENCE)
    assert Game.objects.count() > Fixture.objects.filter(game__isnull=False).count()


def _open_cup() -> Competition:
    """Open a knock-out of four, whose day has come."""
    bots.get_or_create_bots()
    now, players = clock.now(), sites.people()
    cup = Competition.objects.create(
        kind="knockout", title="Cup", ruleset="bollwerk", pace=clock.PRESETS["leisurely"],
        table_size=2, group_size=2, days=30, opened_at=now, begins_at=now + timedelta(seconds=1),
        directed_by=Person.objects.create_user("charlie@example.org", name="Charlie"),
    )  # fmt: skip
    for player in players:
        entering.enter(cup.pk, player, Wish(1), now=now)
    Competition.objects.update(begins_at=now - timedelta(hours=1))
    return cup


def _run_to_its_end(cup: Competition, env: dict[str, str], without: str = "") -> list[int]:
    """Let ticks pass until the cup is over, each in a process of its own, and its days go by as
    soon as all games of a round have begun; return how the processes ended."""
    ended = []
    for number in range(MOST_TICKS):
        with sites.run(TICK, env, f"tick-{number}", without) as tick:
            ended.append(tick.process.wait(servers.PATIENCE))
        cup.refresh_from_db()
        if cup.status == Competition.Status.OVER:
            break
        if not Fixture.objects.filter(status="waiting").exists():
            _end_day()
    return ended


def _end_day() -> None:
    """Let the last day of the stage that runs come, once its games have begun."""
    now = clock.now()
    drawn = Stage.objects.filter(settled_at=None, is_drawn=True, groups__fixtures__isnull=False)
    stages = drawn.distinct().values("pk")
    Stage.objects.filter(pk__in=list(stages.values_list("pk", flat=True))).update(
        begins_at=now - timedelta(days=30), ends_at=now
    )
    Group.objects.filter(settled_at=None).update(due_at=now)


def _require_whole(cup: Competition) -> None:
    assert cup.status == Competition.Status.OVER
    assert set(Entrant.objects.values_list("rank", flat=True)) == {1, 2, 3, 4}
    assert [one.groups.count() for one in Stage.objects.order_by("number")] == [2, 1]
    assert Member.objects.count() == 6
    assert set(Fixture.objects.values_list("status", flat=True)) == {"adjudicated"}
    assert Fixture.objects.values("game").distinct().count() == 3
    assert Game.objects.count() == 3
    assert not Game.objects.filter(is_rated=True).exists()
    news = Delivery.objects.filter(kind="competition")
    told = news.values("person", "about__group", "about__what").annotate(n=Count("pk"))
    assert {row["n"] for row in told} == {1}
    assert news.filter(about__what="begins").count() == 6
    assert news.filter(about__what="ended").count() == 6
