"""New words are counted on the dashboard, in one query however many were said."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Person
from games.models import Game
from games.play import tables
from talk import read_marks, unread
from talk.models import Remark
from tests.talk.conftest import Say
from tests.talk.test_audiences import fill, rows_read


def test_the_dashboard_counts_new_words(
    client: Client, game: Game, alice: Person, bob: Person, say: Say
) -> None:
    say(game, alice, "Hello")
    said = say(game, alice, "To you alone", "players")
    client.force_login(bob)
    assert "2 new words" in " ".join(client.get(reverse("home")).content.decode().split())
    read_marks.mark_words_read(game, bob, said.pk)
    assert "new word" not in client.get(reverse("home")).content.decode()
    client.force_login(alice)
    assert "new word" not in client.get(reverse("home")).content.decode()


def test_words_to_others_and_withdrawn_words_are_not_counted(
    game: Game, alice: Person, bob: Person, charlie: Person, say: Say, now: datetime
) -> None:
    say(game, charlie, "Among us", "watchers")
    say(game, alice, "To the players", "players")
    withdrawn = say(game, alice, "Oops")
    Remark.objects.filter(pk=withdrawn.pk).update(withdrawn_at=now)
    assert unread.count_unread(bob, [game.pk]) == {game.pk: 1}
    assert unread.count_unread(charlie, [game.pk]) == {}


def test_the_host_of_a_table_counts_what_is_said_to_the_players(
    table: Game, alice: Person, bob: Person, say: Say, now: datetime
) -> None:
    tables.join_table(table.pk, bob, seat_name="west", now=now)
    say(table, bob, "Shall we begin?", "players")
    table.seats.filter(person=alice).update(person=None)
    assert unread.count_unread(alice, [table.pk]) == {table.pk: 1}


def test_new_words_are_counted_to_a_number(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    fill(game, alice, "all", 2 * unread.MOST, now)
    assert unread.count_unread(bob, [game.pk]) == {game.pk: unread.MOST}


def test_very_many_words_make_a_count_no_dearer(
    game: Game, alice: Person, bob: Person, charlie: Person, now: datetime
) -> None:
    """All of them read, all of them new, and all of them said to others."""
    for audience, author in (("all", alice), ("watchers", charlie)):
        fill(game, author, audience, 50_000, now)
    assert 0 < cost(bob, game) <= 2 * unread.MOST
    read_marks.mark_words_read(game, bob, 10**9)
    assert cost(bob, game) <= 2 * unread.MOST


def cost(person: Person, game: Game) -> int:
    """Return how many rows of words are read to count those that are new to a person."""
    with CaptureQueriesContext(connection) as asked:
        unread.count_unread(person, [game.pk])
    assert len(asked) == 1
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {asked[0]['sql']}")
        found: Any = cursor.fetchone()
    return sum(rows_read(found[0][0]["Plan"]))


def test_a_guest_asks_for_no_words(game: Game, django_assert_num_queries: Any) -> None:
    guest = Person.objects.create_user("g@guest.invalid", name="Guest 1", is_guest=True)
    with django_assert_num_queries(0):
        assert unread.count_unread(guest, [game.pk]) == {}
