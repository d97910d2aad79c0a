"""The event table: the only place that reads a game's past and the only insert into it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import msgspec

from conquest import core
from conquest.kit import chain
from games.models import Event, Game, Snapshot

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
    return [(row, msgspec.convert({**row.data, "kind": row.kind}, kinds[row.kind])) for row in rows]


def append(
    game: Game, state: Any, happened: Sequence[Any], *, expected: int, now: datetime
) -> None:
    """Insert events behind version ``expected`` and move the game row on to ``state``.

    The caller holds the lock on the game row. Raises ``Conflict`` for a wrong version.
    """
    if game.version != expected:
        raise Conflict
    rows = list(_rows(game, happened, now))
    Event.objects.bulk_create(rows)
    before, game.version, game.head = game.version, rows[-1].seq, rows[-1].hash
    game.state, game.moved_at = game.rules.freeze(state), now
    game.save(update_fields=["version", "head", "state", "moved_at"])
    if before // SNAPSHOT_EVERY != game.version // SNAPSHOT_EVERY:
        Snapshot.objects.create(game=game, version=game.version, state=game.state)


def _rows(game: Game, happened: Iterable[Any], now: datetime) -> Iterable[Event]:
    head = game.head or chain.START
    for seq, event in enumerate(happened, start=game.version + 1):
        data = msgspec.to_builtins(event)
        kind = data.pop("kind")
        head = chain.link(head, seq, kind, data)
        yield Event(game=game, seq=seq, kind=kind, data=data, hash=head, at=now)


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
