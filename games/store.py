"""The event table: the only place that reads a game's past and the only insert into it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.db import connection

from conquest import core
from conquest.kit import chain, codec
from games.models import Event, Game, Snapshot, Submission

SNAPSHOT_EVERY = 100


class Conflict(Exception):
    """Events were to be appended behind a version that is not the last."""


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
            %(seats)s::bigint[], %(people)s::bigint[], %(keys)s::text[], %(texts)s::text[],
            %(seen)s::int[], %(firsts)s::int[], %(lasts)s::int[], %(doors)s::text[]
        ) AS submission
        RETURNING id, first_seq
    ), happened AS (
        INSERT INTO games_event (game_id, at, seq, kind, data, hash)
        SELECT %(game)s, %(now)s, event.* FROM unnest(
            %(seqs)s::int[], %(kinds)s::text[], %(data)s::text[]::jsonb[], %(hashes)s::text[]
        ) AS event
    )
    UPDATE games_game
    SET version = %(version)s, head = %(head)s, state = %(state)s, moved_at = %(now)s
    WHERE id = %(game)s AND version = %(expected)s
    RETURNING (SELECT array_agg(id ORDER BY first_seq) FROM submitted)
"""


def append(
    game: Game,
    state: Any,
    happened: Sequence[Any],
    submissions: Sequence[Submission],
    *,
    now: datetime,
) -> None:
    """Insert events and the submissions they came of, and move the game row on to ``state``.

    One statement does it all. The caller holds the lock on the game row; raises ``Conflict``
    if the game has gone on all the same since ``game`` was read.
    """
    expected = game.version
    seqs, kinds, data, hashes = map(list, zip(*_rows(game, happened), strict=True))
    frozen = game.rules.freeze(state)
    given: dict[str, Any] = {"seqs": seqs, "kinds": kinds, "data": data, "hashes": hashes}
    given |= {"version": seqs[-1], "head": hashes[-1], "state": frozen, "expected": expected}
    with connection.cursor() as cursor:
        cursor.execute(APPEND, given | _columns(submissions) | {"game": game.pk, "now": now})
        row = cursor.fetchone()
    if row is None:
        raise Conflict
    for submission, pk in zip(submissions, row[0] or (), strict=True):
        submission.pk = pk
    game.version, game.head, game.state, game.moved_at = seqs[-1], hashes[-1], frozen, now
    if expected // SNAPSHOT_EVERY != game.version // SNAPSHOT_EVERY:
        Snapshot.objects.create(game=game, version=game.version, state=frozen)


def _columns(submissions: Sequence[Submission]) -> dict[str, Any]:
    return {
        "seats": [submission.seat_id for submission in submissions],
        "people": [submission.person_id for submission in submissions],
        "keys": [submission.key for submission in submissions],
        "texts": [submission.text for submission in submissions],
        "seen": [submission.seen_version for submission in submissions],
        "firsts": [submission.first_seq for submission in submissions],
        "lasts": [submission.last_seq for submission in submissions],
        "doors": [str(submission.via) for submission in submissions],
    }


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
