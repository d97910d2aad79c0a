"""Search of the archive: what is found, page by page, and what never is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Person
from games.models import Game
from games.play import account_deletion, turns
from records import archiving, search
from records.models import ArchivedGame, ArchivedSeat
from records.opening_lines import line_keys
from records.search import ArchiveCursor, ArchiveSearch, find_player, read_cursor, search_archive
from tests.leagues.results import ended
from tests.records.games import TURNS, finished

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def archive(game: Game, turns_made: int, *, was_left: bool = False) -> Game:
    """Put a game that is a row alone into the archive, as if it had been played."""
    assert game.ended_at is not None
    archived = ArchivedGame.objects.create(
        game=game, ruleset=game.ruleset, board=game.board, ended_at=game.ended_at,
        turns=turns_made, winners=game.winners, reason=game.reason, was_left=was_left,
    )  # fmt: skip
    ArchivedSeat.objects.bulk_create(
        ArchivedSeat(
            game=archived, person=seat.person, name=seat.name, order=seat.order,
            has_won=seat.has_won, ended_at=game.ended_at,
        )
        for seat in game.seats.all()
    )  # fmt: skip
    return game


@pytest.fixture
def games(alice: Person, bob: Person, charlie: Person, now: datetime) -> list[Game]:
    """Three games: Alice beats Bob, Bob draws with Charlie, Charlie beats Alice, who left."""
    first = ended({"white": alice, "black": bob}, winners=("white",), at=now, ruleset="bollwerk")
    second = ended({"south": bob, "west": charlie}, winners=(), at=now + DAY)
    third = ended({"south": alice, "west": charlie}, winners=("west",), at=now + 2 * DAY)
    return [archive(first, 10), archive(second, 20), archive(third, 30, was_left=True)]


def found(wanted: ArchiveSearch) -> list[int]:
    return [game.id for game in search_archive(wanted).games]


def test_the_newest_games_come_first(games: Sequence[Game]) -> None:
    assert found(ArchiveSearch()) == [game.pk for game in games[::-1]]


def test_criteria_narrow_the_search(
    games: Sequence[Game], alice: Person, bob: Person, charlie: Person, now: datetime
) -> None:
    first, second, third = (game.pk for game in games)
    a, b, c = alice.pk, bob.pk, charlie.pk
    for wanted, expected in (
        (ArchiveSearch(ruleset="conquest"), [third, second]),
        (ArchiveSearch(ruleset="armada"), []),
        (ArchiveSearch(players=(a,)), [third, first]),
        (ArchiveSearch(players=(a, b)), [first]),
        (ArchiveSearch(players=(a,), ruleset="bollwerk"), [first]),
        (ArchiveSearch(players=(a,), result=search.WON), [first]),
        (ArchiveSearch(players=(a,), result=search.LOST), [third]),
        (ArchiveSearch(players=(b,), result=search.LOST), [first]),
        (ArchiveSearch(players=(c,), result=search.LOST), []),
        (ArchiveSearch(result=search.WON), [third, first]),
        (ArchiveSearch(result=search.DRAWN), [second]),
        (ArchiveSearch(result=search.LEFT), [third]),
        (ArchiveSearch(result=search.PLAYED_OUT), [second, first]),
        (ArchiveSearch(winner="west"), [third]),
        (ArchiveSearch(reason="quiet_rounds"), [third, second, first]),
        (ArchiveSearch(reason="resigned"), []),
        (ArchiveSearch(turns=(20, None)), [third, second]),
        (ArchiveSearch(turns=(None, 20)), [second, first]),
        (ArchiveSearch(turns=(11, 29)), [second]),
        (ArchiveSearch(since=(now + DAY).date()), [third, second]),
        (ArchiveSearch(until=(now + DAY).date()), [second, first]),
        (ArchiveSearch(opening="0" * 32), []),
    ):
        assert found(wanted) == expected, wanted


def test_games_are_found_by_how_they_began(
    over: Game, alice: Person, bob: Person, charlie: Person, now: datetime
) -> None:
    turns_made = [f"white: {TURNS[0]}", f"black: {TURNS[1]}"]
    _root, one, two = line_keys("bollwerk", over.board, turns_made)
    other = finished([bob, alice], now=now + DAY, texts=("c5-c7",))
    list(archiving.archive_changed_games())
    assert found(ArchiveSearch(ruleset="bollwerk")) == [other.pk, over.pk]
    for wanted in (ArchiveSearch(opening=one), ArchiveSearch(ruleset="bollwerk", opening=two)):
        assert found(wanted) == [over.pk]
    assert found(ArchiveSearch(opening=one, players=(alice.pk,))) == [over.pk]
    assert found(ArchiveSearch(opening=one, players=(charlie.pk,))) == []


@pytest.fixture
def many(alice: Person, bob: Person, now: datetime) -> list[Game]:
    """Games that have all ended at one moment, each other one a draw."""
    return [
        archive(
            ended({"south": alice, "west": bob}, winners=("south",) * (number % 2), at=now), number
        )
        for number in range(45)
    ]


def pages(wanted: ArchiveSearch) -> list[list[int]]:
    """Turn the pages of a search to its end."""
    turned = list[list[int]]()
    while True:
        page = search_archive(wanted)
        turned.append([game.id for game in page.games])
        if page.following is None:
            return turned
        wanted = replace(wanted, after=read_cursor(str(page.following)))


@pytest.mark.parametrize("result", ["", search.WON])
def test_pages_show_each_game_once(many: Sequence[Game], result: str) -> None:
    expected = [game.pk for game in many[::-1] if game.winners or not result]
    turned = pages(ArchiveSearch(result=result))
    assert [pk for page in turned for pk in page] == expected
    assert all(len(page) <= search.PAGE for page in turned)


def test_a_search_ends_somewhere_and_goes_on(
    many: Sequence[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No page looks at more games than it may; what is left is found on the pages after it."""
    monkeypatch.setattr(search, "LOOKED_AT", 10)
    rare, (ended_at,) = ArchiveSearch(turns=(3, 3)), {game.ended_at for game in many}
    assert ended_at is not None
    assert search_archive(rare) == search.ArchivePage(
        (), ArchiveCursor(ended_at, many[35].pk), is_cut=True
    )
    assert pages(rare) == [[], [], [], [], [many[3].pk]]


