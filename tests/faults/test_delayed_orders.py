"""Standing orders that take a while: killed, or by two workers, they answer once."""

from __future__ import annotations

import os
import signal
from datetime import timedelta

import pytest

from accounts.models import Person
from games.ahead import standing_orders
from games.models import Attempt, Decision, Event, Game, Submission
from games.play import clock
from tests import servers, stage
from tests.faults import sites
from tests.faults.sites import Site

TICK = "games.tasks.answer_by_orders"
PIECES = stage.set_up() | {"S13": "east K"}


@pytest.mark.parametrize("fault", ["before_commit:kill", "after_commit:kill"])
def test_standing_orders_answer_once_though_a_worker_is_killed(site: Site, fault: str) -> None:
    game = _due_game()
    assert _tick(site.planted(fault)) == -signal.SIGKILL
    Attempt.objects.update(retry_at=clock.now())  # what has failed waits a while otherwise
    assert _tick(site.env) == 0
    assert site.fired() == 1
    assert _ways(game) == ["web", "standing"]


def test_a_second_worker_waits_and_finds_no_standing_orders_due(site: Site) -> None:
    game = _due_game()
    with sites.run(TICK, site.planted("answering_delayed:pause"), "first") as first:
        stopped = _stopped(site)
        with sites.run(TICK, site.env, "second") as second:
            servers.until(sites.waiting_for_a_lock, "the second worker at the lock")
            os.kill(stopped, signal.SIGCONT)
            assert [one.process.wait(servers.PATIENCE) for one in (first, second)] == [0, 0]
    assert site.fired() == 1
    assert _ways(game) == ["web", "standing"]


def test_standing_orders_would_answer_twice_without_the_guards(site: Site) -> None:
    """Control: it is the lock that makes the second worker wait."""
    game = _due_game()
    sites.drop_unique(*sites.UNIQUE_MOVES)
    guards = "game_lock,expected_version"
    paused = site.planted("answering_delayed:pause")
    with sites.run(TICK, paused, "first", without=guards) as first:
        stopped = _stopped(site)
        with sites.run(TICK, site.env, "second", without=guards) as second:
            assert second.process.wait(servers.PATIENCE) == 0
        os.kill(stopped, signal.SIGCONT)
        assert first.process.wait(servers.PATIENCE) == 0
    assert site.fired() == 1
    assert _ways(game) == ["web", "standing", "standing"]
    assert Event.objects.filter(game=game).values("seq").distinct().count() < game.events.count()


def _due_game() -> Game:
    """Return a game in which the moment of South's answer has come."""
    people, now = sites.people(), clock.now()
    Person.objects.filter(pk=people[0].pk).update(orders_wait=True)
    game = stage.begin(people, PIECES, now=now, turn="east")
    standing_orders.file_orders(game.pk, people[0], "recapture with E", now=now)
    stage.hand_in(game, people[3], "S13xS33; end", now=now)
    # Drawn already: it is later than when the question opened.
    Decision.objects.filter(game=game, closed_at=None).update(
        opened_at=now - timedelta(hours=1), orders_at=now - timedelta(seconds=10)
    )
    return game


def _tick(env: dict[str, str]) -> int:
    """Look for standing orders once, in a process of its own; return how it ended."""
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
