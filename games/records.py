"""The record of a game that is over, as a file that anybody can verify without the site."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable

from django.conf import settings

from conquest.kit import record
from games import store
from games.models import Game, Seat


def write(game: Game, seats: Iterable[Seat]) -> str:
    """Write the record of a whole game. The seed is opened: only for games that are over."""
    events = [event for _row, event in store.events(game)]
    return record.write(game.rules, _head(game, seats), events)


def _head(game: Game, seats: Iterable[Seat]) -> dict[str, str]:
    seed = bytes(game.seed)
    head = {
        "Site": settings.SITE_URL,
        "Game": str(game.pk),
        "Title": game.title,
        "Board": game.board,
        "Options": json.dumps(game.options, sort_keys=True),
    }
    for seat in seats:
        head[seat.name.capitalize()] = seat.person.name if seat.person else "?"
    if game.started_at and game.ended_at:
        head |= {"Begun": f"{game.started_at:%Y-%m-%d}", "Ended": f"{game.ended_at:%Y-%m-%d}"}
    return head | {"Commitment": hashlib.sha256(seed).hexdigest(), "Seed": seed.hex()}
