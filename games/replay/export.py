"""A game as a file: its public events and notation, and once it is over its verifiable record."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from django.conf import settings
from django.core.cache import caches
from django.utils import translation

from accounts.display_text import plain_text
from conquest.core import Json, Viewer
from conquest.kit import codec, disclosure, record
from games.ahead import standing_orders
from games.models import Commitment, Event, Game, Seat
from games.play import store
from games.play.knowledge import effective_viewer

Kept = TypeVar("Kept")


def write_record(game: Game, seats: Iterable[Seat]) -> str:
    """Return the record of a whole game, which discloses the seed: only for games that are over."""
    events = [event for _row, event in store.read_events(game)]
    return record.write_record(game.rules, _record_head(game, seats), events)


def write_nameless_record(game: Game, seats: Iterable[Seat]) -> str:
    """Return the same record without its title, and with the ids of its players for their names:
    it stays what it is when somebody changes their name or deletes their account."""
    head = _record_head(game, seats)
    del head["Title"]
    for seat in seats:
        head[seat.name.capitalize()] = f"player {seat.person_id}" if seat.person_id else "?"
    events = [event for _row, event in store.read_events(game)]
    return record.write_record(game.rules, head, events)


def write_notation(game: Game, seats: Iterable[Seat]) -> str:
    """Return the orders of a game so far, a line for each turn, after a head.

    It is the first part of the record, without proof and without the seed.
    """
    head = {"Ruleset": game.rules.slug, **_game_head(game, seats)}
    lines = [f"[{key} {json.dumps(value, ensure_ascii=False)}]" for key, value in head.items()]
    return "\n".join([*lines, "", *_cached_by_version(game, "orders", _order_lines), ""])


def public_json(game: Game, seats: Iterable[Seat]) -> Json:
    """Return a game so far, event by event, as the public may know it."""
    return {
        "game": game.pk,
        "title": plain_text(game.title),
        "ruleset": game.ruleset,
        "board": game.board,
        "options": game.options,
        "seats": {seat.name: _player_name(seat) for seat in seats},
        "status": game.status,
        "version": game.version,
        "events": _cached_by_version(game, "events", _event_dicts),
    }


def viewer_events(game: Game, viewer: Viewer, *, after: int, upto: int) -> list[Json]:
    """Return the events ``after < seq <= upto`` of a game, as a viewer may know them."""
    witness, eyes = game.rules.knowledge.witness, effective_viewer(game, viewer)
    rows = store.read_events(game, after=after, upto=upto)
    return [_event_dict(row, witness(event, eyes)) for row, event in rows]


def _cached_by_version(game: Game, what: str, make: Callable[[Game], list[Kept]]) -> list[Kept]:
    """Return what ``make`` makes of a game, worked out once for each version of it.

    It must be public, since all readers get the same.
    """
    # A long game takes a while, and anybody can ask again and again. The status is in the key
    # since the end of a game opens what was hidden.
    key = f"{what}-{game.pk}-{game.version}-{game.status}"
    made: list[Kept] | None = caches["records"].get_or_set(key, lambda: make(game))
    return made or []


def _order_lines(game: Game) -> list[str]:
    events = [event for _row, event in store.read_events(game)]
    return record.turn_lines(game.rules, events, effective_viewer(game, None))


def _event_dicts(game: Game) -> list[Json]:
    return [_event_dict(row, event) for row, event in _public_rows(game)]


def _event_dict(row: Event, event: Any) -> Json:
    kind, data = codec.pack_event(event)
    return {"seq": row.seq, "at": row.at.isoformat(), "kind": kind, "data": data}


def _public_rows(game: Game) -> Iterator[tuple[Event, Any]]:
    witness, eyes = game.rules.knowledge.witness, effective_viewer(game, None)
    return ((row, witness(event, eyes)) for row, event in store.read_events(game))


def _record_head(game: Game, seats: Iterable[Seat]) -> dict[str, str]:
    rows = list(game.commitments.all())
    by_kind = {row.kind: row.commitment for row in rows if row.kind != Commitment.Kind.SET_UP}
    disclosed = disclosure.head_lines(
        bytes(game.seed),
        game.words,
        {row.seq: row.commitment for row in rows if row.kind == Commitment.Kind.SET_UP},
        # Tables from before the chain have committed their seed late, and say so.
        commitment=by_kind.get(Commitment.Kind.SEED) or by_kind.get(Commitment.Kind.EARLIER, ""),
        key_commitment=by_kind.get(Commitment.Kind.KEY, ""),
    )
    standing = disclosure.standing_line(standing_orders.export_orders(game))
    orders = disclosure.orders_line(standing_orders.open_commitments(game))
    return _game_head(game, seats) | disclosed | standing | orders


def _game_head(game: Game, seats: Iterable[Seat]) -> dict[str, str]:
    head = {
        "Site": settings.SITE_URL,
        "Game": str(game.pk),
        "Title": plain_text(game.title),
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
    """Return the name of the person at a seat, None if nobody sits there."""
    # Files are in English, also where a former player has no name of their own.
    with translation.override("en"):
        return plain_text(seat.person.name) if seat.person else None
