"""How fast the rules are: orders judged, options listed, events replayed."""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable
from typing import Any

from conquest import registry
from conquest.core import fold
from conquest.kit import codec
from conquest.registry import AnyRules


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``bench``."""
    command.add_argument("ruleset", nargs="?", default="conquest")
    command.add_argument("--seconds", type=float, default=2.0, help="for each measurement")
    command.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Measure and print a line of JSON for each figure."""
    rules = registry.get(asked.ruleset)
    state, walks, events = _game(rules)
    stored = [codec.pack(event) for event in events]
    seat = next(iter(rules.to_act(state)))
    measured = {
        "orders_per_second": _rate(lambda: _judge(rules, state, walks), len(walks), asked.seconds),
        "options_ms": 1000 / _rate(lambda: rules.legal(state, seat), 1, asked.seconds),
        "weigh_ms": 1000 / _rate(lambda: rules.weigh(state, seat), 1, asked.seconds),
        "events_replayed_per_second": _rate(
            lambda: _replay(rules, stored), len(stored), asked.seconds
        ),
        "freeze_thaw_ms": 1000 / _rate(lambda: rules.thaw(rules.freeze(state)), 1, asked.seconds),
        "view_report_ms": 1000
        / _rate(lambda: rules.report(rules.view(state, None)), 1, asked.seconds),
    }
    for name, figure in measured.items():
        print(json.dumps({"ruleset": rules.slug, "measure": name, "value": round(figure, 3)}))
    return 0


def _game(rules: AnyRules) -> tuple[Any, list[str], list[Any]]:
    """Play a few turns from the start; give the state, legal orders in it and all events."""
    dice = random.Random(1)
    events = list(rules.start(rules.boards[0], rules.seats, bytes(32), {}))
    state = fold(rules, None, events)
    while len(events) < 500 and not rules.outcome(state):
        seat = next(iter(rules.to_act(state)))
        choice = dice.choice(rules.legal(state, seat))
        happened = rules.decide(state, seat, rules.read(state, seat, choice.text))
        state = fold(rules, state, happened)
        events += happened
    opening = fold(rules, None, events[:1])
    seat = next(iter(rules.to_act(opening)))
    return opening, [choice.text for choice in rules.legal(opening, seat)], events


def _judge(rules: AnyRules, state: Any, walks: list[str]) -> None:
    seat = next(iter(rules.to_act(state)))
    for text in walks:
        fold(rules, state, rules.decide(state, seat, rules.read(state, seat, text)))


def _replay(rules: AnyRules, stored: list[tuple[str, dict[str, Any]]]) -> None:
    fold(rules, None, (codec.unpack(rules.events, kind, data) for kind, data in stored))


def _rate(work: Callable[[], object], amount: int, seconds: float) -> float:
    """Give how much is done in a second, the work repeated for about ``seconds``."""
    work()
    began, rounds = time.perf_counter(), 0
    while (passed := time.perf_counter() - began) < seconds:
        work()
        rounds += 1
    return rounds * amount / passed
