"""The event table and its archive: the only code that reads a game's events, inserts or moves them.

Written by hand, since a turn is one statement with its chain of hashes and its position (decision
16).
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache, reduce
from itertools import islice
from operator import or_
from typing import Any, TypeVar, cast

import msgspec
import psycopg
from django.db import connection
from django.db.models import Model, Q, QuerySet

from accounts.models import Person
from conquest import core
from conquest.kit import chain, codec, take_back
from conquest.kit.take_back import TakenBack
from games.models import (
    ArchivedEvent,
    ConditionalTurns,
    Decision,
    Event,
    Game,
    Premove,
    Seat,
    Snapshot,
    Submission,
)
from games.play import checksum
from games.play.damage import DamagedError
from games.play.lock_queue import limit_waiters
from mail import failpoints

Row = TypeVar("Row", bound=Model)

SNAPSHOT_EVERY = 100


class ConflictError(Exception):
    """Events were to be appended after a version that is not the last."""


def _column_list(model: type[Model], table: str) -> str:
    return ", ".join(f'{table}."{field.column}"' for field in model._meta.concrete_fields)


# Written by hand, since every trip to the database counts in the time of a turn.
# Not the key: rows that only refer to a game can still be inserted. The league inserts some while
# it holds its queue, which an annulment waits for with the lock on its game: else each would wait
# for the other.
LOCKING = "FOR NO KEY UPDATE"
LOCK = f"SELECT {_column_list(Game, 'game')} FROM games_game AS game WHERE id = %s {LOCKING}"
SEATS = f"""
    SELECT {_column_list(Seat, "seat")} FROM games_seat AS seat WHERE game_id = %s ORDER BY "order"
"""
PREMOVES = f"""
    SELECT {_column_list(Premove, "premove")} FROM games_premove AS premove
    JOIN games_seat AS seat ON seat.id = premove.seat_id WHERE seat.game_id = %s
"""
CONDITIONAL_TURNS = f"""
    SELECT {_column_list(ConditionalTurns, "ahead")} FROM games_conditionalturns AS ahead
    JOIN games_seat AS seat ON seat.id = ahead.seat_id WHERE seat.game_id = %s
"""
PEOPLE = f"""
    SELECT {_column_list(Person, "person")} FROM accounts_person AS person
    JOIN games_seat AS seat ON person.id = ANY (ARRAY[seat.person_id, seat.stand_in_id])
    WHERE seat.game_id = %s
"""

CLOCK = "SELECT clock_timestamp()"


def lock_game(game_id: int) -> tuple[Game, dict[str, Seat]]:
    """Lock the row of a game until the transaction ends; return it with its seats by name, and the
    moment by the database's clock in its ``locked_at``.

    Raises ``Game.DoesNotExist``, or ``BusyError`` if too many threads wait for it already.
    """
    # One trip for six statements. Each runs after the one before and sees what was committed
    # until then, so that all but the first read what holds under the lock.
    with limit_waiters(game_id), connection.wrap_database_errors, connection.connection.pipeline():
        queries = (LOCK, SEATS, PEOPLE, PREMOVES, CONDITIONAL_TURNS)
        game_rows, seat_rows, person_rows, premove_rows, tree_rows = (
            run_prepared(query, [game_id]) for query in queries
        )
        clock_row = run_prepared(CLOCK, None)
    games = _build_rows(Game, game_rows)
    if not games:
        raise Game.DoesNotExist
    games[0].locked_at = _read_moment(clock_row)
    people = {person.pk: person for person in _build_rows(Person, person_rows)}
    seats = {seat.name: seat for seat in _build_rows(Seat, seat_rows)}
    premoves = {premove.seat_id: premove for premove in _build_rows(Premove, premove_rows)}
    trees = {tree.seat_id: tree for tree in _build_rows(ConditionalTurns, tree_rows)}
    for seat in seats.values():
        seat.game = games[0]
        _attach_row(seat, "premove", premoves.get(seat.pk))
        _attach_row(seat, "conditional_turns", trees.get(seat.pk))
        if seat.person_id is not None:
            seat.person = people[seat.person_id]
        if seat.stand_in_id is not None:
            seat.stand_in = people[seat.stand_in_id]
    return games[0], seats


def _read_moment(cursor: psycopg.Cursor[Any]) -> datetime:
    ((moment,),) = cursor.fetchall()
    return cast(datetime, moment)


def _attach_row(seat: Seat, name: str, row: Premove | ConditionalTurns | None) -> None:
    """Set what a seat has said ahead, or that it has not, as if Django had looked it up."""
    # Without this a seat that has none costs a query of its own, which could be timed by others.
    seat._state.fields_cache[name] = row
    if row is not None:
        row.seat = seat


def run_prepared(query: str, params: Any) -> psycopg.Cursor[Any]:
    """Send a statement that PostgreSQL plans only once for each connection."""
    cursor: psycopg.Cursor[Any] = psycopg.Cursor(connection.connection)
    return cursor.execute(query, params, prepare=True)


def _build_rows(model: type[Row], cursor: psycopg.Cursor[Any]) -> list[Row]:
    """Build rows of a model from all its columns, as Django does."""
    names, readers = _field_readers(model)
    rows = map(list[Any], cursor)
    return [model.from_db(connection.alias, names, _read_values(row, readers)) for row in rows]


@cache
def _field_readers(model: type[Model]) -> tuple[Sequence[str], Mapping[int, Callable[..., Any]]]:
    """Return the names of a model's fields, and what some of them are read by, by their place."""
    fields = model._meta.concrete_fields
    readers = {
        place: field.from_db_value
        for place, field in enumerate(fields)
        if hasattr(field, "from_db_value")
    }
    return [field.attname for field in fields], readers


