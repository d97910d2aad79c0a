"""The event store: append-only, chained, with snapshots."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.db import Error, connection, transaction

from accounts.models import Person
from games.models import Event, Game, Snapshot
from games.play import checksum, store, turns
from tests import stage


@pytest.fixture
def long_game(
    game: Game, alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> Game:
    """A game of eighty turns, each a step there or back of one knight."""
    step = {
        "south": ("S40-S29", "S29-S40"),
        "west": ("W40-W29", "W29-W40"),
        "north": ("N40-N29", "N29-N40"),
        "east": ("E40-E29", "E29-E40"),
    }
    for round_ in range(3):
        for person, seat in ((alice, "south"), (bob, "west"), (dora, "north"), (erin, "east")):
            version = Game.objects.get(pk=game.pk).version
            text = ";".join([*step[seat] * 2, "end"])
            turns.submit(
                turns.Orders(
                    game_id=game.pk,
                    person=person,
                    text=text,
                    seen_version=version,
                    key=f"{round_}{seat}",
                ),
                now=now,
            )
    game.refresh_from_db()
    return game


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE games_event SET data = '{}' WHERE seq = 1",
        "UPDATE games_event SET seq = 99 WHERE seq = 1",
        "DELETE FROM games_event",
    ],
)
def test_events_cannot_be_changed_or_deleted(game: Game, change: str) -> None:
    with (
        pytest.raises(Error, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(change)


def test_a_second_event_with_the_same_number_is_refused(game: Game) -> None:
    first = Event.objects.get(game=game, seq=1)
    with pytest.raises(Error), transaction.atomic():
        Event.objects.create(
            game=game, seq=1, kind=first.kind, data=first.data, hash=first.hash, at=first.at
        )


def test_appending_events_to_an_old_version_is_a_conflict(game: Game, now: datetime) -> None:
    state = store.load_state(game)
    ended = game.rules.judgement.events["turn_ended"](seat="south", number=1, next="west")
    Game.objects.update(version=9)
    with pytest.raises(store.ConflictError):
        store.append_events(game, store.TurnResult(events=[ended], state=state), now=now)


def test_load_state_finds_every_past_position(long_game: Game) -> None:
    rules = long_game.rules
    state = None
    for row, event in store.read_events(long_game):
        state = rules.judgement.evolve(state, event)
        assert rules.judgement.write_position(
            store.load_state(long_game, row.seq)
        ) == rules.judgement.write_position(state)


def test_long_games_have_snapshots(
    long_game: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert long_game.version == 61
    assert not Snapshot.objects.filter(game=long_game).exists()
    monkeypatch.setattr(store, "SNAPSHOT_EVERY", 10)
    host = long_game.seats.get(name="south").person
    assert host is not None
    dance = "S40-S29; S29-S40; S42-S43; S43-S42; S40-S29; S29-S40; S42-S43; S43-S42; end"
    orders = turns.Orders(
        game_id=long_game.pk, person=host, text=dance, seen_version=61, key="long"
    )
    turns.submit(orders, now=now)
    kept = Snapshot.objects.get(game=long_game)
    long_game.refresh_from_db()
    assert kept.version == long_game.version == 70
    rules = long_game.rules
    assert rules.judgement.write_position(
        rules.judgement.thaw(checksum.unwrap(bytes(kept.state)))
    ) == rules.judgement.write_position(store.load_state(long_game))


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("UPDATE games_event SET data = data || '{\"seat\": \"north\"}' WHERE seq = 17", 17),
        ("DELETE FROM games_event WHERE seq = 17", 17),
        ("UPDATE games_event SET seq = 1018 WHERE seq = 17; "
         "UPDATE games_event SET seq = 17 WHERE seq = 18; "
         "UPDATE games_event SET seq = 18 WHERE seq = 1018", 17),
        ("DELETE FROM games_event WHERE seq = 61", 61),
    ],
)  # fmt: skip
def test_verify_names_the_first_broken_event(long_game: Game, change: str, found: int) -> None:
    assert store.verify_game(long_game) is None
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        for statement in change.split("; "):
            cursor.execute(statement)
    assert store.verify_game(long_game) == f"event {found} does not fit"


def test_the_statements_of_a_turn_are_prepared_once(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    counts = []
    for person in (alice, bob):
        stage.hand_in(game, person, "end", now=now)
        with connection.cursor() as cursor:
            cursor.execute("SELECT statement FROM pg_prepared_statements")
            told = [statement for (statement,) in cursor.fetchall()]
        counts.append(len(told))
    assert sum("games_game AS game" in one for one in told) >= 1
    assert sum("INTO mail_delivery" in one for one in told) == 1
    assert counts[0] == counts[1] == len(set(told))
