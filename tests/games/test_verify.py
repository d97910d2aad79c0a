"""``manage.py verify`` checks the chains of all games and names the first broken event."""

from __future__ import annotations

from datetime import datetime, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from accounts.models import Person
from games.management.commands import verify
from games.models import Game
from tests import stage


@pytest.fixture
def people(alice: Person, bob: Person, dora: Person, erin: Person) -> list[Person]:
    return [alice, bob, dora, erin]


def verify_output(*arguments: str) -> str:
    said = StringIO()
    call_command("verify", *arguments, stdout=said, stderr=said)
    return said.getvalue()


def tamper_with_event(game: Game) -> None:
    """Change the first event, past the guard of the table."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("UPDATE games_event SET kind = 'begun' WHERE game_id = %s", [game.pk])
        cursor.execute("SET LOCAL session_replication_role = origin")


def test_verify_finds_whole_games_whole(game: Game) -> None:
    assert verify_output() == "1 game is whole.\n"
    assert verify_output(str(game.pk)) == "1 game is whole.\n"


def test_verify_names_the_first_changed_event(game: Game) -> None:
    tamper_with_event(game)
    said = StringIO()
    with pytest.raises(CommandError, match="1 of 1 games are not whole"):
        call_command("verify", stderr=said)
    assert said.getvalue() == f"Game {game.pk}: event 1 does not fit.\n"


def test_verify_finds_a_changed_commitment(game: Game) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("UPDATE games_commitment SET commitment = %s", ["0" * 64])
        cursor.execute("SET LOCAL session_replication_role = origin")
    with pytest.raises(CommandError, match="chain of commitments is broken at its entry 1"):
        verify_output()


def test_verify_finds_a_seed_that_was_not_committed(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(seed=b"another")
    said = StringIO()
    with pytest.raises(CommandError, match="1 of 1 games are not whole"):
        call_command("verify", stderr=said)
    assert said.getvalue() == f"Game {game.pk}: commitment 1 does not fit its seed.\n"


def test_verify_finds_a_changed_commitment_of_a_table(table: Game) -> None:
    Game.objects.filter(pk=table.pk).update(seed=b"another")
    with pytest.raises(CommandError, match=f"Table {table.pk}: commitment 1 does not fit"):
        verify_output()


def test_verify_refuses_a_game_without_events(table: Game) -> None:
    with pytest.raises(CommandError, match=f"no game {table.pk}"):
        verify_output(str(table.pk))


def test_verify_tells_how_far_it_is_and_goes_on_from_there(
    game: Game, people: list[Person], now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    second = stage.begin(people, stage.set_up(), now=now)
    tamper_with_event(game)
    monkeypatch.setattr(verify, "SECONDS", 0.0)
    with pytest.raises(CommandError, match="1 of 2 games are not whole"):
        call_command("verify", stdout=(said := StringIO()), stderr=StringIO())
    assert "1 games, 1 of 2 events, " in said.getvalue()
    assert f"done up to game {game.pk} (--from {second.pk} goes on there).\n" in (
        said.getvalue().replace(f"--from {game.pk + 1} ", f"--from {second.pk} ")
    )
    assert verify_output("--from", str(game.pk + 1)) == "1 game is whole.\n"


@pytest.mark.django_db(transaction=True)
def test_verify_in_several_processes_finds_the_same(people: list[Person], now: datetime) -> None:
    games = [stage.begin(people, stage.set_up(), now=now) for _ in range(3)]
    assert verify_output("--processes", "2") == "3 games are whole.\n"
    Game.objects.filter(pk=games[1].pk).update(seed=b"another")
    said = StringIO()
    with pytest.raises(CommandError, match="1 of 3 games are not whole"):
        call_command("verify", "--processes", "2", stderr=said)
    assert said.getvalue().startswith(f"Game {games[1].pk}: commitment ")


def test_verify_can_leave_out_games_that_have_not_gone_on(
    game: Game, people: list[Person], now: datetime
) -> None:
    running = stage.begin(people, stage.set_up(), now=timezone.now() - timedelta(days=2))
    tamper_with_event(game)  # which began in March
    assert verify_output("--days", "3") == "1 game is whole.\n"
    Game.objects.filter(pk=running.pk).update(status=Game.Status.ANNULLED, ended_at=timezone.now())
    assert verify_output("--days", "1") == "1 game is whole.\n"
    with pytest.raises(CommandError, match="1 of 2 games are not whole"):
        call_command("verify", "--days", "100000", stderr=StringIO())
