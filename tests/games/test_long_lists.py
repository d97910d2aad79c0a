"""What a page of a list reads does not grow with the list."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Person
from games import live, queries
from games.play.clock import PRESETS
from games.search import OPEN, OVER, RUNNING, VACANT, GameSearch, count_by_status, search_games
from tests.leagues.test_long_tables import PEOPLE, scanned_rows

TABLES = """
    INSERT INTO games_game (ruleset, title, board, options, pace, status, host_id, is_private,
        is_rated, may_try, tells_standing, starts_itself, stand_in, invite_key, version, head,
        state, seed, words, opened_at, started_at, ended_at, moved_at, winners, reason)
    SELECT 'conquest', 'Table ' || n, 'four-islands', '{}', %s, status, host.id, false, true,
        true, false, false, '', status || n, version, '', '', '', '[]', now() - n * interval '1 s',
        CASE version WHEN 1 THEN now() END,
        CASE status WHEN 'over' THEN now() - n * interval '1 s' END,
        now() - n * interval '1 s', '[]', ''
    FROM (SELECT id, row_number() OVER () AS n FROM accounts_person) AS host
    CROSS JOIN (VALUES ('open', 0), ('running', 1), ('over', 1)) AS kind (status, version)
"""
# Alice sits at every game that is over, and at ten of those that are played, all of which ask.
SEATS = """
    INSERT INTO games_seat (game_id, name, "order", colour, person_id, is_absent, timeouts_in_row,
        timeouts, level, word, numbers, place, has_won)
    SELECT id, 'south', 0, 'red', CASE WHEN status = 'over' OR nr <= 10 THEN %(person)s
        ELSE host_id END, false, 0, 0, '', '', '{}', CASE status WHEN 'over' THEN 1 END, false
    FROM (SELECT *, row_number() OVER (PARTITION BY status ORDER BY id) AS nr FROM games_game) AS g
    WHERE status = 'running' OR nr <= 800
"""
ASKED = """
    INSERT INTO games_decision (game_id, seat_id, kind, version, number, opened_at, due_at,
        closed_by)
    SELECT game_id, id, 'turn', 1, 1, now(), now(), '' FROM games_seat WHERE place IS NULL
"""
LENGTH = 8_000


@pytest.fixture
def crowded(db: None) -> None:
    """Open tables of as many hosts, running games and finished ones, thousands of each."""
    with connection.cursor() as cursor:
        cursor.execute(PEOPLE, {"people": LENGTH})
        cursor.execute(TABLES, [json.dumps(PRESETS["normal"])])
        for table in ("accounts_person", "games_game", "games_seat"):
            cursor.execute(f"ANALYZE {table}")
        # Of tables as small as these, all may be read where an index would do.
        cursor.execute("SET LOCAL enable_seqscan = off")


@contextmanager
def counted_rows() -> Iterator[list[int]]:
    """Yield a list that has, after the body, the rows and entries of indexes that the database
    looked at for each query of the body."""
    read: list[int] = []
    with CaptureQueriesContext(connection) as captured:
        yield read
    for query in captured.captured_queries:
        if "SELECT" in query["sql"]:
            with connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {query['sql']}")
                [told] = cursor.fetchone()
            [plan] = json.loads(told) if isinstance(told, str) else told
            read.append(scanned_rows(plan["Plan"]))


def rows_read(client: Client, address: str) -> int:
    """Return how many rows and entries of indexes the database looks at for a page."""
    with counted_rows() as read:
        assert client.get(address).status_code == 200
    return sum(read)


@pytest.mark.usefixtures("crowded")
@pytest.mark.parametrize("show", [OPEN, RUNNING, VACANT, OVER])
def test_a_list_of_games_reads_its_page_and_counts_a_thousand(client: Client, show: str) -> None:
    assert rows_read(client, f"{reverse('tables')}?show={show}") < LENGTH


@pytest.mark.usefixtures("crowded")
@pytest.mark.parametrize("criteria", ["words=table", "words=none", "pace=fast", "language=de"])
def test_a_search_does_not_read_whole_lists(client: Client, criteria: str) -> None:
    assert rows_read(client, f"{reverse('tables')}?{criteria}") < 3 * LENGTH


@pytest.mark.usefixtures("crowded")
def test_lists_are_counted_as_far_as_a_thousand() -> None:
    assert count_by_status(search_games(GameSearch(), None).lists) == {
        OPEN: 1001,
        VACANT: 0,
        RUNNING: 1001,
        OVER: 1001,
    }


@pytest.mark.usefixtures("crowded")
def test_what_waits_for_a_person_is_found_among_their_own_seats(alice: Person) -> None:
    with connection.cursor() as cursor:
        cursor.execute(SEATS, {"person": alice.pk})
        cursor.execute("ANALYZE games_seat")  # a trigger looks for the seat of each decision
        cursor.execute(ASKED)
        cursor.execute("ANALYZE games_decision")
    with counted_rows() as read:
        assert live.count_asked(alice) == 10
        assert queries.load_dashboard(alice).asked.total == 10
    assert sum(read) < LENGTH, read


@pytest.mark.usefixtures("crowded")
def test_the_page_says_that_there_are_more(client: Client) -> None:
    page = client.get(reverse("tables"), {"show": OVER}).content.decode()
    assert page.count("1000+") == 3
    assert "Page 1\n" in page
