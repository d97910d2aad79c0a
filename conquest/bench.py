"""Benchmarks of the rules: turns judged, listed, composed, proposed and replayed."""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Any

from conquest import registry
from conquest.core import BotLevel, Choice, Fault, Refused, Seat, fold
from conquest.kit import bot_random, chance, codec
from conquest.registry import AnyRules

MIDDLE = 24  # turns
SPANS = (1, 1, 2, 4, 8)  # choices
STAGES = 3  # choices
BOLDNESS = 0.6  # how often to capture where it is possible
MAX_OPTIONS_MS = 150  # as wanted in docs/benchmarks.md, like the next
MAX_NONSENSE_MS = 50
NONSENSE_CHARS = 65_536
NONSENSE = ("\n", ";", "-", "a1-", "a1-b2x", "+A e9 ", "draw?;", "end;", "\u0130")
KEY = bytes(32)  # always the same chance, so that runs can be compared

Work = Callable[[], object]


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``bench``."""
    command.add_argument("ruleset", nargs="?", help="every rule set there is, if none is named")
    command.add_argument("--seconds", type=float, default=2.0, help="for each measurement")
    command.set_defaults(run=run_bench)


def run_bench(asked: argparse.Namespace) -> int:
    """Measure and print a line of JSON for each figure; return 1 if one is missing."""
    figures = Measurements()
    slugs = [asked.ruleset] if asked.ruleset else [slug for slug, _ in registry.ruleset_choices()]
    for slug in slugs:
        with figures.skip_failures("a game to measure", slug):
            _measure_game(figures, middle_game(registry.get_ruleset(slug)), asked.seconds)
    return figures.exit_status


@dataclass(slots=True)
class Measurements:
    """Prints figures one by one; ``missing`` are those that could not be measured."""

    missing: list[str] = field(default_factory=list)

    def print_figure(
        self,
        measure: str,
        value: float,
        unit: str = "",
        limit: float | None = None,
        ruleset: str = "",
    ) -> None:
        subject = {"ruleset": ruleset} if ruleset else {}
        figure = {"measure": measure, "value": round(value, 3), "unit": unit, "limit": limit}
        print(json.dumps({**subject, **figure}), flush=True)

    @contextmanager
    def skip_failures(self, measure: str, ruleset: str = "") -> Iterator[None]:
        """Continue after a measurement that fails, and print that its figure is missing."""
        try:
            yield
        except Exception as error:
            self.missing.append(measure)
            why = next(iter(str(error).splitlines()), "") or type(error).__name__
            subject = {"ruleset": ruleset} if ruleset else {}
            print(json.dumps({**subject, "measure": measure, "missing": why}), flush=True)

    @property
    def exit_status(self) -> int:
        """The exit status: 1 where a figure is missing."""
        return int(bool(self.missing))


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A text that a seat handed in, and the state and number of events before it."""

    state: Any
    version: int
    seat: Seat
    text: str


