"""Diaries: written for oneself turn by turn, and opened to all once the game is over."""

from __future__ import annotations

from datetime import datetime
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.diary import entries, views
from games.models import Diary, DiaryEntry, Game

THOUGHT = "South looks weak.\nI shall go there <soon>."


def act(client: Client, person: Person | None, game: Game, what: str, **data: Any) -> Any:
    client.logout()
    if person:
        client.force_login(person)
    return client.post(reverse(f"game_diary_{what}", args=[game.pk]), data, follow=True)


def page(client: Client, person: Person | None, name: str, game: Game) -> str:
    client.logout()
    if person:
        client.force_login(person)
    response = client.get(reverse(name, args=[game.pk]))
    assert response.status_code == 200
    return unescape(response.content.decode())


def end(game: Game, now: datetime) -> None:
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ANNULLED, ended_at=now)


def test_a_player_writes_and_reads_what_they_think(
    client: Client, game: Game, alice: Person
) -> None:
    act(client, alice, game, "entry", text="At first.")
    act(client, alice, game, "entry", text=THOUGHT)
    entry = DiaryEntry.objects.get()
    assert (entry.person, entry.turn, entry.text) == (alice, 1, THOUGHT)
    assert THOUGHT in page(client, alice, "game_diary", game)


def test_nothing_removes_an_entry(client: Client, game: Game, alice: Person) -> None:
    act(client, alice, game, "entry", text=THOUGHT)
    act(client, alice, game, "entry", text=" \n ")
    assert not DiaryEntry.objects.exists()


def test_an_entry_of_an_earlier_turn_stays_as_it_was(
    client: Client, game: Game, alice: Person, now: datetime
) -> None:
    entries.write_entry(game, alice, 0, "Long ago.", now=now)
    act(client, alice, game, "entry", text=THOUGHT, turn="0")
    assert DiaryEntry.objects.get(turn=0).text == "Long ago."
    shown = page(client, alice, "game_diary", game)
    assert "Long ago." in shown
    assert shown.count("Take this entry out") == 1
    act(client, alice, game, "remove", turn="0")
    assert [entry.turn for entry in DiaryEntry.objects.all()] == [1]


@pytest.mark.parametrize("turn", ["", "x", "-1", "99999999999999999999"])
def test_no_entry_is_taken_out_without_its_turn(
    client: Client, game: Game, alice: Person, now: datetime, turn: str
) -> None:
    entries.write_entry(game, alice, 1, THOUGHT, now=now)
    assert act(client, alice, game, "remove", turn=turn).status_code == 200
    assert DiaryEntry.objects.count() == 1


@pytest.mark.parametrize("what", ["entry", "note"])
def test_too_many_words_are_refused_and_kept_in_the_form(
    client: Client, game: Game, alice: Person, what: str
) -> None:
    response = act(client, alice, game, what, text="é" * 2001)
    assert response.status_code == 422
    assert "Please write at most 2,000 characters." in response.content.decode()
    assert "é" * 2001 in response.content.decode()
    assert not DiaryEntry.objects.exists()
    assert not Diary.objects.exists()


def test_strangers_write_no_diary_but_a_note_of_their_own(
    client: Client, game: Game, charlie: Person
) -> None:
    response = act(client, charlie, game, "entry", text=THOUGHT)
    assert "A diary is written by those who play" in response.content.decode()
    assert not DiaryEntry.objects.exists()
    act(client, charlie, game, "note", text="Worth watching.")
    assert "Worth watching." in page(client, charlie, "game_diary", game)


def test_nobody_writes_once_the_game_is_over(
    client: Client, game: Game, alice: Person, now: datetime
) -> None:
    end(game, now)
    act(client, alice, game, "entry", text=THOUGHT)
    assert not DiaryEntry.objects.exists()


def test_a_diary_is_opened_after_the_game_and_closed_again(
    client: Client, game: Game, alice: Person, bob: Person, charlie: Person, now: datetime
) -> None:
    act(client, alice, game, "entry", text=THOUGHT)
    act(client, alice, game, "note", text="Bob plays fast.")
    entries.write_entry(game, bob, 1, "No idea.", now=now)
    end(game, now)
    assert "Nobody has opened" in page(client, charlie, "game_diaries", game)
    act(client, alice, game, "open")
    for reader in (None, bob, charlie):
        shown = page(client, reader, "game_diaries", game)
        assert "South looks weak.<br>I shall go there <soon>." in shown
        assert "No idea." not in shown
        assert "Bob plays fast." not in shown
    act(client, alice, game, "close")
    assert THOUGHT[:10] not in page(client, charlie, "game_diaries", game)


def test_no_diary_is_opened_while_the_game_runs(
    client: Client, game: Game, alice: Person, charlie: Person, now: datetime
) -> None:
    act(client, alice, game, "entry", text=THOUGHT)
    response = act(client, alice, game, "open")
    assert "A diary can be opened once the game is over." in response.content.decode()
    assert not entries.has_opened_diaries(game)
    # Not even if the row says so, such as after a game that was over goes on.
    Diary.objects.create(game=game, person=alice, opened_at=now)
    assert list(entries.select_opened_entries(game, None)) == []
    assert client.get(reverse("game_diaries", args=[game.pk])).status_code == 404
    # Control: the same row, once the game is over.
    end(game, now)
    game.refresh_from_db()
    assert [entry.turn for entry in entries.select_opened_entries(game, None)] == [1]


def test_what_somebody_writes_shows_on_no_page_of_others(
    client: Client, game: Game, alice: Person, bob: Person, charlie: Person
) -> None:
    pages = ("game", "game_history", "game_text", "game_diary")
    before = [page(client, bob, name, game) for name in pages]
    act(client, alice, game, "entry", text=THOUGHT)
    act(client, alice, game, "note", text="Bob plays fast.")
    for name, was in zip(pages, before, strict=True):
        for reader in (bob, charlie):
            shown = page(client, reader, name, game)
            assert "South looks weak" not in shown
            assert "plays fast" not in shown
        assert len(page(client, bob, name, game)) == len(was)
    # Control: the search finds it where it may be read.
    assert "South looks weak" in page(client, alice, "game_diary", game)


def test_long_diaries_have_pages(client: Client, game: Game, alice: Person, now: datetime) -> None:
    for turn in range(1, views.ENTRIES + 3):
        entries.write_entry(game, alice, turn, f"Thought {turn}.", now=now)
    end(game, now)
    act(client, alice, game, "open")
    for name, first, last in (("game_diaries", 1, 52), ("game_diary", 52, 1)):
        assert f"Thought {first}." in page(client, alice, name, game)
        assert f"Thought {last}." not in page(client, alice, name, game)
        second = client.get(reverse(name, args=[game.pk]), {"page": "2"}).content.decode()
        assert f"Thought {last}." in second
