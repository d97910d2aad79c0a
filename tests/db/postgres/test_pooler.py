"""A pooler of transactions is recognised; limits and locks are of transactions, and the site says
in one sentence what its pooler does not bear."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, ProgrammingError, connection

from config import startup
from db.postgres import base, pooler
from db.postgres.base import DatabaseWrapper
from db.postgres.outage import Outage
from db.postgres.own_transaction import own_transaction
from tests import pgbouncer
from tests.pgbouncer import PgBouncer

ROOT = Path(__file__).parents[3]
ROOMS = (
    "accounts", "config", "db", "feeds", "games", "inbox", "leagues", "mail", "ops", "reports",
    "talk", "training", "web",
)  # fmt: skip
FILES = [path for room in ROOMS for path in (ROOT / room).rglob("*.py")]
OF_A_SESSION = re.compile(
    r"pg_(try_)?advisory_lock|\bLISTEN \w|\bPREPARE \w|WITH HOLD|withhold=True|TEMP(ORARY)? TABLE"
    r"|execute\(\"SET (?!LOCAL )|SET SESSION|set_config\([^)]*, false"
)
LIMITS = {"lock_timeout": "3s", "statement_timeout": "10s"}
SHOW = "SELECT name, current_setting(name) FROM unnest(%s::text[]) AS name"
LEAKS = {
    "setting lock_timeout": "SET lock_timeout = '9s'",
    "prepared mine": "PREPARE mine AS SELECT 1",
    "cursor mine": "DECLARE mine CURSOR WITH HOLD FOR SELECT 1",
    "channel mine": "LISTEN mine",
    "lock 77": "SELECT pg_advisory_lock(77)",
    "table mine": "CREATE TEMP TABLE mine ()",
}


@pytest.fixture(params=pgbouncer.EACH)
def path(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def bouncer(
    path: str, db: None, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[PgBouncer]:
    """One that has a single connection to each database, which so falls to all."""
    settings.BEHIND_POOLER = True
    monkeypatch.setattr(base, "outages", defaultdict(Outage))
    with pgbouncer.running(path, default_pool_size=1) as bouncer:
        yield bouncer


@pytest.fixture
def through(bouncer: PgBouncer) -> Iterator[DatabaseWrapper]:
    """A connection of Django's that leads through it."""
    wrapper = bouncer.wrapper()
    yield wrapper
    wrapper.close()


def test_a_pooler_is_found_where_one_is(through: DatabaseWrapper) -> None:
    connection.ensure_connection()
    assert not pooler.is_pooled(connection.connection)
    through.ensure_connection()
    assert pooler.is_pooled(through.connection)


def test_a_pooler_that_the_settings_do_not_name_is_refused(
    through: DatabaseWrapper, settings: Any
) -> None:
    settings.BEHIND_POOLER, settings.DATABASE_LIMITS = False, {}
    with pytest.raises(ImproperlyConfigured, match="set BEHIND_POOLER to yes"):
        pooler.check_connection(through)


def test_a_pooler_that_refuses_the_limits_is_told_from_an_outage(
    through: DatabaseWrapper, settings: Any
) -> None:
    settings.BEHIND_POOLER, settings.DATABASE_LIMITS = False, LIMITS
    with pytest.raises(OperationalError, match=startup.REFUSED):
        pooler.check_connection(through)


def test_prepared_statements_are_refused_where_the_pooler_mixes_them_up(
    through: DatabaseWrapper, path: str
) -> None:
    through.settings_dict["OPTIONS"] |= {"prepare_threshold": 5}
    if pgbouncer.keeps_prepared(path):
        pooler.check_connection(through)
    else:
        with pytest.raises(ImproperlyConfigured, match="PREPARED_STATEMENTS must be no"):
            pooler.check_connection(through)
    through.settings_dict["OPTIONS"] |= {"prepare_threshold": None}
    pooler.check_connection(through)


def test_a_pooler_would_mix_up_prepared_statements(bouncer: PgBouncer, path: str) -> None:
    """Why they are refused."""
    url = bouncer.url(connection.settings_dict["NAME"])
    mixes = nullcontext() if pgbouncer.keeps_prepared(path) else pytest.raises(pooler.MIXED_UP)
    with psycopg.connect(url) as first, psycopg.connect(url) as second, mixes:
        first.execute("SELECT 1", prepare=True)
        first.commit()
        second.execute("SELECT 2", prepare=True)
        second.rollback()  # after which psycopg has its statements forgotten
        assert first.execute("SELECT 1", prepare=True).fetchone() == (1,)


def test_a_transaction_has_the_limits_and_leaves_none(
    through: DatabaseWrapper, bouncer: PgBouncer, settings: Any
) -> None:
    settings.DATABASE_LIMITS = LIMITS
    through.ensure_connection()
    through.set_autocommit(False)
    with through.cursor() as cursor:
        told = cursor.execute(SHOW, [list(LIMITS)]).fetchall()
    through.commit()
    through.set_autocommit(True)
    assert dict(told) == LIMITS
    assert bouncer.left_behind(connection.settings_dict["NAME"]) == set()


def test_a_connection_that_breaks_at_its_beginning_is_replaced(
    through: DatabaseWrapper, settings: Any
) -> None:
    settings.DATABASE_LIMITS = {"no_such_limit": "1s"}
    with pytest.raises(ProgrammingError):
        through.set_autocommit(False)
    assert through.connection is None


def test_a_lock_of_its_own_transaction_ends_with_it(
    through: DatabaseWrapper, bouncer: PgBouncer
) -> None:
    with own_transaction(through) as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(77)")
    assert bouncer.left_behind(connection.settings_dict["NAME"]) == set()


@pytest.mark.parametrize("what", LEAKS)
def test_what_a_session_keeps_would_fall_to_the_next(bouncer: PgBouncer, what: str) -> None:
    """What the tests behind a pooler look for."""
    name = connection.settings_dict["NAME"]
    with psycopg.connect(bouncer.url(name), autocommit=True) as client:
        client.execute(LEAKS[what].encode())
    assert bouncer.left_behind(name) == {what}


def test_no_statement_of_the_site_is_of_a_session() -> None:
    assert not [path for path in FILES if OF_A_SESSION.search(path.read_text())]


@pytest.mark.parametrize("statement", LEAKS.values())
def test_such_a_statement_would_be_found(statement: str) -> None:
    assert OF_A_SESSION.search(f'cursor.execute("{statement}")')
