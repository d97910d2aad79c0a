"""A site behind a pooler of transactions: turns, deadlines, letters and mails as without one, and
nothing of a session is left in the pooler's connections."""

from __future__ import annotations

from collections.abc import Iterator
from http.client import SERVICE_UNAVAILABLE

import pytest
from django.db import connection, transaction

from games.models import Game
from tests import pgbouncer, servers
from tests.faults import browsers, sites
from tests.faults.sites import Site

# These run here once more, at the site below.
from tests.faults.test_mails_at_once import test_of_two_turns_by_mail_one_counts  # noqa: F401
from tests.faults.test_relays_killed import (  # noqa: F401
    test_a_letter_is_left_to_the_relay_that_took_it_over,
    test_no_letter_is_lost_and_as_many_repeated_as_relays_died,
)
from tests.faults.test_submissions_at_once import (  # noqa: F401
    test_a_turn_handed_in_six_times_at_once_counts_once,
)
from tests.faults.test_sweeps_at_once import (  # noqa: F401
    test_a_second_sweep_waits_and_finds_nothing_due,
)

# Seconds that a browser waits: less than a statement may take without a limit.
PATIENCE, BRIEF_PATIENCE = 45.0, 10.0
CONNECTIONS = 8  # fewer than processes and threads, so that each serves many


@pytest.fixture(params=pgbouncer.EACH)
def path(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def site(site: Site, path: str) -> Iterator[Site]:
    """A site whose servers reach their database by a pooler alone, which is looked through."""
    name = connection.settings_dict["NAME"]
    with pgbouncer.running(path, default_pool_size=CONNECTIONS) as bouncer:
        site.env["DATABASE_URL"] = bouncer.url(name)
        site.env["BEHIND_POOLER"] = "yes"
        site.env["PREPARED_STATEMENTS"] = "yes" if pgbouncer.keeps_prepared(path) else "no"
        yield site
        assert bouncer.left_behind(name, CONNECTIONS) == set()


def test_a_locked_row_is_given_up_behind_a_pooler(site: Site) -> None:
    assert _submit_to_locked_game(site, PATIENCE) == SERVICE_UNAVAILABLE


def test_a_locked_row_would_be_waited_for_without_limits(site: Site) -> None:
    status = _submit_to_locked_game(site, BRIEF_PATIENCE, without="transaction_limits")
    assert status == browsers.NO_ANSWER


def _submit_to_locked_game(site: Site, patience: float, without: str = "") -> int:
    people = sites.people()
    game = sites.begin(people)
    env = site.env | {"LOCK_PATIENCE": "1", "DATABASE_PATIENCE": "60"}
    with servers.web(env, without=without) as web:
        alice = browsers.signed_in(people[0], web.address)
        with transaction.atomic():
            Game.objects.select_for_update().get(pk=game.pk)
            return alice.submit(game, "end", seen=1, key="locked", patience=patience).status
