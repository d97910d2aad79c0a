"""The event table: the only place that reads a game's past and the only insert into it."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from itertools import islice
from typing import Any, TypeVar

import msgspec
import psycopg
from django.db import connection
from django.db.models import F, Model

from accounts.models import Person
from conquest import core
from conquest.kit import chain, codec
from games.models import Decision, Event, Game, Premove, Seat, Snapshot, Submission
from games.play import checksum
from games.play.damage import DamagedError
from games.play.lock_queue import limit_waiters

Row = TypeVar("Row", bound=Model)

SNAPSHOT_EVERY = 100


class ConflictError(Exception):
    """Events were to be appended behind a version that is not the last."""


def _column_list(model: type[Model], table: str) -> str:
    return ", ".join(f'{table}."{field.column}"' for field in model._meta.concrete_fields)


LOCK = f"SELECT {_column_list(Game, 'game')} FROM games_game AS game WHERE id = %s FOR UPDATE"
SEATS = f"""
    SELECT {_column_list(Seat, "seat")} FROM games_seat AS seat WHERE game_id = %s ORDER BY "order"
"""
PREMOVES = f"""
    SELECT {_column_list(Premove, "premove")} FROM games_premove AS premove
    JOIN games_seat AS seat ON seat.id = premove.seat_id WHERE seat.game_id = %s
"""
PEOPLE = f"""
    SELECT {_column_list(Person, "person")} FROM accounts_person AS person
    JOIN games_seat AS seat ON person.id = ANY (ARRAY[seat.person_id, seat.stand_in_id])
    WHERE seat.game_id = %s
