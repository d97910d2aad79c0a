"""Whole cups by ticks alone: a Swiss, groups and a knock-out, tables of four, those that recur."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import pytest

from accounts.models import Person
from games.models import Game
from games.play import restrictions, turns
from seasons import cup_form, cups, entering, rulings, tending
from seasons.cups import CupRefused, CupTerms
from seasons.models import Competition, Entrant, Fixture, Member, Stage
from seasons.rulings import RulingRequest
from tests.conftest import person
from tests.seasons.competitions import (
    DAY,
    PACE,
    enter_all,
    open_cup,
    people,
    resign_weaker,
    tick,
)

pytestmark = pytest.mark.django_db
Kind, Status = Competition.Kind, Competition.Status


def play_on(strength: Sequence[Person], now: datetime) -> None:
    """End every game that runs as strength says, and let workers look at it."""
    for fixture in Fixture.objects.filter(status="running").select_related("game"):
        assert fixture.game is not None
        while Game.objects.get(pk=fixture.game.pk).is_running:
            resign_weaker_of_all(fixture.game, strength, now)
    tick(now)


def resign_weaker_of_all(game: Game, strength: Sequence[Person], now: datetime) -> None:
    if game.seats.count() == 2:
        resign_weaker(game, strength, now)
        return
    # In games of four nobody resigns: they are annulled here, and adjudicated elsewhere.
    turns.annul_game(game.pk, now=now)


def play_all(cup: Competition, strength: Sequence[Person], now: datetime) -> Competition:
    tick(now + 10 * DAY)
    for day in range(11, 40):
        tick(now + day * DAY)
        play_on(strength, now + day * DAY)
    cup.refresh_from_db()
    return cup


def ranking(cup: Competition) -> list[Person]:
    ranked = Entrant.objects.filter(competition=cup, rank__isnull=False).order_by("rank")
    return [one.person for one in ranked.select_related("person")]


@pytest.mark.parametrize("number", [4, 5, 7, 8, 13, 16])
def test_best_player_wins_a_knock_out(alice: Person, now: datetime, number: int) -> None:
    cup, players = open_cup(alice, now), people(number)
    enter_all(cup, players, now)
    play_all(cup, players, now)
    assert cup.status == Status.OVER
    assert ranking(cup)[:2] == players[:2]
    assert len(ranking(cup)) == number
    stages = Stage.objects.filter(competition=cup).order_by("number")
    assert stages.count() == (number - 1).bit_length()
    assert stages.last().groups.count() == 1  # type: ignore[union-attr]
    finalists = Member.objects.filter(group__stage=stages.last())
    assert {one.moved for one in finalists} == {0}


def test_groups_send_two_each_into_the_knock_out(alice: Person, now: datetime) -> None:
    cup, players = open_cup(alice, now, kind=Kind.GROUPS), people(16)
    enter_all(cup, players, now)
    play_all(cup, players, now)
    assert cup.status == Status.OVER
    counts = [one.groups.count() for one in Stage.objects.order_by("number")]
    assert counts == [4, 4, 2, 1]
    quarter = Member.objects.filter(group__stage__number=2).select_related("entry__person")
    assert {one.entry.person for one in quarter} == set(players[:8])
    assert ranking(cup)[0] == players[0]


def test_swiss_of_five_rounds_pairs_nobody_twice(alice: Person, now: datetime) -> None:
    cup, players = open_cup(alice, now, kind=Kind.SWISS, rounds=5), people(11)
    enter_all(cup, players, now)
    play_all(cup, players, now)
    assert cup.status == Status.OVER
    pairs = [
        frozenset(fixture.seats.values_list("member__entry", flat=True))
        for fixture in Fixture.objects.all()
    ]
    assert len(pairs) == len(set(pairs)) == 25
    assert ranking(cup)[0] == players[0]


def test_who_leaves_a_swiss_is_not_paired_any_more(alice: Person, now: datetime) -> None:
    cup, players = open_cup(alice, now, kind=Kind.SWISS, rounds=3), people(6)
    enter_all(cup, players, now)
    tick(now + 10 * DAY)
    play_on(players, now + 11 * DAY)
    entering.leave(cup.pk, players[0], now=now + 12 * DAY)
    for day in range(12, 20):
        play_on(players, now + day * DAY)
    cup.refresh_from_db()
    assert cup.status == Status.OVER
    assert ranking(cup)[-1] == players[0]
    third = Member.objects.filter(group__stage__number=3)
    assert third.count() == 5


def test_opponent_of_somebody_who_leaves_goes_on(alice: Person, now: datetime) -> None:
    cup, players = open_cup(alice, now), people(4)
    enter_all(cup, players, now)
    tick(now + 10 * DAY)
    entering.leave(cup.pk, players[0], now=now + 11 * DAY)
    for day in range(11, 45):
        play_on(players[1:] + players[:1], now + day * DAY)
    cup.refresh_from_db()
    assert cup.status == Status.OVER
    assert players[0] != ranking(cup)[0]
    assert Stage.objects.count() == 2


def test_tables_of_four_send_two_on(alice: Person, now: datetime) -> None:
    cup, players = open_cup(alice, now, ruleset="conquest", table_size=4), people(16)
    enter_all(cup, players, now)
    tick(now + 10 * DAY)
    assert [one.groups.count() for one in Stage.objects.order_by("number")] == [4]
    for day in (41, 72, 103):  # each round is adjudicated on its last day
        tick(now + day * DAY)
        tick(now + day * DAY)
    assert [one.groups.count() for one in Stage.objects.order_by("number")] == [4, 2, 1]
    cup.refresh_from_db()
    assert cup.status == Status.OVER
    assert len(ranking(cup)) == 16


def test_cup_begins_when_it_is_full(alice: Person, now: datetime) -> None:
    cup = open_cup(alice, now, begins_at=None, most_entries=4)
    players = people(4)
    enter_all(cup, players[:3], now)
    tick(now)
    cup.refresh_from_db()
    assert cup.status == Status.ENTRY
    enter_all(cup, players[3:], now)
    tick(now)
    cup.refresh_from_db()
    assert cup.status == Status.RUNNING


@pytest.mark.parametrize(("number", "status"), [(2, Status.CALLED_OFF), (3, Status.RUNNING)])
def test_cup_that_does_not_fill_begins_after_two_months_or_not_at_all(
    alice: Person, now: datetime, number: int, status: str
) -> None:
    cup = open_cup(alice, now, begins_at=None, most_entries=8, least_entries=3)
    enter_all(cup, people(number), now)
    tick(now + 59 * DAY)
    assert Competition.objects.get().status == Status.ENTRY
    tick(now + 60 * DAY)
    assert Competition.objects.get().status == status


def test_house_players_fill_up_a_cup_that_welcomes_them(alice: Person, now: datetime) -> None:
    cup = open_cup(
        alice, now, kind=Kind.SWISS, rounds=3, ruleset="conquest", table_size=4, welcomes_bots=True
    )
    enter_all(cup, people(6), now)
    tick(now + 10 * DAY)
    entered = Entrant.objects.filter(competition=cup)
    assert entered.count() == 8
    assert entered.filter(person__is_house=True).count() == 2
    assert Fixture.objects.count() == 2


def test_house_players_alone_play_no_cup(alice: Person, now: datetime) -> None:
    cup = open_cup(alice, now, welcomes_bots=True)
    tick(now + 10 * DAY)
    cup.refresh_from_db()
    assert cup.status == Status.CALLED_OFF


def test_large_round_begins_in_slices(
    alice: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tending, "SLICE", 2)
    cup = open_cup(alice, now, kind=Kind.SWISS, rounds=1, days=5)
    enter_all(cup, people(10), now)
    tick(now + 10 * DAY)
    for begun in (2, 4, 5):
        assert Fixture.objects.filter(status="running").count() == begun
        tick(now + 10 * DAY)
    for _tick in range(4):
        tick(now + 15 * DAY)
    assert set(Fixture.objects.values_list("status", flat=True)) == {"adjudicated"}
    cup.refresh_from_db()
    assert cup.status == Status.OVER


def test_cup_that_recurs_is_opened_again_by_its_rule(alice: Person, now: datetime) -> None:
    cup = open_cup(alice, now, recurs="FREQ=WEEKLY;INTERVAL=2")
    enter_all(cup, people(4), now)
    tick(now + 10 * DAY)
    assert cups.cups_to_repeat() == [cup.pk]
    for _worker in range(2):
        cups.repeat_cup(cup.pk, now=now + 10 * DAY)
    following = Competition.objects.get(repeats=cup)
    assert following.begins_at == now + 24 * DAY
    assert following.status == Status.ENTRY
    assert not following.entries.exists()


def test_series_ends_when_its_director_calls_a_cup_off(alice: Person, now: datetime) -> None:
    cup = open_cup(alice, now, recurs="FREQ=WEEKLY")
    enter_all(cup, people(4), now)
    ask = RulingRequest(competition_id=cup.pk, by=alice, reason="why", key="k")
    rulings.call_off(ask, now=now)
    assert cups.cups_to_repeat() == []


def test_series_ends_when_nobody_comes_and_goes_on_after_too_few(
    alice: Person, now: datetime
) -> None:
    missed = open_cup(alice, now, recurs="FREQ=WEEKLY", title="Missed")
    small = open_cup(alice, now, recurs="FREQ=WEEKLY", title="Small")
    enter_all(small, people(1), now)
    tick(now + 10 * DAY)
    for cup in (missed, small):
        cups.repeat_cup(cup.pk, now=now + 10 * DAY)
    assert Competition.objects.get(repeats__isnull=False).repeats == small
    assert cups.cups_to_repeat() == []


def test_series_ends_when_its_director_is_kept_from_tables(alice: Person, now: datetime) -> None:
    cup = open_cup(alice, now, recurs="FREQ=WEEKLY")
    enter_all(cup, people(4), now)
    tick(now + 10 * DAY)
    restrictions.restrict(alice, restrictions.Kind.NO_TABLES, now + 20 * DAY)
    assert not cups.repeat_cup(cup.pk, now=now + 10 * DAY)
    cup.refresh_from_db()
    assert cup.recurs == ""


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=DAILY", "FREQ=HOURLY", "nonsense", "FREQ=WEEKLY;INTERVAL=0", "FREQ=WEEKLY;BYHOUR=1,2",
        "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=YEARLY;BYDAY=MO", "FREQ=WEEKLY\nRDATE:1",
    ],
)  # fmt: skip
def test_cup_recurs_by_weeks_or_months_alone(now: datetime, rule: str) -> None:
    with pytest.raises(ValueError, match="weeks or by months"):
        cups.next_by_rule(rule, now)


def test_every_rule_of_the_form_leads_on(now: datetime) -> None:
    for rule, _title in cup_form.RULES[1:]:
        following = cups.next_by_rule(rule, now)
        assert following is not None
        assert now + 7 * DAY <= following <= now + 93 * DAY


def terms(**fields: object) -> CupTerms:
    return CupTerms(
        **{"kind": "knockout", "title": "Cup", "ruleset": "bollwerk", "pace": PACE,  # type: ignore[arg-type]
           "most_entries": 8, **fields}
    )  # fmt: skip


def test_form_that_is_sent_twice_opens_one_cup(now: datetime) -> None:
    staff = person("Frank", is_staff=True)
    first = cups.open_cup(staff, terms(), now=now, form_key="f")
    assert cups.open_cup(staff, terms(), now=now, form_key="f") == first
    assert first.tie_breaks == ["wins"]
    assert first.least_entries == 4


def test_newcomer_opens_no_cup_and_nobody_many(alice: Person, now: datetime) -> None:
    with pytest.raises(CupRefused, match="Play some turns"):
        cups.open_cup(alice, terms(), now=now, form_key="f")
    staff = person("Frank", is_staff=True)
    for number in range(cups.MOST_OPEN):
        cups.open_cup(staff, terms(), now=now, form_key=f"f{number}")
    with pytest.raises(CupRefused, match="many cups"):
        cups.open_cup(staff, terms(), now=now, form_key="more")


def test_no_cup_is_open_to_more_people_than_can_play(now: datetime) -> None:
    staff = person("Frank", is_staff=True)
    begins = {"begins_at": now + 10 * DAY}
    for number, (kind, wished, most) in enumerate(
        [("swiss", None, 1_000), ("swiss", 16, 16), ("swiss", 10**9, 1_000),
         ("round_robin", None, 24), ("round_robin", 1_000, 24)]
    ):  # fmt: skip
        asked = terms(kind=kind, most_entries=wished, **begins)
        cup = cups.open_cup(staff, asked, now=now, form_key=f"f{number}")
        assert cup.most_entries == most
        Competition.objects.all().delete()
