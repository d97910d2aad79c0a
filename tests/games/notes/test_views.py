"""Private notes on other players' pieces."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from html import unescape
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.models import Game, Note
from games.notes import pins
from tests.games import skirmishes
from tests.games.espionage import BEATEN, BEGUN, MOVED, STORY, UNCOVERED, begin


@pytest.fixture
def people(alice: Person, bob: Person) -> list[Person]:
    return [alice, bob]


@pytest.fixture
def espionage_game(people: Sequence[Person], now: datetime) -> Game:
    """Alice's and Bob's armies stand; nobody has moved."""
    game = begin(people, now)
    return skirmishes.tell(game, people, now=now, upto=BEGUN, story=STORY)


def go_on(game: Game, people: Sequence[Person], now: datetime, since: int, upto: int) -> None:
    skirmishes.tell(game, people, now=now, since=since, upto=upto, story=STORY)


def write(client: Client, person: Person, game: Game, piece: str, text: str, **head: Any) -> Any:
    client.force_login(person)
    door = reverse("game_note", args=[game.pk])
    return client.post(door, {"piece": piece, "text": text}, **head)


def page(client: Client, person: Person | None, game: Game) -> str:
    client.logout()
    if person:
        client.force_login(person)
    return unescape(client.get(reverse("game", args=[game.pk])).content.decode())


def board_labels(text: str) -> dict[str, str]:
    """Return the labels on the board, by their fields."""
    found = re.findall(r'class="m-note"><g data-f="(\w+)".*?<text[^>]*>(.*?)</text>', text)
    return dict(found)


def listed_notes(text: str) -> dict[str, str]:
    """Return the notes of the list, by where their pieces stand."""
    return dict(re.findall(r'data-f="(\w+)">.*?name="text" value="([^"]*)"', text, re.DOTALL))


def test_note_is_pinned_to_a_piece_and_shown_in_full_below(
    client: Client, alice: Person, espionage_game: Game
) -> None:
    answer = write(client, alice, espionage_game, "d7", " S  or 5 ")
    assert answer.status_code == 302
    assert answer["Location"] == f"/games/{espionage_game.pk}/#notes"
    text = page(client, alice, espionage_game)
    assert board_labels(text) == {"d7": "S or…"}
    assert listed_notes(text) == {"d7": "S or 5"}
    assert 'value="d7"' not in text.partition('id="note-piece"')[2]


def test_note_redirects_to_the_plan_that_was_looked_at(
    client: Client, alice: Person, espionage_game: Game
) -> None:
    client.force_login(alice)
    door = reverse("game_note", args=[espionage_game.pk])
    answer = client.post(f"{door}?plan=d2-d3&sent=4&turned=2", {"piece": "d7", "text": "mine?"})
    assert answer["Location"] == f"/games/{espionage_game.pk}/?plan=d2-d3&turned=2#notes"


def test_note_goes_where_the_piece_goes(
    client: Client, people: list[Person], espionage_game: Game, now: datetime
) -> None:
    write(client, people[0], espionage_game, "d7", "mine?")
    go_on(espionage_game, people, now, BEGUN, MOVED)
    text = page(client, people[0], espionage_game)
    assert board_labels(text) == {"d6": "mine?"}
    assert listed_notes(text) == {"d6": "mine?"}


def test_note_makes_room_for_the_rank_once_that_is_known(
    client: Client, people: list[Person], espionage_game: Game, now: datetime
) -> None:
    write(client, people[0], espionage_game, "d7", "mine?")
    go_on(espionage_game, people, now, BEGUN, UNCOVERED)
    text = page(client, people[0], espionage_game)
    assert board_labels(text) == {}
    assert listed_notes(text) == {"d5": "mine?"}


def test_note_goes_with_a_captured_piece(
    client: Client, people: list[Person], espionage_game: Game, now: datetime
) -> None:
    write(client, people[0], espionage_game, "e7", "a spy")
    go_on(espionage_game, people, now, BEGUN, BEATEN)
    assert "a spy" not in page(client, people[0], espionage_game)
    assert write(client, people[0], espionage_game, "e7", "gone").status_code == 409


def test_note_is_one_for_each_piece(client: Client, alice: Person, espionage_game: Game) -> None:
    for text in ("mine?", "S or 5", "S or 5"):
        write(client, alice, espionage_game, "d7", text)
    assert [note.text for note in Note.objects.all()] == ["S or 5"]
    again = Note(game=espionage_game, person=alice, piece="d7", text="twice")
    with pytest.raises(IntegrityError), transaction.atomic():
        again.save(force_insert=True)


def test_empty_note_is_removed(client: Client, alice: Person, espionage_game: Game) -> None:
    write(client, alice, espionage_game, "d7", "mine?")
    assert write(client, alice, espionage_game, "d7", "  ").status_code == 302
    assert write(client, alice, espionage_game, "d7", "").status_code == 302
    assert not Note.objects.exists()
    with pytest.raises(IntegrityError), transaction.atomic():
        Note.objects.create(game=espionage_game, person=alice, piece="d7", text="")


@pytest.mark.parametrize(
    ("piece", "text", "status"),
    [
        ("d7", "x" * 41, 422),
        ("d2", "my own", 409),
        ("d5", "nobody there", 409),
        ("", "nothing", 409),
    ],
)
def test_note_that_no_page_offers_is_refused(
    client: Client, alice: Person, espionage_game: Game, piece: str, text: str, status: int
) -> None:
    assert write(client, alice, espionage_game, piece, text).status_code == status
    assert not Note.objects.exists()


def test_notes_are_offered_to_players_alone(
    client: Client, alice: Person, charlie: Person, espionage_game: Game
) -> None:
    assert 'id="notes"' in page(client, alice, espionage_game)
    for visitor in (charlie, None):
        assert 'id="notes"' not in page(client, visitor, espionage_game)
    assert write(client, charlie, espionage_game, "d7", "mine?").status_code == 403
    assert not Note.objects.exists()


def test_notes_are_not_offered_where_nothing_is_hidden(
    client: Client, game: Game, people: list[Person], now: datetime
) -> None:
    assert 'id="notes"' not in page(client, game.host, game)
    shown = begin(people, now, open=True)
    skirmishes.tell(shown, people, now=now, upto=BEGUN, story=STORY)
    assert 'id="notes"' not in page(client, people[0], shown)


def test_note_of_a_script_is_answered_without_a_page(
    client: Client, alice: Person, espionage_game: Game
) -> None:
    accept = {"accept": "application/json"}
    answer = write(client, alice, espionage_game, "d7", "mine?", headers=accept)
    assert (answer.status_code, answer.content) == (204, b"")


def test_note_stays_on_the_board_while_a_turn_is_composed(
    client: Client, alice: Person, espionage_game: Game
) -> None:
    write(client, alice, espionage_game, "d7", "mine?")
    door, accept = reverse("game_plan", args=[espionage_game.pk]), {"accept": "application/json"}
    answer = client.post(door, {"text": "d2-d3"}, headers=accept).json()
    assert board_labels(answer["layer"]) == {"d7": "mine?"}


def test_notes_of_others_are_not_shown(
    client: Client, people: list[Person], charlie: Person, espionage_game: Game
) -> None:
    write(client, people[0], espionage_game, "d7", "mine?")
    write(client, people[1], espionage_game, "d2", "headquarters")
    for author, own in zip(people, ({"d7": "mine?"}, {"d2": "head…"}), strict=True):
        assert board_labels(page(client, author, espionage_game)) == own
    for visitor in (charlie, None):
        assert "mine?" not in page(client, visitor, espionage_game)


def test_notes_stay_with_their_author_when_the_seat_changes(
    client: Client, alice: Person, charlie: Person, espionage_game: Game
) -> None:
    write(client, alice, espionage_game, "d7", "mine?")
    espionage_game.seats.filter(name="white").update(person=charlie)
    text = page(client, charlie, espionage_game)
    assert 'id="notes"' in text
    assert board_labels(text) == listed_notes(text) == {}
    assert board_labels(page(client, alice, espionage_game)) == {}


def test_notes_are_read_only_once_the_game_is_over(
    client: Client, people: list[Person], espionage_game: Game, now: datetime
) -> None:
    write(client, people[0], espionage_game, "c8", "5")
    go_on(espionage_game, people, now, BEGUN, len(STORY))
    text = page(client, people[0], espionage_game)
    assert "<q>5</q>" in text
    assert 'class="note' not in text
    assert write(client, people[0], espionage_game, "c8", "4").status_code == 409
    assert pins.read_notes(espionage_game, people[0]) == {"c8": "5"}
    assert 'id="notes"' not in page(client, people[1], espionage_game)