"""


def lock_game(game_id: int) -> tuple[Game, dict[str, Seat]]:
    """Lock the row of a game until the transaction ends; give it with its seats by name.

    One trip to the database: behind the lock, seats, people and what was handed in ahead are read
    as they are then.
    Raises ``Game.DoesNotExist``, or ``BusyError`` where too many wait for it already.
    """
    with limit_waiters(game_id), connection.wrap_database_errors, connection.connection.pipeline():
        asked = (LOCK, SEATS, PEOPLE, PREMOVES)
        locked, sitting, known, ahead = (_run_prepared(query, [game_id]) for query in asked)
    games = _build_rows(Game, locked)
    if not games:
        raise Game.DoesNotExist
    people = {person.pk: person for person in _build_rows(Person, known)}
    seats = {seat.name: seat for seat in _build_rows(Seat, sitting)}
    premoves = {premove.seat_id: premove for premove in _build_rows(Premove, ahead)}
    for seat in seats.values():
        seat.game = games[0]
        _attach_premove(seat, premoves.get(seat.pk))
        if seat.person_id is not None:
            seat.person = people[seat.person_id]
        if seat.stand_in_id is not None:
            seat.stand_in = people[seat.stand_in_id]
    return games[0], seats


def _attach_premove(seat: Seat, premove: Premove | None) -> None:
    """Let a seat know its premove, or that it has none, as if Django had looked it up."""
    seat._state.fields_cache["premove"] = premove
    if premove is not None:
        premove.seat = seat


def _run_prepared(query: str, given: Any) -> psycopg.Cursor[Any]:
    """Send a statement that PostgreSQL plans only once for each connection."""
    cursor: psycopg.Cursor[Any] = psycopg.Cursor(connection.connection)
    return cursor.execute(query, given, prepare=True)


def _build_rows(model: type[Row], cursor: psycopg.Cursor[Any]) -> list[Row]:
    """Build rows of a model from all its columns, as Django does."""
    names = [field.attname for field in model._meta.concrete_fields]
    readers = [getattr(field, "from_db_value", None) for field in model._meta.concrete_fields]
    return [
        model.from_db(connection.alias, names, [
            read(value, None, connection) if read else value
            for value, read in zip(row, readers, strict=True)
        ])
        for row in cursor
    ]  # fmt: skip


def load_state(game: Game, version: int | None = None) -> Any:
    """Return the position after ``version`` events (the present by default)."""
    if version is None or version == game.version:
        return _thaw_state(game, game.state)
    near = Snapshot.objects.filter(game=game, version__lte=version).order_by("-version").first()
    start = _thaw_state(game, near.state) if near else None
    rest = read_events(game, after=near.version if near else 0, upto=version)
    return _fold_events(game, start, (event for _, event in rest))


def check_state(game: Game) -> None:
    """Raise ``DamagedError`` if the present position of a game is no position."""
    if game.version:
        load_state(game)


def _thaw_state(game: Game, state: bytes | memoryview) -> Any:
    try:
        return game.rules.judgement.thaw(checksum.unwrap(bytes(state)))
    except Exception as error:  # rules may stumble over anything that is no position
        raise DamagedError(game, "its position") from error


def _fold_events(game: Game, start: Any, happened: Iterable[Any]) -> Any:
    try:
        return core.fold(game.rules, start, happened)
    except Exception as error:  # an event that could not follow
        raise DamagedError(game, "an event") from error


def read_events(game: Game, *, after: int = 0, upto: int | None = None) -> list[tuple[Event, Any]]:
    """Return the rows ``after < seq <= upto`` with the events they hold.

    Raises ``DamagedError`` where one does not follow the one before.
    """
    rows = Event.objects.filter(game=game, seq__gte=after).order_by("seq")
    if upto is not None:
        rows = rows.filter(seq__lte=upto)
    return decode_rows(game, rows, after=after)


def decode_rows(game: Game, rows: Iterable[Event], *, after: int) -> list[tuple[Event, Any]]:
    """Return the rows of a game behind ``after`` with the events they hold.

    Each must follow the one before: so the row ``after`` is among them, too. Raises
    ``DamagedError``.
    """
    found, before = list[tuple[Event, Any]](), chain.START
    for row in rows:
        if row.seq > after:
            found.append((row, _decode_event(game, row, before)))
        before = row.hash
    return found


def _decode_event(game: Game, row: Event, before: str) -> Any:
    try:
        if chain.hash_link(before, row.seq, row.kind, row.data) == row.hash:
            return codec.unpack_event(game.rules.judgement.events, row.kind, row.data)
    except Exception as error:  # neither chain nor codec knows what it is
        raise DamagedError(game, f"event {row.seq}") from error
    raise DamagedError(game, f"event {row.seq}")


def last_events(games: Iterable[Game], length: int) -> Mapping[int, list[Event]]:
    """Return the rows of the last ``length`` events of each game, and the one before them, by its
    id: one query."""
    rows: dict[int, list[Event]] = defaultdict(list)
    recent = Event.objects.filter(game__in=games, seq__gte=F("game__version") - length)
    for row in recent.order_by("seq"):
        rows[row.game_id].append(row)
    return rows


# One statement, since every trip to the database counts in the time of a turn. Where the game
# has gone on it inserts all the same: only the end of the transaction takes that back.
APPEND = """
    WITH submitted AS (
        INSERT INTO games_submission (
            game_id, at, seat_id, person_id, key, text,
            seen_version, first_seq, last_seq, via, is_beside
        )
        SELECT %(game)s, %(now)s, submission.*
        FROM jsonb_to_recordset(%(record)s::jsonb -> 'submissions') AS submission (
            seat_id bigint, person_id bigint, key text, text text,
            seen_version int, first_seq int, last_seq int, via text, is_side_action boolean
        )
        RETURNING id, first_seq
    ), happened AS (
        INSERT INTO games_event (game_id, at, seq, kind, data, hash)
        SELECT %(game)s, %(now)s, event.*
        FROM jsonb_to_recordset(%(record)s::jsonb -> 'events') AS event (
            seq int, kind text, data jsonb, hash text
        )
    ), closed AS (
        UPDATE games_decision SET closed_at = %(now)s, closed_by = answered.reason
        FROM jsonb_to_recordset(%(record)s::jsonb -> 'closed') AS answered (
            seat_id bigint, reason text
        )
        WHERE games_decision.seat_id = answered.seat_id AND closed_at IS NULL
        RETURNING games_decision.id
    ), opened AS (
        INSERT INTO games_decision (
            game_id, version, opened_at, closed_by,
            seat_id, kind, number, due_at, told_at, remind_at
        )
        SELECT %(game)s, %(version)s, %(now)s, '', asked.*
        FROM jsonb_to_recordset(%(record)s::jsonb -> 'opened') AS asked (
            seat_id bigint, kind text, number int,
            due_at timestamptz, told_at timestamptz, remind_at timestamptz
        )
        WHERE (SELECT count(*) FROM closed) >= 0  -- a seat's old decision closes before
        RETURNING id, seat_id
    )
    UPDATE games_game
    SET version = %(version)s, head = %(head)s, state = %(state)s, moved_at = %(now)s
    WHERE id = %(game)s AND version = %(expected)s
    RETURNING (SELECT array_agg(id ORDER BY first_seq) FROM submitted),
        (SELECT jsonb_object_agg(seat_id, id) FROM opened)
