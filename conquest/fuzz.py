"""Random games of legal orders, and checks of everything that must hold in them."""

from __future__ import annotations

import argparse
import json
import random
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from conquest import registry
from conquest.core import (
    OPEN,
    Fault,
    Json,
    Option,
    Options,
    Refused,
    Seat,
    Setting,
    StandingOrders,
    fold,
    no_numbers,
)
from conquest.kit import bot_random, chance, codec
from conquest.kit.case_values import read_object
from conquest.registry import AnyRules

MAX_SUBMISSIONS = 20_000  # far more than any game takes: beyond, it does not end
MAX_OPTIONS = 400  # listed orders to play at each check
MAX_MUTANTS = 40  # listed orders to spoil at each check
NONSENSE = ("", "s12", "S12--S13", "x", "anyway", "end; end", "pass", "resign", "S1@", "\x00\ud800")


class BrokenRulesError(AssertionError):
    """A check of the rules failed."""


@dataclass(slots=True)
class Tally:
    """Counts of games played and of checks made."""

    games: int = 0
    submissions: int = 0
    events: int = 0
    options: int = 0
    mutants: int = 0
    standing: int = 0
    reasons: dict[str, int] = field(default_factory=dict)


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``fuzz``."""
    command.add_argument("ruleset")
    command.add_argument("--games", type=int, default=10)
    command.add_argument("--seed", type=int, default=0)
    command.add_argument(
        "--options", type=json.loads, default={}, help="of all tables, as JSON; others by chance"
    )
    command.set_defaults(run=run_fuzz)


def run_fuzz(asked: argparse.Namespace) -> int:
    """Play random games and print the counts as JSON; return 1 if a check failed."""
    try:
        rules = registry.get_ruleset(asked.ruleset)
        tally = play_games(rules, asked.games, asked.seed, asked.options)
    except (BrokenRulesError, Fault) as error:
        print(json.dumps({"broken": str(error)}))
        return 1
    print(json.dumps({name: getattr(tally, name) for name in Tally.__slots__}))
    return 0


def play_games(
    rules: AnyRules, games: int, seed: int, options: Options = MappingProxyType({})
) -> Tally:
    """Play ``games`` random games from ``seed`` on, at tables with these ``options`` and others.

    :raises Fault: if no table has such options.
    :raises BrokenRulesError: with the seed of the game in which a check failed.
    """
    rules.seating.table_layout(read_object(options, "options"))
    tally = Tally()
    for number in range(seed, seed + games):
        dice = random.Random(number)
        try:
            FuzzGame(rules, dice, tally, random_options(rules, dice, options)).play_through()
        except BrokenRulesError as broken:
            raise BrokenRulesError(f"seed {number}: {broken}") from broken
    return tally


class FuzzGame:
    """A random game that is played and checked."""

    def __init__(
        self,
        rules: AnyRules,
        dice: random.Random,
        tally: Tally,
        options: Options | None = None,
    ) -> None:
        self.rules, self.dice, self.tally = rules, dice, tally
        self.key = dice.randbytes(32)
        options = random_options(rules, dice) if options is None else options
        self.events = list(rules.judgement.start_game(options, chance.keyed_numbers(self.key)))
        self.state = fold(rules, None, self.events)
        self.figures = _count_figures(rules.judgement.write_position(self.state))
        self.standing = random_standing_orders(rules, random.Random(self.key), self.state)

    def play_through(self) -> None:
        given = 0
        self.check_all()
        while not self.rules.judgement.outcome(self.state):
            if given == MAX_SUBMISSIONS:
                raise BrokenRulesError("the game does not end")
            self.submit()
            given += 1
            if given % 20 == 0:  # not each time: a check takes far longer than a turn
                self.check_all()
        self.check_all()
        self.check_replay()
        self.count_game()

    def count_game(self) -> None:
        """Add the game to the tally, by the reason for which it has ended."""
        self.tally.games += 1
        outcome = self.rules.judgement.outcome(self.state)
        reason = outcome.reason if outcome else ""
        self.tally.reasons[reason] = self.tally.reasons.get(reason, 0) + 1

    def submit(self) -> None:
        """Let the first seat that owes a decision hand in a text that is likely to be legal."""
        rules, state = self.rules, self.state
        seat, kind = next(iter(rules.judgement.to_act(state).items()))
        if self.answer_by_standing_orders(seat, kind):
            return
        try:
            self.play_text(seat, self.compose_text(seat))
        except Refused:
            known = rules.knowledge.known_state(state, seat)
            self.play_text(
                seat, bot_random.any_legal_order(rules, known, seat, self.dice.randrange)
            )

    def answer_by_standing_orders(self, seat: Seat, kind: str) -> bool:
        """Let the standing orders of a seat answer where they do; return whether they did."""
        standing = self.rules.standing
        if not standing or kind != standing.kind or seat not in self.standing:
            return False
        orders = standing.answer_orders(self.state, seat, self.standing[seat])
        if orders is None:
            return False
        try:
            self.play_text(seat, self.rules.notation.write_orders(orders))
        except Refused as refused:
            raise BrokenRulesError(f"{self.standing[seat]!r} is refused: {refused}") from refused
        self.tally.standing += 1
        return True

    def compose_text(self, seat: Seat) -> str:
        """Return a text composed as on a page, often with captures, sometimes with insistence."""
        rules, state, dice = self.rules, self.state, self.dice
        texts: list[str] = []
        for _ in range(dice.choice((1, 1, 2, 4, 8))):
            sketch = rules.composing.sketch(state, seat, rules.notation.join_words(texts))
            if not sketch.choices:
                break
            captures = [choice for choice in sketch.choices if choice.captures]
            wanted = captures if captures and dice.random() < 0.6 else sketch.choices
            choice = dice.choice(wanted)
            texts = [*(texts[:-1] if choice.replaces else texts), choice.text]
        end = rules.judgement.end_word(state, seat)
        if end and dice.random() < 0.5:
            texts.append(end)
        if rules.notation.insist and dice.random() < 0.2:
            texts.insert(0, rules.notation.insist)
        return rules.notation.join_words(texts)

    def play_text(self, seat: Seat, text: str) -> None:
        rules, before = self.rules, self.state
        happened = self.decide_orders(seat, rules.notation.read_orders(before, seat, text))
        if not happened:
            raise BrokenRulesError(f"nothing happened by {text!r}")
        for event in happened:
            self.figures += self.figures_added(event)
            self.state = rules.judgement.evolve(self.state, event)
        self.events += happened
        self.tally.submissions += 1
        self.tally.events += len(happened)

    def figures_added(self, event: Any) -> int:
        made = self.rules.judgement.figures_added
        return made(self.state, event) if made else 0

    def decide_orders(self, seat: Seat, orders: tuple[Any, ...]) -> tuple[Any, ...]:
        judgement = self.rules.judgement
        numbers = chance.keyed_numbers(self.key, judgement.numbers_drawn(self.state))
        return judgement.decide(self.state, seat, orders, numbers)

    def check_all(self) -> None:
        self.check_snapshot()
        self.check_figures()
        self.check_views()
        self.check_options()
        self.check_mutants()

    def check_snapshot(self) -> None:
        rules, state = self.rules, self.state
        if rules.judgement.thaw(rules.judgement.freeze(state)) != state:
            raise BrokenRulesError("a thawed game is another one")
        if rules.judgement.outcome(state):
            return
        # by way of text, as a case comes to the judge
        position = json.loads(json.dumps(rules.judgement.write_position(state)))
        case = rules.table_of(rules.knowledge.write_view(state, None))
        fed = rules.judgement.open_case({**case, "position": position}, no_numbers)
        if rules.judgement.write_position(fed) != position or self.comparable_state(
            fed
        ) != self.comparable_state(state):
            raise BrokenRulesError("a position fed back is another one")

    def comparable_state(self, state: Any) -> Any:
        """Return a state without the keys that are missing in positions."""
        knowledge = self.rules.knowledge
        if not knowledge.beside:
            return state
        view = knowledge.write_view(state, OPEN)
        return {name: value for name, value in view.items() if name not in knowledge.beside}

    def check_figures(self) -> None:
        if _count_figures(self.rules.judgement.write_position(self.state)) != self.figures:
            raise BrokenRulesError("a figure was made or lost")

    def check_views(self) -> None:
        rules, state = self.rules, self.state
        plan = rules.judgement.write_position(state).get("plan", [])
        for seat in (*rules.seating.seats, None):
            view = rules.knowledge.write_view(state, seat)
            known = rules.knowledge.read_view(view)
            rules.telling.report(known), rules.telling.describe_state(known)
            if plan and seat is None and "plan" in view:
                raise BrokenRulesError("a view shows a plan to the public")

    def check_options(self) -> None:
        rules, state = self.rules, self.state
        for seat in rules.judgement.to_act(state):
            listed = rules.composing.legal_choices(state, seat)
            for choice in self.dice.sample(listed, min(MAX_OPTIONS, len(listed))):
                orders = rules.notation.read_orders(state, seat, choice.text)
                if rules.notation.write_orders(orders) != choice.text:
                    raise BrokenRulesError(f"{choice.text!r} is not canonical")
                self.check_option(seat, choice.text, orders)

    def check_option(self, seat: Seat, text: str, orders: tuple[Any, ...]) -> None:
        try:
            self.decide_orders(seat, orders)
        except Refused as refused:
            raise BrokenRulesError(f"the option {text!r} is refused: {refused}") from refused
        self.tally.options += 1

    def check_mutants(self) -> None:
        rules, state = self.rules, self.state
        for seat in rules.judgement.to_act(state):
            listed = rules.composing.legal_choices(state, seat)
            for choice in self.dice.sample(listed, min(MAX_MUTANTS, len(listed))):
                self.try_out(seat, self.mutate_text(choice.text))
        for text in NONSENSE:
            for seat in rules.seating.seats:
                self.try_out(seat, text)

    def mutate_text(self, text: str) -> str:
        at = self.dice.randrange(len(text))
        sign = self.dice.choice("x-@!;*>+~?1234SECKBGX\u00e4\n #")
        return text[:at] + self.dice.choice((sign, "", sign + text[at])) + text[at + 1 :]

    def try_out(self, seat: Seat, text: str) -> None:
        """Hand in an order that may be nonsense: it must be carried out or refused."""
        rules, state = self.rules, self.state
        self.tally.mutants += 1
        try:
            fold(
                rules,
                state,
                self.decide_orders(seat, rules.notation.read_orders(state, seat, text)),
            )
        except Refused as refused:
            if not str(refused):
                raise BrokenRulesError(f"{text!r} is refused without a word") from refused

    def check_replay(self) -> None:
        rules = self.rules
        stored = json.loads(json.dumps([codec.pack_event(event) for event in self.events]))
        events = [codec.unpack_event(rules.judgement.events, kind, data) for kind, data in stored]
        if events != self.events or fold(rules, None, events) != self.state:
            raise BrokenRulesError("the replay is another game")
        before = None
        for event in events:
            for seat in (*rules.seating.seats, None):
                seen = rules.knowledge.witness(event, seat)
                rules.telling.describe_event(
                    seen, seat, before and rules.knowledge.known_state(before, seat)
                )
                (
                    rules.telling.points_spent(seen),
                    rules.telling.event_marks(seen),
                    rules.telling.losses(seen),
                )
            before = rules.judgement.evolve(before, event)
        self.check_moments()

    def check_moments(self) -> None:
        """Check the views of the position after each event, as a film shows them."""
        rules, state = self.rules, None
        for event in self.events:
            state = fold(rules, state, [event])
            for viewer in (*rules.seating.seats, None):
                view = rules.knowledge.write_view(state, viewer)
                if rules.knowledge.write_view(rules.knowledge.read_view(view), viewer) != view:
                    raise BrokenRulesError(f"after {event!r} a viewer knows another game")
            if rules.knowledge.read_view(rules.knowledge.write_view(state, OPEN)) != state:
                raise BrokenRulesError(f"after {event!r} the open game is another one")


def random_standing_orders(rules: AnyRules, dice: random.Random, state: Any) -> dict[Seat, str]:
    """Return standing orders of about half of the seats, of random lines in canonical form.

    :raises BrokenRulesError: if their canonical form is not canonical.
    """
    standing = rules.standing
    if not standing:
        return {}
    filed = dict[Seat, str]()
    for seat in rules.seating.seats:
        if dice.random() < 0.5:
            text = _random_lines(standing, dice)
            filed[seat] = standing.canonical_text(state, text)
            if standing.canonical_text(state, filed[seat]) != filed[seat]:
                raise BrokenRulesError(f"{filed[seat]!r} is not canonical")
    return filed


def _random_lines(standing: StandingOrders[Any, Any], dice: random.Random) -> str:
    """Return up to four lines of standing orders, each of random values of its clauses."""
    lines = dice.randint(1, 4)
    return "\n".join(standing.write_line(_random_line(standing, dice)) for _ in range(lines))


def _random_line(standing: StandingOrders[Any, Any], dice: random.Random) -> dict[str, list[str]]:
    most = {"one": 1, "any": 2, "in_order": 3, "fields": 0}
    return {
        clause.name: [value for value, _ in dice.sample(clause.values, most[clause.kind])]
        for clause in standing.clauses
    }


def random_options(
    rules: AnyRules, dice: random.Random, given: Options = MappingProxyType({})
) -> dict[str, Any]:
    """Return possible options of a table, those not given chosen at random."""
    while True:
        chosen = {option.name: _random_setting(option, dice) for option in rules.seating.options}
        chosen.update(given)
        try:
            rules.seating.table_layout(chosen)
        except Fault:  # these options exclude each other: draw again
            continue
        return chosen


def _random_setting(option: Option, dice: random.Random) -> Setting:
    if option.between:
        return dice.randint(*option.between)
    return dice.choice(option.choices)[0]


def _count_figures(position: Json) -> int:
    """Return the number of figures on the board and captured, 0 if a position lacks either."""
    if "pieces" not in position or "captured" not in position:
        return 0
    aboard = sum(sum(map(str.isupper, text)) for text in position["pieces"].values())
    return aboard + sum(map(int, position["captured"].values()))
