"""Whether a connection still leads to a server, which is asked no more often than it must be."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection

from db.postgres.base import RECENT, DatabaseWrapper


@pytest.fixture
def wrapper(db: None) -> Iterator[DatabaseWrapper]:
    """A connection of its own, as a request finds it after another one."""
    wrapper = connection.copy()
    assert isinstance(wrapper, DatabaseWrapper)
    wrapper.settings_dict = {**wrapper.settings_dict, "CONN_HEALTH_CHECKS": True}
    wrapper.connect()
    _ask(wrapper)
    wrapper.health_check_done = False
    yield wrapper
    wrapper.close()


def _ask(wrapper: DatabaseWrapper) -> None:
    with wrapper.cursor() as cursor:
        cursor.execute("SELECT 1")


def test_a_server_that_answered_a_moment_ago_is_not_asked_again(wrapper: DatabaseWrapper) -> None:
    answered = wrapper.connection.answered_at
    wrapper.close_if_health_check_failed()
    assert wrapper.connection.answered_at == answered
    assert wrapper.health_check_done


def test_a_server_that_has_long_said_nothing_is_asked(wrapper: DatabaseWrapper) -> None:
    wrapper.connection.answered_at -= 2 * RECENT
    answered = wrapper.connection.answered_at
    wrapper.close_if_health_check_failed()
    assert wrapper.connection.answered_at > answered + RECENT


def test_a_connection_that_the_server_has_closed_is_replaced(wrapper: DatabaseWrapper) -> None:
    with connection.cursor() as cursor:
        pid = wrapper.connection.info.backend_pid
        cursor.execute("SELECT pg_terminate_backend(%s, 30000)", [pid])
    assert not wrapper.connection.is_quiet()
    _ask(wrapper)
    assert wrapper.connection.info.backend_pid != pid
