"""A damaged game is put in order from its events, and whoever was asked meanwhile gets time."""

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
    """Make the kept positions of a game anew where they do not come of its events; return how
    many did not. Who is asked then has at least a day from now."""
    with transaction.atomic():
        game, _seats = store.lock_game(game_id)
        if unfit := store.first_broken_event(game):
            raise BeyondRepairError(f"event {unfit} does not fit")
        try:
            wrong = store.repair_positions(game)
        except DamagedError as damaged:
            raise BeyondRepairError(str(damaged)) from damaged
        if wrong:
            soon = Decision.objects.filter(game=game, closed_at=None, due_at__lt=now + AT_LEAST)
            soon.update(due_at=now + AT_LEAST)
        return wrong
