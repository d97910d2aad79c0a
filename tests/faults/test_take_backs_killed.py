"""Processes killed as a turn is taken back, and a turn that comes in that moment: all of it has
happened and everybody is told once, or nothing has."""

from __future__ import annotations

import http.client
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial

from accounts.models import Person
from conquest.kit.take_back import KIND
from games.agreements import take_backs
from games.models import Decision, Event, Game, TakeBack
from games.play import clock, store
from mail.models import Delivery
from tests import servers, stage
from tests.faults import browsers, sites
from tests.faults.browsers import Answer
from tests.faults.sites import Site

TURN = "d18-b16"


def test_no_turn_is_taken_back_when_killed_before_the_commit(site: Site) -> None:
    row = _asked()
    assert _agree(row, site.planted("before_commit:kill")) == -signal.SIGKILL
    assert _taken_back() == 0
    assert TakeBack.objects.get().outcome == ""
    assert not row.consents.exists()
    assert _told("agreed") == 0
    assert _agree(row, site.env) == 0
    _has_gone_back()


def test_a_turn_is_taken_back_once_when_killed_after_the_commit(site: Site) -> None:
    row = _asked()
    assert _agree(row, site.planted("after_commit:kill")) == -signal.SIGKILL
    _has_gone_back()
    assert _agree(row, site.env) != 0  # it is not asked any more
    _has_gone_back()


def test_nobody_would_be_told_if_letters_were_posted_after_the_commit(site: Site) -> None:
    row = _asked()
    died = _agree(row, site.planted("before_post:kill"), "letters_in_the_transaction")
    assert died == -signal.SIGKILL
    assert _taken_back() == 1
    assert _told("agreed") == 0


def test_a_turn_that_comes_while_all_agree_is_refused(site: Site) -> None:
    assert _agreement_first(site, _asked()).status == http.client.CONFLICT
    _has_gone_back()


def test_an_agreement_that_comes_while_a_turn_is_played_is_refused(site: Site) -> None:
    row = _asked()
    with (
        servers.web(site.planted("before_commit:pause"), workers=1) as web,
        ThreadPoolExecutor() as pool,
    ):
        answer = pool.submit(_turn(web))
        stopped = site.stopped()
        with _agreeing(row, site.env) as agreeing:
            servers.until(sites.waiting_for_a_lock, "the agreement at the lock")
            os.kill(stopped, signal.SIGCONT)
            assert agreeing.process.wait(servers.PATIENCE) != 0
    assert answer.result().is_receipt
    assert _taken_back() == 0
    assert TakeBack.objects.get().outcome == ""
    assert store.verify_game(_game()) is None


def test_a_turn_would_count_and_be_forgotten_without_the_guards(site: Site) -> None:
    row = _asked()
    sites.drop_unique(*sites.UNIQUE_MOVES)
    assert _agreement_first(site, row, "game_lock,expected_version").is_receipt
    assert _taken_back() == 1
    assert store.verify_game(_game()) is not None


def _asked() -> TakeBack:
    """Return the take-back that Bob, whose turn it is, is asked for by Alice."""
    alice, bob, *_others = sites.people()
    game = stage.sit_down([alice, bob], "bollwerk", now=clock.now(), seats="choice")
    Game.objects.filter(pk=game.pk).update(pace={**game.pace, "take_backs": True})
    stage.hand_in(game, alice, "g5-e7", now=clock.now())
    return take_backs.ask_take_back(game.pk, alice, now=clock.now())


def _agreement_first(site: Site, row: TakeBack, without: str = "") -> Answer:
    """Stop the agreement before it goes back; hand in a turn; let the agreement go on."""
    with (
        servers.web(site.env, workers=1) as web,
        _agreeing(row, site.planted("going_back:pause"), without) as agreeing,
        ThreadPoolExecutor() as pool,
    ):
        stopped = site.stopped()
        answer = pool.submit(_turn(web))
        servers.until(lambda: answer.done() or sites.waiting_for_a_lock(), "the turn")
        assert answer.done() == bool(without)
        os.kill(stopped, signal.SIGCONT)
        assert agreeing.process.wait(servers.PATIENCE) == 0
    assert site.fired() == 1
    return answer.result()


def _turn(web: servers.Server) -> Callable[[], Answer]:
    """Return what hands Bob's turn in, and asks the database nothing in its thread."""
    bob, game = browsers.signed_in(Person.objects.get(name="Bob"), web.address), _game()
    return partial(bob.submit, game, TURN, seen=game.version, key="web")


def _agree(row: TakeBack, env: dict[str, str], without: str = "") -> int:
    """Let Bob agree in a process of its own; return how that ended."""
    with _agreeing(row, env, without) as process:
        return process.process.wait(servers.PATIENCE)


@contextmanager
def _agreeing(row: TakeBack, env: dict[str, str], without: str = "") -> Iterator[servers.Server]:
    bob = Person.objects.get(name="Bob").pk
    command = servers.module("tests.faults.take_back", str(row.pk), str(bob), without=without)
    with servers.running(command, env, "take_back") as process:
        yield process


def _game() -> Game:
    return Game.objects.get()


def _taken_back() -> int:
    return Event.objects.filter(kind=KIND).count()


def _told(what: str) -> int:
    return Delivery.objects.filter(kind="take-back", about__what=what).count()


def _has_gone_back() -> None:
    assert TakeBack.objects.get().happened == _game().version
    assert _taken_back() == 1
    assert Decision.objects.get(closed_at=None).seat.person == Person.objects.get(name="Alice")
    assert store.verify_game(_game()) is None
    assert _told("agreed") == 2
