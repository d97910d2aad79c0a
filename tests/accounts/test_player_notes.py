"""Private notes about other players."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts import player_notes
from accounts.models import Person, PlayerNote


def save(client: Client, author: Person, about: Person, text: str) -> Any:
    client.force_login(author)
    return client.post(reverse("player_note", args=[about.pk]), {"text": text}, follow=True)


def page(client: Client, viewer: Person | None, player: Person) -> str:
    client.logout()
    if viewer:
        client.force_login(viewer)
    return client.get(reverse("player", args=[player.pk])).content.decode()


def test_a_note_is_written_changed_and_removed(client: Client, alice: Person, bob: Person) -> None:
    save(client, alice, bob, "plays fast")
    save(client, alice, bob, "  plays fast,\nattacks   late ")
    assert player_notes.read_note(alice, bob) == "plays fast, attacks late"
    assert "plays fast, attacks late" in page(client, alice, bob)
    save(client, alice, bob, " ")
    assert not PlayerNote.objects.exists()


def test_nobody_else_sees_it(client: Client, alice: Person, bob: Person, charlie: Person) -> None:
    save(client, alice, bob, "plays fast")
    for viewer in (None, bob, charlie):
        assert "plays fast" not in page(client, viewer, bob)
    # Control: the search finds it where it may be read.
    assert "plays fast" in page(client, alice, bob)


def test_nobody_notes_anything_about_themselves(client: Client, alice: Person) -> None:
    assert save(client, alice, alice, "always late").status_code == 404
    assert "Your note about this player" not in page(client, alice, alice)


def test_a_long_note_is_refused(client: Client, alice: Person, bob: Person) -> None:
    response = save(client, alice, bob, "é" * 201)
    assert "Please write at most 200 characters." in response.content.decode()
    assert not PlayerNote.objects.exists()


@pytest.mark.parametrize("text", ["", " \t"])
def test_nothing_is_kept_of_no_words(client: Client, alice: Person, bob: Person, text: str) -> None:
    assert save(client, alice, bob, text).status_code == 200
    assert not PlayerNote.objects.exists()
