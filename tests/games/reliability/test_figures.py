"""The figures of reliability: what records say, how sure it is, and what it costs."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import Person
from games.models import Game, ReliabilityRecord
from games.reliability import figures, words
from games.reliability.figures import FEW, LATEST, KeptCount, RecordRow, Reliability, measure

HOUR = timedelta(hours=1)
Kind = ReliabilityRecord.Kind


def turns_of(kept: int, missed: int = 0, seconds: int = 3600) -> list[RecordRow]:
    rows = [RecordRow(Kind.TURN, True, seconds, number % 3) for number in range(kept)]
    return rows + [RecordRow(Kind.TURN, False, 86_400, 0)] * missed


def store(person: Person, game: Game, *, kept: int, missed: int = 0, now: datetime) -> None:
    """Let somebody have missed turns, and kept some since."""
    ReliabilityRecord.objects.bulk_create(
        ReliabilityRecord(
            person=person, game=game, kind=Kind.TURN, at=now + number * HOUR, seconds=3600,
            is_kept=number >= missed,
        )
        for number in range(missed + kept)
    )  # fmt: skip


def test_figures_tell_turns_answers_and_games_apart() -> None:
    rows = [
        *turns_of(3, missed=1),
        RecordRow(Kind.ANSWER, True, 60, 1),
        RecordRow(Kind.GAME, False, None, 1),
        RecordRow(Kind.GAME, True, None, 2),
    ]
    found = measure(rows)
    assert (found.turns, found.answers) == (KeptCount(3, 4), KeptCount(1, 1))
    assert found.games == KeptCount(1, 2)
    assert found.in_time == KeptCount(4, 5)


def test_the_usual_time_is_the_median_of_what_was_in_time() -> None:
    rows = [RecordRow(Kind.TURN, True, seconds, 1) for seconds in (60, 7200, 90_000)]
    assert measure([*rows, RecordRow(Kind.TURN, False, 9, 1)]).usual_time == timedelta(hours=2)
    assert measure([]).usual_time is None


@pytest.mark.parametrize(
    ("kept", "total", "likely"),
    [(0, 0, (0, 10)), (0, 10, (0, 3)), (10, 10, (7, 10)), (9, 10, (6, 10)), (45, 50, (8, 10))],
)
def test_few_say_little(kept: int, total: int, likely: tuple[int, int]) -> None:
    assert KeptCount(kept, total).likely_tenths == likely


def test_newcomers_have_begun_with_a_turn_at_two_tables() -> None:
    one = [RecordRow(Kind.TURN, True, 60, 1)] * 5
    assert not measure(one).has_begun
    assert not measure([*one, RecordRow(Kind.TURN, False, 60, 2)]).has_begun
    assert measure([*one, RecordRow(Kind.TURN, True, 60, 2)]).has_begun
    # One game can be all that is looked at.
    assert measure([RecordRow(Kind.TURN, True, 60, 1)] * LATEST).has_begun


def test_reliability_recovers_with_play(alice: Person, table: Game, now: datetime) -> None:
    store(alice, table, kept=10, missed=20, now=now)
    assert not figures.load_reliability(alice).in_time.is_at_least(5)
    store(alice, table, kept=LATEST, now=now + 100 * HOUR)
    assert figures.load_reliability(alice).turns == KeptCount(LATEST, LATEST)


def test_figures_are_one_query_of_few_rows(
    alice: Person, table: Game, now: datetime, django_assert_num_queries: Any
) -> None:
    store(alice, table, kept=3 * LATEST, now=now)
    with django_assert_num_queries(1) as asked:
        assert figures.load_reliability(alice).turns.total == LATEST
    assert asked.captured_queries[0]["sql"].count(f"LIMIT {LATEST}") == len(Kind)


def test_figures_of_five_thousand_tables_are_found_by_an_index(
    alice: Person, bob: Person, table: Game, now: datetime
) -> None:
    for one in (alice, bob):
        store(one, table, kept=5_000, now=now)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE games_reliabilityrecord")
    plan = figures.latest_records(alice).explain(analyze=True)
    assert "Seq Scan on games_reliabilityrecord" not in plan
    assert plan.count("using reliability_") == len(Kind)
    # No more rows are read of each kind than are looked at.
    read = re.findall(r"using reliability_.*?actual time=\S+ rows=(\d+)", plan)
    assert max(map(int, read)) == LATEST


def test_words_say_how_sure_they_are() -> None:
    few, some, many = (measure(turns_of(number)) for number in (FEW - 1, FEW, LATEST))
    assert words.reliability_headline(few) == "New here."
    assert "little can be told" in " ".join(words.reliability_sentences(few))
    assert words.reliability_headline(some) == "Nearly always in time."
    assert "from 7 to 10 of ten" in " ".join(words.reliability_sentences(some))
    told = " ".join(words.reliability_sentences(many))
    assert "of ten" not in told
    assert told == "Turns: 50 of the last 50 in time. Half of the answers come within 1 hour."


@pytest.mark.parametrize(
    ("kept", "headline"),
    [
        (49, "Nearly always"),
        (45, "nine of ten"),
        (38, "three of four"),
        (25, "least every second"),
    ],
)
def test_a_headline_promises_no_more_than_the_figures(kept: int, headline: str) -> None:
    assert headline in words.reliability_headline(measure(turns_of(kept, 50 - kept)))
    assert headline not in words.reliability_headline(measure(turns_of(kept - 1, 51 - kept)))


def test_games_left_are_counted_in_words() -> None:
    rows = [RecordRow(Kind.GAME, number > 0, None, number) for number in range(4)]
    assert "Left 1 of the last 4 games." in words.reliability_sentences(measure(rows))
    assert "Left none of the last 3 games." in words.reliability_sentences(measure(rows[1:]))


def test_a_players_page_tells_how_reliable_they_are(
    client: Client, alice: Person, table: Game, now: datetime
) -> None:
    address = reverse("player", args=[alice.pk])
    assert "New here." in client.get(address).content.decode()
    store(alice, table, kept=49, missed=1, now=now)
    page = client.get(address).content.decode()
    assert "Nearly always in time." in page
    assert "Turns: 49 of the last 50 in time." in page
    with translation.override("de"):
        client.cookies["django_language"] = "de"
        page = client.get(address).content.decode()
    assert "Züge: 49 der letzten 50 rechtzeitig." in page


def test_a_players_page_tells_nothing_of_bots_and_former_players(
    client: Client, alice: Person, now: datetime
) -> None:
    Person.objects.filter(pk=alice.pk).update(is_house=True)
    assert "Reliability" not in client.get(reverse("player", args=[alice.pk])).content.decode()


def test_reliability_of_nobody_knows_nothing() -> None:
    assert Reliability() == measure([])
