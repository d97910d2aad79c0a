"""Workers killed around a silence that makes somebody absent: each is told once, or nothing was."""

from __future__ import annotations

import signal
from datetime import timedelta

from games.models import Attempt, Game, Submission
from games.play import clock
from mail.models import Delivery
from tests import servers
from tests.faults import sites
from tests.faults.sites import Site

KINDS = ("missed", "seat")


def test_an_absence_killed_before_the_commit_has_not_happened(site: Site) -> None:
    game = _late()
    assert _tick(site.planted("before_commit:kill")) == -signal.SIGKILL
    assert not Submission.objects.filter(game=game).exists()
    assert not _told()
    Attempt.objects.update(retry_at=clock.now())  # what has failed waits a while otherwise
    assert _tick(site.env) == 0
    _is_told_once(game)


def test_an_absence_killed_after_the_commit_is_told_once(site: Site) -> None:
    game = _late()
    assert _tick(site.planted("after_commit:kill")) == -signal.SIGKILL
    _is_told_once(game)
    assert _tick(site.env) == 0
    _is_told_once(game)
    Delivery.objects.exclude(kind__in=KINDS).delete()
    assert sites.readers_though_a_relay_dies(site) == _addresses()


def test_an_absence_posted_after_the_commit_would_not_be_told(site: Site) -> None:
    game = _late()
    guard = "letters_in_the_transaction"
    assert _tick(site.planted("before_post:kill"), without=guard) == -signal.SIGKILL
    assert _tick(site.env) == 0
    assert Submission.objects.get(game=game).via == Submission.Via.SILENCE
    assert not _told()


def _late() -> Game:
    """Begin a game in which the first silence makes absent, and let time pass."""
    game = sites.begin(sites.people())
    Game.objects.filter(pk=game.pk).update(pace={**game.pace, "absent_after": 1})
    sites.pass_time(game, timedelta(days=3))
    return game


def _tick(env: dict[str, str], without: str = "") -> int:
    """Look for deadlines once, in a process of its own; return how it ended."""
    with sites.run("games.tasks.expire_decisions", env, "silence", without) as tick:
        return tick.process.wait(servers.PATIENCE)


def _told() -> list[str]:
    told = Delivery.objects.filter(kind__in=KINDS).order_by("address")
    return list(told.values_list("address", flat=True))


def _addresses() -> list[str]:
    return sorted(f"{name.lower()}@example.org" for name in sites.NAMES)


def _is_told_once(game: Game) -> None:
    assert Submission.objects.get(game=game).via == Submission.Via.SILENCE
    assert game.seats.get(name="south").is_absent
    assert _told() == _addresses()
