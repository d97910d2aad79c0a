"""A game as a file: its record once it is over, which anybody can verify, and what is public."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from django.conf import settings
from django.core.cache import caches
from django.utils import translation

from conquest.core import Json
from conquest.kit import codec, disclosure, record
from games.models import Commitment, Event, Game, Seat
from games.play import standing_orders, store
from games.play.knowledge import effective_viewer

Kept = TypeVar("Kept")


def write_record(game: Game, seats: Iterable[Seat]) -> str:
    """Write the record of a whole game. The seed is opened: only for games that are over."""
    events = [event for _row, event in store.read_events(game)]
    return record.write_record(game.rules, _record_head(game, seats), events)


def write_notation(game: Game, seats: Iterable[Seat]) -> str:
    """Write the orders of a game so far, a line for each turn, under a head.

    It is the first part of the record, without proof and without the seed.
    """
    head = {"Ruleset": game.rules.slug, **_game_head(game, seats)}
    lines = [f"[{key} {json.dumps(value, ensure_ascii=False)}]" for key, value in head.items()]
    return "\n".join([*lines, "", *_cached_by_version(game, "orders", _order_lines), ""])


def public_json(game: Game, seats: Iterable[Seat]) -> Json:
    """Return a game so far, event by event, as everybody may know it."""
    return {
        "game": game.pk,
        "title": game.title,
        "ruleset": game.ruleset,
        "board": game.board,
        "options": game.options,
        "seats": {seat.name: _player_name(seat) for seat in seats},
        "status": game.status,
        "version": game.version,
        "events": _cached_by_version(game, "events", _event_dicts),
    }


def _cached_by_version(game: Game, what: str, make: Callable[[Game], list[Kept]]) -> list[Kept]:
    """Work out what everybody may know of a game once for each version of it, as it may take a
    long game and anybody can ask again and again."""
    key = f"{what}-{game.pk}-{game.version}-{game.status}"
    found: list[Kept] | None = caches["records"].get_or_set(key, lambda: make(game))
    return found or []


def _order_lines(game: Game) -> list[str]:
    events = [event for _row, event in store.read_events(game)]
    return record.turn_lines(game.rules, events, effective_viewer(game, None))


def _event_dicts(game: Game) -> list[Json]:
    return [
        {"seq": row.seq, "at": row.at.isoformat(), "kind": kind, "data": data}
        for row, event in _public_rows(game)
        for kind, data in [codec.pack_event(event)]
    ]


def _public_rows(game: Game) -> Iterator[tuple[Event, Any]]:
    witness, eyes = game.rules.knowledge.witness, effective_viewer(game, None)
    return ((row, witness(event, eyes)) for row, event in store.read_events(game))


def _record_head(game: Game, seats: Iterable[Seat]) -> dict[str, str]:
    made = list(game.commitments.all())
    fixed = {row.kind: row.commitment for row in made if row.kind != Commitment.Kind.SET_UP}
    opened = disclosure.head_lines(
        bytes(game.seed),
        game.words,
        {row.seq: row.commitment for row in made if row.kind == Commitment.Kind.SET_UP},
        commitment=fixed.get(Commitment.Kind.SEED) or fixed.get(Commitment.Kind.EARLIER, ""),
        key_commitment=fixed.get(Commitment.Kind.KEY, ""),
    )
    return (
        _game_head(game, seats)
        | opened
        | disclosure.standing_line(standing_orders.export_orders(game))
    )


def _game_head(game: Game, seats: Iterable[Seat]) -> dict[str, str]:
    head = {
        "Site": settings.SITE_URL,
        "Game": str(game.pk),
        "Title": game.title,
        "Board": game.board,
        "Options": json.dumps(game.options, sort_keys=True),
    }
    for seat in seats:
        head[seat.name.capitalize()] = _player_name(seat) or "?"
    if game.started_at:
        head["Begun"] = f"{game.started_at:%Y-%m-%d}"
    if game.ended_at:
        head["Ended"] = f"{game.ended_at:%Y-%m-%d}"
    return head


def _player_name(seat: Seat) -> str | None:
    """Return who sits somewhere, in the language of the file."""
    with translation.override("en"):
        return seat.person.name if seat.person else None