class BenchGame:
    """A random game of a seed, each turn composed choice by choice as on a page.

    Its chance comes from ``KEY``; ``events`` are all its events, ``turns`` all its submissions.
    """

    def __init__(self, rules: AnyRules, seed: int, events: Iterable[Any] = ()) -> None:
        self.rules, self.dice = rules, random.Random(seed)
        self.events = list(events) or list(
            rules.judgement.start_game({}, chance.keyed_numbers(KEY))
        )
        self.state = fold(rules, None, self.events)
        self.turns: list[PlayedTurn] = []

    @property
    def is_over(self) -> bool:
        return self.rules.judgement.outcome(self.state) is not None

    @property
    def asked_seat(self) -> Seat:
        """The first seat that owes a decision."""
        return next(iter(self.rules.judgement.to_act(self.state)))

    @property
    def is_composing(self) -> bool:
        """Whether the first seat that owes a decision composes its answer."""
        judgement = self.rules.judgement
        return (
            judgement.decision_kinds[judgement.to_act(self.state)[self.asked_seat]].how == "compose"
        )

    @property
    def known_state(self) -> Any:
        """The position as the first seat that owes a decision knows it."""
        knowledge = self.rules.knowledge
        return knowledge.read_view(knowledge.write_view(self.state, self.asked_seat))

    def turns_by_kind(self) -> Mapping[str, Sequence[PlayedTurn]]:
        """Return all submissions by the kind of decision that they answered."""
        turns = defaultdict[str, list[PlayedTurn]](list)
        for turn in self.turns:
            turns[self.rules.judgement.to_act(turn.state)[turn.seat]].append(turn)
        return turns

    def play_turn(self) -> PlayedTurn:
        """Let the asked seat hand in a random turn, often with captures, or a random answer."""
        if self.is_composing:
            return self.hand_in(self.compose_turn(self.dice.choice(SPANS)))
        return self.hand_in(
            self.dice.choice(
                self.rules.composing.legal_choices(self.known_state, self.asked_seat)
            ).text
        )

    def play_quiet_turn(self, span: int) -> PlayedTurn:
        """Let the asked seat hand in a turn of up to ``span`` cheap choices without captures, or
        the orders that its silence means."""
        if self.is_composing:
            return self.hand_in(self.compose_turn(span, is_quiet=True))
        rules = self.rules
        return self.hand_in(
            rules.notation.write_orders(rules.judgement.default_orders(self.state, self.asked_seat))
        )

    def hand_in(self, text: str) -> PlayedTurn:
        """Play a text, or any legal order where the text is refused; return the turn."""
        try:
            happened = decide_text(self.rules, self.state, self.asked_seat, text)
        except Refused:
            text = bot_random.any_legal_order(
                self.rules, self.known_state, self.asked_seat, self.dice.randrange
            )
            happened = decide_text(self.rules, self.state, self.asked_seat, text)
        turn = PlayedTurn(self.state, len(self.events), self.asked_seat, text)
        self.turns.append(turn)
        self.state = fold(self.rules, self.state, happened)
        self.events += happened
        return turn

    def compose_turn(self, span: int, *, is_quiet: bool = False) -> str:
        """Return the text of a random turn of up to ``span`` choices."""
        *_, text = ("", *self.partial_turns(span, is_quiet=is_quiet))
        end = self.rules.judgement.end_word(self.state, self.asked_seat)
        return self.rules.notation.join_words(filter(None, (text, end)))

    def partial_turns(self, span: int, *, is_quiet: bool = False) -> Iterator[str]:
        """Yield the texts of a turn as it is composed, one after each choice."""
        notation, known, text = self.rules.notation, self.known_state, ""
        for _ in range(span):
            sketch = self.rules.composing.sketch(known, self.asked_seat, text)
            moves = [choice for choice in sketch.choices if choice.origin]
            wanted = _quiet_choices(moves) if is_quiet else self._prefer_captures(moves)
            if not wanted:
                return
            choice = self.dice.choice(wanted)
            words = notation.split_words(text)
            text = notation.join_words((*(words[:-1] if choice.replaces else words), choice.text))
            yield text

    def _prefer_captures(self, choices: Sequence[Choice]) -> Sequence[Choice]:
        captures = [choice for choice in choices if choice.captures]
        return captures if captures and self.dice.random() < BOLDNESS else choices


def middle_game(rules: AnyRules) -> BenchGame:
    """Return a game in its middle, at a turn that is to be composed; always the same game.

    :raises Fault: if no game gets that far.
    """
    # a random game may end early: try another seed
    for seed in range(1, 20):
        match = BenchGame(rules, seed)
        while not match.is_over:
            if match.is_composing and rules.judgement.turn_number(match.state) >= MIDDLE:
                return match
            match.play_turn()
    raise Fault(f"no game of {rules.slug} comes to turn {MIDDLE}")


def decide_text(rules: AnyRules, state: Any, seat: Seat, text: str) -> Sequence[Any]:
    """Return the events of a text.

    :raises Refused: if it does not count.
    """
    numbers = chance.keyed_numbers(KEY, rules.judgement.numbers_drawn(state))
    return rules.judgement.decide(
        state, seat, rules.notation.read_orders(state, seat, text), numbers
    )


def _quiet_choices(choices: Sequence[Choice]) -> Sequence[Choice]:
    """Return the choices that capture nothing and cost least."""
    quiet = [choice for choice in choices if not choice.captures]
    least = min((choice.cost for choice in quiet), default=0)
    return [choice for choice in quiet if choice.cost == least]


def _measure_game(figures: Measurements, match: BenchGame, seconds: float) -> None:
    """Measure the rules in the opening and in the middle of a game."""
    slug = match.rules.slug
    for name, (work, amount) in _throughput_work(match).items():
        with figures.skip_failures(name, slug):
            figures.print_figure(
                name, _measure_rate(work, amount, seconds), "a second", ruleset=slug
            )
    for name, (work, amount) in _latency_work(match).items():
        with figures.skip_failures(name, slug):
            limit = MAX_OPTIONS_MS if name == "options_middle_ms" else None
            figures.print_figure(
                name, 1000 / _measure_rate(work, amount, seconds), "ms", limit, slug
            )
    with figures.skip_failures("nonsense_ms", slug):
        slowest = max(_time_refusal(match, text) for text in NONSENSE)
        figures.print_figure("nonsense_ms", 1000 * slowest, "ms", MAX_NONSENSE_MS, slug)


