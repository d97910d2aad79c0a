"""The key of a game's random numbers, and the only insert into the chain of commitments.

Appending waits for a lock that is held until the transaction ends. It must be the last lock that a
transaction waits for: nobody who holds it may wait for somebody who wants it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection

from conquest.kit import chain, chance, commitments
from conquest.kit.chain import ChainCheck
from conquest.kit.commitments import Kind
from games.models import Commitment, Game
from games.play import store

LOCK = "SELECT pg_advisory_xact_lock(1970498913)"  # any number that no other lock has


class Secret(NamedTuple):
    """A commitment to append to the chain; that to a set-up names its seat and its event, and
    tells others neither of them, nor the game, where it ``is_blind``."""

    kind: Kind
    commitment: str
    seat: str = ""
    seq: int = 0
    is_blind: bool = False


def chance_key(game: Game) -> bytes:
    """Return the key of a game's random numbers, made of its seed and the words of its players."""
    return chance.derive_key(bytes(game.seed), game.words)


def draw_lot(game: Game, message: str) -> int:
    """Return a whole number of a game by a message of its own, which nobody can know before its
    end, and which is none of those that its rules draw."""
    return chance.whole_number(chance_key(game), message)


def hash_orders(game: Game, seq: int, lists: Mapping[str, str]) -> dict[str, str]:
    """Return by seat the commitments to standing orders, none or some, after an event."""
    seed = bytes(game.seed)
    return {
        seat: commitments.hash_standing_orders(
            chance.derive_orders_salt(seed, seq, seat), seat, text
        )
        for seat, text in lists.items()
    }


def commit_seed(game: Game, *, now: datetime) -> None:
    """Commit the seed of a table that opens, before anybody can sit down there."""
    _append_commitments(game, [Secret("seed", commitments.hash_secret(bytes(game.seed)))], now=now)


def commit_key(game: Game, *, now: datetime) -> None:
    """Commit the key of a game that begins, if words make it another than the seed."""
    if any(game.words):
        _append_commitments(
            game, [Secret("key", commitments.hash_secret(chance_key(game)))], now=now
        )


def commit_set_ups(game: Game, events: Sequence[Any], *, now: datetime) -> None:
    """Commit the secret orders among the last events of a game."""
    hidden = list(_hidden_orders(game, events))
    if hidden:
        _append_commitments(game, hidden, now=now)


def _hidden_orders(game: Game, events: Sequence[Any]) -> Iterator[Secret]:
    seed = bytes(game.seed)
    for seq, event in enumerate(events, start=game.version - len(events) + 1):
        if order := commitments.hidden_order(game.rules, event):
            # Few set-ups are possible, so that a hash without a salt could be found by trying.
            commitment = commitments.hash_order(chance.derive_salt(seed, seq), order)
            yield Secret("set-up", commitment, event.seat, seq, game.is_private)


def _append_commitments(game: Game, secrets: Iterable[Secret], *, now: datetime) -> None:
    # A serial would have gaps after a rollback, and a lock on the last row would give a waiting
    # transaction the row that was last before it waited.
    with connection.cursor() as cursor:
        cursor.execute(LOCK)
    before, link = _last_entry()
    for number, secret in enumerate(secrets, start=before + 1):
        row = Commitment(number=number, game=game, at=now, **secret._asdict())
        row.link = link = commitments.hash_entry(link, row.chained_entry.entry)
        row.save(force_insert=True)


def _last_entry() -> tuple[int, str]:
    """Return number and link of the last entry; called under the lock."""
    # A statement of its own sees what was committed while the one before waited for the lock.
    last = Commitment.objects.order_by("-number").first()
    return (last.number, last.link) if last else (0, chain.START)


def check_commitments() -> ChainCheck:
    """Walk the chain; return how far numbers and links follow from each other."""
    rows = Commitment.objects.order_by("number").iterator()
    return commitments.check_entries(row.chained_entry for row in rows)


def find_bad_commitment(game: Game) -> str | None:
    """Return a sentence about the first commitment of a game that does not fit what it was made
    of, ``None`` if all do."""
    for row in game.commitments.order_by("number"):
        if row.commitment != _expected_commitment(game, row):
            return f"commitment {row.number} does not fit its {row.kind}"
    return None


def _expected_commitment(game: Game, row: Commitment) -> str:
    """Return what a commitment should be, worked out from the game."""
    match row.kind:
        case Commitment.Kind.KEY:
            return commitments.hash_secret(chance_key(game))
        case Commitment.Kind.SET_UP:
            events = store.read_events(game, after=row.seq - 1, upto=row.seq)
            orders = [getattr(event, "order", "") for _row, event in events]
            salt = chance.derive_salt(bytes(game.seed), row.seq)
            return commitments.hash_order(salt, orders[0]) if orders else ""
        case _:
            return commitments.hash_secret(bytes(game.seed))
