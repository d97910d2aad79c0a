"""What a page of a list reads does not grow with the list."""

from __future__ import annotations

import json

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.play.clock import PRESETS
from games.search import OPEN, OVER, RUNNING, VACANT, GameSearch, count_by_status
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


def rows_read(client: Client, address: str) -> int:
    """Return how many rows and entries of indexes the database looks at for a page."""
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    read = 0
    for query in captured.captured_queries:
        if "SELECT" in query["sql"]:
            with connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {query['sql']}")
                [told] = cursor.fetchone()
            [plan] = json.loads(told) if isinstance(told, str) else told
            read += scanned_rows(plan["Plan"])
    return read


@pytest.mark.usefixtures("crowded")
@pytest.mark.parametrize("show", [OPEN, RUNNING, VACANT, OVER])
def test_a_list_of_games_reads_its_page_and_counts_a_thousand(client: Client, show: str) -> None:
    assert rows_read(client, f"{reverse('tables')}?show={show}") < LENGTH


@pytest.mark.usefixtures("crowded")
def test_lists_are_counted_as_far_as_a_thousand() -> None:
    assert count_by_status(GameSearch(), None) == {OPEN: 1001, VACANT: 0, RUNNING: 1001, OVER: 1001}


@pytest.mark.usefixtures("crowded")
def test_the_page_says_that_there_are_more(client: Client) -> None:
    page = client.get(reverse("tables"), {"show": OVER}).content.decode()
    assert page.count("1000+") == 3
    assert "Page 1\n" in page
