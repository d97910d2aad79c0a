"""Random games of legal orders, and everything about the rules that must hold in them."""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from conquest import registry
from conquest.core import Choice, Fault, Json, Refused, Seat, fold
from conquest.kit import codec
from conquest.registry import AnyRules

LONGEST = 20_000
NONSENSE = ("", "s12", "S12--S13", "x", "anyway", "end; end", "pass", "resign", "S1@", "\x00\ud800")


class Broken(AssertionError):
    """Something that must hold did not."""


@dataclass(slots=True)
class Tally:
    """What was played and checked."""

    games: int = 0
    submissions: int = 0
    events: int = 0
    options: int = 0
    mutants: int = 0
    reasons: dict[str, int] = field(default_factory=dict)


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``fuzz``."""
    command.add_argument("ruleset")
    command.add_argument("--games", type=int, default=10)
    command.add_argument("--seed", type=int, default=0)
    command.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Play random games and print what was done; the status is 1 where something broke."""
    try:
        rules = registry.get(asked.ruleset)
        tally = play(rules, asked.games, asked.seed)
    except (Broken, Fault) as error:
        print(json.dumps({"broken": str(error)}))
        return 1
    print(json.dumps({name: getattr(tally, name) for name in Tally.__slots__}))
    return 0


def play(rules: AnyRules, games: int, seed: int) -> Tally:
    """Play ``games`` random games from ``seed`` on.

    :raises Broken: with the seed of the game in which something did not hold.
    """
    tally = Tally()
    for number in range(seed, seed + games):
        try:
            Game(rules, random.Random(number), tally).play()
        except Broken as broken:
            raise Broken(f"seed {number}: {broken}") from broken
    return tally


class Game:
    """A random game as it is played and checked."""

    def __init__(self, rules: AnyRules, dice: random.Random, tally: Tally) -> None:
        self.rules, self.dice, self.tally = rules, dice, tally
        options = {option.name: dice.choice(option.choices)[0] for option in rules.options}
        self.events = list(rules.start(rules.boards[0], rules.seats, dice.randbytes(32), options))
        self.state = fold(rules, None, self.events)
        self.figures = _figures(rules.position(self.state))

    def play(self) -> None:
        given = 0
        while not self.rules.outcome(self.state):
            if given == LONGEST:
                raise Broken("the game does not end")
            self.submit()
            given += 1
            if given % 20 == 0:
                self.check()
        self.check()
        self.check_replay()
        self.tally.games += 1
        outcome = self.rules.outcome(self.state)
        reason = outcome.reason if outcome else ""
        self.tally.reasons[reason] = self.tally.reasons.get(reason, 0) + 1

    def submit(self) -> None:
        seat = next(iter(self.rules.to_act(self.state)))
        choices = self.rules.legal(self.state, seat)
        text = "; ".join(self.wishes(choices))
        try:
            self.follow(seat, text)
        except Refused:
            self.follow(seat, self.dice.choice(choices).text)

    def wishes(self, choices: tuple[Choice, ...]) -> Iterator[str]:
        """Yield a few orders that are likely to be legal together, captures preferred."""
        if self.dice.random() < 0.2:
            yield "anyway"
        captures = [choice for choice in choices if choice.captures]
        for _ in range(self.dice.choice((1, 1, 2, 4, 8))):
            preferred = captures if captures and self.dice.random() < 0.6 else choices
            choice = self.dice.choice(preferred)
            yield choice.text + ("!" if choice.captures and self.dice.random() < 0.1 else "")
        if self.dice.random() < 0.5:
            yield "end"

    def follow(self, seat: Seat, text: str) -> None:
        rules, before = self.rules, self.state
        happened = rules.decide(before, seat, rules.read(before, seat, text))
        if not happened:
            raise Broken(f"nothing happened by {text!r}")
        self.state = fold(rules, before, happened)
        self.events += happened
        self.tally.submissions += 1
        self.tally.events += len(happened)

    def check(self) -> None:
        self.check_snapshot()
        self.check_figures()
        self.check_views()
        self.check_options()
        self.check_mutants()

    def check_snapshot(self) -> None:
        rules, state = self.rules, self.state
        if rules.thaw(rules.freeze(state)) != state:
            raise Broken("a thawed game is another one")
        view = rules.view(state, None)
        if rules.outcome(state):
            return
        case = {key: view[key] for key in ("board", "options")}
        position = json.loads(json.dumps(rules.position(state)))
        fed = rules.open({**case, "position": position})
        if rules.position(fed) != position or fed != state:
            raise Broken("a position fed back is another one")

    def check_figures(self) -> None:
        if _figures(self.rules.position(self.state)) != self.figures:
            raise Broken("a figure was made or lost")

    def check_views(self) -> None:
        rules, state = self.rules, self.state
        plan = rules.position(state).get("plan", [])
        for seat in (*rules.seats, None):
            view = rules.view(state, seat)
            rules.report(view), rules.text(view)
            if plan and seat not in rules.to_act(state) and seat is None and "plan" in view:
                raise Broken("a view shows a plan to the public")

    def check_options(self) -> None:
        rules, state = self.rules, self.state
        for seat in rules.to_act(state):
            for choice in rules.legal(state, seat):
                orders = rules.read(state, seat, choice.text)
                if rules.write(orders) != choice.text:
                    raise Broken(f"{choice.text!r} is not canonical")
                self.accept(seat, choice.text, orders)

    def accept(self, seat: Seat, text: str, orders: tuple[Any, ...]) -> None:
        try:
            self.rules.decide(self.state, seat, orders)
        except Refused as refused:
            raise Broken(f"the option {text!r} is refused: {refused}") from refused
        self.tally.options += 1

    def check_mutants(self) -> None:
        rules, state = self.rules, self.state
        for seat in rules.to_act(state):
            for choice in rules.legal(state, seat)[:40]:
                self.try_out(seat, self.mutated(choice.text))
        for text in NONSENSE:
            for seat in rules.seats:
                self.try_out(seat, text)

    def mutated(self, text: str) -> str:
        at = self.dice.randrange(len(text))
        sign = self.dice.choice("x-@!;*>1234SECKBG\u00e4\n #")
        return text[:at] + self.dice.choice((sign, "", sign + text[at])) + text[at + 1 :]

    def try_out(self, seat: Seat, text: str) -> None:
        """Give an order that may be nonsense: it is carried out or refused, nothing else."""
        rules, state = self.rules, self.state
        self.tally.mutants += 1
        try:
            fold(rules, state, rules.decide(state, seat, rules.read(state, seat, text)))
        except Refused as refused:
            if not str(refused):
                raise Broken(f"{text!r} is refused without a word") from refused

    def check_replay(self) -> None:
        rules = self.rules
        stored = json.loads(json.dumps([codec.pack(event) for event in self.events]))
        events = [codec.unpack(rules.events, kind, data) for kind, data in stored]
        if events != self.events or fold(rules, None, events) != self.state:
            raise Broken("the replay is another game")
        for event in events:
            for seat in (*rules.seats, None):
                seen = rules.witness(event, seat)
                rules.tell(seen), rules.cost(seen), rules.trace(seen)


def _figures(position: Json) -> int:
    """Count the figures on the board and captured, where a position tells both."""
    if "pieces" not in position or "captured" not in position:
        return 0
    aboard = sum(sum(map(str.isupper, text)) for text in position["pieces"].values())
    return aboard + sum(map(int, position["captured"].values()))
