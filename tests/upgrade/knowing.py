"""What is known of a game, as plain JSON: to be compared with what was known before."""

from __future__ import annotations

import json
from typing import Any

from conquest import replay
from conquest.core import Fault, Json
from conquest.kit import codec
from games.models import Game
from games.play import history, store
from games.replay import export

PUBLIC = "public"
LAST_EVENTS, LAST_TOLD = 40, 120


def plain(told: Any) -> Any:
    """Return something as a file of JSON holds it."""
    return json.loads(json.dumps(told))


def positions(game: Game, *versions: int) -> Json:
    """Return the positions after some events, by their numbers."""
    position = game.rules.judgement.write_position
    return dict(
        plain({str(version): position(store.load_state(game, version)) for version in versions})
    )


def views(game: Game) -> Json:
    """Return the present as each seat and the public may see it."""
    view, state = game.rules.knowledge.write_view, store.load_state(game)
    return dict(plain({_name(one): view(state, one) for one in _viewers(game)}))


def told(game: Game) -> Json:
    """Return the last steps as they are told to each seat and to the public."""
    after = max(0, game.version - LAST_TOLD)
    return {
        _name(one): [
            [step.first, step.seq, step.seat, str(step.phrase), step.notation, step.cost]
            for step in history.list_steps(game, one, after=after)
        ]
        for one in _viewers(game)
    }


def events(game: Game) -> list[Any]:
    """Return the last events."""
    return [event(one) for _row, one in store.read_events(game)][-LAST_EVENTS:]


def event(happened: Any) -> list[Any]:
    """Return an event by its kind and what it tells."""
    return list(plain(codec.pack_event(happened)))


def owed(game: Game) -> list[list[Any]]:
    """Return what is asked of whom until when."""
    asked = game.decisions.filter(closed_at=None).select_related("seat")
    return sorted([one.seat.name, one.kind, one.number, one.due_at.isoformat()] for one in asked)


def scores(game: Game) -> Json:
    """Return what is counted of each seat."""
    return {
        seat.name: [
            *(seat.numbers.get("score"), seat.numbers.get("captured", 0)),
            *(seat.has_won, seat.timeouts, seat.is_absent),
        ]
        for seat in game.seats.all()
    }


def ends(game: Game) -> Json:
    """Return who sits at each seat, with all that is counted there, and how it went."""
    return {
        seat.name: [
            seat.person.name if seat.person else None,
            seat.stand_in.name if seat.stand_in else None,
            *(seat.numbers, seat.side, seat.place, seat.timeouts_in_row),
        ]
        for seat in game.seats.select_related("person", "stand_in")
    }


def proved(game: Game, chain: str) -> list[str]:
    """Return what the record of a game that is over proves, or why it proves nothing, as that of a
    game that began from another position than its rules say."""
    try:
        return replay.replay_record(export.write_record(game, game.seats.all()), chain)
    except Fault as fault:
        return [str(fault)]


def _viewers(game: Game) -> list[str | None]:
    return [*(seat.name for seat in game.seats.all()), None]


def _name(viewer: str | None) -> str:
    return viewer or PUBLIC
