"""Turns that were said ahead, and wait for their delay: killed, or by two workers, they are played
once."""

from __future__ import annotations

import os
import signal
from datetime import timedelta

import pytest

from games.ahead import conditional_turns
from games.models import Attempt, ConditionalTurns, Decision, Event, Game, Submission
from games.play import clock
from mail.models import Delivery
from tests import servers, stage
from tests.faults import sites
from tests.faults.sites import Site

TICK = "games.tasks.play_delayed_turns"
FIRST, ANSWER = "a18-a17 +B a16", "j5-j6 +X i7"


@pytest.mark.parametrize("fault", ["before_commit:kill", "after_commit:kill"])
def test_a_delayed_turn_is_played_once_though_a_worker_is_killed(site: Site, fault: str) -> None:
    game = _due_game()
    assert _tick(site.planted(fault)) == -signal.SIGKILL
    Attempt.objects.update(retry_at=clock.now())  # what has failed waits a while otherwise
    assert _tick(site.env) == 0
    assert site.fired() == 1
    assert _ways(game) == ["web", "web", "foreseen"]
    (asked,) = Decision.objects.filter(game=game, closed_at=None)
    assert asked.seat.name == "black"
    assert Delivery.objects.filter(about={"decision": asked.pk}).count() == 1
    assert not ConditionalTurns.objects.exists()


def test_a_second_worker_waits_and_finds_no_delayed_turn_due(site: Site) -> None:
    game = _due_game()
    with sites.run(TICK, site.planted("playing_delayed:pause"), "first") as first:
        stopped = _stopped(site)
        with sites.run(TICK, site.env, "second") as second:
            servers.until(sites.waiting_for_a_lock, "the second worker at the lock")
            os.kill(stopped, signal.SIGCONT)
            assert [one.process.wait(servers.PATIENCE) for one in (first, second)] == [0, 0]
    assert site.fired() == 1
    assert _ways(game) == ["web", "web", "foreseen"]


def test_a_delayed_turn_would_be_played_twice_without_the_guards(site: Site) -> None:
    """Control: it is the lock that makes the second worker wait."""
    game = _due_game()
    sites.drop_unique(*sites.UNIQUE_MOVES)
    guards = "game_lock,expected_version"
    with sites.run(TICK, site.planted("playing_delayed:pause"), "first", without=guards) as first:
        stopped = _stopped(site)
        with sites.run(TICK, site.env, "second", without=guards) as second:
            assert second.process.wait(servers.PATIENCE) == 0
        os.kill(stopped, signal.SIGCONT)
        assert first.process.wait(servers.PATIENCE) == 0
    assert site.fired() == 1
    assert _ways(game) == ["web", "web", "foreseen", "foreseen"]
    assert Event.objects.filter(game=game).values("seq").distinct().count() < game.events.count()


def _due_game() -> Game:
    """Return a game in which an answer of White's has waited as long as she wanted."""
    alice, bob, *_others = sites.people()
    now = clock.now()
    game = stage.sit_down([alice, bob], "bollwerk", now=now, seats="choice")
    stage.hand_in(game, alice, "a5-a6 +X b6", now=now)
    game.refresh_from_db()
    conditional_turns.file_turns(
        game.pk, alice, f"{FIRST} > {ANSWER}", seen_version=game.version, delay=10, now=now
    )
    stage.hand_in(game, bob, FIRST, now=now)
    ConditionalTurns.objects.update(plays_at=now - timedelta(minutes=1))
    return game


def _tick(env: dict[str, str]) -> int:
    """Look for delayed turns once, in a process of its own; return how it ended."""
    with sites.run(TICK, env, "tick") as tick:
        return tick.process.wait(servers.PATIENCE)


def _stopped(site: Site) -> int:
    """Wait until the first worker stands still, and let others try what it has begun."""
    stopped = site.stopped()
    Attempt.objects.all().delete()
    return stopped


def _ways(game: Game) -> list[str]:
    rows = Submission.objects.filter(game=game).order_by("first_seq", "pk")
    return list(rows.values_list("via", flat=True))
