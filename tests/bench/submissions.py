"""What one person waits for: a turn of ten orders against a POST that does next to nothing."""

from __future__ import annotations

import statistics
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from accounts.models import Person
from conquest.bench import Measurements
from conquest.core import fold
from games.models import Game
from games.play import store
from tests.bench.browser import Browser, sign_in
from tests.bench.games import grow, start

ROUNDS = 36
ORDERS = 10


def measure(figures: Measurements, address: str, players: Sequence[Person]) -> None:
    """Time empty POSTs and turns of ten orders in games of 50 and of 5,000 events.

    The three follow close on each other and take turns at being first, so that each finds the
    machine alike.
    """
    games = {length: [] for length in (50, 5000)}  # type: dict[int, list[Game]]
    for length, kept in games.items():
        for _ in range(ROUNDS // 12):
            kept.append(start(players))
            grow(kept[-1], length)
    seats = games[50][0].seats.select_related("person")
    browsers = {seat.name: sign_in(seat.person, address) for seat in seats if seat.person}
    insert = partial(next(iter(browsers.values())).request, "/bench/insert/")
    taken: dict[int, list[float]] = {0: [], 50: [], 5000: []}
    for number in range(ROUNDS):
        acts: dict[int, Callable[[], str]] = {0: insert}
        acts |= {n: _turn_of(kept[number % len(kept)], browsers) for n, kept in games.items()}
        for length in sorted(acts, key=lambda n: (list(acts).index(n) + number) % len(acts)):
            leads_to = "?sent=" if length else "/done/"
            taken[length].append(_timed(acts[length], leads_to))
    base, short, long = (statistics.median(times) for times in taken.values())
    figures.print_figure("empty POST with one insert", base, "ms")
    figures.print_figure("turn of ten orders, game of 50 events", short, "ms")
    figures.print_figure("turn of ten orders against the empty POST", short / base, "times", 2)
    figures.print_figure(
        "turn in a game of 5,000 events against one of 50", long / short, "times", 1.3
    )


def _turn_of(game: Game, players: Mapping[str, Browser]) -> Callable[[], str]:
    """Compose a quiet turn of ten orders for the player on turn; give the act of sending it."""
    game.refresh_from_db()
    rules, state = game.rules, store.load_state(game)
    seat = next(iter(rules.judgement.to_act(state)))
    texts: list[str] = []
    while len(texts) < ORDERS - 1 and seat in rules.judgement.to_act(state):
        steps = [
            c for c in rules.composing.legal_choices(state, seat) if c.cost == 1 and not c.captures
        ]
        if not steps:
            break
        texts.append(steps[0].text)
        state = fold(
            rules,
            state,
            rules.judgement.decide(state, seat, rules.notation.read_orders(state, seat, texts[-1])),
        )
    if seat in rules.judgement.to_act(state):
        texts.append("end")
    fields = {"text": "; ".join(texts), "seen": str(game.version), "key": uuid.uuid4().hex}
    return partial(players[seat].request, f"/games/{game.pk}/submit/", **fields)


def _timed(act: Callable[[], str], leads_to: str) -> float:
    began = time.perf_counter()
    location = act()
    passed = time.perf_counter() - began
    assert leads_to in location, location
    return 1000 * passed
