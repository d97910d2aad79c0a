"""A worker or web server whose clock is wrong: the database's clock decides, nothing comes early or
late."""

from __future__ import annotations

import functools
import http.client
import shutil
import subprocess
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.conf import settings

from games.models import Decision, Game, Submission
from games.play import clock
from mail.models import Delivery
from tests import brokers, servers
from tests.faults import browsers, sites
from tests.faults.sites import Site

pytestmark = pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler here")

AHEAD, BEHIND = timedelta(days=30), -timedelta(hours=2)
A_LITTLE_AHEAD = timedelta(seconds=120)
TIME, A_LITTLE = timedelta(hours=8), timedelta(minutes=5)
TEN_MINUTES = pytest.mark.parametrize(
    "skew", [timedelta(minutes=10), -timedelta(minutes=10)], ids=["ahead", "behind"]
)
DISCARDED = "Discarding revoked task: games.tasks.send_letters"
SWEEP, REMIND = "games.tasks.expire_decisions", "games.tasks.send_reminders"
CODES = "accounts.tasks.send_codes"


def test_no_worker_with_a_clock_ahead_answers_or_reminds_early(site: Site) -> None:
    game = sites.begin(sites.people())
    env = _skewed(site, AHEAD)
    _run(SWEEP, env)
    _run(REMIND, env)
    assert not _was_silent(game)
    assert not Delivery.objects.filter(kind="reminder").exists()


def test_a_worker_would_answer_early_by_its_own_clock(site: Site) -> None:
    game = sites.begin(sites.people())
    _run(SWEEP, _skewed(site, AHEAD), without="database_clock")
    assert _was_silent(game)


def test_a_worker_with_a_clock_behind_answers_in_time(site: Site) -> None:
    game = sites.begin(sites.people())
    sites.pass_time(game, timedelta(hours=9))
    _run(SWEEP, _skewed(site, BEHIND))
    assert _was_silent(game)


def test_a_worker_would_answer_late_by_its_own_clock(site: Site) -> None:
    game = sites.begin(sites.people())
    sites.pass_time(game, timedelta(hours=9))
    _run(SWEEP, _skewed(site, BEHIND), without="database_clock")
    assert not _was_silent(game)


@brokers.needs_broker
def test_a_worker_with_a_clock_ahead_sends_letters(site: Site) -> None:
    (address,) = sites.invite(1)
    with servers.worker(_skewed(site, A_LITTLE_AHEAD), beat=False), servers.beat(site.env):
        servers.until(lambda: site.office.to(address), "the letter")


@brokers.needs_broker
def test_ticks_that_expire_would_be_lost_on_a_clock_ahead(site: Site) -> None:
    sites.invite(1)
    env = _skewed(site, A_LITTLE_AHEAD)
    with (
        servers.worker(env, beat=False) as worker,
        servers.beat(site.env, without="lasting_ticks"),
    ):
        servers.until(lambda: worker.log.read_text().count(DISCARDED) >= 3, "ticks thrown away")
        assert not site.office.letters


@TEN_MINUTES
def test_a_web_server_of_another_time_takes_turns_until_the_deadline(
    site: Site, skew: timedelta
) -> None:
    players = sites.people()
    early, late = sites.begin(players, "In time"), sites.begin(players, "Too late")
    sites.pass_time(early, TIME - A_LITTLE)
    sites.pass_time(late, TIME + A_LITTLE)
    with servers.web(_skewed(site, skew), workers=1) as web:
        _run(SWEEP, site.env)
        assert (_was_silent(early), _was_silent(late)) == (False, True)
        alice = browsers.signed_in(players[0], web.address)
        assert alice.submit(early, "end", seen=1, key="early").is_receipt
        assert alice.submit(late, "end", seen=1, key="late").status == http.client.CONFLICT
        _run(SWEEP, site.env)
    assert not _was_silent(early)


@TEN_MINUTES
def test_the_time_for_a_turn_is_given_by_the_databases_clock(site: Site, skew: timedelta) -> None:
    before, asked, after = _asked_by(_skewed(site, skew))
    assert before <= asked.opened_at <= after
    assert asked.due_at == asked.opened_at + TIME


@TEN_MINUTES
def test_the_time_for_a_turn_would_be_given_by_the_servers_own_clock(
    site: Site, skew: timedelta
) -> None:
    before, asked, after = _asked_by(_skewed(site, skew), without="database_clock")
    assert not before <= asked.opened_at <= after


@TEN_MINUTES
def test_a_code_of_a_web_server_of_another_time_is_sent_at_once(
    site: Site, skew: timedelta
) -> None:
    alice, *_ = sites.people()
    with servers.web(_skewed(site, skew), workers=1) as web:
        nobody = browsers.Browser("", web.address)
        nobody.post("/accounts/login/", {"login": alice.email})
    _run(CODES, site.env)
    assert site.office.to(alice.email)


def _asked_by(env: dict[str, str], without: str = "") -> tuple[datetime, Decision, datetime]:
    """Hand in a turn; return what is asked next, and the instants before and behind that."""
    game = sites.begin(sites.people())
    with servers.web(env, workers=1, without=without) as web:
        alice, before = browsers.signed_in(game.host, web.address), clock.now()
        assert alice.submit(game, "end", seen=1, key="turn").is_receipt
        after = clock.now()
    return before, Decision.objects.get(game=game, closed_at=None), after


def _skewed(site: Site, skew: timedelta) -> dict[str, str]:
    """Yield the environment of processes whose clock is wrong, having seen that it is."""
    seconds = skew.total_seconds()
    env = {**site.env, "LD_PRELOAD": str(_compile_library()), "SKEW": f"{seconds:.0f}"}
    look = [sys.executable, "-c", "import time; print(time.time())"]
    seen = float(subprocess.run(look, env=env, check=True, capture_output=True).stdout)
    assert seen == pytest.approx(time.time() + seconds, abs=60)
    return env


@functools.cache
def _compile_library() -> Path:
    """Return the library that shifts clocks, one for all: a fork server begins with it."""
    library, source = Path(settings.VAR) / "skew.so", Path(__file__).with_name("skew.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    return library.resolve()


def _run(task: str, env: dict[str, str], without: str = "") -> None:
    with sites.run(task, env, "task", without) as process:
        assert process.process.wait(servers.PATIENCE) == 0


def _was_silent(game: Game) -> bool:
    return Submission.objects.filter(game=game, via=Submission.Via.SILENCE).exists()
