"""The event table: the only place that reads a game's past and the only insert into it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import msgspec
from django.db import connection

from conquest import core
from conquest.kit import chain, codec
from games.models import Decision, Event, Game, Seat, Snapshot, Submission

SNAPSHOT_EVERY = 100


class Conflict(Exception):
    """Events were to be appended behind a version that is not the last."""


def lock(game_id: int) -> Game:
    """Lock the row of a game until the transaction ends.

    Raises ``Game.DoesNotExist``.
    """
    for game in Game.objects.raw("SELECT * FROM games_game WHERE id = %s FOR UPDATE", [game_id]):
        return game
    raise Game.DoesNotExist


def seats(game: Game) -> dict[str, Seat]:
    """Give the seats of a game by name, in the order of play."""
    rows = 'SELECT * FROM games_seat WHERE game_id = %s ORDER BY "order"'
    found = {seat.name: seat for seat in Seat.objects.raw(rows, [game.pk])}
    for seat in found.values():
        seat.game = game
    return found


def load(game: Game, version: int | None = None) -> Any:
    """Give the position after ``version`` events (the present by default)."""
    rules = game.rules
    if version is None or version == game.version:
        return rules.thaw(bytes(game.state))
    near = Snapshot.objects.filter(game=game, version__lte=version).order_by("-version").first()
    start = rules.thaw(bytes(near.state)) if near else None
    rest = events(game, after=near.version if near else 0, upto=version)
    return core.fold(rules, start, (event for _, event in rest))


def events(game: Game, *, after: int = 0, upto: int | None = None) -> list[tuple[Event, Any]]:
    """Give the rows ``after < seq <= upto`` with the events they hold."""
    rows = Event.objects.filter(game=game, seq__gt=after).order_by("seq")
    if upto is not None:
        rows = rows.filter(seq__lte=upto)
    kinds = game.rules.events
    return [(row, codec.unpack(kinds, row.kind, row.data)) for row in rows]


APPEND = """
    WITH submitted AS (
        INSERT INTO games_submission (
            game_id, at, seat_id, person_id, key, text, seen_version, first_seq, last_seq, via
        )
        SELECT %(game)s, %(now)s, submission.* FROM unnest(
            %(s_seat_id)s::bigint[], %(s_person_id)s::bigint[], %(s_key)s::text[],
            %(s_text)s::text[], %(s_seen_version)s::int[], %(s_first_seq)s::int[],
            %(s_last_seq)s::int[], %(s_via)s::text[]
        ) AS submission
        RETURNING id, first_seq
    ), happened AS (
        INSERT INTO games_event (game_id, at, seq, kind, data, hash)
        SELECT %(game)s, %(now)s, event.* FROM unnest(
            %(e_seq)s::int[], %(e_kind)s::text[], %(e_data)s::text[]::jsonb[], %(e_hash)s::text[]
        ) AS event
    ), closed AS (
        UPDATE games_decision SET closed_at = %(now)s, closed_by = answered.reason
        FROM unnest(%(c_seat_id)s::bigint[], %(c_reason)s::text[]) AS answered (seat_id, reason)
        WHERE games_decision.seat_id = answered.seat_id AND closed_at IS NULL
        RETURNING games_decision.id
    ), opened AS (
        INSERT INTO games_decision (
            game_id, version, opened_at, attempts, closed_by,
            seat_id, kind, number, due_at, told_at, remind_at
        )
        SELECT %(game)s, %(version)s, %(now)s, 0, '', asked.* FROM unnest(
            %(d_seat_id)s::bigint[], %(d_kind)s::text[], %(d_number)s::int[],
            %(d_due_at)s::timestamptz[], %(d_told_at)s::timestamptz[],
            %(d_remind_at)s::timestamptz[]
        ) AS asked
        WHERE (SELECT count(*) FROM closed) >= 0  -- a seat's old decision closes before
        RETURNING id, seat_id
    )
    UPDATE games_game
    SET version = %(version)s, head = %(head)s, state = %(state)s, moved_at = %(now)s
    WHERE id = %(game)s AND version = %(expected)s
    RETURNING (SELECT array_agg(id ORDER BY first_seq) FROM submitted),
        (SELECT jsonb_object_agg(seat_id, id) FROM opened)
"""
SUBMISSION = ["seat_id", "person_id", "key", "text", "seen_version", "first_seq", "last_seq", "via"]
DECISION = ["seat_id", "kind", "number", "due_at", "told_at", "remind_at"]
EVENT = ["seq", "kind", "data", "hash"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What came of an act: events and the state behind them, the submissions they came of,
    the decisions that close (reasons by seat id) and those that open."""

    events: Sequence[Any]
    state: Any
    submissions: Sequence[Submission] = ()
    closed: Mapping[int, str] = field(default_factory=dict)
    opened: Sequence[Decision] = ()


def append(game: Game, record: Record, *, now: datetime) -> None:
    """Insert events behind the last, with all that came with them, in one statement.

    The caller holds the lock on the game row; raises ``Conflict`` if the game has gone on all
    the same since ``game`` was read.
    """
    expected = game.version
    frozen = game.rules.freeze(record.state)
    events = list(zip(*_rows(game, record.events), strict=True))
    given: dict[str, Any] = {
        f"e_{name}": list(column) for name, column in zip(EVENT, events, strict=True)
    }
    given |= _columns("s", SUBMISSION, record.submissions) | _columns("d", DECISION, record.opened)
    given |= {"c_seat_id": list(record.closed), "c_reason": list(record.closed.values())}
    given |= {"version": events[0][-1], "head": events[-1][-1], "expected": expected}
    with connection.cursor() as cursor:
        cursor.execute(APPEND, given | {"game": game.pk, "now": now, "state": frozen})
        row = cursor.fetchone()
    if row is None:
        raise Conflict
    _number(record, *row)
    game.version, game.head = given["version"], given["head"]
    game.state, game.moved_at = frozen, now
    if expected // SNAPSHOT_EVERY != game.version // SNAPSHOT_EVERY:
        Snapshot.objects.create(game=game, version=game.version, state=game.state)


def _columns(letter: str, names: Iterable[str], rows: Sequence[Any]) -> dict[str, Any]:
    return {f"{letter}_{name}": [getattr(row, name) for row in rows] for name in names}


def _number(record: Record, submissions: list[int] | None, opened: str | None) -> None:
    """Give the rows the ids they got in the database."""
    for submission, pk in zip(record.submissions, submissions or (), strict=True):
        submission.pk = pk
    by_seat = json.loads(opened or "{}")
    for decision in record.opened:
        decision.pk = by_seat[str(decision.seat_id)]


def _rows(game: Game, happened: Iterable[Any]) -> Iterator[tuple[int, str, str, str]]:
    """Give number, kind, JSON and hash of each event that happened behind the last."""
    head = game.head or chain.START
    for seq, event in enumerate(happened, start=game.version + 1):
        kind, data = codec.pack(event)
        head = chain.link(head, seq, kind, data)
        yield seq, kind, msgspec.json.encode(data).decode(), head


def verify(game: Game) -> int | None:
    """Walk the chain; give the first ``seq`` that does not fit, or ``None`` if all is well."""
    head, expected = chain.START, 1
    for row in Event.objects.filter(game=game).order_by("seq").iterator():
        head = chain.link(head, row.seq, row.kind, row.data)
        if row.seq != expected or row.hash != head:
            return expected
        expected += 1
    whole = expected - 1 == game.version and head == (game.head or chain.START)
    return None if whole else expected
