"""Several sweeps at the same deadlines: each deadline is handled once."""

from __future__ import annotations

import contextlib
import os
import signal
from datetime import timedelta

from games import tasks
from games.models import Attempt, Decision, Event, Game, Seat, Submission
from mail.models import Delivery
from tests import servers
from tests.faults import sites
from tests.faults.sites import Site

SWEEP = "games.tasks.resolve_silence"
LATE = timedelta(hours=9)
GAMES = 4


def test_it_makes_a_second_sweep_wait_and_find_nothing_due(site: Site) -> None:
    game = _due_game()
    with sites.run(SWEEP, site.planted("expiring:pause"), "first") as first:
        stopped = _stopped(site)
        with sites.run(SWEEP, site.env, "second") as second:
            servers.until(sites.waiting_for_a_lock, "the second sweep at the lock")
            os.kill(stopped, signal.SIGCONT)
            assert [_end(first), _end(second)] == [0, 0]

    assert site.fired() == 1
    assert _silences(game) == ["silence-1"]
    assert _timeouts(game) == 1


def test_it_would_answer_a_deadline_twice_without_the_guards(site: Site) -> None:
    game = _due_game()
    sites.drop_unique(*sites.UNIQUE_MOVES)
    guards = "game_lock,expected_version"
    with sites.run(SWEEP, site.planted("expiring:pause"), "first", without=guards) as first:
        stopped = _stopped(site)
        with sites.run(SWEEP, site.env, "second", without=guards) as second:
            assert _end(second) == 0
        os.kill(stopped, signal.SIGCONT)
        assert _end(first) == 0

    assert site.fired() == 1
    assert _silences(game) == ["silence-1", "silence-1"]
    assert Event.objects.filter(game=game, seq=2).count() == 2


def _stopped(site: Site) -> int:
    """Wait until the first sweep stands still, and let others try what it has begun."""
    stopped = site.stopped()
    Attempt.objects.all().delete()
    return stopped


def test_it_answers_each_deadline_once_with_two_beats_and_three_workers(site: Site) -> None:
    players = sites.people()
    games = [sites.begin(players, f"Autumn {number}") for number in range(GAMES)]
    with contextlib.ExitStack() as stack:
        workers = [
            stack.enter_context(servers.worker(site.env, beat=False, name=f"worker-{number}"))
            for number in range(3)
        ]
        beats = [stack.enter_context(servers.beat(site.env, f"beat-{n}")) for n in range(2)]
        servers.until(lambda: _swept(workers), "a sweep that finds nothing due")
        sites.await_letters()
        assert not Submission.objects.exists()
        for game in games:
            sites.pass_time(game, LATE)
        before = _swept(workers)
        servers.until(lambda: _swept(workers) >= before + 3, "three sweeps more")
        sites.await_letters()

    assert all(SWEEP in beat.log.read_text() for beat in beats)
    for game in games:
        assert _silences(game) == ["silence-1"]
        assert _timeouts(game) == 1
        asked = Decision.objects.get(game=game, closed_at=None)
        assert asked.seat.name == "west"
        assert Delivery.objects.get(key=f"decision-{asked.pk}").status == "sent"
    assert len(set(site.office.ids())) == len(site.office.ids())


def test_it_answers_what_fell_due_while_nobody_swept_in_order_and_once(site: Site) -> None:
    players = sites.people()
    late = {
        sites.begin(players, f"Down for {hours} hours").pk: hours for hours in (12, 32, 9, 24, 18)
    }
    for pk, hours in late.items():
        sites.pass_time(Game.objects.get(pk=pk), timedelta(hours=hours))
    for _ in range(2):
        tasks.resolve_silence()
        tasks.remind()
    silent = Submission.objects.order_by("pk").values_list("game", "via")
    longest_first = sorted(late, key=lambda pk: -late[pk])
    assert list(silent) == [(pk, Submission.Via.SILENCE) for pk in longest_first]
    assert not Delivery.objects.filter(kind="reminder").exists()


def _due_game() -> Game:
    game = sites.begin(sites.people())
    sites.pass_time(game, LATE)
    return game


def _silences(game: Game) -> list[str]:
    silent = Submission.objects.filter(game=game, via=Submission.Via.SILENCE)
    return list(silent.values_list("key", flat=True))


def _timeouts(game: Game) -> int:
    return sum(Seat.objects.filter(game=game).values_list("timeouts", flat=True))


def _end(server: servers.Server) -> int:
    return server.process.wait(servers.PATIENCE)


def _swept(workers: list[servers.Server]) -> int:
    """Count the sweeps that workers have carried out."""
    lines = [line for worker in workers for line in worker.log.read_text().splitlines()]
    return sum(f"{SWEEP}[" in line and "succeeded" in line for line in lines)
