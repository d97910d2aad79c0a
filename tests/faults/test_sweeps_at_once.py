"""Several sweeps at the same deadlines, or none for a day: each deadline is handled once."""

from __future__ import annotations

import contextlib
import os
import shelve
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import F, QuerySet

from games import tasks
from games.models import Attempt, Decision, Event, Game, Seat, Submission
from games.play import clock
from mail.models import Delivery
from tests import brokers, servers
from tests.faults import sites
from tests.faults.sites import Site

SWEEP, REMIND = "games.tasks.expire_decisions", "games.tasks.send_reminders"
TIME, LATE, DAY = timedelta(hours=8), timedelta(hours=9), timedelta(days=1)
GAMES = 4


def test_a_second_sweep_waits_and_finds_nothing_due(site: Site) -> None:
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


def test_a_deadline_would_be_answered_twice_without_the_guards(site: Site) -> None:
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


@brokers.needs_broker
def test_two_beats_and_three_workers_answer_each_deadline_once(site: Site) -> None:
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


def test_deadlines_that_nobody_swept_are_answered_in_order_and_once(site: Site) -> None:
    players = sites.people()
    late = {
        sites.begin(players, f"Down for {hours} hours").pk: hours for hours in (12, 32, 9, 24, 18)
    }
    for pk, hours in late.items():
        sites.pass_time(Game.objects.get(pk=pk), timedelta(hours=hours))
    for _ in range(2):
        tasks.expire_decisions()
        tasks.send_reminders()
    silent = Submission.objects.order_by("pk").values_list("game", "via")
    longest_first = sorted(late, key=lambda pk: -late[pk])
    assert list(silent) == [(pk, Submission.Via.SILENCE) for pk in longest_first]
    assert not Delivery.objects.filter(kind="reminder").exists()


@brokers.needs_broker
def test_a_day_without_beat_and_worker_is_made_up_for(site: Site) -> None:
    down = _day_down()
    _leave_day_old_notes(site)
    with _at_work(site) as worker:
        servers.until(lambda: all(map(_silences, down.late)), "the deadlines of the day")
        servers.until(lambda: _reminders(down.near), "the reminder")
        before = _swept([worker])
        sites.publish(site.env, SWEEP, REMIND, times=3)
        servers.until(lambda: _swept([worker]) >= before + 3, "three sweeps more")
        sites.await_letters()

    assert _answered() == [(game.pk, "silence-1") for game in down.longest_first()]
    assert _reminders(down.near) == ["sent"]
    assert all(len(_reminders(game)) <= 1 for game in down.late)
    assert all(len(site.office.to(address)) == 1 for address in down.invited)
    assert len(set(site.office.ids())) == len(site.office.ids())
    asked = Decision.objects.get(game=down.untold, closed_at=None)
    assert asked.told_at is not None
    assert asked.due_at == asked.told_at + TIME


def test_a_deadline_that_nobody_was_told_of_is_not_answered(site: Site) -> None:
    down = _day_down()
    with sites.run(SWEEP, site.env, "sweep") as sweep:
        assert _end(sweep) == 0
    assert _answered() == [(game.pk, "silence-1") for game in down.longest_first()]


def test_deadlines_would_be_answered_untold_and_out_of_order(site: Site) -> None:
    down = _day_down()
    guards = "told_deadlines,oldest_deadlines_first"
    with sites.run(SWEEP, site.env, "sweep", without=guards) as sweep:
        assert _end(sweep) == 0
    assert _answered() == [(game.pk, "silence-1") for game in (*down.late, down.untold)]


@dataclass(frozen=True)
class Down:
    """What a day without workers leaves: games whose deadlines fell, by the hours since they were
    told, one near its deadline, one that nobody was told of, and who is invited."""

    late: dict[Game, int]
    near: Game
    untold: Game
    invited: list[str]

    def longest_first(self) -> list[Game]:
        return sorted(self.late, key=lambda game: -self.late[game])


def _day_down() -> Down:
    """Tell of some games on a good day; then let a day pass in which nothing is done."""
    players = sites.people()
    late = {sites.begin(players, f"Told {hours}"): hours for hours in (26, 31, 24, 29, 25)}
    near = sites.begin(players, "Near", pace="leisurely")
    _waiting().update(status=Delivery.Status.SENT, sent_at=clock.now())
    untold, invited = sites.begin(players, "Untold"), sites.invite(3)
    for game, hours in late.items():
        sites.pass_time(game, timedelta(hours=hours))
    sites.pass_time(near, timedelta(hours=60))
    sites.pass_time(untold, DAY)
    Decision.objects.filter(game=untold).update(told_at=None)
    _waiting().update(created_at=F("created_at") - DAY, next_at=F("next_at") - DAY)
    return Down(late, near, untold, invited)


def _waiting() -> QuerySet[Delivery]:
    return Delivery.objects.filter(status=Delivery.Status.WAITING)


@contextlib.contextmanager
def _at_work(site: Site) -> Iterator[servers.Server]:
    """Run a beat and a worker."""
    with servers.worker(site.env, beat=False) as worker, servers.beat(site.env):
        yield worker


def _leave_day_old_notes(site: Site) -> None:
    """Let a beat run, and make its notes of what it did last a day old."""
    with servers.beat(site.env) as beat:
        servers.until(lambda: "Sending due task" in beat.log.read_text(), "a beat at work")
    with shelve.open(str(site.var / "beat"), writeback=True) as notes:
        for entry in notes["entries"].values():
            entry.last_run_at -= DAY


def _answered() -> list[tuple[int, str]]:
    return list(Submission.objects.order_by("pk").values_list("game", "key"))


def _reminders(game: Game) -> list[str]:
    told = Decision.objects.filter(game=game).values_list("pk", flat=True)
    keys = [f"reminder-{pk}" for pk in told]
    return list(Delivery.objects.filter(key__in=keys).values_list("status", flat=True))


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
