"""A game is annulled while the league rates: neither waits for the other for ever."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime

import pytest
from django.db import connection, transaction

from accounts.models import Person
from games.models import Game
from games.play import store
from leagues import ratings
from leagues.models import QueuedGame
from tests.leagues.results import ended


def queue_game(game: Game) -> None:
    """Queue a game in a connection of its own, which waits for no lock for long."""
    assert game.ended_at is not None
    try:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL lock_timeout = '3s'")
            QueuedGame.objects.create(game=game, ruleset=game.ruleset, ended_at=game.ended_at)
    finally:
        connection.close()


@pytest.mark.django_db(transaction=True)
def test_league_queues_a_game_whose_row_an_annulment_has_locked(
    alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> None:
    """Else an annulment that waits for the queue, and the queue, would wait for each other."""
    people = {"south": alice, "west": bob, "north": dora, "east": erin}
    game = ended(people, winners=("south",), at=now)
    ratings.rate_games()
    assert not QueuedGame.objects.exists()
    with transaction.atomic(), ThreadPoolExecutor(1) as pool:
        store.lock_game(game.pk)
        pool.submit(queue_game, game).result()
    assert QueuedGame.objects.count() == 1
