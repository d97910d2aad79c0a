"""Attempts: a task that fails is retried later and later, and never given up."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from accounts.models import Person
from games import tasks
from games.models import Attempt, Decision, Game
from games.play import attempts, bots, clock, decisions, turns
from games.play.attempts import LONGEST, attempt_task, backoff

SILENCE, HOUSE = Attempt.Task.SILENCE, Attempt.Task.HOUSE


@pytest.fixture
def decision(game: Game) -> Decision:
    """A turn that is asked of Alice."""
    return Decision.objects.get(game=game, closed_at=None)


def fail(decision: Decision, now: datetime, task: str = SILENCE) -> None:
    with attempt_task(decision.pk, task, now=now):
        raise ConnectionError("away")


def due(decision: Decision, now: datetime) -> bool:
    return decisions.resolvable_decisions(now).filter(pk=decision.pk).exists()


def test_a_retry_waits_longer_with_each_failure_up_to_a_limit() -> None:
    waits = [backoff(count) for count in range(1, 200)]
    assert waits[0] < timedelta(minutes=1)
    assert waits == sorted(waits)
    assert waits[-1] == LONGEST


def test_a_failed_decision_is_retried_when_its_time_has_come(decision: Decision) -> None:
    late = decision.due_at + decisions.GRACE
    for count in range(1, 12):
        assert due(decision, late)
        fail(decision, late)
        assert not due(decision, late)
        late += backoff(count)
    kept = Attempt.objects.get(decision=decision)
    assert (kept.count, kept.error) == (11, "ConnectionError: away")
    with attempt_task(decision.pk, SILENCE, now=late):
        pass
    assert not Attempt.objects.exists()


def test_attempts_of_bots_are_counted_apart(decision: Decision, now: datetime) -> None:
    late = decision.due_at + decisions.GRACE
    fail(decision, late, HOUSE)
    assert due(decision, late)
    found = attempts.select_ready(Decision.objects.all(), HOUSE, now=late)
    assert decision not in found
    assert decision in attempts.select_ready(Decision.objects.all(), HOUSE, now=late + LONGEST)


def test_a_third_failed_attempt_is_logged_as_an_error(
    decision: Decision, now: datetime, caplog: pytest.LogCaptureFixture
) -> None:
    for count in range(1, 5):
        assert ("again and again" in caplog.text) is False, count
        fail(decision, now)
    assert "again and again" in caplog.text


def test_silence_is_played_once_a_long_fault_is_over(
    game: Game, decision: Decision, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fault lasts for many sweeps, and the game goes on all the same."""
    Decision.objects.filter(pk=decision.pk).update(
        opened_at=decision.opened_at - timedelta(days=9), due_at=decision.due_at - timedelta(days=8)
    )
    expire = turns.expire_decision

    def broken(pk: int, *, now: datetime) -> bool:
        raise ConnectionError

    monkeypatch.setattr(turns, "expire_decision", broken)
    for _ in range(8):
        tasks.expire_decisions()
        Attempt.objects.update(retry_at=clock.now())
    monkeypatch.setattr(turns, "expire_decision", expire)
    assert tasks.expire_decisions() == 1
    assert not Attempt.objects.exists()


def test_a_failing_bot_does_not_stop_other_bots(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    Person.objects.update(is_house=True)
    Decision.objects.update(is_for_bot=True)  # as no trigger watches people

    def broken(decision: Decision, *, now: datetime) -> bool:
        raise ValueError

    monkeypatch.setattr(bots, "answer_decision", broken)
    assert tasks.play_bots() == 0
    assert Attempt.objects.get().task == HOUSE
