"""How fast the rules are: turns judged, listed, put together, proposed and replayed."""

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
STAGES = 3
BOLDNESS = 0.6
MAX_OPTIONS_MS = 150
MAX_NONSENSE_MS = 50
NONSENSE_CHARS = 65_536
NONSENSE = ("\n", ";", "-", "a1-", "a1-b2x", "+A e9 ", "draw?;", "end;", "\u0130")
KEY = bytes(32)

Work = Callable[[], object]


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``bench``."""
    command.add_argument("ruleset", nargs="?", help="every rule set there is, if none is named")
    command.add_argument("--seconds", type=float, default=2.0, help="for each measurement")
    command.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Measure and print a line of JSON for each figure; the status is 1 where one is missing."""
    figures = Figures()
    slugs = [asked.ruleset] if asked.ruleset else [slug for slug, _ in registry.choices()]
    for slug in slugs:
        with figures.tried("a game to measure", slug):
            _measure(figures, middle(registry.get(slug)), asked.seconds)
    return figures.status


@dataclass(slots=True)
class Figures:
    """Figures, printed as they come; ``missing`` are those that could not be measured."""

    missing: list[str] = field(default_factory=list)

    def show(
        self,
        measure: str,
        value: float,
        unit: str = "",
        limit: float | None = None,
        ruleset: str = "",
    ) -> None:
        of_what = {"ruleset": ruleset} if ruleset else {}
        told = {"measure": measure, "value": round(value, 3), "unit": unit, "limit": limit}
        print(json.dumps({**of_what, **told}), flush=True)

    @contextmanager
    def tried(self, measure: str, ruleset: str = "") -> Iterator[None]:
        """Go on behind what cannot be measured, and say so."""
        try:
            yield
        except Exception as error:
            self.missing.append(measure)
            why = next(iter(str(error).splitlines()), "") or type(error).__name__
            of_what = {"ruleset": ruleset} if ruleset else {}
            print(json.dumps({**of_what, "measure": measure, "missing": why}), flush=True)

    @property
    def status(self) -> int:
        """The exit status: 1 where a figure is missing."""
        return int(bool(self.missing))


@dataclass(frozen=True, slots=True)
class Turn:
    """What a seat handed in, and the game it was written for after ``version`` events."""

    state: Any
    version: int
    seat: Seat
    text: str


