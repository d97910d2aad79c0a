"""The page of a finished game: the result, the curve, thanks, and the rematch."""

from __future__ import annotations

import re
from datetime import datetime
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import Person
from games.models import Game, Thanks
from games.play import rematch
from tests import stage
from tests.games import skirmishes
from tests.markup import squeeze

LAST = {
    "S12": "south K", "S14": "south K", "S13": "west S",
    "N12": "north K", "N14": "north K", "E12": "east K", "E14": "east K",
}  # fmt: skip


@pytest.fixture
def people(alice: Person, bob: Person, dora: Person, erin: Person) -> list[Person]:
    return [alice, bob, dora, erin]


@pytest.fixture
def finished_game(people: list[Person], now: datetime) -> Game:
    """A game that Alice has won over Bob, Dora and Erin."""
    game = stage.begin(people, LAST, now=now)
    stage.hand_in(game, people[0], "S12xS13", now=now)
    game.refresh_from_db()
    return game


def page(client: Client, game: Game) -> str:
    return squeeze(unescape(client.get(reverse("game", args=[game.pk])).content.decode()))


def plain(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", text))


def coordinates(text: str) -> list[str]:
    drawn = text.partition("<figure")[2].partition("</figure>")[0]
    return re.findall(r' (?:points|x|y|height|d)="([^"]*)"', drawn)


def press(client: Client, game: Game, door: str) -> Any:
    return client.post(reverse(door, args=[game.pk]))


def test_game_over_page_says_by_name_who_won_and_how(client: Client, finished_game: Game) -> None:
    text = page(client, finished_game)
    assert "Alice (South) has won.</h2>" in text
    assert "The game is over: the last pieces of a player are captured." in text


def test_game_over_page_puts_the_winner_first_and_ranks_no_others(
    client: Client, finished_game: Game
) -> None:
    found = r'(?:class="place">(\d)\.</b>)?\s*<strong><a [^>]*>(\w+)<'
    told = re.findall(found, page(client, finished_game).partition('class="seats-panel"')[2])
    assert told[:4] == [("1", "Alice"), ("", "Dora"), ("", "Erin"), ("", "Bob")]


def test_game_over_page_names_all_who_won_together(client: Client, finished_game: Game) -> None:
    finished_game.seats.filter(name="north").update(has_won=True, place=1)
    assert "Alice (South) and Dora (North) have won.</h2>" in page(client, finished_game)


def test_game_over_page_says_so_where_nobody_won(
    client: Client, alice: Person, bob: Person, now: datetime
) -> None:
    people = [alice, bob]
    game = skirmishes.begin(people, now=now)
    skirmishes.tell(game, people, now=now, upto=skirmishes.OVER)
    text = page(client, game)
    assert "It is a draw.</h2>" in text
    assert text.count('class="place">1.</b>') == 2


def test_curve_is_drawn_and_told_in_a_table(client: Client, finished_game: Game) -> None:
    text = page(client, finished_game)
    assert text.count('<polyline class="rim"') == 4
    assert (
        '<title id="curve-title">Win points after every turn; below, the points used in it</title>'
        in text
    )
    assert "<rect" in text
    rows = re.findall(r"<tr><th scope=\"row\">(\d+)</th>(.*?)</tr>", text)
    assert [(turn, re.findall(r"<td>(\d+)</td>", cells)) for turn, cells in rows] == [
        ("0", ["2", "1", "2", "2"]),
        ("1", ["3", "0", "2", "2"]),
    ]


def test_curve_is_the_same_in_every_language(
    client: Client, finished_game: Game, alice: Person
) -> None:
    """A comma in a coordinate would be another coordinate."""
    english = coordinates(page(client, finished_game))
    Person.objects.update(language="de")
    client.force_login(alice)
    with translation.override("de"):
        assert coordinates(page(client, finished_game)) == english
    assert len(english) > 8


def test_key_moves_link_to_their_steps(client: Client, finished_game: Game) -> None:
    text = page(client, finished_game).partition("Decisive moments")[2].partition("</section>")[0]
    (deed,) = re.findall(r'<a href="([^"]*)">South.s knight takes', text)
    assert deed == f"{reverse('game_history', args=[finished_game.pk])}?upto=2#board"
    assert "Win points: South +1, West −1" in plain(text)
    assert client.get(deed.partition("#")[0]).status_code == 200


def test_game_over_parts_are_missing_while_the_game_runs(client: Client, game: Game) -> None:
    text = page(client, game)
    assert game.is_running
    for words in ("How it went", "Decisive moments", "Rematch", "Thanks for playing"):
        assert words not in text


def test_thanks_are_given_once(
    client: Client, finished_game: Game, alice: Person, bob: Person
) -> None:
    client.force_login(bob)
    assert "Thanks for playing" in page(client, finished_game)
    for _time in range(2):
        assert (
            press(client, finished_game, "game_thank")["Location"]
            == finished_game.get_absolute_url()
        )
    assert [one.person for one in Thanks.objects.all()] == [bob]
    assert "Thanks for playing" not in page(client, finished_game)
    client.force_login(alice)
    text = page(client, finished_game)
    assert "Said thanks for the game: Bob." in text
    assert "Thanks for playing" in text


def test_thanks_are_not_offered_to_bots(
    client: Client, finished_game: Game, alice: Person, charlie: Person
) -> None:
    Person.objects.exclude(pk__in=[alice.pk, charlie.pk]).update(is_house=True)
    client.force_login(alice)
    text = page(client, finished_game)
    assert "Thanks for playing" not in text
    assert "Rematch" in text


def test_rematch_opens_by_one_button_and_all_are_redirected_there(
    client: Client, finished_game: Game, alice: Person, bob: Person
) -> None:
    client.force_login(bob)
    assert "Rematch</button>" in page(client, finished_game)
    table = press(client, finished_game, "game_rematch")["Location"]
    again = rematch.find_rematch(finished_game)
    assert again is not None
    assert table == reverse("table", args=[again.pk])
    assert f'href="{table}">To the rematch' in page(client, finished_game)
    client.force_login(alice)
    text = page(client, finished_game)
    assert "Bob wants a rematch." in text
    assert "Join the rematch</button>" in text
    assert press(client, finished_game, "game_rematch")["Location"] == table
    assert f'href="{table}">To the rematch' in page(client, finished_game)


def test_rematch_table_links_to_the_game_before(
    client: Client, finished_game: Game, bob: Person, charlie: Person, now: datetime
) -> None:
    table = rematch.join_rematch(finished_game.pk, bob, now=now)
    back = f'href="{finished_game.get_absolute_url()}">{finished_game.title}'
    assert back in unescape(client.get(table.get_absolute_url()).content.decode())
    Game.objects.filter(pk=finished_game.pk).update(is_private=True)
    client.force_login(charlie)
    assert back not in unescape(client.get(table.get_absolute_url()).content.decode())


def test_rematch_table_shows_reserved_seats_but_no_address(
    client: Client, finished_game: Game, bob: Person
) -> None:
    client.force_login(bob)
    answer = client.get(press(client, finished_game, "game_rematch")["Location"])
    text = squeeze(answer.content.decode())
    assert "free, for Alice" in text
    (invited,) = re.findall("Invited: (.*?)</p>", text)
    assert sorted(invited.split(", ")) == ["Alice", "Dora", "Erin"]
    assert "alice@example.org" not in text


def test_rematch_begins_when_the_last_player_sits_down(
    client: Client, finished_game: Game, people: list[Person], now: datetime
) -> None:
    for person in people[:3]:
        table = rematch.join_rematch(finished_game.pk, person, now=now)
    client.force_login(people[3])
    answer = client.post(reverse("table_join", args=[table.pk]), {"seat": ""}, follow=True)
    assert answer.redirect_chain[-1][0] == reverse("game", args=[table.pk])
    table.refresh_from_db()
    assert table.is_running


def test_rematch_with_a_stranger_waits_for_the_host(
    client: Client, finished_game: Game, people: list[Person], charlie: Person, now: datetime
) -> None:
    for person in people[:3]:
        table = rematch.join_rematch(finished_game.pk, person, now=now)
    client.force_login(charlie)
    client.post(reverse("table_join", args=[table.pk]), {"seat": ""})
    table.refresh_from_db()
    assert table.status == Game.Status.OPEN
    assert table.seats.filter(person=charlie).exists()


def test_rematch_is_on_the_first_page_of_the_others(
    client: Client, finished_game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    table = rematch.join_rematch(finished_game.pk, bob, now=now)
    client.force_login(alice)
    assert table.title in client.get(reverse("home")).content.decode()


@pytest.mark.parametrize("door", ["game_rematch", "game_thank"])
def test_rematch_is_for_those_who_played(
    client: Client, finished_game: Game, charlie: Person, door: str
) -> None:
    assert press(client, finished_game, door)["Location"].startswith(reverse("account_login"))
    client.force_login(charlie)
    assert press(client, finished_game, door).status_code == 403
    text = page(client, finished_game)
    assert "Rematch" not in text
    assert "Thanks for playing" not in text
    Game.objects.filter(pk=finished_game.pk).update(is_private=True)
    assert press(client, finished_game, door).status_code == 404
    assert rematch.find_rematch(finished_game) is None
    assert not Thanks.objects.exists()


def test_rematch_of_a_private_game_is_private(
    client: Client, finished_game: Game, alice: Person, bob: Person, charlie: Person, now: datetime
) -> None:
    Game.objects.filter(pk=finished_game.pk).update(is_private=True)
    table = rematch.join_rematch(finished_game.pk, bob, now=now)
    client.force_login(charlie)
    assert client.get(table.get_absolute_url()).status_code == 404
    Game.objects.filter(pk=finished_game.pk).update(is_private=False)
    assert "rematch" not in page(client, finished_game).lower()
    client.force_login(alice)
    assert client.get(table.get_absolute_url()).status_code == 200


def test_public_rematch_is_shown_to_spectators(
    client: Client, finished_game: Game, bob: Person, now: datetime
) -> None:
    table = rematch.join_rematch(finished_game.pk, bob, now=now)
    text = page(client, finished_game)
    assert f'href="{table.get_absolute_url()}">To the rematch' in text
    assert "Join the rematch" not in text


def test_game_over_page_links_to_the_next_game_that_waits(
    client: Client, finished_game: Game, people: list[Person], now: datetime
) -> None:
    client.force_login(people[0])
    assert "Next game that waits" not in page(client, finished_game)
    games = [stage.begin(people, LAST, now=now) for _number in range(2)]
    text = page(client, finished_game)
    assert "Next game that waits for you (2)" in text
    assert f'href="{reverse("game", args=[games[0].pk])}">Next game' in text


def test_game_over_page_needs_few_queries(
    client: Client, finished_game: Game, alice: Person, django_assert_max_num_queries: Any
) -> None:
    client.force_login(alice)
    with django_assert_max_num_queries(32):
        page(client, finished_game)
