"""What a process takes for an outage of its database."""

from __future__ import annotations

import psycopg
import pytest

from db.postgres.outage import Outage
from db.postgres.patience import limit_patience


def fail_to_connect(outage: Outage) -> None:
    with pytest.raises(psycopg.OperationalError, match="slow"), outage.connection_attempt():
        raise psycopg.OperationalError("slow")


def test_a_failed_connection_is_an_outage() -> None:
    outage = Outage()
    fail_to_connect(outage)
    with pytest.raises(psycopg.OperationalError, match="away"), outage.connection_attempt():
        pass


def test_a_connection_that_fails_within_a_shorter_limit_is_no_outage() -> None:
    outage = Outage()
    with limit_patience(1):
        fail_to_connect(outage)
    with outage.connection_attempt():
        pass