@pytest.mark.parametrize(
    "text", ["", "x", "20260301T120000.000000-", "-5", "20269901T120000.000000-1", "9" * 40]
)
def test_a_cursor_that_is_none_begins_at_the_beginning(text: str) -> None:
    assert read_cursor(text) is None


def test_players_are_found_by_name(alice: Person) -> None:
    assert find_player("alice") == find_player(" Al-ice ") == alice.pk
    assert find_player("Nobody") is None


def test_nothing_of_other_games_is_found(
    over: Game, alice: Person, bob: Person, client: Client, now: datetime
) -> None:
    """Also where rows of the archive are left that should have gone: planted by taking the games
    out by themselves, before a worker has looked."""
    changes: list[dict[str, Any]] = [
        {"is_private": True}, {"is_rated": False}, {"status": Game.Status.ANNULLED}
    ]  # fmt: skip
    for number, change in enumerate(changes):
        game = finished([alice, bob], now=now + (number + 1) * DAY)
        list(archiving.archive_changed_games())
        address = f"{reverse('archive')}?player=Alice"
        assert f"/games/{game.pk}/" in client.get(address).content.decode()
        Game.objects.filter(pk=game.pk).update(**change)
        assert ArchivedGame.objects.filter(pk=game.pk).exists()
        for page in (reverse("archive"), address, reverse("archive_json")):
            assert f"/games/{game.pk}/" not in client.get(page).content.decode()
    assert found(ArchiveSearch()) == [over.pk]


def test_a_deleted_account_is_named_no_more(
    over: Game, bob: Person, client: Client, now: datetime
) -> None:
    assert "Bob" in client.get(reverse("archive_json")).content.decode()
    assert account_deletion.start_deletion(bob, now=now + DAY)
    told = client.get(reverse("archive_json")).json()
    assert [one["name"] for one in told["games"][0]["players"]] == ["Alice", "a former player"]
    assert "Bob" not in client.get(reverse("archive")).content.decode()
    page = client.get(reverse("archive"), {"player": "Bob"}).content.decode()
    assert f"/games/{over.pk}/" not in page


def test_the_page_is_the_same_for_whom_somebody_keeps_away(
    over: Game, alice: Person, bob: Person, client: Client
) -> None:
    before = client.get(reverse("archive_json")).content
    alice.blocks.create(other=bob, at=timezone.now())
    client.force_login(bob)
    assert client.get(reverse("archive_json")).content == before


def test_the_page_searches_by_names(over: Game, client: Client) -> None:
    address = reverse("archive")
    for params, is_found in (
        ({}, True),
        ({"game": "bollwerk", "player": "alice", "opponent": "Bob", "result": "won"}, True),
        ({"game": "bollwerk", "winner": "black"}, False),
        ({"game": "bollwerk", "winner": "white", "least": "4", "most": "4"}, True),
        ({"player": "Nobody"}, False),
        ({"least": "x", "since": "never", "opening": "?", "result": "y"}, True),
        ({"game": "nothing"}, True),
        ({"after": "nonsense"}, True),
    ):
        page = client.get(address, params).content.decode()
        assert (f"/games/{over.pk}/" in page) is is_found, params
    assert "Nobody is called “Nobody”" in client.get(address, {"player": "Nobody"}).content.decode()


def test_the_archive_is_told_as_json(over: Game, client: Client) -> None:
    told = client.get(reverse("archive_json"), {"game": "bollwerk"}).json()
    (game,) = told["games"]
    assert (told["after"], told["is_cut"]) == (None, False)
    assert (game["id"], game["turns"], game["winners"]) == (over.pk, 4, ["white"])
    assert [one["seat"] for one in game["players"]] == ["white", "black"]


def test_an_annulled_game_is_gone_at_once(over: Game, now: datetime) -> None:
    turns.annul_game(over.pk, now=now + DAY)
    assert found(ArchiveSearch()) == []