def _throughput_work(match: BenchGame) -> Mapping[str, tuple[Work, int]]:
    """Return the work to measure per second, by measure, and the amount done by one call."""
    rules, walks = match.rules, _single_turns(BenchGame(match.rules, 1))
    stored = [codec.pack_event(event) for event in match.events]
    # a game that begins with set-ups lists no single orders
    orders = (
        {"orders_per_second": (partial(judge_turns, rules, walks), len(walks))} if walks else {}
    )
    return {
        **orders,
        "turns_per_second": (partial(judge_turns, rules, match.turns), len(match.turns)),
        "events_replayed_per_second": (partial(_replay_events, rules, stored), len(stored)),
    }


def _latency_work(match: BenchGame) -> Mapping[str, tuple[Work, int]]:
    """Return the work to measure by its duration, by measure, and how often one call does it."""
    rules, seat, known, opening = (
        match.rules,
        match.asked_seat,
        match.known_state,
        BenchGame(match.rules, 1),
    )
    texts, legal, whims = ("", *match.partial_turns(STAGES)), rules.composing.legal_choices, count()
    return {
        "options_ms": (partial(legal, opening.known_state, opening.asked_seat), 1),
        "options_middle_ms": (partial(legal, known, seat), 1),
        "sketch_ms": (partial(_sketch_texts, rules, known, seat, texts), len(texts)),
        **{
            f"judge_{kind}_ms": (partial(judge_turns, rules, turns), len(turns))
            for kind, turns in match.turns_by_kind().items()
        },
        **{
            f"sketch_{kind}_ms": (partial(_sketch_turns, rules, turns), len(turns))
            for kind, turns in match.turns_by_kind().items()
        },
        **{
            f"propose_{level.name}_ms": (partial(_propose_turn, level, known, seat, whims), 1)
            for level in rules.composing.levels
        },
        "freeze_thaw_ms": (partial(_freeze_and_thaw, rules, match.state), 1),
        "view_report_ms": (partial(_report_state, rules, match.state), 1),
    }


def _time_refusal(match: BenchGame, text: str) -> float:
    """Return the seconds it takes to refuse 64 KB of the same few characters."""
    whole = (text * NONSENSE_CHARS)[:NONSENSE_CHARS]
    began = time.perf_counter()
    with suppress(Refused):
        decide_text(match.rules, match.state, match.asked_seat, whole)
    return time.perf_counter() - began


def _single_turns(match: BenchGame) -> list[PlayedTurn]:
    """Return each legal single order of a position as a turn of its own."""
    listed = match.rules.composing.legal_choices(match.known_state, match.asked_seat)
    return [
        PlayedTurn(match.state, len(match.events), match.asked_seat, choice.text)
        for choice in listed
    ]


def judge_turns(rules: AnyRules, turns: Iterable[PlayedTurn]) -> None:
    """Read, decide and apply turns as they were handed in."""
    for turn in turns:
        fold(rules, turn.state, decide_text(rules, turn.state, turn.seat, turn.text))


def _sketch_texts(rules: AnyRules, known: Any, seat: Seat, texts: Iterable[str]) -> None:
    """Sketch texts and all choices after them."""
    for text in texts:
        # choices are computed on first use
        len(rules.composing.sketch(known, seat, text).choices)


def _sketch_turns(rules: AnyRules, turns: Iterable[PlayedTurn]) -> None:
    """Sketch turns as they were handed in, on what their authors knew."""
    for turn in turns:
        known = rules.knowledge.read_view(rules.knowledge.write_view(turn.state, turn.seat))
        _sketch_texts(rules, known, turn.seat, [turn.text])


def _propose_turn(level: BotLevel[Any], known: Any, seat: Seat, whims: Iterator[int]) -> str:
    """Let a bot propose a turn."""
    # other numbers each time, so that no single lucky choice is measured
    return level.propose_orders(known, seat, chance.keyed_numbers(str(next(whims)).encode()))


def _freeze_and_thaw(rules: AnyRules, state: Any) -> object:
    return rules.judgement.thaw(rules.judgement.freeze(state))


def _report_state(rules: AnyRules, state: Any) -> object:
    return rules.telling.report(rules.knowledge.read_view(rules.knowledge.write_view(state, None)))


def _replay_events(rules: AnyRules, stored: Iterable[tuple[str, dict[str, Any]]]) -> None:
    fold(
        rules,
        None,
        (codec.unpack_event(rules.judgement.events, kind, data) for kind, data in stored),
    )


def _measure_rate(work: Work, amount: int, seconds: float) -> float:
    """Return the amount done per second, repeating the work for about ``seconds``."""
    work()  # not measured: the first call fills caches
    began, rounds = time.perf_counter(), 0
    while (passed := time.perf_counter() - began) < seconds:
        work()
        rounds += 1
    return rounds * amount / passed
