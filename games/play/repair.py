"""Repair of a damaged game from its events, with time for those who were asked meanwhile."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.models import Decision
from games.play import store
from games.play.damage import DamagedError
from games.play.decisions import AT_LEAST


class BeyondRepairError(Exception):
    """The events themselves are not whole."""


def repair_game(game_id: int, *, now: datetime) -> int:
    """Rebuild the stored positions of a game that do not follow from its events; return how many
    were wrong.

    Then those who owe a decision have at least a day from now.
    """
    with transaction.atomic():
        game, _seats = store.lock_game(game_id)
        # Positions come of events, and nothing else tells what the events were.
        if broken := store.first_broken_event(game):
            raise BeyondRepairError(f"event {broken} does not fit")
        try:
            wrong = store.repair_positions(game)
        except DamagedError as damaged:
            raise BeyondRepairError(str(damaged)) from damaged
        if wrong:
            # Nobody could play while the game was damaged.
            soon = Decision.objects.filter(game=game, closed_at=None, due_at__lt=now + AT_LEAST)
            soon.update(due_at=now + AT_LEAST)
        return wrong
