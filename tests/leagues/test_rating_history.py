"""A rating over time: which points are drawn, where, and what is said of them."""

from __future__ import annotations

import random
import re
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Person
from games.models import Game
from leagues import league_table, rating_history, ratings
from leagues.growing_doubt import DAY, DatedRating
from leagues.plackett_luce import NEWCOMER, Rating
from leagues.rating_history import date_marks, draw_history, rating_marks, thin_points
from tests.games.test_every_page import plain
from tests.leagues.results import ended

BERLIN = ZoneInfo("Europe/Berlin")


def walk(games: int, now: datetime, seed: int = 1) -> list[DatedRating]:
    """Return the ratings of somebody after some games, of which each day brings one."""
    dice, mu = random.Random(seed), NEWCOMER.mu
    found = []
    for number in range(games):
        mu += dice.uniform(-1, 1)
        found.append(DatedRating(Rating(mu, max(2.0, 8 - number / 9)), now + number * DAY))
    return found


def corners(path: str) -> list[tuple[float, float]]:
    """Return the corners of an outline."""
    return [(float(x), float(y)) for x, y in re.findall(r"[ML]([\d.]+) ([\d.]+)", path)]


def steps(path: str) -> list[float]:
    """Return the places to which a line goes sideways."""
    return [float(x) for x in re.findall(r"H([\d.]+)", path)]


@pytest.mark.parametrize("games", [2, 199, 200, 201, 1000])
@pytest.mark.parametrize("seed", range(3))
def test_points_of_a_history_are_thinned_and_extremes_stay(
    now: datetime, games: int, seed: int
) -> None:
    points = walk(games, now, seed)
    thin = thin_points(points)
    assert len(thin) == min(games, 200) or 195 < len(thin) <= 200
    assert thin == sorted(thin, key=lambda one: one.ended_at)
    assert set(thin) <= set(points)
    by_estimate = sorted(points, key=lambda one: one.rating.mu)
    assert {points[0], points[-1], by_estimate[0], by_estimate[-1]} <= set(thin)


def test_a_history_is_small_however_many_games_there_are(now: datetime) -> None:
    drawn = draw_history(walk(1000, now), now=now + 1000 * DAY, zone=UTC)
    assert drawn
    assert len(corners(drawn.band)) <= 4 * (200 + 1)
    assert len(drawn.line) + len(drawn.band) < 16_000


def test_one_game_is_no_history(now: datetime) -> None:
    assert draw_history(walk(1, now), now=now, zone=UTC) is None
    assert draw_history([], now=now, zone=UTC) is None


def test_a_history_goes_in_steps_from_where_all_begin_until_today(now: datetime) -> None:
    points = [DatedRating(Rating(27, 7), now), DatedRating(Rating(26, 6), now + 50 * DAY)]
    drawn = draw_history(points, now=now + 100 * DAY, zone=UTC)
    assert drawn
    left, right = drawn.left, drawn.right
    assert drawn.line.startswith(f"M{left} ")
    assert steps(drawn.line) == [(left + right) / 2, right]
    assert drawn.line.count("V") == 2  # to 27 from a newcomer's, and to 26
    part = draw_history(points, now=now + 100 * DAY, zone=UTC, is_whole=False)
    assert part
    assert part.line.count("V") == 1


