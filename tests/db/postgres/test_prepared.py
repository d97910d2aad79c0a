"""Statements of requests are planned once for each connection."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest
from django.db import IntegrityError, connection

from db.postgres.prepared import prepared_cursor

KEPT = (
    "SELECT from_sql, generic_plans + custom_plans FROM pg_prepared_statements WHERE statement = %s"
)
ADD = "SELECT %s + 1"
WORDS = "SELECT word FROM prepared_words WHERE word = %s"


@pytest.fixture
def words(transactional_db: None) -> Iterator[psycopg.Connection]:
    """A table of words, and another connection that can change it."""
    given = connection.get_connection_params()
    given.pop("cursor_factory"), given.pop("context")
    with psycopg.connect(**given, autocommit=True) as other:
        other.execute("CREATE TABLE prepared_words (word varchar(4))")
        other.execute("INSERT INTO prepared_words VALUES ('told')")
        yield other
        other.execute("DROP TABLE prepared_words")


@pytest.mark.django_db
def test_a_statement_is_planned_once_for_a_connection() -> None:
    for number in (300, 301):
        with prepared_cursor() as cursor:
            cursor.execute(ADD, [number])
            assert cursor.fetchone() == (number + 1,)
    with connection.cursor() as cursor:
        cursor.execute(KEPT, ["SELECT $1 + 1"])
        assert cursor.fetchall() == [(False, 2)]


@pytest.mark.django_db
def test_errors_are_those_of_django() -> None:
    with pytest.raises(IntegrityError), prepared_cursor() as cursor:
        cursor.execute("INSERT INTO games_seat (name) VALUES (%s)", ["South"])


def test_a_plan_of_before_a_migration_is_made_again(words: psycopg.Connection) -> None:
    for _time in range(2):
        assert _find_word() == ("told",)
    words.execute("ALTER TABLE prepared_words ALTER word TYPE varchar(9)")
    with pytest.raises(psycopg.errors.FeatureNotSupported):  # without what is tested
        psycopg.Cursor(connection.connection).execute(WORDS, ["told"], prepare=True)
    assert _find_word() == ("told",)


def _find_word() -> object:
    with prepared_cursor() as cursor:
        cursor.execute(WORDS, ["told"])
        return cursor.fetchone()
