"""A last-second turn against the deadline: it counts or is refused, and never both."""

from __future__ import annotations

import http.client
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from django.db import connection

from games.models import Decision, Event, Game, Submission
from games.play import store
from tests import servers
from tests.faults import browsers, sites
from tests.faults.browsers import Answer
from tests.faults.sites import Site

SWEEP = "games.tasks.expire_decisions"
TURN = "S01-S31\nend"
PLAYED = [("web-last-second", Decision.ClosedBy.ANSWER)], ["started", "moved", "turn_ended"]
EXPIRED = [("silence-1", Decision.ClosedBy.SILENCE)], ["started", "turn_ended"]


def test_a_turn_while_the_deadline_is_enforced_is_refused(site: Site) -> None:
    game = _due_game()
    assert _deadline_first(site, game).status == http.client.CONFLICT
    assert _record(game) == EXPIRED
    assert store.verify_game(game) is None


def test_a_turn_before_the_deadline_is_enforced_is_played(site: Site) -> None:
    game = _due_game()
    assert _turn_first(site, game).is_receipt
    assert _record(game) == PLAYED
    assert store.verify_game(game) is None


def test_a_turn_would_be_accepted_and_forgotten_without_the_guards(site: Site) -> None:
    game = _due_game()
    sites.drop_unique(*sites.UNIQUE_MOVES)
    assert _deadline_first(site, game, without="game_lock,expected_version").is_receipt
    assert game.version == 2
    assert store.verify_game(game) is not None
    assert store.load_state(game).pieces["S01"] == store.load_state(game, version=1).pieces["S01"]


def _due_game() -> Game:
    """Return a game in which Alice's time is up and nobody has noticed yet."""
    game = sites.begin(sites.people())
    sites.pass_time(game, timedelta(hours=9))
    return game


def _deadline_first(site: Site, game: Game, without: str = "") -> Answer:
    """Stop the sweep in the midst of enforcing; hand in the turn; let the sweep go on."""
    with (
        servers.web(site.env, workers=1) as web,
        sites.run(SWEEP, site.planted("expiring:pause"), "sweep", without) as sweep,
        ThreadPoolExecutor() as pool,
    ):
        stopped = site.stopped()
        answer = pool.submit(_hand_in, game, web)
        servers.until(lambda: answer.done() or sites.waiting_for_a_lock(), "the turn")
        assert answer.done() == bool(without)
        os.kill(stopped, signal.SIGCONT)
        assert sweep.process.wait(servers.PATIENCE) == 0
    assert site.fired() == 1
    game.refresh_from_db()
    return answer.result()


def _turn_first(site: Site, game: Game) -> Answer:
    """Stop the web server just before it commits the turn; sweep; let the server go on."""
    with (
        servers.web(site.planted("before_commit:pause"), workers=1) as web,
        ThreadPoolExecutor() as pool,
    ):
        answer = pool.submit(_hand_in, game, web)
        stopped = site.stopped()
        with sites.run(SWEEP, site.env, "sweep") as sweep:
            servers.until(sites.waiting_for_a_lock, "the sweep at the lock")
            os.kill(stopped, signal.SIGCONT)
            assert sweep.process.wait(servers.PATIENCE) == 0
    assert site.fired() == 1
    game.refresh_from_db()
    return answer.result()


def _hand_in(game: Game, web: servers.Server) -> Answer:
    alice = browsers.signed_in(game.host, web.address)
    try:
        return alice.submit(game, TURN, seen=1, key="last-second")
    finally:
        connection.close()


def _record(game: Game) -> tuple[list[tuple[str, str]], list[str]]:
    """Return what was handed in, with how Alice's decision was closed, and what happened."""
    decision = Decision.objects.get(game=game, seat__name="south", closed_at__isnull=False)
    keys = Submission.objects.filter(game=game).values_list("key", flat=True)
    events = Event.objects.filter(game=game).order_by("seq").values_list("kind", flat=True)
    return [(key, decision.closed_by) for key in keys], list(events)
