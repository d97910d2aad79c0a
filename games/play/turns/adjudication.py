"""How a running game counts that has to be decided before its end."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from games.play.turns.advance import side_places
from games.play.turns.locked_game import lock_and_load, require_running


def adjudicate_game(game_id: int, *, now: datetime) -> Mapping[str, int]:
    """Return by seats the places at which a running game counts as it stands, by the rule of its
    rule set.

    It goes on, if its players like, and counts for the league no more.

    :raises GameIsOver: if it has ended.
    :raises DamagedError: if its position cannot be read.
    """
    with transaction.atomic():
        locked = lock_and_load(game_id, now)
        require_running(locked.game)
        locked.game.is_rated = False
        locked.game.save(update_fields=["is_rated"])
        outcome = locked.game.rules.judgement.adjudication.decide(locked.state)
        return {seat: place for seat, (_side, place) in side_places(locked.game, outcome).items()}
