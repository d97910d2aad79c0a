"""What a page of a league reads does not grow with the league."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Person
from games.paging import MOST
from leagues.models import LeagueStanding

PEOPLE = """
    INSERT INTO accounts_person (password, is_superuser, email, name, language, time_zone, letters,
        reminders, is_active, is_staff, is_house, joined_at, own_side_near, likeness, mailbox,
        unsubscribe_round)
    SELECT '', false, n || '@example.org', 'Player ' || n, 'en', 'UTC', true, true, true, false,
        false, now(), true, 'player ' || n, n || '@example.org', 0
    FROM generate_series(1, %(people)s) AS n
"""
STANDINGS = """
    INSERT INTO leagues_leaguestanding
        (person_id, ruleset, season, games, wins, draws, timeouts, numbers, mu, sigma)
    SELECT person.id, league.ruleset, season, 9, id % 5, id % 3, id % 2, '{}',
        CASE league.ruleset WHEN '' THEN NULL ELSE id % 40 END,
        CASE league.ruleset WHEN '' THEN NULL ELSE 5 END
    FROM accounts_person person
    CROSS JOIN (VALUES ('conquest'), ('')) AS league (ruleset)
    CROSS JOIN (VALUES (0), (2025), (2026)) AS year (season)
"""
# Five of all people play for the house.
HOUSE = "UPDATE accounts_person SET is_house = true WHERE mod(id, %(people)s / 5) = 0"
SORTS = ("", "rating", "games", "wins", "draws", "timeouts", "name")


def grow_league(people: int) -> None:
    """Put people into two leagues, of one game and of all, in two seasons."""
    given = {"people": people}
    with connection.cursor() as cursor:
        cursor.execute(PEOPLE, given)
        cursor.execute(STANDINGS)
        cursor.execute(HOUSE, given)
        cursor.execute("ANALYZE accounts_person")
        cursor.execute("ANALYZE leagues_leaguestanding")
        # Of a table as small as this one, all may be read where an index would do.
        cursor.execute("SET LOCAL enable_seqscan = off")


def rows_read(client: Client, address: str) -> int:
    """Return how many rows and entries of indexes the database looks at for a page, counts of
    whole leagues left out."""
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    read = 0
    for query in captured.captured_queries:
        if "SELECT" in query["sql"] and "COUNT(*)" not in query["sql"]:
            with connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {query['sql']}")
                [told] = cursor.fetchone()
            [plan] = json.loads(told) if isinstance(told, str) else told
            read += scanned_rows(plan["Plan"])
    return read


def scanned_rows(plan: dict[str, Any]) -> int:
    parts = sum(scanned_rows(part) for part in plan.get("Plans", ()))
    if plan["Node Type"] not in ("Seq Scan", "Index Scan", "Index Only Scan", "Bitmap Heap Scan"):
        return parts
    told = plan["Actual Rows"] + plan.get("Rows Removed by Filter", 0)
    return int(parts + told * plan["Actual Loops"])


@pytest.mark.django_db
@pytest.mark.parametrize("slug", ["conquest", ""])
def test_a_page_of_a_league_reads_its_own_rows(client: Client, slug: str) -> None:
    address = reverse("league", args=[slug] if slug else [])
    queries = [f"sort={sort}" for sort in SORTS] + ["season=2025"]
    addresses = [f"{address}?{query}{more}" for query in queries for more in ("", "&players=house")]
    grow_league(5000)
    for one in addresses:
        assert rows_read(client, one) < 1000, one


@pytest.mark.django_db
def test_the_last_page_of_a_league_is_found_however_far_one_asks(client: Client) -> None:
    grow_league(125)
    page = client.get(reverse("league"), {"page": "999999"})
    assert [row.place for row in page.context["page"].rows] == list(range(101, 121))


@pytest.mark.django_db
@pytest.mark.parametrize("sort", ["name", "games", "score"])
def test_the_last_page_of_a_league_reads_no_more_than_its_list_has(
    client: Client, sort: str
) -> None:
    grow_league(5000)
    address = reverse("league", args=["conquest"])
    assert rows_read(client, f"{address}?sort={sort}&page=100") < 2.5 * MOST
    page = client.get(address, {"sort": sort, "page": "100"})
    assert (page.context["page"].number, page.context["page"].last) == (20, 20)
    assert "The list ends here" in page.content.decode()
    assert "The list ends here" not in client.get(address, {"sort": sort}).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(("slug", "rank"), [("conquest", "rating"), ("", "wins")])
def test_all_of_a_long_league_are_listed_by_its_rank(client: Client, slug: str, rank: str) -> None:
    grow_league(1200)
    address = reverse("league", args=[slug] if slug else [])
    for query in ({"page": "24"}, {"sort": rank, "page": "24"}):
        page = client.get(address, query)
        assert page.context["page"].number == 24
        assert "The list ends here" not in page.content.decode()
    cut = client.get(address, {"sort": "name", "page": "24"}).content.decode()
    assert f'href="?sort={rank}"' in cut


@pytest.mark.django_db
def test_a_short_league_has_no_end_to_tell_of(client: Client) -> None:
    grow_league(60)
    for sort in SORTS:
        page = client.get(reverse("league", args=["conquest"]), {"sort": sort, "page": "2"})
        assert "The list ends here" not in page.content.decode()


@pytest.mark.parametrize(
    "row",
    [
        {"games": 0, "wins": 0},
        {"wins": 3, "draws": 1},
        {"mu": None},
        {"ruleset": ""},
        {"season": 2025},
    ],
)
def test_the_database_takes_no_standing_that_cannot_be(alice: Person, row: dict[str, Any]) -> None:
    right = {
        "person": alice, "ruleset": "conquest", "season": 0, "games": 3, "wins": 2, "draws": 1,
        "timeouts": 0, "mu": 25.0, "sigma": 8.0,
    }  # fmt: skip
    LeagueStanding.objects.create(**{**right, "season": 2025})
    with pytest.raises(IntegrityError), transaction.atomic():
        LeagueStanding.objects.create(**{**right, **row})
    LeagueStanding.objects.create(**right)
