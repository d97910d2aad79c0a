"""Search for tables and games by rule set, title, players and other criteria."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games import search, word_search
from games.models import Game, Seat
from games.play import tables, turns
from games.play.clock import PRESETS
from games.search import OPEN, OVER, RUNNING, VACANT, GameSearch
from games.views import tables as view
from tests import stage


@pytest.fixture
def many(
    alice: Person, bob: Person, dora: Person, erin: Person, checkers: str, now: datetime
) -> None:
    """Open tables: Alice's with three free seats, Bob's fast game of checkers with one, and
    one of Dora's, who reads German, that is full."""
    opened = [
        ("Autumn wind", alice, "conquest", "normal", [alice]),
        ("Quick game", bob, checkers, "fast", [bob]),
        ("Herbststurm, 2. Runde", dora, checkers, "leisurely", [dora, erin]),
    ]
    for hours, (title, host, ruleset, pace, sitting) in enumerate(opened):
        game = tables.open_table(
            host,
            tables.TableTerms(ruleset=ruleset, title=title, pace=PRESETS[pace]),
            now=now + timedelta(hours=hours),
        )
        for person in sitting:
            tables.join_table(game.pk, person, now=now)


def counts(wanted: GameSearch, person: Person | None = None) -> Mapping[str, int]:
    return search.count_by_status(search.search_games(wanted, person).lists)


def titles(wanted: GameSearch, person: Person | None = None) -> list[str]:
    return [game.title for game in search.search_games(wanted, person).lists[wanted.status]]


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (GameSearch(), ["Herbststurm, 2. Runde", "Quick game", "Autumn wind"]),
        (GameSearch(ruleset="conquest"), ["Autumn wind"]),
        (GameSearch(ruleset="checkers"), ["Herbststurm, 2. Runde", "Quick game"]),
        (GameSearch(free=1), ["Quick game", "Autumn wind"]),
        (GameSearch(free=3), ["Autumn wind"]),
        (GameSearch(pace="fast"), ["Quick game"]),
        (GameSearch(language="de"), ["Herbststurm, 2. Runde"]),
        (GameSearch(words="autumn"), ["Autumn wind"]),
        (GameSearch(words="WIN aut"), ["Autumn wind"]),
        (GameSearch(words="herbst"), ["Herbststurm, 2. Runde"]),
        (GameSearch(words="bob"), ["Quick game"]),
        (GameSearch(words="erin"), ["Herbststurm, 2. Runde"]),
        (GameSearch(words="OR"), ["Herbststurm, 2. Runde"]),
        (GameSearch(words="tumn"), []),
        (GameSearch(words="'); DROP & | ! <-> :*"), []),
        (GameSearch(words="&"), []),
        (GameSearch(words="   "), ["Herbststurm, 2. Runde", "Quick game", "Autumn wind"]),
        (GameSearch(words="game", ruleset="conquest"), []),
        (GameSearch(status=RUNNING), []),
    ],
    ids=str,
)
def test_search_finds_open_tables(wanted: GameSearch, expected: list[str]) -> None:
    assert titles(wanted) == expected