class Match:
    """A game that seeded dice play, each turn put together choice by choice as on a page.

    Its chance comes from ``KEY``; ``events`` are all that happened, ``turns`` what was handed in.
    """

    def __init__(self, rules: AnyRules, seed: int, events: Iterable[Any] = ()) -> None:
        self.rules, self.dice = rules, random.Random(seed)
        self.events = list(events) or list(
            rules.judgement.start_game({}, chance.keyed_numbers(KEY))
        )
        self.state = fold(rules, None, self.events)
        self.turns: list[Turn] = []

    @property
    def is_over(self) -> bool:
        return self.rules.judgement.outcome(self.state) is not None

    @property
    def seat(self) -> Seat:
        """The first seat that is asked."""
        return next(iter(self.rules.judgement.to_act(self.state)))

    @property
    def is_composing(self) -> bool:
        """Whether the first seat that is asked puts a turn together."""
        judgement = self.rules.judgement
        return judgement.decision_kinds[judgement.to_act(self.state)[self.seat]].how == "compose"

    @property
    def known(self) -> Any:
        """The position as the first seat that is asked knows it."""
        knowledge = self.rules.knowledge
        return knowledge.read_view(knowledge.write_view(self.state, self.seat))

    def by_kind(self) -> Mapping[str, Sequence[Turn]]:
        """Return what was handed in by what was asked for."""
        found = defaultdict[str, list[Turn]](list)
        for turn in self.turns:
            found[self.rules.judgement.to_act(turn.state)[turn.seat]].append(turn)
        return found

    def play(self) -> Turn:
        """Let the first seat that is asked hand in a bold turn, or an answer."""
        if self.is_composing:
            return self.hand_in(self.composed(self.dice.choice(SPANS)))
        return self.hand_in(
            self.dice.choice(self.rules.composing.legal_choices(self.known, self.seat)).text
        )

    def keep_quiet(self, span: int) -> Turn:
        """Let the first seat that is asked hand in a turn of up to ``span`` small quiet choices,
        or what its silence means."""
        if self.is_composing:
            return self.hand_in(self.composed(span, is_quiet=True))
        rules = self.rules
        return self.hand_in(
            rules.notation.write_orders(rules.judgement.default_orders(self.state, self.seat))
        )

    def hand_in(self, text: str) -> Turn:
        """Play a text, or any order where it does not count as a turn."""
        try:
            happened = judged(self.rules, self.state, self.seat, text)
        except Refused:
            text = bot_random.any_legal_order(
                self.rules, self.known, self.seat, self.dice.randrange
            )
            happened = judged(self.rules, self.state, self.seat, text)
        turn = Turn(self.state, len(self.events), self.seat, text)
        self.turns.append(turn)
        self.state = fold(self.rules, self.state, happened)
        self.events += happened
        return turn

    def composed(self, span: int, *, is_quiet: bool = False) -> str:
        """Return a turn of up to ``span`` choices."""
        *_, text = ("", *self.stages(span, is_quiet=is_quiet))
        end = self.rules.judgement.end_word(self.state, self.seat)
        return self.rules.notation.join_words(filter(None, (text, end)))

    def stages(self, span: int, *, is_quiet: bool = False) -> Iterator[str]:
        """Yield the texts of a turn in the making, one for each choice."""
        notation, known, text = self.rules.notation, self.known, ""
        for _ in range(span):
            sketch = self.rules.composing.sketch(known, self.seat, text)
            moves = [choice for choice in sketch.choices if choice.origin]
            wanted = _quiet(moves) if is_quiet else self._bold(moves)
            if not wanted:
                return
            choice = self.dice.choice(wanted)
            words = notation.split_words(text)
            text = notation.join_words((*(words[:-1] if choice.replaces else words), choice.text))
            yield text

    def _bold(self, choices: Sequence[Choice]) -> Sequence[Choice]:
        captures = [choice for choice in choices if choice.captures]
        return captures if captures and self.dice.random() < BOLDNESS else choices


def middle(rules: AnyRules) -> Match:
    """Return a game in its middle, in which a turn is to be put together; always the same.

    :raises Fault: if none gets so far.
    """
    for seed in range(1, 20):
        match = Match(rules, seed)
        while not match.is_over:
            if match.is_composing and rules.judgement.turn_number(match.state) >= MIDDLE:
                return match
            match.play()
    raise Fault(f"no game of {rules.slug} comes to turn {MIDDLE}")


def judged(rules: AnyRules, state: Any, seat: Seat, text: str) -> Sequence[Any]:
    """Return what comes of a text.

    :raises Refused: if it does not count.
    """
    numbers = chance.keyed_numbers(KEY, rules.judgement.numbers_drawn(state))
    return rules.judgement.decide(
        state, seat, rules.notation.read_orders(state, seat, text), numbers
    )


def _quiet(choices: Sequence[Choice]) -> Sequence[Choice]:
    """Return the choices that capture nothing and cost least."""
    quiet = [choice for choice in choices if not choice.captures]
    least = min((choice.cost for choice in quiet), default=0)
    return [choice for choice in quiet if choice.cost == least]


def _measure(figures: Figures, match: Match, seconds: float) -> None:
    """Measure the rules in a game's opening and in its middle."""
    slug = match.rules.slug
    for name, (work, amount) in _counted(match).items():
        with figures.tried(name, slug):
            figures.show(name, _rate(work, amount, seconds), "a second", ruleset=slug)
    for name, (work, amount) in _timed(match).items():
        with figures.tried(name, slug):
            limit = MAX_OPTIONS_MS if name == "options_middle_ms" else None
            figures.show(name, 1000 / _rate(work, amount, seconds), "ms", limit, slug)
    with figures.tried("nonsense_ms", slug):
        slowest = max(_refused(match, text) for text in NONSENSE)
        figures.show("nonsense_ms", 1000 * slowest, "ms", MAX_NONSENSE_MS, slug)