def _read_values(row: list[Any], readers: Mapping[int, Callable[..., Any]]) -> list[Any]:
    for place, read in readers.items():
        row[place] = read(row[place], None, connection)
    return row


def load_state(game: Game, version: int | None = None) -> Any:
    """Return the position after ``version`` events (the present by default)."""
    # The present is kept in the row, so that its cost does not grow with the length of the game.
    if version is None or version == game.version:
        return _thaw_state(game, game.state)
    near = Snapshot.objects.filter(game=game, version__lte=version).order_by("-version").first()
    rest = read_events(game, after=near.version if near else 0, upto=version)
    # It may go back to before the position that is kept: then all is folded from the beginning.
    if near and any(isinstance(event, TakenBack) for _, event in rest):
        near, rest = None, read_events(game, upto=version)
    start = _thaw_state(game, near.state) if near else None
    return _fold_events(game, start, (event for _, event in rest))


def check_state(game: Game) -> None:
    """Raise ``DamagedError`` if the present position of a game cannot be read."""
    if game.version:
        load_state(game)


def _thaw_state(game: Game, state: bytes | memoryview) -> Any:
    try:
        return game.rules.judgement.thaw(checksum.unwrap(bytes(state)))
    except Exception as error:  # rules may stumble over anything that is no position
        raise DamagedError(game, "its position") from error


def _fold_events(game: Game, start: Any, events: Iterable[Any]) -> Any:
    try:
        return core.fold(game.rules, start, take_back.live_events(events))
    except Exception as error:  # an event that could not follow
        raise DamagedError(game, "an event") from error


def read_events(game: Game, *, after: int = 0, upto: int | None = None) -> list[tuple[Event, Any]]:
    """Return the rows ``after < seq <= upto`` with the events they hold.

    Raises ``DamagedError`` where one does not follow the one before.
    """
    # One row more than is returned: the first event is checked against the hash before it.
    wanted = Q(game=game, seq__gte=after)
    if upto is not None:
        wanted &= Q(seq__lte=upto)
    return decode_rows(game, _select_rows(wanted), after=after)


def _select_rows(wanted: Q) -> QuerySet[Event]:
    """Select the rows of events by number, those in the archive, too."""
    # One statement sees each row once, even if its game is being archived meanwhile.
    archived = ArchivedEvent.objects.filter(wanted)
    return Event.objects.filter(wanted).union(archived, all=True).order_by("seq")


def decode_rows(game: Game, rows: Iterable[Event], *, after: int) -> list[tuple[Event, Any]]:
    """Return the rows with ``seq > after`` and the events they hold.

    ``rows`` must include the row ``after`` itself, since each is checked against the hash of the
    one before. Raises ``DamagedError``.
    """
    decoded, before = list[tuple[Event, Any]](), chain.START
    for row in rows:
        if row.seq > after:
            decoded.append((row, _decode_event(game, row, before)))
        before = row.hash
    return decoded


def _decode_event(game: Game, row: Event, before: str) -> Any:
    try:
        if chain.hash_link(before, row.seq, row.kind, row.data) == row.hash:
            return codec.unpack_event(game.rules.judgement.events, row.kind, row.data)
    except Exception as error:  # neither chain nor codec knows what it is
        raise DamagedError(game, f"event {row.seq}") from error
    raise DamagedError(game, f"event {row.seq}")


def last_events(games: Iterable[Game], length: int) -> Mapping[int, list[Event]]:
    """Return by game id the rows of its last ``length`` events and the one before them; takes one
    query."""
    rows: dict[int, list[Event]] = defaultdict(list)
    # Each by itself: joined to its game, all events of a long game would be read.
    tails = [Q(game=game, seq__gte=game.version - length) for game in games]
    for row in _select_rows(reduce(or_, tails)) if tails else ():
        rows[row.game_id].append(row)
    return rows


