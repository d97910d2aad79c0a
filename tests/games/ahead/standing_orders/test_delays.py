"""Standing orders that take a while: a question opens as for anybody, and is answered at a moment
around the habit of their owner."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games import tasks
from games.ahead import standing_orders
from games.ahead.standing_orders import delays
from games.models import DayOff, Decision, Game, ReliabilityRecord, Submission
from games.play import clock, decisions, turns
from mail.models import Delivery
from tests import stage

pytestmark = pytest.mark.django_db

PIECES = stage.set_up() | {"S13": "east K"}
ATTACK, ORDERS = "S13xS33; end", "recapture with E"
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)


@pytest.fixture
def attack(
    alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> Callable[..., Decision]:
    """Return the attack of East (Erin) on South (Alice), whose orders take a while."""

    def begin(text: str = ORDERS, **owner: Any) -> Decision:
        Person.objects.filter(pk=alice.pk).update(**{"orders_wait": True, **owner})
        alice.refresh_from_db()
        game = stage.begin([alice, bob, dora, erin], PIECES, now=now, turn="east")
        standing_orders.file_orders(game.pk, alice, text, now=now)
        stage.hand_in(game, erin, ATTACK, now=now)
        return Decision.objects.get(game=game, kind="recapture")

    return begin


def ways(game: Game) -> list[str]:
    rows = Submission.objects.filter(game=game, seat__name="south").order_by("first_seq")
    return [row.via for row in rows]


def look(decision: Decision, at: datetime, lot: float = 0.5) -> bool:
    done = turns.answer_by_delayed_orders(decision.pk, lot, now=at)
    decision.refresh_from_db()
    return done


def moment_of(decision: Decision) -> datetime:
    assert decision.orders_at is not None
    return decision.orders_at


def test_a_question_opens_and_is_answered_when_its_moment_has_come(
    attack: Any, alice: Person, now: datetime
) -> None:
    decision = attack()
    assert ways(decision.game) == []
    assert Delivery.objects.filter(person=alice, kind="decision").count() == 1
    assert turns.list_delayed_orders(now) == [decision.pk]
    assert not look(decision, now)
    moment = moment_of(decision)
    assert turns.list_delayed_orders(moment - MINUTE) == []
    assert not look(decision, moment - MINUTE)
    assert look(decision, moment + timedelta(seconds=7))
    assert ways(decision.game) == ["standing"]
    assert (decision.closed_at, decision.closed_by) == (moment, "answer")
    assert not look(decision, moment + MINUTE)
    assert ways(decision.game) == ["standing"]


def test_an_answer_that_is_long_due_is_given_at_its_own_time(attack: Any, now: datetime) -> None:
    decision = attack()
    look(decision, now)
    late = moment_of(decision) + HOUR
    look(decision, late)
    assert decision.closed_at == late


def test_the_owner_can_answer_first(attack: Any, alice: Person, now: datetime) -> None:
    decision = attack()
    look(decision, now)
    stage.hand_in(decision.game, alice, "pass", now=now + MINUTE)
    assert not look(decision, now + 12 * HOUR)
    assert ways(decision.game) == ["web"]


@pytest.mark.parametrize("text", ["", "recapture at C22 with any"])
def test_without_an_answer_the_question_stays(attack: Any, now: datetime, text: str) -> None:
    decision = attack(text)
    assert not look(decision, now)
    assert (decision.orders_at, decision.is_open) == (None, True)


def test_orders_that_are_taken_away_meanwhile_answer_nothing(
    attack: Any, alice: Person, now: datetime
) -> None:
    decision = attack()
    look(decision, now)
    standing_orders.file_orders(decision.game_id, alice, "", now=now)
    assert not look(decision, moment_of(decision))
    assert (decision.orders_at, decision.is_open) == (None, True)


def test_orders_that_are_filed_later_do_not_answer_an_open_question(
    attack: Any, alice: Person, now: datetime
) -> None:
    decision = attack("")
    look(decision, now)
    standing_orders.file_orders(decision.game_id, alice, ORDERS, now=now)
    assert turns.list_delayed_orders(now + 24 * HOUR) == []


def test_orders_of_somebody_who_is_away_answer_at_once(attack: Any, now: datetime) -> None:
    alice = Person.objects.get(name="Alice")
    with pytest.raises(Decision.DoesNotExist):
        attack(back_on=now.date() + timedelta(days=3))
    assert [row.via for row in Submission.objects.filter(seat__person=alice)] == ["standing"]


def test_an_answer_is_put_off_to_after_days_off(attack: Any, alice: Person, now: datetime) -> None:
    decision = attack()
    look(decision, now)
    Decision.objects.update(due_at=now + 96 * HOUR)
    day = moment_of(decision).astimezone(alice.zone).date()
    DayOff.objects.create(person=alice, day=day, kind="holiday")
    Person.objects.filter(pk=alice.pk).update(last_day_off=day)
    assert not look(decision, moment_of(decision))
    assert moment_of(decision).astimezone(alice.zone).date() > day
    assert look(decision, moment_of(decision))


def test_a_pause_moves_the_moment(attack: Any, now: datetime) -> None:
    decision = attack()
    look(decision, now)
    before = moment_of(decision)
    game = decision.game
    Game.objects.filter(pk=game.pk).update(paused_at=now + MINUTE)
    assert turns.list_delayed_orders(before) == []
    game.refresh_from_db()
    decisions.restart_clocks(game, now + MINUTE, now=now + MINUTE + 9 * HOUR)
    decision.refresh_from_db()
    assert moment_of(decision) == before + 9 * HOUR


def test_an_answer_by_standing_orders_counts_as_in_time(
    attack: Any, alice: Person, now: datetime
) -> None:
    decision = attack()
    look(decision, now)
    look(decision, moment_of(decision))
    record = ReliabilityRecord.objects.get(person=alice)
    assert (record.kind, record.is_kept) == ("answer", True)
    assert record.seconds == int((moment_of(decision) - now).total_seconds())


def test_an_answer_by_standing_orders_ends_a_row_of_timeouts(attack: Any, now: datetime) -> None:
    decision = attack()
    seat = decision.seat
    type(seat).objects.filter(pk=seat.pk).update(timeouts_in_row=1)
    look(decision, now)
    look(decision, moment_of(decision))
    seat.refresh_from_db()
    assert seat.timeouts_in_row == 0


def test_a_tick_draws_and_answers(
    attack: Any, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    decision = attack()
    monkeypatch.setattr(clock, "now", lambda: now)
    assert tasks.answer_by_orders() == 0
    decision.refresh_from_db()
    moment = moment_of(decision)
    monkeypatch.setattr(clock, "now", lambda: moment)
    assert tasks.answer_by_orders() == 1
    assert tasks.answer_by_orders() == 0


def question(now: datetime, hours: int = 24) -> Decision:
    return Decision(opened_at=now, due_at=now + hours * HOUR)


@pytest.mark.parametrize(("lot", "hours"), [(0.0, 1), (0.5, 2), (1.0, 4)])
def test_a_moment_lies_between_half_and_twice_the_habit(
    now: datetime, lot: float, hours: float
) -> None:
    moment = delays.draw_moment(question(now), Person(), 2 * HOUR, lot)
    assert moment == now + hours * HOUR


def test_a_moment_leaves_half_of_the_time(now: datetime) -> None:
    for lot in (0.0, 1.0):
        moment = delays.draw_moment(question(now, 4), Person(), 72 * HOUR, lot)
        assert moment == now + 2 * HOUR


def test_a_moment_is_minutes_away_at_least(now: datetime) -> None:
    moment = delays.draw_moment(question(now), Person(), timedelta(seconds=2), 0.0)
    assert moment == now + delays.LEAST
    assert delays.draw_moment(question(now, 0), Person(), HOUR, 0.0) > now


@pytest.mark.parametrize(("hours", "is_urgent"), [(72, False), (4, True)])
def test_a_moment_is_in_no_quiet_hour_unless_time_runs_out(
    now: datetime, hours: int, is_urgent: bool
) -> None:
    owner = Person(quiet_from=13, quiet_to=20, time_zone="UTC")  # it is twelve
    moments = [delays.draw_moment(question(now, hours), owner, 3 * HOUR, lot) for lot in (0.1, 0.9)]
    for moment in moments:
        assert (owner.quiet_until(moment) is not None) == is_urgent
    assert (moments[0] == moments[1]) == is_urgent


def add_records(person: Person, game: Game, kind: str, *hours: float, now: datetime) -> None:
    for number, one in enumerate(hours):
        ReliabilityRecord.objects.create(
            person=person, game=game, kind=kind, at=now + number * MINUTE, is_kept=True,
            seconds=int(one * 3600),
        )  # fmt: skip


def test_a_habit_is_the_middle_of_answers_or_else_of_turns(
    alice: Person, game: Game, now: datetime
) -> None:
    assert delays.habit_of(alice) == delays.USUAL
    add_records(alice, game, "turn", 5, 6, 9, now=now)
    assert delays.habit_of(alice) == 6 * HOUR
    add_records(alice, game, "answer", 1, 2, 40, now=now)
    assert delays.habit_of(alice) == 2 * HOUR


@pytest.mark.parametrize("page", ["game", "usual"])
def test_the_owner_chooses_it_on_each_page_of_standing_orders(
    client: Client, alice: Person, attack: Any, page: str
) -> None:
    decision = attack(orders_wait=False, text="ask")
    url = reverse("standing")
    if page == "game":
        url = reverse("game_standing", args=[decision.game_id])
    client.force_login(alice)
    for given, wants in (({"wait": "on"}, True), ({}, False)):
        answer = client.post(url, {"do": "wait", **given})
        assert answer["Location"] == url
        alice.refresh_from_db()
        assert alice.orders_wait is wants
        assert ('name="wait" checked' in client.get(url).content.decode()) == wants


def test_the_owner_reads_that_orders_answer_in_a_while(
    client: Client, alice: Person, attack: Any
) -> None:
    decision = attack()
    client.force_login(alice)
    page = client.get(reverse("game_answer", args=[decision.game_id])).content.decode()
    assert "they answer in a while, unless you do so first" in page
