"""PostgreSQL alone: a durable insert, and the statements of a turn, from bare loops of psycopg."""

from __future__ import annotations

import json
import statistics
import time
import uuid
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import psycopg
from django.db import connection

from accounts.models import Person
from conquest.bench import BenchGame, Measurements
from games.models import Game, Seat
from games.play import store
from mail import outbox
from tests.bench import games
from tests.bench.crowd import PLAYERS

SECONDS = 2.0
ROUNDS = 6
EVENTS = 10  # of a turn

Connection = psycopg.Connection[Any]
Act = Callable[[Connection], None]


def measure(figures: Measurements, people: Sequence[Person], middle: BenchGame) -> None:
    """Measure both with one connection and with many; in each round every one has its turn."""
    turns = [_begin(middle, people) for _ in range(PLAYERS)]
    acts: dict[str, Sequence[Act]] = {
        "durable inserts": [insert] * PLAYERS,
        "the statements of a turn": [one.run for one in turns],
    }
    for count in (1, PLAYERS):
        rates = defaultdict[str, list[float]](list)
        with ThreadPoolExecutor(count) as pool:
            for _ in range(ROUNDS):
                for name, ways in acts.items():
                    rates[f"{name}, connections: {count}"].append(_rate(pool, ways[:count]))
        _print_rates(figures, rates)


def _begin(middle: BenchGame, people: Sequence[Person]) -> TurnStatements:
    """Begin a game for two who will be asked in turn, the one who is asked now first."""
    game = games.begin(middle, people)
    asked, other, *_ = sorted(game.seats.all(), key=lambda seat: seat.name != middle.asked_seat)
    return TurnStatements(game, [asked, other])


def _print_rates(figures: Measurements, rates: Mapping[str, Sequence[float]]) -> None:
    for name, found in rates.items():
        figures.print_figure(name, statistics.median(found), "a second")
        figures.print_figure(f"{name}, lowest round", min(found), "a second")
        figures.print_figure(f"{name}, highest round", max(found), "a second")


def _rate(pool: ThreadPoolExecutor, acts: Sequence[Act]) -> float:
    """Return how many are done a second, each over a connection of its own."""
    return sum(pool.map(_repeat, acts)) / SECONDS


def _repeat(act: Act) -> int:
    params: dict[str, Any] = connection.get_connection_params()
    with psycopg.connect(**params | {"cursor_factory": psycopg.Cursor}) as line:
        act(line)  # plans are made
        end, times = time.monotonic() + SECONDS, 0
        while time.monotonic() < end:
            act(line)
            times += 1
    return times


def insert(line: Connection) -> None:
    """Insert a letter, as the bare POST does, and wait until it lasts."""
    line.execute(outbox.POST, _letter("bench"), prepare=True)
    line.commit()


def _letter(kind: str) -> list[str]:
    """Return the values of a statement that posts a letter, and tells programs nothing."""
    letter = outbox.build_delivery(
        key=uuid.uuid4().hex, kind=kind, address="bench@play.example.org", now=datetime.now(UTC)
    )
    row = {name: getattr(letter, name) for name in outbox.COLUMNS}
    return [json.dumps([row], default=datetime.isoformat), "[]"]


@dataclass
class TurnStatements:
    """A game whose turns are statements alone: nobody judges what they store."""

    game: Game
    seats: Sequence[Seat]

    def run(self, line: Connection) -> None:
        """Lock and read the game, store a turn with its letter, and wait until it lasts."""
        game = self.game
        with line.pipeline():
            for query in (
                store.LOCK, store.SEATS, store.PEOPLE, store.PREMOVES, store.CONDITIONAL_TURNS
            ):  # fmt: skip
                line.execute(query, [game.pk], prepare=True)
            line.execute(store.CLOCK, prepare=True)
        line.execute(store.APPEND, self._turn(), prepare=True)
        line.execute(outbox.POST, _letter("decision"), prepare=True)
        line.commit()
        game.version += EVENTS
        self.seats = self.seats[::-1]

    def _turn(self) -> dict[str, Any]:
        """Return the values of the next turn: one seat has answered, and the other one is asked."""
        game, first, now = self.game, self.game.version + 1, datetime.now(UTC)
        done, next_one = (seat.pk for seat in self.seats)
        submission = {
            "seat_id": done, "key": uuid.uuid4().hex, "text": "", "seen_version": game.version,
            "first_seq": first, "last_seq": first + EVENTS - 1, "via": "web",
            "is_side_action": False,
        }  # fmt: skip
        due = now.isoformat()
        decision = {"seat_id": next_one, "kind": "turn", "number": first, "due_at": due}
        record = {
            "submissions": [submission],
            "events": [_event(seq) for seq in range(first, first + EVENTS)],
            "closed": [{"seat_id": done, "reason": "answer"}],
            "opened": [decision],
        }
        return {
            "game": game.pk, "now": now, "expected": game.version, "version": first + EVENTS - 1,
            "head": "", "state": bytes(game.state), "record": json.dumps(record),
        }  # fmt: skip


def _event(seq: int) -> dict[str, Any]:
    data = {"path": ["S12", "S13"], "seat": "south"}
    return {"seq": seq, "kind": "Moved", "data": data, "hash": f"{seq:064x}"}
