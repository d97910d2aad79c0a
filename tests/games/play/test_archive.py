"""The archive of events: what is in it is read as before, and nothing is lost or there twice."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from datetime import datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import Error, connection, transaction
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games import personal_data
from games.models import ArchivedEvent, Event, Game
from games.play import archive, fairness, history, store, turns
from mail.failpoints import PlantedError
from tests import stage
from tests.games.test_every_page import plain

YEAR = timedelta(days=365)
LONG_AGO = timedelta(days=400)
TURNS = ("a4 +A a10", "a18 +A a16", "draw?", "draw!")


@pytest.fixture
def old(alice: Person, bob: Person, now: datetime) -> Game:
    """A game of Alice and Bob that ended 400 days ago."""
    return end_game([alice, bob], now - LONG_AGO)


def end_game(people: Sequence[Person], at: datetime) -> Game:
    """Play a short game that ends by a draw."""
    game = stage.sit_down(people, "bollwerk", now=at)
    first = game.decisions.get(closed_at=None).seat.person
    players = sorted(people, key=lambda one: one != first)
    game = stage.tell(game, players, TURNS, now=at)
    assert game.has_ended
    return game


def archive_all(now: datetime) -> int:
    return sum(archive.archive_games(now - YEAR, now=now))


def rows(model: type[Event | ArchivedEvent], game: Game) -> list[tuple[Any, ...]]:
    return list(
        model.objects.filter(game=game)
        .order_by("seq")
        .values_list("id", "game", "seq", "kind", "data", "hash", "at")
    )


def readings(game: Game) -> list[Any]:
    """Return what the site reads of the events of a game."""
    return [
        [(row.pk, row.at, event) for row, event in store.read_events(game)],
        [event for _row, event in store.read_events(game, after=2, upto=3)],
        [store.load_state(game, version) for version in range(1, game.version + 1)],
        [(row.seq, row.hash) for row in store.last_events([game], 2)[game.pk]],
        [(step.seq, step.notation) for step in history.list_steps(game, None)],
        store.verify_game(game),
        fairness.find_bad_commitment(game),
    ]


def test_archived_events_are_read_as_before(old: Game, now: datetime) -> None:
    before, stored = readings(old), rows(Event, old)
    assert archive_all(now) == old.version == len(stored)
    assert rows(Event, old) == []
    assert rows(ArchivedEvent, old) == stored
    assert readings(old) == before
    assert Game.objects.get(pk=old.pk).archived_at == now


def test_archiving_a_second_time_moves_nothing(old: Game, now: datetime) -> None:
    archive_all(now)
    stored = rows(ArchivedEvent, old)
    assert archive_all(now + YEAR) == 0
    assert rows(ArchivedEvent, old) == stored
    assert Game.objects.get(pk=old.pk).archived_at == now


def test_the_archive_takes_only_games_that_ended_long_ago(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    recent = end_game([alice, bob], now - timedelta(days=364))
    Game.objects.filter(pk=game.pk).update(moved_at=now - LONG_AGO, started_at=now - LONG_AGO)
    assert archive_all(now) == 0
    assert len(rows(Event, recent)) == recent.version
    assert len(rows(Event, game)) == game.version


def test_the_archive_takes_annulled_games(old: Game, now: datetime) -> None:
    turns.annul_game(old.pk, now=now)
    assert archive_all(now) == old.version
    assert store.verify_game(old) is None


def test_an_archived_game_can_be_annulled(old: Game, now: datetime) -> None:
    archive_all(now)
    turns.annul_game(old.pk, now=now)
    assert Game.objects.get(pk=old.pk).status == Game.Status.ANNULLED
    assert archive_all(now) == 0


def test_the_archive_moves_a_few_events_at_a_time(
    old: Game, alice: Person, bob: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = end_game([alice, bob], now - LONG_AGO)
    before = [readings(one) for one in (old, other)]
    monkeypatch.setattr(archive, "EVENTS", 3)
    moved = []
    for count in archive.archive_games(now - YEAR, now=now):
        moved.append(count)
        assert [readings(one) for one in (old, other)] == before
        for one in (old, other):
            is_archived = Game.objects.get(pk=one.pk).archived_at is not None
            assert is_archived == (not rows(Event, one))
    assert max(moved) == 3
    assert sum(moved) == old.version + other.version
    assert not Event.objects.exists()


@pytest.mark.parametrize("place", ["half_archived", "archived"])
def test_an_archive_that_fails_in_between_changes_nothing(
    old: Game, now: datetime, place: str, settings: Any
) -> None:
    before, stored = readings(old), rows(Event, old)
    settings.FAULT = f"{place}:raise"
    with pytest.raises(PlantedError):
        archive_all(now)
    settings.FAULT = ""
    assert rows(Event, old) == stored
    assert not ArchivedEvent.objects.exists()
    assert readings(old) == before
    assert archive_all(now) == old.version
    assert rows(ArchivedEvent, old) == stored


def test_events_would_be_there_twice_without_a_transaction(
    old: Game, now: datetime, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.FAULT = "half_archived:raise"
    with monkeypatch.context() as patch:
        patch.setattr(transaction, "atomic", nullcontext)
        with pytest.raises(PlantedError):
            archive_all(now)
    assert rows(Event, old) == rows(ArchivedEvent, old)
    assert store.verify_game(old) == "event 2 does not fit"
    # The database would not have it, either.
    with pytest.raises(Error, match="is archived and not deleted"), transaction.atomic():
        connection.check_constraints()
    with connection.cursor() as cursor:  # as the archive would have gone on
        cursor.execute("DELETE FROM games_event")


@pytest.mark.parametrize(
    "change",
    [
        "INSERT INTO games_archivedevent SELECT * FROM games_event WHERE seq <> 2",
        "INSERT INTO games_archivedevent (id, game_id, seq, kind, data, hash, at)"
        " SELECT id, game_id, seq, kind, '{}', hash, at FROM games_event",
        "INSERT INTO games_archivedevent (id, game_id, seq, kind, data, hash, at)"
        " SELECT id + 1000, game_id, seq, kind, data, hash, at FROM games_event",
    ],
)
def test_an_event_is_deleted_only_for_the_same_in_the_archive(old: Game, change: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(change)
        cursor.execute("SET LOCAL session_replication_role = origin")
        with pytest.raises(Error, match="append-only"), transaction.atomic():
            cursor.execute("DELETE FROM games_event")
    assert len(rows(Event, old)) == old.version


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE games_archivedevent SET data = '{}' WHERE seq = 1",
        "UPDATE games_archivedevent SET seq = 99 WHERE seq = 1",
        "DELETE FROM games_archivedevent",
    ],
)
def test_archived_events_cannot_be_changed_or_deleted(
    old: Game, now: datetime, change: str
) -> None:
    archive_all(now)
    with (
        pytest.raises(Error, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(change)


def test_verify_names_a_changed_event_in_the_archive(old: Game, now: datetime) -> None:
    archive_all(now)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("UPDATE games_archivedevent SET kind = 'begun' WHERE seq = 3")
        cursor.execute("SET LOCAL session_replication_role = origin")
    assert store.verify_game(old) == "event 3 does not fit"


def test_verify_misses_an_event_in_the_archive(old: Game, now: datetime) -> None:
    archive_all(now)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("DELETE FROM games_archivedevent WHERE seq = %s", [old.version])
        cursor.execute("SET LOCAL session_replication_role = origin")
    assert store.verify_game(old) == f"event {old.version} does not fit"


def test_a_persons_data_has_their_archived_games(old: Game, alice: Person, now: datetime) -> None:
    before = dict(personal_data.export(alice))
    archive_all(now)
    assert dict(personal_data.export(alice)) == before
    assert len(before[f"games/{old.pk}/steps"]) > 1


def test_deleting_an_account_leaves_archived_games_whole(
    old: Game, alice: Person, now: datetime
) -> None:
    archive_all(now)
    stored = rows(ArchivedEvent, old)
    personal_data.erase(alice)
    assert rows(ArchivedEvent, old) == stored
    assert store.verify_game(old) is None


@pytest.mark.usefixtures("still_clock")
@pytest.mark.parametrize("page", ["game", "game_history", "game_record", "game_events"])
def test_pages_show_archived_games(
    old: Game, alice: Person, client: Client, now: datetime, page: str
) -> None:
    client.force_login(alice)
    address = reverse(page, args=[old.pk])
    before = client.get(address)
    archive_all(now)
    after = client.get(address)
    assert after.status_code == before.status_code == 200
    assert plain(after) == plain(before)


def test_the_command_tells_how_many_events_it_archived(old: Game) -> None:
    said = StringIO()
    call_command("archive", stdout=said)
    assert said.getvalue() == f"{old.version} events archived. No game is left.\n"
    call_command("archive", stdout=said)
    assert said.getvalue().endswith("\n0 events archived. No game is left.\n")


def test_the_command_takes_a_number_of_days(old: Game) -> None:
    said = StringIO()
    call_command("archive", "--days", "100000", stdout=said)
    assert said.getvalue() == "0 events archived. No game is left.\n"
