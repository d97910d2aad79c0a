"""What is in the archive: finished public games, and none of the others."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.management import call_command

from accounts.models import GUESTS, Person
from games.models import Departure, Event, Game
from games.play import account_deletion, turns
from records import archiving
from records.models import ArchivedGame, ArchivedSeat, ChangedGame, OpeningNode, OpeningPlay
from records.tasks import tend_archive
from tests import stage
from tests.records.games import TURNS, finished

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


@pytest.fixture
def people(alice: Person, bob: Person) -> list[Person]:
    return [alice, bob]


def archive() -> list[int]:
    """Let the archive look at what has changed; return which games are in it."""
    list(archiving.archive_changed_games())
    return list(ArchivedGame.objects.order_by("pk").values_list("pk", flat=True))


def counts() -> dict[str, tuple[int, int, dict[str, int]]]:
    """Return games, draws and wins by the turns that led there."""
    return {
        node.turn: (node.games, node.draws, {seat: n for seat, n in node.wins.items() if n})
        for node in OpeningNode.objects.all()
    }


def test_a_finished_game_is_archived(over: Game, alice: Person, bob: Person) -> None:
    row = ArchivedGame.objects.get()
    assert (row.pk, row.ruleset, row.ended_at) == (over.pk, "bollwerk", over.ended_at)
    assert (row.winners, row.was_left, row.turns) == (["white"], False, 4)
    seats = ArchivedSeat.objects.order_by("order")
    told = [(seat.name, seat.person_id, seat.has_won) for seat in seats]
    assert told == [("white", alice.pk, True), ("black", bob.pk, False)]


def test_that_somebody_left_is_told(over: Game, bob: Person, now: datetime) -> None:
    seat = over.seats.get(person=bob)
    Departure.objects.create(game=over, seat=seat, person=bob, at=now)
    archiving.archive_game(over.pk)
    assert ArchivedGame.objects.get().was_left


def test_its_first_turns_are_counted(over: Game) -> None:
    first, second, third = TURNS
    turns = ("", f"white: {first}", f"black: {second}", f"white: {third}", "black: resign")
    assert counts() == dict.fromkeys(turns, (1, 0, {"white": 1}))
    assert OpeningPlay.objects.count() == len(turns)


def test_to_archive_twice_changes_nothing(over: Game) -> None:
    before = counts()
    assert archiving.archive_game(over.pk)
    assert counts() == before
    assert (ArchivedGame.objects.count(), ArchivedSeat.objects.count()) == (1, 2)


@pytest.mark.parametrize("change", [{"is_private": True}, {"is_rated": False}], ids=str)
def test_private_and_unrated_games_stay_out(
    people: Sequence[Person], now: datetime, change: dict[str, Any]
) -> None:
    finished(people, now=now, **change)
    assert archive() == []
    assert counts() == {"": (0, 0, {})}


def test_a_running_game_stays_out(people: Sequence[Person], now: datetime) -> None:
    game = stage.sit_down(people, "bollwerk", now=now)
    stage.tell(game, people, TURNS, now=now)
    assert not ChangedGame.objects.exists()
    ChangedGame.objects.create(game=game)  # planted
    assert archive() == []


def test_a_game_of_a_guest_stays_out(people: Sequence[Person], now: datetime) -> None:
    finished(people, now=now)
    Person.objects.filter(pk=people[0].pk).update(is_guest=True, email=f"a@{GUESTS}")
    assert archive() == []


@pytest.mark.parametrize("change", [{"is_private": True}, {"is_rated": False}, None], ids=str)
def test_a_game_that_counts_no_more_leaves_the_archive(
    over: Game, now: datetime, change: dict[str, Any] | None
) -> None:
    if change is None:
        turns.annul_game(over.pk, now=now + HOUR)
    else:
        Game.objects.filter(pk=over.pk).update(**change)
    assert archive() == []
    assert {told[0] for told in counts().values()} == {0}
    assert not ArchivedSeat.objects.exists()
    assert not OpeningPlay.objects.exists()


def test_a_deleted_account_leaves_its_games_in_the_archive(
    over: Game, bob: Person, now: datetime
) -> None:
    assert account_deletion.start_deletion(bob, now=now + HOUR)
    assert archive() == [over.pk]
    assert ArchivedSeat.objects.filter(person=bob).count() == 1


def test_games_of_one_beginning_are_counted_together(
    people: Sequence[Person], now: datetime
) -> None:
    finished(people, now=now)
    finished(people[::-1], now=now + HOUR)
    finished(people, now=now + 2 * HOUR, texts=("c5-c7", *TURNS[1:]))
    assert len(archive()) == 3
    assert counts()[""] == (3, 0, {"white": 3})
    assert counts()[f"white: {TURNS[0]}"][0] == 2
    assert counts()["white: c5-c7"][0] == 1


def test_a_damaged_game_does_not_stop_others(people: Sequence[Person], now: datetime) -> None:
    damaged, other = finished(people, now=now), finished(people, now=now + HOUR)
    Game.objects.filter(pk=damaged.pk).update(state=b"nothing of a game")
    assert archive() == [other.pk]
    assert not ChangedGame.objects.exists()


def test_the_archive_is_repaired(over: Game, people: Sequence[Person], now: datetime) -> None:
    missing = finished(people, now=now + HOUR)
    ChangedGame.objects.all().delete()
    OpeningNode.objects.update(games=7, draws=7, wins={"black": 7})
    call_command("repair_archive")
    assert archive() == [over.pk, missing.pk]
    assert {told for told in map(str, counts().values())} == {str((2, 0, {"white": 2}))}
    Game.objects.filter(pk=over.pk).update(status=Game.Status.ANNULLED)
    ChangedGame.objects.all().delete()
    call_command("repair_archive")
    assert archive() == [missing.pk]


def test_all_rows_can_be_made_again(over: Game) -> None:
    ArchivedGame.objects.update(turns=99)
    call_command("repair_archive", all=True)
    assert ArchivedGame.objects.get().turns == 4


def test_a_worker_tends_the_archive(people: Sequence[Person], now: datetime) -> None:
    game = finished(people, now=now)
    assert tend_archive() == 1
    assert ArchivedGame.objects.get().pk == game.pk
    assert Event.objects.filter(game=game).exists()
