"""``manage.py verify`` checks the chains of all games and names the first broken event."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.models import Game


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
    assert verify_output() == "1 games are whole.\n"
    assert verify_output(str(game.pk)) == "1 games are whole.\n"


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
