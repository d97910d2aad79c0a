"""The page of a game that is over, thanks, and the way to the rematch."""

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

LAST = {
    "S12": "south K", "S14": "south K", "S13": "west S",
    "N12": "north K", "N14": "north K", "E12": "east K", "E14": "east K",
}  # fmt: skip


@pytest.fixture
def people(alice: Person, bob: Person, dora: Person, erin: Person) -> list[Person]:
    return [alice, bob, dora, erin]


@pytest.fixture
def over(people: list[Person], now: datetime) -> Game:
    """A game that Alice has won over Bob, Dora and Erin."""
    game = stage.begin(people, LAST, now=now)
    stage.hand_in(game, people[0], "S12xS13", now=now)
    game.refresh_from_db()
    return game


def page(client: Client, game: Game) -> str:
    return unescape(client.get(reverse("game", args=[game.pk])).content.decode())


def plain(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", text))


def coordinates(text: str) -> list[str]:
    drawn = text.partition("<figure")[2].partition("</figure>")[0]
    return re.findall(r' (?:points|x|y|height|d)="([^"]*)"', drawn)


def press(client: Client, game: Game, door: str) -> Any:
    return client.post(reverse(door, args=[game.pk]))


def test_it_says_by_name_who_won_and_how_it_ended(client: Client, over: Game) -> None:
    text = page(client, over)
    assert "Alice (South) has won.</h2>" in text
    assert "The game is over: the last pieces of a player are captured." in text


def test_it_puts_the_winner_first_and_ranks_nobody_who_shares_the_rest(
    client: Client, over: Game
) -> None:
    found = r'(?:class="place">(\d)\.</b>)?\s*<strong><a [^>]*>(\w+)<'
    told = re.findall(found, page(client, over).partition('class="seats-panel"')[2])
    assert told[:4] == [("1", "Alice"), ("", "Dora"), ("", "Erin"), ("", "Bob")]


def test_it_names_all_who_have_won_together(client: Client, over: Game) -> None:
    over.seats.filter(name="north").update(has_won=True, place=1)
    assert "Alice (South) and Dora (North) have won.</h2>" in page(client, over)


def test_it_says_so_where_nobody_has_won(
    client: Client, alice: Person, bob: Person, now: datetime
) -> None:
    people = [alice, bob]
    game = skirmishes.begin(people, now=now)
    skirmishes.tell(game, people, now=now, upto=skirmishes.OVER)
    text = page(client, game)
    assert "It is a draw.</h2>" in text
    assert text.count('class="place">1.</b>') == 2


def test_it_draws_the_numbers_turn_by_turn_and_tells_them_in_a_table(
    client: Client, over: Game
) -> None:
    text = page(client, over)
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


def test_it_writes_the_picture_alike_in_every_language(
    client: Client, over: Game, alice: Person
) -> None:
    """A comma in a coordinate would be another coordinate."""
    english = coordinates(page(client, over))
    Person.objects.update(language="de")
    client.force_login(alice)
    with translation.override("de"):
        assert coordinates(page(client, over)) == english
    assert len(english) > 8


def test_it_links_decisive_moments_to_their_steps(client: Client, over: Game) -> None:
    text = page(client, over).partition("Decisive moments")[2].partition("</section>")[0]
    (deed,) = re.findall(r'<a href="([^"]*)">South.s knight takes', text)
    assert deed == f"{reverse('game_history', args=[over.pk])}?upto=2#board"
    assert "Win points: South +1, West −1" in plain(text)
    assert client.get(deed.partition("#")[0]).status_code == 200


def test_it_has_nothing_of_this_while_the_game_runs(client: Client, game: Game) -> None:
    text = page(client, game)
    assert game.is_running
    for words in ("How it went", "Decisive moments", "Rematch", "Thanks for playing"):
        assert words not in text


def test_it_thanks_the_others_once(client: Client, over: Game, alice: Person, bob: Person) -> None:
    client.force_login(bob)
    assert "Thanks for playing" in page(client, over)
    for _time in range(2):
        assert press(client, over, "game_thank")["Location"] == over.get_absolute_url()
    assert [one.person for one in Thanks.objects.all()] == [bob]
    assert "Thanks for playing" not in page(client, over)
    client.force_login(alice)
    text = page(client, over)
    assert "Said thanks for the game: Bob." in text
    assert "Thanks for playing" in text


def test_it_thanks_no_house_players(
    client: Client, over: Game, alice: Person, charlie: Person
) -> None:
    Person.objects.exclude(pk__in=[alice.pk, charlie.pk]).update(is_house=True)
    client.force_login(alice)
    text = page(client, over)
    assert "Thanks for playing" not in text
    assert "Rematch" in text


def test_it_opens_a_rematch_by_one_button_and_leads_everybody_there(
    client: Client, over: Game, alice: Person, bob: Person
) -> None:
    client.force_login(bob)
    assert "Rematch</button>" in page(client, over)
    table = press(client, over, "game_rematch")["Location"]
    again = rematch.find_rematch(over)
    assert again is not None
    assert table == reverse("table", args=[again.pk])
    assert f'href="{table}">To the rematch' in page(client, over)
    client.force_login(alice)
    text = page(client, over)
    assert "Bob wants a rematch." in text
    assert "Join the rematch</button>" in text
    assert press(client, over, "game_rematch")["Location"] == table
    assert f'href="{table}">To the rematch' in page(client, over)


def test_it_leads_from_the_table_back_to_the_game_before(
    client: Client, over: Game, bob: Person, charlie: Person, now: datetime
) -> None:
    table = rematch.join_rematch(over.pk, bob, now=now)
    back = f'href="{over.get_absolute_url()}">{over.title}'
    assert back in unescape(client.get(table.get_absolute_url()).content.decode())
    Game.objects.filter(pk=over.pk).update(is_private=True)
    client.force_login(charlie)
    assert back not in unescape(client.get(table.get_absolute_url()).content.decode())


def test_it_shows_on_the_table_for_whom_seats_are_meant_but_no_address(
    client: Client, over: Game, bob: Person
) -> None:
    client.force_login(bob)
    text = client.get(press(client, over, "game_rematch")["Location"]).content.decode()
    assert "free, for Alice" in text
    (invited,) = re.findall("Invited: (.*?)</p>", text)
    assert sorted(invited.split(", ")) == ["Alice", "Dora", "Erin"]
    assert "alice@example.org" not in text


def test_it_begins_when_the_last_of_them_sits_down_at_the_table(
    client: Client, over: Game, people: list[Person], now: datetime
) -> None:
    for person in people[:3]:
        table = rematch.join_rematch(over.pk, person, now=now)
    client.force_login(people[3])
    answer = client.post(reverse("table_join", args=[table.pk]), {"seat": ""}, follow=True)
    assert answer.redirect_chain[-1][0] == reverse("game", args=[table.pk])
    table.refresh_from_db()
    assert table.is_running


def test_it_waits_for_the_host_where_a_stranger_took_the_last_seat(
    client: Client, over: Game, people: list[Person], charlie: Person, now: datetime
) -> None:
    for person in people[:3]:
        table = rematch.join_rematch(over.pk, person, now=now)
    client.force_login(charlie)
    client.post(reverse("table_join", args=[table.pk]), {"seat": ""})
    table.refresh_from_db()
    assert table.status == Game.Status.OPEN
    assert table.seats.filter(person=charlie).exists()


def test_it_brings_the_rematch_to_the_first_page_of_the_others(
    client: Client, over: Game, alice: Person, bob: Person, now: datetime
) -> None:
    table = rematch.join_rematch(over.pk, bob, now=now)
    client.force_login(alice)
    assert table.title in client.get(reverse("home")).content.decode()


@pytest.mark.parametrize("door", ["game_rematch", "game_thank"])
def test_it_is_for_those_who_played(client: Client, over: Game, charlie: Person, door: str) -> None:
    assert press(client, over, door)["Location"].startswith(reverse("account_login"))
    client.force_login(charlie)
    assert press(client, over, door).status_code == 403
    text = page(client, over)
    assert "Rematch" not in text
    assert "Thanks for playing" not in text
    Game.objects.filter(pk=over.pk).update(is_private=True)
    assert press(client, over, door).status_code == 404
    assert rematch.find_rematch(over) is None
    assert not Thanks.objects.exists()


def test_it_keeps_the_rematch_of_a_private_game_private(
    client: Client, over: Game, alice: Person, bob: Person, charlie: Person, now: datetime
) -> None:
    Game.objects.filter(pk=over.pk).update(is_private=True)
    table = rematch.join_rematch(over.pk, bob, now=now)
    client.force_login(charlie)
    assert client.get(table.get_absolute_url()).status_code == 404
    Game.objects.filter(pk=over.pk).update(is_private=False)
    assert "rematch" not in page(client, over).lower()
    client.force_login(alice)
    assert client.get(table.get_absolute_url()).status_code == 200


def test_it_shows_a_public_rematch_to_spectators(
    client: Client, over: Game, bob: Person, now: datetime
) -> None:
    table = rematch.join_rematch(over.pk, bob, now=now)
    text = page(client, over)
    assert f'href="{table.get_absolute_url()}">To the rematch' in text
    assert "Join the rematch" not in text


def test_it_leads_on_to_the_next_game_that_waits(
    client: Client, over: Game, people: list[Person], now: datetime
) -> None:
    client.force_login(people[0])
    assert "Next game that waits" not in page(client, over)
    games = [stage.begin(people, LAST, now=now) for _number in range(2)]
    text = page(client, over)
    assert "Next game that waits for you (2)" in text
    assert f'href="{reverse("game", args=[games[0].pk])}">Next game' in text


def test_it_costs_few_queries(
    client: Client, over: Game, alice: Person, django_assert_max_num_queries: Any
) -> None:
    client.force_login(alice)
    with django_assert_max_num_queries(32):
        page(client, over)
