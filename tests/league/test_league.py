"""A simulated league in small: whole seasons on the real engine, and nothing wrong in them;
``python -m tests.league`` is the whole of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import transaction
from django.db.models import F

from games.models import Game
from games.play import clock, tables
from seasons.models import Competition, Entrant, Fixture, FixtureSeat, Group, Member
from tests import database
from tests.conftest import person
from tests.league import checks, report
from tests.league.course import Course, Scale, league
from tests.league.figures import SeasonFigures, correlate, rate_promotions, sum_up
from tests.league.games import copy_game
from tests.league.players import DAY

TINY = Scale(people=24, seasons=1, days=24, turns=12, casual=2, reserve=0.1, forecasts=1)
SMALL = Scale(people=60, seasons=2, days=60, turns=30)
FOURS = Scale(people=60, seasons=2, days=60, turns=30, ruleset="conquest", meetings=4)


def _end_a_day_late(season: Competition) -> None:
    assert season.ended_at is not None
    Competition.objects.filter(pk=season.pk).update(ended_at=season.ended_at + DAY)


def _seat_twice(season: Competition) -> None:
    first, second = Member.objects.order_by("group__number")[:1], Member.objects.order_by("-pk")[:1]
    Member.objects.filter(pk=second[0].pk).update(entry=first[0].entry)


def _take_games(season: Competition) -> None:
    FixtureSeat.objects.filter(member=Member.objects.earliest("pk")).delete()


def _reopen(season: Competition) -> None:
    fixture = Fixture.objects.filter(status=Fixture.Status.PLAYED).earliest("pk")
    Fixture.objects.filter(pk=fixture.pk).update(status="running", settled_at=None)


def _rate(season: Competition) -> None:
    Game.objects.filter(fixture__status=Fixture.Status.ADJUDICATED).update(is_rated=True)


def _forget_place(season: Competition) -> None:
    FixtureSeat.objects.filter(fixture__status=Fixture.Status.PLAYED).update(place=None)


def _rank_alike(season: Competition) -> None:
    Entrant.objects.filter(rank=2).update(rank=1)


def _put_leaver_first(season: Competition) -> None:
    first = Member.objects.filter(rank=1).earliest("group__number")
    Entrant.objects.filter(pk=first.entry_id).update(left="withdrew", left_at=season.ended_at)


def _let_nobody_fall(season: Competition) -> None:
    Member.objects.filter(moved=-1).update(moved=0)


def _want_less(season: Competition) -> None:
    Entrant.objects.update(at_once=1)


def _leave_open(season: Competition) -> None:
    Group.objects.filter(number=1).update(due_at=season.ended_at)


def _tell_less(season: Competition) -> None:
    Group.objects.filter(number=1).update(told=F("told") - 1)


FAULTS: dict[str, Callable[[Competition], None]] = {
    "day": _end_a_day_late,
    "twice": _seat_twice,
    "idle": _take_games,
    "undecided": _reopen,
    "rated": _rate,
    "placeless": _forget_place,
    "ranks: they do": _rank_alike,
    "ranks: somebody who has left": _put_leaver_first,
    "moves": _let_nobody_fall,
    "crowded": _want_less,
    "open": _leave_open,
    "untold": _tell_less,
}


@dataclass(frozen=True)
class PassedLeague:
    """What has come of a league: its violations, its figures season by season, its report, and what
    is found of faults that are planted in its rows."""

    violations: Sequence[str]
    figures: Sequence[SeasonFigures]
    said: str
    found: Mapping[str, Sequence[str]]


def _pass_league(scale: Scale, blocker: Any, faults: Iterable[str] = ()) -> PassedLeague:
    with (
        blocker.unblock(),
        database.copied("league") as name,
        database.connected(name),
        league(scale) as course,
    ):
        course.run()
        ended = [one for one in course.records.values() if one.list_at_end]
        violations = checks.find_violations(course)
        return PassedLeague(
            violations,
            [sum_up(course, one) for one in ended],
            report.describe(course, violations),
            {fault: _plant(course, FAULTS[fault]) for fault in faults},
        )


def _plant(course: Course, fault: Callable[[Competition], None]) -> Sequence[str]:
    """Return what is found of a fault, which is then taken back."""
    with transaction.atomic():
        fault(Competition.objects.get(number=1))
        found = checks.find_violations(course)
        transaction.set_rollback(True)
    return found


@pytest.fixture(scope="module")
def passed(django_db_setup: None, django_db_blocker: Any) -> PassedLeague:
    """A tiny league that has passed, and the faults that were planted in it."""
    return _pass_league(TINY, django_db_blocker, FAULTS)


def test_a_season_ends_on_its_day_without_violation(passed: PassedLeague) -> None:
    assert passed.violations == []
    [figures] = passed.figures
    assert (figures.divisions, figures.vanished) == (3, 3)
    assert 0 < figures.adjudicated < 1
    assert figures.absent > 0
    assert "| bollwerk | season 1 |" in passed.said
    assert "0 violations" in passed.said


@pytest.mark.parametrize("name", FAULTS)
def test_control_a_fault_that_is_planted_is_named(passed: PassedLeague, name: str) -> None:
    assert any(one.startswith(f"season 1: {name}") for one in passed.found[name])


@pytest.mark.thorough
@pytest.mark.parametrize("scale", [SMALL, FOURS], ids=["twos", "fours"])
def test_seasons_follow_on_each_other_without_violation(
    django_db_setup: None, django_db_blocker: Any, scale: Scale
) -> None:
    found = _pass_league(scale, django_db_blocker)
    assert found.violations == []
    assert sum(one.left["replaced"] for one in found.figures) > 0
    assert min(one.list_at_end for one in found.figures) > 0


@pytest.mark.django_db
def test_a_copied_game_stands_as_one_that_has_begun() -> None:
    terms = tables.TableTerms(ruleset="bollwerk", title="Bench", pace=clock.PRESETS["leisurely"])
    host, one, other = person("Host"), person("Alice"), person("Bob")
    now = clock.now()
    game = tables.begin_arranged_game(terms, [one, other], host=host, now=now)
    game.refresh_from_db()
    copied = copy_game(game, [one, other], host=host, now=now)
    own = {"id", "invite_key", "seed"}
    fields = [each.attname for each in Game._meta.concrete_fields if each.attname not in own]
    assert [getattr(game, name) for name in fields] == [getattr(copied, name) for name in fields]
    columns = "name", "order", "colour", "person", "joined_at", "is_absent", "side", "place"
    assert list(game.seats.values(*columns)) == list(copied.seats.values(*columns))


def test_an_order_by_strength_correlates_wholly_and_its_reverse_not_at_all() -> None:
    strengths = {person: float(-person) for person in range(10)}
    assert correlate(range(10), strengths) == 1
    assert correlate(range(9, -1, -1), strengths) == -1


def test_promotions_are_right_where_the_best_of_a_division_rise() -> None:
    strengths = {person: float(-person) for person in range(16)}
    divisions = [range(8), [9, 10, 8, 11, 12, 13, 14, 15]]
    assert rate_promotions(divisions, strengths, lambda order: order) == 0.5
    assert rate_promotions(divisions, strengths, sorted) == 1
