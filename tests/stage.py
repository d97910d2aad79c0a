"""Games that begin in the middle: any position, played and stored like every other game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import Person
from conquest.core import blind
from games.models import Game
from games.play import tables, turns
from games.play.clock import PRESETS

SEATS = ("south", "west", "north", "east")


def set_up() -> dict[str, str]:
    """Return the pieces of the real set-up."""
    rules = Game(ruleset="conquest").rules
    (started,) = rules.judgement.start({}, blind)
    pieces: dict[str, str] = started.pieces
    return pieces


def begin(
    people: Sequence[Person],
    pieces: Mapping[str, str],
    *,
    now: datetime,
    turn: str = "south",
    pace: str = "normal",
) -> Game:
    """Start a game of four from ``pieces`` (``{"S12": "south E(S)"}``), in its first turn."""
    host = people[0]
    table = tables.open_table(
        host=host, ruleset="conquest", title="Autumn", pace=PRESETS[pace], now=now
    )
    for player, seat in zip(people, SEATS, strict=True):
        tables.join(table.pk, player, seat_name=seat, now=now)
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=table.pk)
        started = game.rules.judgement.events["started"](
            seat=turn, board=game.board, seats=SEATS, pieces=dict(pieces)
        )
        turns.begin(game, [started], now=now)
    return game