@pytest.mark.usefixtures("many")
def test_common_words_find_what_rare_ones_do(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = [GameSearch(words=words) for words in ("autumn", "bob", "or", "erin", "tumn", "&")]
    found = [titles(one) for one in wanted]
    monkeypatch.setattr(word_search, "COMMON", -1)
    assert [titles(one) for one in wanted] == found


def test_a_part_of_a_name_may_be_any_text(game: Game, alice: Person) -> None:
    Person.objects.filter(pk=alice.pk).update(name="Äl 'i\\ce:*")
    for part in ("äl", "l 'i", "'", "\\", "\\c", ":", "*", "CE"):
        assert titles(GameSearch(status=RUNNING, words=part)) == [game.title], part
    assert titles(GameSearch(status=RUNNING, words="ec")) == []


@pytest.mark.usefixtures("many")
def test_a_search_says_where_it_ended(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    address, told = f"{reverse('tables')}?pace=normal", "Only the newest 2 games were searched."
    assert told not in client.get(address).content.decode()
    monkeypatch.setattr(search, "LOOKED_AT", 2)
    page = client.get(address).content.decode()
    assert told in page
    assert "Autumn wind" not in page
    assert told not in client.get(reverse("tables"), {"words": "autumn"}).content.decode()
    assert titles(GameSearch(pace="leisurely")) == ["Herbststurm, 2. Runde"]


def test_search_limits_the_open_tables_of_each_host(
    alice: Person, bob: Person, now: datetime, settings: Any
) -> None:
    settings.MAX_SHOWN_TABLES = 2
    for hours, host in enumerate([alice, bob, bob, bob]):
        tables.open_table(
            host,
            tables.TableTerms(ruleset="conquest", title=f"Table {hours}", pace=PRESETS["normal"]),
            now=now + timedelta(hours=hours),
        )
    assert titles(GameSearch()) == ["Table 3", "Table 2", "Table 0"]
    assert counts(GameSearch(), None)[OPEN] == 3
    assert len(titles(GameSearch(words="table"))) == 4


def test_search_shows_private_games_to_players_and_hosts(
    table: Game, bob: Person, charlie: Person, now: datetime
) -> None:
    tables.join_table(table.pk, bob, now=now)
    Game.objects.update(is_private=True)
    for status in (OPEN, RUNNING, OVER):
        times: dict[str, Any] = {"started_at": None, "version": 1, "ended_at": None}
        times |= {} if status == OPEN else {"started_at": now}
        times |= {"ended_at": now} if status == OVER else {}
        Game.objects.update(status=status, **times)
        wanted = GameSearch(status=status)
        assert titles(wanted) == titles(wanted, charlie) == []
        assert titles(wanted, bob) == titles(wanted, table.host) == ["Autumn"]
        assert counts(wanted, charlie)[status] == 0
        assert counts(wanted, bob)[status] == 1


def test_search_orders_games_by_last_move_and_end(alice: Person, now: datetime) -> None:
    for hours in (2, 1, 3):
        at = now + timedelta(hours=hours)
        for status, end in ((RUNNING, None), (OVER, at)):
            Game.objects.create(
                ruleset="conquest", title=f"{hours} h", board="", pace={}, status=status,
                host=alice, version=1, opened_at=now, started_at=now, moved_at=at, ended_at=end,
            )  # fmt: skip
    assert (
        titles(GameSearch(status=RUNNING))
        == titles(GameSearch(status=OVER))
        == ["3 h", "2 h", "1 h"]
    )


@pytest.mark.usefixtures("many")
def test_search_counts_matches_by_status(game: Game) -> None:
    one = {"open": 1, "vacant": 0, "running": 1, "over": 0}
    assert counts(GameSearch(), None) == {**one, "open": 3}
    assert counts(GameSearch(free=2), None) == one
    assert counts(GameSearch(words="autumn"), None) == one


def test_search_finds_vacant_seats(
    game: Game, alice: Person, bob: Person, charlie: Person, now: datetime
) -> None:
    vacant = GameSearch(status=VACANT)
    assert titles(vacant, charlie) == []
    turns.leave_game(game.pk, bob, now=now)
    assert titles(vacant) == titles(vacant, charlie) == ["Autumn"]
    assert titles(vacant, alice) == titles(vacant, bob) == []  # who plays there, or has left
    assert counts(vacant, charlie)[VACANT] == 1
    Game.objects.update(is_private=True)
    assert titles(vacant, charlie) == []
    Game.objects.update(is_private=False, paused_at=now)
    assert titles(vacant, charlie) == []


def test_search_looks_at_the_newest_absent_seats(
    alice: Person, bob: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    for title in ("Older", "Newer"):
        stage.sit_down([alice, bob], "bollwerk", now=now, title=title)
    Seat.objects.filter(person=bob).update(is_absent=True)
    vacant = GameSearch(status=VACANT)
    assert titles(vacant) == ["Newer", "Older"]
    monkeypatch.setattr(search, "ABSENT_SEATS", 1)
    assert titles(vacant) == ["Newer"]
    assert counts(vacant, None)[VACANT] == 1


def test_the_search_page_lists_vacant_seats(
    client: Client, game: Game, alice: Person, bob: Person, charlie: Person, now: datetime
) -> None:
    turns.leave_game(game.pk, bob, now=now)
    game.seats.filter(person=alice).update(is_absent=True)
    client.force_login(charlie)
    page = client.get(reverse("tables"), {"show": VACANT}).content.decode()
    assert "absent: can be taken over" in page
    assert page.count("can be taken over") == 3  # two seats, and the rule about hidden ones
    client.force_login(alice)
    page = client.get(reverse("tables"), {"show": VACANT}).content.decode()
    assert "there is no seat to take over" in page


@pytest.mark.usefixtures("many")
def test_the_search_page_keeps_its_criteria_in_the_url(client: Client, game: Game) -> None:
    page = client.get(reverse("tables"), {"words": "autumn", "free": "2"}).content.decode()
    assert "Autumn wind" in page
    assert "Quick game" not in page
    assert 'value="autumn"' in page
    assert '<option value="2" selected>' in page
    assert "?words=autumn&amp;free=2&amp;show=running" in page


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize(
    "query",
    [
        {"show": "called_off"}, {"game": "draughts"}, {"pace": "never"}, {"free": "²"},
        {"free": "99"}, {"language": "xx"}, {"page": "-1"}, {"page": "9" * 999},
    ],
    ids=str,
)  # fmt: skip
def test_search_ignores_invalid_criteria(client: Client, query: dict[str, str]) -> None:
    answer = client.get(reverse("tables"), query)
    assert answer.status_code == 200
    assert "Quick game" in answer.content.decode()


def test_the_search_page_says_when_nothing_matches(client: Client, table: Game) -> None:
    page = client.get(reverse("tables"), {"words": "spring"}).content.decode()
    assert "Nothing matches your search." in page
    assert 'href="?show=open">Show all' in page


def test_search_results_have_pages(
    client: Client, alice: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(view.PAGES, OPEN, 2)
    for number in range(5):
        tables.open_table(
            alice,
            tables.TableTerms(ruleset="conquest", title=f"Winter {number}", pace=PRESETS["normal"]),
            now=now + timedelta(hours=number),
        )
    page = client.get(reverse("tables"), {"words": "winter", "page": "2"}).content.decode()
    assert "Winter 2" in page
    assert "Winter 3" not in page
    assert "?words=winter&amp;page=3" in page


def test_the_queries_of_a_search_do_not_grow_with_the_list(
    client: Client, game: Game, now: datetime, django_assert_max_num_queries: Any
) -> None:
    for _ in range(5):
        more = tables.open_table(
            game.host,
            tables.TableTerms(ruleset="conquest", title="More", pace=PRESETS["normal"]),
            now=now,
        )
        tables.join_table(more.pk, game.host, now=now)
    for status, most in ((OPEN, 10), (RUNNING, 11), (OVER, 9)):
        with django_assert_max_num_queries(most):
            client.get(reverse("tables"), {"show": status, "words": "a"})