def test_the_band_of_a_history_widens_without_games(now: datetime) -> None:
    points = [DatedRating(Rating(25, sigma), now + day * DAY) for day, sigma in ((0, 4), (1, 3))]
    drawn = draw_history(points, now=now + 500 * DAY, zone=UTC)
    assert drawn
    outline = corners(drawn.band)
    upper = outline[: len(outline) // 2]
    [game, rested, *later, today] = upper[-6:]
    assert game[1] == rested[1]
    assert rested[0] == pytest.approx(drawn.left + (drawn.right - drawn.left) * 181 / 500, abs=0.1)
    heights = [rested[1], *(y for _x, y in later), today[1]]
    rises = [below - above for below, above in pairwise(heights)]
    assert rises[0] > rises[1] > rises[2] > 0
    assert today[0] == drawn.right


@pytest.mark.parametrize("seed", range(5))
def test_all_of_a_history_lies_in_its_picture(now: datetime, seed: int) -> None:
    points = [
        DatedRating(Rating(one.rating.mu * 3 - 60, one.rating.sigma), one.ended_at)
        for one in walk(60, now, seed)
    ]
    drawn = draw_history(points, now=now + 900 * DAY, zone=UTC)
    assert drawn
    for x, y in corners(drawn.band):
        assert drawn.left <= x <= drawn.right
        assert rating_history.TOP <= y <= rating_history.TOP + rating_history.HEIGHT


def test_games_that_ended_at_once_are_drawn(now: datetime) -> None:
    points = [DatedRating(Rating(mu, 7), now) for mu in (26, 24)]
    drawn = draw_history(points, now=now, zone=UTC)
    assert drawn
    assert drawn.dates == ()


def test_a_history_says_what_was_highest_and_lowest(now: datetime) -> None:
    points = [
        DatedRating(Rating(mu, 5), now + day * DAY) for day, mu in enumerate((26, 30, 20, 25))
    ]
    drawn = draw_history(points, now=now + 9 * DAY, zone=UTC)
    assert drawn
    told = (drawn.first, drawn.highest, drawn.lowest, drawn.last)
    assert [one.rating for one in told] == [1542, 1710, 1290, 1500]
    assert [one.at for one in told] == [now + day * DAY for day in (0, 1, 2, 3)]


@pytest.mark.parametrize(
    ("low", "high", "marks"),
    [
        (1150, 1850, [1000, 1200, 1400, 1600, 1800, 2000]),
        (1400, 1600, [1400, 1500, 1600]),
        (1500, 1500, [1500, 1600]),
        (0, 2400, [0, 500, 1000, 1500, 2000, 2500]),
    ],
)
def test_ratings_beside_a_history_are_round(low: int, high: int, marks: list[int]) -> None:
    assert rating_marks(low, high) == marks


@pytest.mark.parametrize(
    ("since", "until", "days"),
    [
        ((2026, 3, 2), (2026, 4, 9), []),
        ((2026, 3, 2), (2026, 5, 9), [(2026, 4), (2026, 5)]),
        ((2026, 1, 31), (2026, 12, 1), [(2026, 4), (2026, 7), (2026, 10)]),
        ((2023, 3, 2), (2026, 5, 9), [(2024, 1), (2025, 1), (2026, 1)]),
    ],
)
def test_dates_below_a_history_are_first_days(
    since: tuple[int, int, int], until: tuple[int, int, int], days: list[tuple[int, int]]
) -> None:
    marks = date_marks(datetime(*since, tzinfo=UTC), datetime(*until, tzinfo=UTC), BERLIN)
    assert marks == [datetime(year, month, 1, tzinfo=BERLIN) for year, month in days]


@pytest.fixture
def played(alice: Person, bob: Person) -> None:
    """Alice has won, lost and drawn; the last of these games is private."""
    today = timezone.now().replace(microsecond=0)
    for days, winners in ((300, ("south",)), (200, ("west",)), (100, ())):
        game = ended({"south": alice, "west": bob}, winners=winners, at=today - days * DAY)
    Game.objects.filter(pk=game.pk).update(is_private=True, title="Behind the curtain")
    ratings.rate_games()


@pytest.mark.usefixtures("played")
def test_a_player_has_a_history_in_each_game_that_names_none(client: Client, alice: Person) -> None:
    address = reverse("player", args=[alice.pk])
    answer = client.get(address, {"game": "conquest"})
    page = answer.content.decode()
    assert len(answer.context["history"].dates) > 1
    assert "Behind the curtain" not in page
    words = plain(answer)
    assert re.search(r"1611 on \d+ \w+ \d{4}, \d{4} today\. The highest was 1611 on ", words)
    assert 'role="img" aria-labelledby="history history-words"' in page
    assert "style=" not in page.partition("<figure")[2].partition("</figure")[0]
    for query in ({}, {"game": "bollwerk"}):
        assert "Rating over time" not in client.get(address, query).content.decode()


@pytest.mark.usefixtures("played")
def test_coordinates_of_a_history_have_points_in_german(client: Client, alice: Person) -> None:
    client.cookies["django_language"] = "de"
    page = client.get(reverse("player", args=[alice.pk]), {"game": "conquest"}).content.decode()
    picture = page.partition("<figure")[2].partition("</svg")[0]
    assert "1611" in page
    assert "Verlauf der Wertung" in page
    assert "," not in picture


def test_a_history_is_of_the_last_games_by_one_search_in_an_index(
    client: Client, alice: Person, bob: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(12):
        at = now + timedelta(hours=number)
        ended({"south": alice, "west": bob}, winners=(), at=at, ruleset="espionage")
        ended({"south": alice, "west": bob}, winners=("south",), at=at)
    ratings.rate_games()
    monkeypatch.setattr(league_table, "MOST", 5)
    with CaptureQueriesContext(connection) as captured:
        points = league_table.ratings_over_time(alice, "conquest")
    assert len(captured) == 1
    assert [one.ended_at for one in points] == [now + timedelta(hours=n) for n in range(7, 12)]
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(f"EXPLAIN {captured.captured_queries[0]['sql']}")
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert "result_person" in plan
    assert "Sort" not in plan
