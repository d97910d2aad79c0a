"""The league's pages, as a stranger finds them."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Person
from games.models import Game
from leagues import ratings
from tests.games.test_every_page import plain
from tests.leagues.results import ended
from tests.markup import squeeze

DAY = timedelta(days=1)


@pytest.fixture
def played(alice: Person, bob: Person, now: datetime) -> Game:
    """A game of the season 2026."""
    game = ended({"south": alice, "west": bob}, winners=("south",), at=now)
    ratings.rate_games()
    return game


def play_on(bob: Person, alice: Person, dora: Person, now: datetime) -> None:
    """Let Dora win twice against Bob, who then draws with Alice."""
    for other, winners in ((dora, ("west",)), (dora, ("west",)), (alice, ())):
        ended({"south": bob, "west": other}, winners=winners, at=now + DAY)
    ratings.rate_games()


def leader_of(page: str) -> str:
    """Return who stands first in the table of a page of the league."""
    named = re.search("Alice|Bob|Dora", page.partition("<tbody")[2])
    assert named is not None
    return named[0]


@pytest.mark.django_db
def test_an_empty_league_says_that_no_game_has_ended(client: Client) -> None:
    assert "No rated game has ended yet." in client.get(reverse("league")).content.decode()


def test_the_league_shows_the_best_player_first(client: Client, played: Game) -> None:
    page = squeeze(client.get(reverse("league", args=["conquest"])).content.decode())
    assert page.index("Alice") < page.index("Bob")
    assert '>W</span><span class="visually-hidden">won' in page


def test_ratings_are_shown_with_their_doubt(client: Client, alice: Person, bob: Person) -> None:
    ended({"south": alice, "west": bob}, winners=("south",), at=timezone.now())
    ratings.rate_games()
    table = plain(client.get(reverse("league", args=["conquest"])))
    assert "Alice provisional 1611 ± 339" in table
    assert "Bob provisional 1389 ± 339" in table
    assert "everybody starts at 1500 ± 350" in table
    player = plain(client.get(reverse("player", args=[bob.pk])))
    assert "Rating provisional 1389 ± 339" in player
    assert "everybody starts at 1500 ± 350" in player


def test_ratings_of_those_who_are_away_are_shown_with_the_doubt_of_today(
    client: Client, alice: Person, bob: Person
) -> None:
    ended({"south": alice, "west": bob}, winners=("south",), at=timezone.now() - 3000 * DAY)
    ratings.rate_games()
    assert "Alice provisional 1611 ± 350" in plain(client.get(reverse("league", args=["conquest"])))
    player = plain(client.get(reverse("player", args=[bob.pk])))
    assert "Rating provisional 1389 ± 350" in player


@pytest.mark.parametrize(
    ("sort", "first"),
    [
        *(("name", "Alice"), ("games", "Bob"), ("wins", "Dora"), ("draws", "Alice")),
        *(("score", "Bob"), ("captured", "Dora"), ("no", "Dora")),
    ],
)
def test_every_header_link_of_the_league_sorts_by_one_column(
    client: Client, played: Game, bob: Person, dora: Person, now: datetime, sort: str, first: str
) -> None:
    play_on(bob, played.host, dora, now)
    address = reverse("league", args=["conquest"])
    page = client.get(address, {"sort": sort}).content.decode()
    assert page.count("aria-sort") == 1
    assert f"?sort={sort}" in page or sort == "no"
    assert leader_of(page) == first


def test_each_game_has_a_league_and_there_is_one_over_all(
    client: Client, played: Game, bob: Person, dora: Person, now: datetime, checkers: str
) -> None:
    ended({"south": bob, "west": dora}, winners=(), at=now, ruleset=checkers, numbers=("kings",))
    ratings.rate_games()
    own = client.get(reverse("league", args=[checkers])).content.decode()
    assert "Kings" in own
    assert "Win points" not in own
    assert "Alice" not in own
    every = client.get(reverse("league")).content.decode()
    assert ">Checkers, Conquest</td>" in every
    assert "Rating" not in every.partition("</table>")[0]
    assert "adds up the rated games of all kinds" in every


def test_the_league_of_all_games_sorts_by_what_all_have(
    client: Client, played: Game, bob: Person, dora: Person, now: datetime
) -> None:
    """A rating and win points belong to one game: there it is by wins, as without a key."""
    play_on(bob, played.host, dora, now)
    leaders = {
        sort: leader_of(client.get(reverse("league"), {"sort": sort}).content.decode())
        for sort in ("name", "games", "wins", "draws", "rating", "score")
    }
    assert leaders == {
        "name": "Alice", "games": "Bob", "wins": "Dora", "draws": "Alice", "rating": "Dora",
        "score": "Dora",
    }  # fmt: skip


def test_the_league_is_read_with_few_queries(
    client: Client, played: Game, django_assert_max_num_queries: Any
) -> None:
    for address in (reverse("league"), reverse("league", args=["conquest"])):
        with django_assert_max_num_queries(5):
            client.get(address)


def test_sort_links_of_the_league_keep_the_season(client: Client, played: Game) -> None:
    page = client.get(reverse("league", args=["conquest"]), {"season": "2026"}).content.decode()
    assert "?season=2026&amp;sort=wins" in page


def test_a_season_without_games_is_shown_as_all_time(client: Client, played: Game) -> None:
    assert "Alice" in client.get(reverse("league"), {"season": "1999"}).content.decode()


@pytest.mark.django_db
def test_a_game_that_is_not_played_here_has_no_league(client: Client) -> None:
    assert client.get(reverse("league", args=["draughts"])).status_code == 404


@pytest.mark.parametrize("slug", ["", "conquest"])
def test_house_players_have_a_list_of_their_own(
    client: Client, played: Game, alice: Person, bob: Person, slug: str
) -> None:
    """The best one takes no place from a person."""
    Person.objects.filter(pk=alice.pk).update(is_house=True)
    address = reverse("league", args=[slug] if slug else [])
    people = client.get(address)
    assert [(row.place, row.name) for row in people.context["page"].rows] == [(1, "Bob")]
    assert "?players=house" in people.content.decode()
    house = client.get(address, {"players": "house", "sort": "name", "season": "2026"})
    assert [(row.place, row.name) for row in house.context["page"].rows] == [(1, "Alice")]
    assert "?players=house&amp;sort=wins&amp;season=2026" in house.content.decode()
    assert "?sort=name&amp;season=2026" in house.content.decode()


def test_a_list_without_house_players_says_so(client: Client, played: Game) -> None:
    page = client.get(reverse("league"), {"players": "house"})
    assert "No rated game with a house player or bot has ended yet." in plain(page)


def test_a_player_page_shows_games_and_opponents(
    client: Client, played: Game, alice: Person
) -> None:
    page = client.get(reverse("player", args=[alice.pk])).content.decode()
    assert played.title in page
    assert "Head to head" in page
    assert "Bob" in page


def test_a_player_page_shows_a_player_by_game(
    client: Client, played: Game, alice: Person, dora: Person, now: datetime, checkers: str
) -> None:
    people = {"south": alice, "west": dora}
    ended(people, winners=("west",), at=now, ruleset=checkers, numbers=("kings",))
    ratings.rate_games()
    address = reverse("player", args=[alice.pk])
    every = client.get(address).content.decode()
    assert "30 win points · 0 captured" in every
    assert "30 kings" in every
    answer = client.get(address, {"game": checkers})
    own, read = answer.content.decode(), plain(answer)
    assert '<th scope="col" class="number">Kings</th>' in own
    assert '<td class="number" data-label="Kings">30</td>' in own
    assert "Bob" not in read  # a token in the page may hold these letters
    assert "Dora" in read


def test_the_games_of_a_player_have_pages(
    client: Client, alice: Person, bob: Person, now: datetime, django_assert_max_num_queries: Any
) -> None:
    for number in range(21):
        game = ended({"south": alice, "west": bob}, winners=(), at=now + timedelta(hours=number))
        Game.objects.filter(pk=game.pk).update(title=f"Game {number:02}")
    ratings.rate_games()
    address = reverse("player", args=[alice.pk])
    with django_assert_max_num_queries(9):
        first = client.get(address, {"met": "1"}).content.decode()
    assert "Game 20" in first
    assert "Game 00" not in first
    assert "?met=1&amp;page=2#finished" in first
    assert "Game 00" in client.get(address, {"page": "2"}).content.decode()


def test_private_games_are_not_named_on_a_player_page(
    client: Client, alice: Person, bob: Person, now: datetime
) -> None:
    game = ended({"south": alice, "west": bob}, winners=("south",), at=now)
    Game.objects.filter(pk=game.pk).update(is_private=True, title="Behind the curtain")
    ratings.rate_games()
    page = client.get(reverse("player", args=[alice.pk])).content.decode()
    assert "Behind the curtain" not in page
    assert reverse("player", args=[bob.pk]) not in page
    client.force_login(bob)
    page = client.get(reverse("player", args=[alice.pk])).content.decode()
    assert "Behind the curtain" in page
    assert f'"{reverse("player", args=[bob.pk])}"' in page.partition("</header>")[2]


def test_a_player_with_an_unconfirmed_address_has_no_page(client: Client, db: None) -> None:
    client.post(reverse("account_signup"), {"name": "Frank", "email": "frank@example.net"})
    frank = Person.objects.get(name="Frank")
    assert Client().get(reverse("player", args=[frank.pk])).status_code == 404
    EmailAddress.objects.update(verified=True)
    assert Client().get(reverse("player", args=[frank.pk])).status_code == 200


def test_a_player_who_was_never_here_has_no_page(client: Client, alice: Person) -> None:
    assert client.get(reverse("player", args=[alice.pk + 1000])).status_code == 404


def test_a_long_league_table_has_pages(client: Client, bob: Person, now: datetime) -> None:
    for number in range(51):
        player = Person.objects.create_user(f"p{number}@example.org", name=f"Player {number:02}")
        ended({"south": player, "west": bob}, winners=("west",), at=now + timedelta(hours=number))
    ratings.rate_games()
    page = client.get(reverse("league"), {"sort": "name", "page": "2"}).content.decode()
    assert "Player 49" in page
    assert "Player 10" not in page
