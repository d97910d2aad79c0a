"""Pages of a long archive walk an index, and read no more rows than a page may look at."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Person
from games.models import Game
from records import search
from records.models import ArchivedSeat
from records.search import ArchiveSearch, search_archive
from tests.bench.archive_rows import fill_archive
from tests.leagues.results import ended

pytestmark = pytest.mark.django_db

GAMES, BOUND = 20_000, 200
COPY = """
    INSERT INTO games_game ({names}) SELECT {values}
    FROM games_game, generate_series(1, %s) AS n WHERE id = %s
"""


@pytest.fixture
def long_archive(alice: Person, bob: Person, now: Any, monkeypatch: pytest.MonkeyPatch) -> str:
    """Thousands of games between Alice and Bob; return the key of how one in a hundred began."""
    monkeypatch.setattr(search, "LOOKED_AT", BOUND)
    game = ended({"south": alice, "west": bob}, winners=("south",), at=now - timedelta(days=9))
    changed = {
        "id": "id + n", "invite_key": "'copy-' || n", "ended_at": "ended_at + n * interval '1 s'",
    }  # fmt: skip
    columns = [str(one.column) for one in Game._meta.concrete_fields]
    names = ", ".join(f'"{name}"' for name in columns)
    values = ", ".join(changed.get(name, f'"{name}"') for name in columns)
    with connection.cursor() as cursor:
        cursor.execute(COPY.format(names=names, values=values), [GAMES, game.pk])
        cursor.execute(
            'INSERT INTO games_seat (game_id, name, "order", colour, person_id, is_absent,'
            " timeouts_in_row, timeouts, level, word, numbers, has_won)"
            " SELECT game_id + n, name, \"order\", colour, person_id, false, 0, 0, '', '',"
            " '{}', has_won FROM games_seat, generate_series(1, %s) AS n WHERE game_id = %s",
            [GAMES, game.pk],
        )
    opening = fill_archive(GAMES + 1, game.board)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return opening


def rows_read(wanted: ArchiveSearch) -> int:
    """Return the most rows that one step of a plan reads for a page."""
    with CaptureQueriesContext(connection) as captured:
        search_archive(wanted)
    most = 0
    for query in captured.captured_queries:
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {query['sql']}")
            [told] = cursor.fetchone()
        plan = told if isinstance(told, list) else json.loads(told)
        most = max(most, *(_rows(step) for step in _steps(plan[0]["Plan"])))
    return most


def _rows(step: Any) -> int:
    rows = step["Actual Rows"] + step.get("Rows Removed by Filter", 0)
    return int(rows * step["Actual Loops"])


def _steps(plan: Any) -> Iterator[Any]:
    yield plan
    for part in plan.get("Plans", ()):
        yield from _steps(part)


def test_no_search_reads_more_than_it_may(long_archive: str, alice: Person, bob: Person) -> None:
    a, b = alice.pk, bob.pk
    middle = search.ArchiveCursor(ArchivedSeat.objects.order_by("pk")[GAMES].ended_at, 10**9)
    for wanted in (
        ArchiveSearch(),
        ArchiveSearch(ruleset="conquest"),
        ArchiveSearch(players=(a,)),
        ArchiveSearch(players=(a, b)),
        ArchiveSearch(players=(a,), result=search.LOST),
        ArchiveSearch(turns=(1_000, None)),
        ArchiveSearch(winner="west", ruleset="conquest"),
        ArchiveSearch(opening=long_archive),
        ArchiveSearch(opening=long_archive, players=(b,)),
        ArchiveSearch(ruleset="conquest", turns=(1_000, None), after=middle),
    ):
        # Two seats of each game that is looked at, and one row more than a page may have.
        assert rows_read(wanted) <= 2 * (BOUND + 1), wanted


def test_a_search_without_a_bound_is_found(long_archive: str, monkeypatch: Any) -> None:
    """The control of the test above."""
    monkeypatch.setattr(search, "LOOKED_AT", GAMES)
    assert rows_read(ArchiveSearch(turns=(1_000, None))) > 2 * (BOUND + 1)