# One statement, to save trips, too. Its rows come as one JSON document, so that the text is the
# same for any number of rows, and a connection plans it only once.
# If the game has gone on, it inserts all the same: only a rollback undoes that.
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
        RETURNING games_decision.id, games_decision.seat_id, closed_by,
            greatest(opened_at, told_at) AS asked_at
    ), measured AS (
        INSERT INTO games_reliabilityrecord (person_id, game_id, kind, at, is_kept, seconds)
        SELECT measured.person_id, %(game)s, measured.kind, %(now)s, closed.closed_by = 'answer',
            greatest(0, extract(epoch FROM %(now)s - closed.asked_at))
        FROM closed
        JOIN jsonb_to_recordset(%(record)s::jsonb -> 'measured') AS measured (
            seat_id bigint, person_id bigint, kind text
        ) USING (seat_id)
    ), opened AS (
        INSERT INTO games_decision (
            game_id, version, opened_at, closed_by,
            seat_id, kind, number, due_at, told_at, remind_at, hands_over_at, orders_at
        )
        SELECT %(game)s, %(version)s, %(now)s, '', asked.*
        FROM jsonb_to_recordset(%(record)s::jsonb -> 'opened') AS asked (
            seat_id bigint, kind text, number int,
            due_at timestamptz, told_at timestamptz, remind_at timestamptz,
            hands_over_at timestamptz, orders_at timestamptz
        )
        WHERE (SELECT count(*) FROM closed) >= 0  -- a seat's old decision must close before
        RETURNING id, seat_id
    ), committed AS (
        INSERT INTO games_orderscommitment (game_id, version, at, commitments)
        SELECT %(game)s, %(version)s, %(now)s, %(record)s::jsonb -> 'orders'
        WHERE %(record)s::jsonb -> 'orders' <> '{}'
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
DECISION = [
    "seat_id", "kind", "number", "due_at", "told_at", "remind_at", "hands_over_at", "orders_at",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class MeasuredDecision:
    """A decision of a seat that closes and tells how reliable a person is; ``kind`` is turn or
    answer."""

    seat_id: int
    person_id: int
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnResult:
    """What a turn or another act leads to: events and the state after them, the submissions that
    caused them, the decisions that close (reasons by seat id), those of them that are ``measured``,
    and those that open; and the commitments to the standing ``orders`` of all seats."""

    events: Sequence[Any]
    state: Any
    submissions: Sequence[Submission] = ()
    closed: Mapping[int, str] = field(default_factory=dict)
    opened: Sequence[Decision] = ()
    measured: Sequence[MeasuredDecision] = ()
    orders: Mapping[str, str] = field(default_factory=dict)


def keep_position(game: Game) -> None:
    """Keep the present position of a game, so that later ones are found without those before."""
    Snapshot.objects.get_or_create(
        game=game, version=game.version, defaults={"state": bytes(game.state)}
    )


def append_events(game: Game, record: TurnResult, *, now: datetime) -> None:
    """Insert events after the last one, with all that came with them, in one statement.

    The caller holds the lock on the game row. Raises ``ConflictError`` if the game has gone on
    nevertheless since ``game`` was read; then the caller must roll back.
    """
    expected = game.version
    events = list(chain.chain_links(record.events, head=game.head, after=game.version))
    version, head = events[-1].seq, events[-1].hash
    frozen = checksum.wrap(game.rules.judgement.freeze(record.state))
    params: dict[str, Any] = {"game": game.pk, "now": now, "expected": expected, "state": frozen}
    params |= {"version": version, "head": head, "record": _encode_result(record, events)}
    with connection.wrap_database_errors:
        row = run_prepared(APPEND, params).fetchone()
    if row is None:
        raise ConflictError
    _assign_ids(record, *row)
    game.version, game.head, game.state, game.moved_at = version, head, frozen, now
    # A turn has several events, so one may pass a multiple without ending on it.
    if expected // SNAPSHOT_EVERY != version // SNAPSHOT_EVERY:
        Snapshot.objects.create(game=game, version=version, state=frozen)


def _encode_result(record: TurnResult, events: Sequence[chain.ChainLink]) -> str:
    """Return the rows of a turn as one JSON document, which PostgreSQL takes apart."""
    closed = [{"seat_id": seat, "reason": str(reason)} for seat, reason in record.closed.items()]
    rows: dict[str, Any] = {
        "submissions": _row_dicts(SUBMISSION, record.submissions),
        "events": events,
    }
    rows |= {"closed": closed, "opened": _row_dicts(DECISION, record.opened)}
    rows |= {"measured": record.measured, "orders": record.orders}
    return msgspec.json.encode(rows).decode()


def _row_dicts(names: Iterable[str], rows: Iterable[Any]) -> list[core.Json]:
    return [{name: getattr(row, name) for name in names} for row in rows]


def _assign_ids(record: TurnResult, submissions: list[int] | None, opened: str | None) -> None:
    """Set the ids that submissions and decisions got in the database."""
    for submission, pk in zip(record.submissions, submissions or (), strict=True):
        submission.pk = pk
    by_seat = json.loads(opened or "{}")
    for decision in record.opened:
        decision.pk = by_seat[str(decision.seat_id)]


EVENT_COLUMNS = ", ".join(str(field.column) for field in ArchivedEvent._meta.concrete_fields)
ARCHIVE = f"""
    INSERT INTO games_archivedevent ({EVENT_COLUMNS})
    SELECT {EVENT_COLUMNS} FROM games_event
    WHERE game_id = ANY(%(games)s) ORDER BY game_id, seq LIMIT %(most)s
"""
DELETE_ARCHIVED = """
    DELETE FROM games_event AS event USING games_archivedevent AS archived
    WHERE event.game_id = ANY(%(games)s)
        AND archived.game_id = event.game_id AND archived.seq = event.seq
"""
NOTE_ARCHIVED = """
    UPDATE games_game SET archived_at = %(now)s
    WHERE id = ANY(%(games)s) AND NOT EXISTS (SELECT FROM games_event WHERE game_id = games_game.id)
"""


def archive_events(games: Sequence[int], *, most: int, now: datetime) -> int:
    """Move events of games that have ended to the archive, ``most`` at a time, and note which games
    have none left; return how many were moved.

    The caller holds the locks on the rows of the games, in a transaction.
    """
    given: dict[str, Any] = {"games": list(games), "most": most, "now": now}
    with connection.cursor() as cursor:
        cursor.execute(ARCHIVE, given)
        moved: int = cursor.rowcount
        failpoints.hit("half_archived")
        # Rows are deleted only for the copies they have: a trigger compares them once more.
        cursor.execute(DELETE_ARCHIVED, given)
        failpoints.hit("archived")
        cursor.execute(NOTE_ARCHIVED, given)
    return moved


def verify_game(game: Game) -> str | None:
    """Return what is damaged in a game, ``None`` if nothing is: the first event that breaks the
    chain, or else the first position that does not follow from the events."""
    if broken := first_broken_event(game):
        return f"event {broken} does not fit"
    try:
        wrong = [
            keeper.version
            for keeper, state in _replay_positions(game)
            if not _is_intact(game, keeper, state)
        ]
    except DamagedError as damaged:
        return str(damaged)
    return f"the position after event {wrong[0]} does not come of the events" if wrong else None


def first_broken_event(game: Game) -> int | None:
    """Walk the chain of events; return the first ``seq`` that breaks it, ``None`` if none does."""
    # As an iterator, so that not all rows of a long game are in memory at once.
    rows = _select_rows(Q(game=game)).iterator()
    walked = chain.check_links(
        chain.ChainLink(row.seq, row.kind, row.data, row.hash) for row in rows
    )
    # Events that are missing at the end break no link: only the game's row knows of them.
    is_whole = (walked.length, walked.head) == (game.version, game.head or chain.START)
    return walked.broken or (None if is_whole else walked.length + 1)


def repair_positions(game: Game) -> int:
    """Rebuild the stored positions of a game from its events; return how many were wrong.

    The caller holds the lock on the game row, and knows that the events are whole.
    """
    wrong = 0
    for keeper, state in _replay_positions(game):
        if not _is_intact(game, keeper, state):
            keeper.state = checksum.wrap(game.rules.judgement.freeze(state))
            keeper.save(update_fields=["state"])
            wrong += 1
    return wrong


def _replay_positions(game: Game) -> Iterator[tuple[Game | Snapshot, Any]]:
    """Yield each row that keeps a position of a game, with the position that the events lead to."""
    keepers: list[Game | Snapshot] = [*Snapshot.objects.filter(game=game).order_by("version"), game]
    states, state, version = _replay_states(game), None, 0
    # From keeper to keeper, so that each event is folded only once.
    for keeper in keepers:
        if keeper.version > version:
            state = next(islice(states, keeper.version - version - 1, None), None)
        version = keeper.version
        yield keeper, state


def _replay_states(game: Game) -> Iterator[Any]:
    events = [event for _row, event in read_events(game)]
    try:
        yield from take_back.replay_states(game.rules, events)
    except Exception as error:  # an event that could not follow
        raise DamagedError(game, "an event") from error


def _is_intact(game: Game, keeper: Game | Snapshot, state: Any) -> bool:
    """Whether the position that a row keeps is this one."""
    try:
        return bool(_thaw_state(game, keeper.state) == state)
    except DamagedError:
        return False
