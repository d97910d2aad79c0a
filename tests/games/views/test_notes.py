"""Notes of one's own on pieces of others."""

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
from games.planner import notes
from tests.games import skirmishes
from tests.games.espionage import BEATEN, BEGUN, MOVED, STORY, UNCOVERED, begin


@pytest.fixture
def people(alice: Person, bob: Person) -> list[Person]:
    return [alice, bob]


@pytest.fixture
def spying(people: Sequence[Person], now: datetime) -> Game:
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


def pinned(text: str) -> dict[str, str]:
    """Return the labels on the board, by their fields."""
    found = re.findall(r'class="m-note"><g data-f="(\w+)".*?<text[^>]*>(.*?)</text>', text)
    return dict(found)


def listed(text: str) -> dict[str, str]:
    """Return the notes of the list, by where their pieces stand."""
    return dict(re.findall(r'data-f="(\w+)">.*?name="text" value="([^"]*)"', text, re.DOTALL))


def test_it_pins_a_note_to_a_piece_and_shows_it_in_full_below(
    client: Client, alice: Person, spying: Game
) -> None:
    answer = write(client, alice, spying, "d7", " S  or 5 ")
    assert answer.status_code == 302
    assert answer["Location"] == f"/games/{spying.pk}/#notes"
    text = page(client, alice, spying)
    assert pinned(text) == {"d7": "S or…"}
    assert listed(text) == {"d7": "S or 5"}
    assert 'value="d7"' not in text.partition('id="note-piece"')[2]


def test_it_leads_back_to_the_plan_that_was_looked_at(
    client: Client, alice: Person, spying: Game
) -> None:
    client.force_login(alice)
    door = reverse("game_note", args=[spying.pk])
    answer = client.post(f"{door}?plan=d2-d3&sent=4&turned=2", {"piece": "d7", "text": "mine?"})
    assert answer["Location"] == f"/games/{spying.pk}/?plan=d2-d3&turned=2#notes"


def test_it_goes_where_the_piece_goes(
    client: Client, people: list[Person], spying: Game, now: datetime
) -> None:
    write(client, people[0], spying, "d7", "mine?")
    go_on(spying, people, now, BEGUN, MOVED)
    text = page(client, people[0], spying)
    assert pinned(text) == {"d6": "mine?"}
    assert listed(text) == {"d6": "mine?"}


def test_it_makes_room_for_the_rank_once_that_is_known(
    client: Client, people: list[Person], spying: Game, now: datetime
) -> None:
    write(client, people[0], spying, "d7", "mine?")
    go_on(spying, people, now, BEGUN, UNCOVERED)
    text = page(client, people[0], spying)
    assert pinned(text) == {}
    assert listed(text) == {"d5": "mine?"}


def test_it_goes_with_a_piece_that_is_captured(
    client: Client, people: list[Person], spying: Game, now: datetime
) -> None:
    write(client, people[0], spying, "e7", "a spy")
    go_on(spying, people, now, BEGUN, BEATEN)
    assert "a spy" not in page(client, people[0], spying)
    assert write(client, people[0], spying, "e7", "gone").status_code == 409


def test_it_keeps_one_note_for_each_piece(client: Client, alice: Person, spying: Game) -> None:
    for text in ("mine?", "S or 5", "S or 5"):
        write(client, alice, spying, "d7", text)
    assert [note.text for note in Note.objects.all()] == ["S or 5"]
    again = Note(game=spying, person=alice, piece="d7", text="twice")
    with pytest.raises(IntegrityError), transaction.atomic():
        again.save(force_insert=True)


def test_it_takes_an_emptied_note_away(client: Client, alice: Person, spying: Game) -> None:
    write(client, alice, spying, "d7", "mine?")
    assert write(client, alice, spying, "d7", "  ").status_code == 302
    assert write(client, alice, spying, "d7", "").status_code == 302
    assert not Note.objects.exists()
    with pytest.raises(IntegrityError), transaction.atomic():
        Note.objects.create(game=spying, person=alice, piece="d7", text="")


@pytest.mark.parametrize(
    ("piece", "text", "status"),
    [
        ("d7", "x" * 41, 422),
        ("d2", "my own", 409),
        ("d5", "nobody there", 409),
        ("", "nothing", 409),
    ],
)
def test_it_keeps_nothing_that_no_page_offers(
    client: Client, alice: Person, spying: Game, piece: str, text: str, status: int
) -> None:
    assert write(client, alice, spying, piece, text).status_code == status
    assert not Note.objects.exists()


def test_it_offers_notes_to_those_alone_who_play(
    client: Client, alice: Person, charlie: Person, spying: Game
) -> None:
    assert 'id="notes"' in page(client, alice, spying)
    for visitor in (charlie, None):
        assert 'id="notes"' not in page(client, visitor, spying)
    assert write(client, charlie, spying, "d7", "mine?").status_code == 403
    assert not Note.objects.exists()


def test_it_offers_none_where_there_is_nothing_to_find_out(
    client: Client, game: Game, people: list[Person], now: datetime
) -> None:
    assert 'id="notes"' not in page(client, game.host, game)
    shown = begin(people, now, open=True)
    skirmishes.tell(shown, people, now=now, upto=BEGUN, story=STORY)
    assert 'id="notes"' not in page(client, people[0], shown)


def test_it_tells_a_script_that_a_note_is_kept(client: Client, alice: Person, spying: Game) -> None:
    accept = {"accept": "application/json"}
    answer = write(client, alice, spying, "d7", "mine?", headers=accept)
    assert (answer.status_code, answer.content) == (204, b"")


def test_it_stays_on_the_board_while_a_turn_is_put_together(
    client: Client, alice: Person, spying: Game
) -> None:
    write(client, alice, spying, "d7", "mine?")
    door, accept = reverse("game_plan", args=[spying.pk]), {"accept": "application/json"}
    answer = client.post(door, {"text": "d2-d3"}, headers=accept).json()
    assert pinned(answer["layer"]) == {"d7": "mine?"}


def test_it_shows_notes_of_nobody_else(
    client: Client, people: list[Person], charlie: Person, spying: Game
) -> None:
    write(client, people[0], spying, "d7", "mine?")
    write(client, people[1], spying, "d2", "headquarters")
    for author, own in zip(people, ({"d7": "mine?"}, {"d2": "head…"}), strict=True):
        assert pinned(page(client, author, spying)) == own
    for visitor in (charlie, None):
        assert "mine?" not in page(client, visitor, spying)


def test_it_leaves_notes_to_their_author_when_somebody_else_takes_the_seat(
    client: Client, alice: Person, charlie: Person, spying: Game
) -> None:
    write(client, alice, spying, "d7", "mine?")
    spying.seats.filter(name="white").update(person=charlie)
    text = page(client, charlie, spying)
    assert 'id="notes"' in text
    assert pinned(text) == listed(text) == {}
    assert pinned(page(client, alice, spying)) == {}


def test_it_lets_notes_be_read_and_no_longer_changed_when_the_game_is_over(
    client: Client, people: list[Person], spying: Game, now: datetime
) -> None:
    write(client, people[0], spying, "c8", "5")
    go_on(spying, people, now, BEGUN, len(STORY))
    text = page(client, people[0], spying)
    assert "<q>5</q>" in text
    assert 'class="note' not in text
    assert write(client, people[0], spying, "c8", "4").status_code == 409
    assert notes.read_notes(spying, people[0]) == {"c8": "5"}
    assert 'id="notes"' not in page(client, people[1], spying)