"""
SUBMISSION = [
    "seat_id", "person_id", "key", "text", "seen_version", "first_seq", "last_seq", "via",
    "is_side_action",
]  # fmt: skip
DECISION = ["seat_id", "kind", "number", "due_at", "told_at", "remind_at"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnResult:
    """What came of an act: events and the state behind them, the submissions they came of,
    the decisions that close (reasons by seat id) and those that open."""

    events: Sequence[Any]
    state: Any
    submissions: Sequence[Submission] = ()
    closed: Mapping[int, str] = field(default_factory=dict)
    opened: Sequence[Decision] = ()


def append_events(game: Game, record: TurnResult, *, now: datetime) -> None:
    """Insert events behind the last, with all that came with them, in one statement.

    The caller holds the lock on the game row; raises ``ConflictError`` if the game has gone on all
    the same since ``game`` was read.
    """
    expected = game.version
    events = list(_event_rows(game, record.events))
    version, head = events[-1]["seq"], events[-1]["hash"]
    frozen = checksum.wrap(game.rules.judgement.freeze(record.state))
    given: dict[str, Any] = {"game": game.pk, "now": now, "expected": expected, "state": frozen}
    given |= {"version": version, "head": head, "record": _encode_result(record, events)}
    with connection.wrap_database_errors:
        row = _run_prepared(APPEND, given).fetchone()
    if row is None:
        raise ConflictError
    _assign_ids(record, *row)
    game.version, game.head, game.state, game.moved_at = version, head, frozen, now
    if expected // SNAPSHOT_EVERY != version // SNAPSHOT_EVERY:
        Snapshot.objects.create(game=game, version=version, state=frozen)


def _encode_result(record: TurnResult, events: Sequence[core.Json]) -> str:
    """Write the rows of a record as one JSON document, which PostgreSQL takes apart."""
    closed = [{"seat_id": seat, "reason": str(reason)} for seat, reason in record.closed.items()]
    rows = {"submissions": _row_dicts(SUBMISSION, record.submissions), "events": events}
    rows |= {"closed": closed, "opened": _row_dicts(DECISION, record.opened)}
    return msgspec.json.encode(rows).decode()


def _row_dicts(names: Iterable[str], rows: Iterable[Any]) -> list[core.Json]:
    return [{name: getattr(row, name) for name in names} for row in rows]


def _assign_ids(record: TurnResult, submissions: list[int] | None, opened: str | None) -> None:
    """Set the ids that the rows got in the database."""
    for submission, pk in zip(record.submissions, submissions or (), strict=True):
        submission.pk = pk
    by_seat = json.loads(opened or "{}")
    for decision in record.opened:
        decision.pk = by_seat[str(decision.seat_id)]


def _event_rows(game: Game, happened: Iterable[Any]) -> Iterator[core.Json]:
    """Return the row of each event that happened behind the last."""
    return map(asdict, chain.chain_links(happened, head=game.head, after=game.version))


def verify_game(game: Game) -> str | None:
    """Say what of a game is not as it was stored, ``None`` if all is well: the first event that
    does not follow, or else a position that does not come of the events."""
    if unfit := first_broken_event(game):
        return f"event {unfit} does not fit"
    try:
        differ = [
            kept.version
            for kept, state in _replay_positions(game)
            if not _is_intact(game, kept, state)
        ]
    except DamagedError as damaged:
        return str(damaged)
    return f"the position after event {differ[0]} does not come of the events" if differ else None


def first_broken_event(game: Game) -> int | None:
    """Walk the chain; return the first ``seq`` that does not fit, ``None`` if all do."""
    rows = Event.objects.filter(game=game).order_by("seq").iterator()
    walked = chain.check_links(
        chain.ChainLink(row.seq, row.kind, row.data, row.hash) for row in rows
    )
    is_whole = (walked.length, walked.head) == (game.version, game.head or chain.START)
    return walked.broken or (None if is_whole else walked.length + 1)


def repair_positions(game: Game) -> int:
    """Put in order, from its events, the kept positions of a game; return how many were wrong.

    The caller holds the lock on the game row, and knows that the events are whole.
    """
    wrong = 0
    for kept, state in _replay_positions(game):
        if not _is_intact(game, kept, state):
            kept.state = checksum.wrap(game.rules.judgement.freeze(state))
            kept.save(update_fields=["state"])
            wrong += 1
    return wrong


def _replay_positions(game: Game) -> Iterator[tuple[Game | Snapshot, Any]]:
    """Yield what keeps positions of a game, with the position that its events lead to."""
    keepers: list[Game | Snapshot] = [*Snapshot.objects.filter(game=game).order_by("version"), game]
    happened, state, at = iter(read_events(game)), None, 0
    for kept in keepers:
        state = _fold_events(
            game, state, (event for _, event in islice(happened, kept.version - at))
        )
        at = kept.version
        yield kept, state


def _is_intact(game: Game, kept: Game | Snapshot, state: Any) -> bool:
    try:
        return bool(_thaw_state(game, kept.state) == state)
    except DamagedError:
        return False