def _counted(match: Match) -> Mapping[str, tuple[Work, int]]:
    """Return what is measured by how much of it is done in a second, and how much it is.

    A camp that is set up has no single order to be listed.
    """
    rules, walks = match.rules, _walks(Match(match.rules, 1))
    stored = [codec.pack_event(event) for event in match.events]
    listed = {"orders_per_second": (partial(_judge, rules, walks), len(walks))} if walks else {}
    return {
        **listed,
        "turns_per_second": (partial(_judge, rules, match.turns), len(match.turns)),
        "events_replayed_per_second": (partial(_replay, rules, stored), len(stored)),
    }


def _timed(match: Match) -> Mapping[str, tuple[Work, int]]:
    """Return what is measured by the time it takes, and how often it is done."""
    rules, seat, known, opening = match.rules, match.seat, match.known, Match(match.rules, 1)
    texts, legal, whims = ("", *match.stages(STAGES)), rules.composing.legal_choices, count()
    return {
        "options_ms": (partial(legal, opening.known, opening.seat), 1),
        "options_middle_ms": (partial(legal, known, seat), 1),
        "sketch_ms": (partial(_sketch, rules, known, seat, texts), len(texts)),
        **{
            f"judge_{kind}_ms": (partial(_judge, rules, turns), len(turns))
            for kind, turns in match.by_kind().items()
        },
        **{
            f"sketch_{kind}_ms": (partial(_sketch_again, rules, turns), len(turns))
            for kind, turns in match.by_kind().items()
        },
        **{
            f"propose_{level.name}_ms": (partial(_propose, level, known, seat, whims), 1)
            for level in rules.composing.levels
        },
        "freeze_thaw_ms": (partial(_freeze_and_thaw, rules, match.state), 1),
        "view_report_ms": (partial(_report, rules, match.state), 1),
    }


def _refused(match: Match, text: str) -> float:
    """Return the seconds that it takes to refuse a text of 64 KB, a few signs over and over."""
    whole = (text * NONSENSE_CHARS)[:NONSENSE_CHARS]
    began = time.perf_counter()
    with suppress(Refused):
        judged(match.rules, match.state, match.seat, whole)
    return time.perf_counter() - began


def _walks(match: Match) -> list[Turn]:
    """Return every single order that is legal in a position, as a turn of its own."""
    listed = match.rules.composing.legal_choices(match.known, match.seat)
    return [Turn(match.state, len(match.events), match.seat, choice.text) for choice in listed]


def _judge(rules: AnyRules, turns: Iterable[Turn]) -> None:
    for turn in turns:
        fold(rules, turn.state, judged(rules, turn.state, turn.seat, turn.text))


def _sketch(rules: AnyRules, known: Any, seat: Seat, texts: Iterable[str]) -> None:
    """Work out texts with all that can follow them."""
    for text in texts:
        len(rules.composing.sketch(known, seat, text).choices)


def _sketch_again(rules: AnyRules, turns: Iterable[Turn]) -> None:
    """Work out texts as they were handed in, on what their authors knew: odds and all."""
    for turn in turns:
        known = rules.knowledge.read_view(rules.knowledge.write_view(turn.state, turn.seat))
        _sketch(rules, known, turn.seat, [turn.text])


def _propose(level: BotLevel[Any], known: Any, seat: Seat, whims: Iterator[int]) -> str:
    """Let a house player propose a turn, by other whims every time."""
    return level.propose_orders(known, seat, chance.keyed_numbers(str(next(whims)).encode()))


def _freeze_and_thaw(rules: AnyRules, state: Any) -> object:
    return rules.judgement.thaw(rules.judgement.freeze(state))


def _report(rules: AnyRules, state: Any) -> object:
    return rules.telling.report(rules.knowledge.read_view(rules.knowledge.write_view(state, None)))


def _replay(rules: AnyRules, stored: Iterable[tuple[str, dict[str, Any]]]) -> None:
    fold(
        rules,
        None,
        (codec.unpack_event(rules.judgement.events, kind, data) for kind, data in stored),
    )


def _rate(work: Work, amount: int, seconds: float) -> float:
    """Return how much is done in a second, the work repeated for about ``seconds``."""
    work()
    began, rounds = time.perf_counter(), 0
    while (passed := time.perf_counter() - began) < seconds:
        work()
        rounds += 1
    return rounds * amount / passed
