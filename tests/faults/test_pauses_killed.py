"""Processes killed as a pause by consent begins or ends: all of it has happened and everybody is
told once, or nothing has."""

from __future__ import annotations

import signal
from datetime import timedelta

from games.agreements import pauses
from games.models import Decision, Game, PlayersPause
from games.play import clock
from mail.models import Delivery
from tests import servers, stage
from tests.faults import sites
from tests.faults.sites import Site

DAY = timedelta(days=1)


def test_a_pause_has_not_begun_when_killed_before_the_commit(site: Site) -> None:
    pause = _proposed()
    assert _act("agree", pause.pk, "Bob", site.planted("before_commit:kill")) == -signal.SIGKILL
    assert not _game().is_paused
    assert PlayersPause.objects.get().is_open
    assert not pause.consents.exists()
    assert _told("agreed") == 0
    assert _act("agree", pause.pk, "Bob", site.env) == 0
    _has_begun()


def test_a_pause_has_begun_when_killed_after_the_commit(site: Site) -> None:
    pause = _proposed()
    assert _act("agree", pause.pk, "Bob", site.planted("after_commit:kill")) == -signal.SIGKILL
    _has_begun()
    assert _act("agree", pause.pk, "Bob", site.env) != 0  # it is not proposed any more
    _has_begun()


def test_a_game_goes_on_once_when_killed_before_the_commit(site: Site) -> None:
    _begun()
    game = _game().pk
    assert _act("end", game, "Bob", site.planted("before_commit:kill")) == -signal.SIGKILL
    _has_begun()
    assert _told("ended") == 0
    assert _act("end", game, "Bob", site.env) == 0
    _has_ended()


def test_a_game_goes_on_once_when_killed_after_the_commit(site: Site) -> None:
    _begun()
    game = _game().pk
    assert _act("end", game, "Bob", site.planted("after_commit:kill")) == -signal.SIGKILL
    _has_ended()
    assert _act("end", game, "Bob", site.env) != 0
    _has_ended()


def test_nobody_would_be_told_if_letters_were_posted_after_the_commit(site: Site) -> None:
    pause = _proposed()
    guard = "letters_in_the_transaction"
    died = _act("agree", pause.pk, "Bob", site.planted("before_post:kill"), without=guard)
    assert died == -signal.SIGKILL
    assert _game().is_paused
    assert _told("agreed") == 0


def _proposed() -> PlayersPause:
    alice, bob, *_others = sites.people()
    game = stage.sit_down([alice, bob], "bollwerk", now=clock.now(), seats="choice")
    until = (clock.now() + 7 * DAY).date()
    return pauses.propose_pause(game.pk, alice, until, now=clock.now())


def _begun() -> None:
    pause = _proposed()
    bob = pause.game.seats.get(person__name="Bob").person
    assert bob is not None
    pauses.agree_to_pause(pause.pk, bob, now=clock.now())


def _act(what: str, number: int, name: str, env: dict[str, str], without: str = "") -> int:
    """Agree to a pause or end one in a process of its own; return how that ended."""
    person = _game().seats.get(person__name=name).person_id
    command = servers.module("tests.faults.pause", what, str(number), str(person), without=without)
    with servers.running(command, env, "pause") as process:
        return process.process.wait(servers.PATIENCE)


def _game() -> Game:
    return Game.objects.get()


def _told(what: str) -> int:
    return Delivery.objects.filter(kind="pause", about__what=what).count()


def _has_begun() -> None:
    assert PlayersPause.objects.get().is_running
    assert _game().is_paused
    assert _told("agreed") == 2


def _has_ended() -> None:
    assert PlayersPause.objects.get().ended_at is not None
    assert not _game().is_paused
    assert Decision.objects.get(closed_at=None).due_at > clock.now() + DAY - timedelta(hours=1)
    assert _told("ended") == 1
