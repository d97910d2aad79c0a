"""A league of people with habits, by letter: how long their games last, and how well the time of
one's next turn is foreseen (``python -m tests.habits``, docs/clocks.md).

The games are played by house players under the rules as they are. What takes time is drawn: each
turn and each answer costs its owner what somebody of that habit takes, but for what was said ahead.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from statistics import median
from typing import Any, TypeAlias

from conquest import registry
from conquest.core import Seat, Sketch, fold
from conquest.kit import chance
from conquest.registry import AnyRules
from games.play import clock, forecast
from games.play.clock import ANSWER, TURN

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
BEGIN = datetime(2026, 3, 2, 12, tzinfo=UTC)
LONGEST = 600
MOST_TAKEN = 3
SAFE = "recapture with cheapest if safe"


@dataclass(frozen=True, slots=True)
class Habit:
    """How somebody plays by letter: ``turn`` and ``answer`` are the hours that half of their turns
    and answers take at most, ``spread`` how unlike these are. They have filed ``standing`` orders,
    or answer ``ahead`` when they are asked; their plans have ``branches``, or not. They look in
    again after ``every`` hours, and then hand in their next turn ahead, or never do."""

    name: str
    share: int
    turn: float
    answer: float
    spread: float
    standing: str = ""
    ahead: bool = False
    branches: bool = False
    every: float = 0


HABITS = (
    Habit("looks often", 15, 3, 1.5, 0.9, standing=f"{SAFE}\npass", branches=True, every=6),
    Habit(
        "every evening, all said ahead",
        *(25, 16, 12, 0.5),
        standing=f"{SAFE}\npass",
        branches=True,
        every=24,
    ),
    Habit(
        "every evening, asked where it is unsafe",
        *(20, 16, 12, 0.5),
        standing=SAFE,
        ahead=True,
        every=24,
    ),
    Habit("every evening, nothing said ahead", 15, 16, 12, 0.5),
    Habit(
        "at the weekend and once between",
        *(15, 50, 20, 0.5),
        standing=f"{SAFE}\npass",
        ahead=True,
        every=84,
    ),
    Habit("late", 10, 66, 23, 0.3),
)
PACE = clock.read_pace(clock.PRESETS["leisurely"])


@dataclass(slots=True)
class Played:
    """A game by letter: the ``days`` it took, its turns and those of them that were ``premoved``,
    the ``questions`` that were waited for and those ``spared``; for each estimate of somebody's
    next turn, how long it was to it and how far off it was, in hours, and whether it was
    ``within`` the likely."""

    days: float
    turns: int
    questions: int
    spared: int
    premoved: int = 0
    waits: list[tuple[float, float, bool]] = field(default_factory=list)


Stands: TypeAlias = dict[str, str]


class Table:
    """A game under way, with the people at it and the time that has gone by."""

    def __init__(
        self,
        rules: AnyRules,
        seed: int,
        level: str,
        *,
        with_all: bool,
        premoves: bool = False,
        takes: bool = False,
    ) -> None:
        self.rules, self.with_all, self.takes = rules, with_all, takes
        self.premoves = premoves
        self.level = next(one for one in rules.composing.levels if one.name == level)
        self.key = random.Random(seed).randbytes(32)
        self.dice = random.Random(seed)
        judgement = rules.judgement
        self.state = fold(rules, None, judgement.start_game({}, chance.keyed_numbers(self.key)))
        people = self.dice.choices(HABITS, [one.share for one in HABITS], k=4)
        self.people = dict(zip(judgement.seats(self.state), people, strict=True))
        self.now, self.handed_in = BEGIN, 0
        self.visits = {seat: self._after(BEGIN, habit) for seat, habit in self.people.items()}
        self.filed: dict[Seat, tuple[str, Stands]] = {}
        self.taken: dict[Seat, list[timedelta]] = defaultdict(list)
        self.begun: tuple[int, datetime] = (-1, BEGIN)
        self.ahead: set[tuple[Seat, int]] = set()
        self.guesses: list[tuple[Seat, int, datetime, forecast.Forecast]] = []
        self.played = Played(0, 0, 0, 0)
        self.is_fresh = True

    def play(self) -> Played:
        """Return the game once it is over."""
        judgement = self.rules.judgement
        while not judgement.outcome(self.state) and judgement.turn_number(self.state) < LONGEST:
            ((seat, kind),) = judgement.to_act(self.state).items()
            self._turn(seat) if kind == "turn" else self._answer(seat)
        self.played.days = (self.now - BEGIN) / DAY
        self.played.turns = judgement.turn_number(self.state)
        return self.played

    def _turn(self, seat: Seat) -> None:
        number = self.rules.judgement.turn_number(self.state)
        if self.is_fresh:
            self._check(seat, number)
            self._guess(seat, number)
        if self._premoved(seat):
            self.is_fresh = self.rules.judgement.turn_number(self.state) != number
            return
        self._pass_time(seat, TURN)
        text = self._wanted(seat)
        if self.with_all and self.people[seat].branches:
            text = self._branched(seat, text)
        self._hand_in(seat, text)
        self.is_fresh = self.rules.judgement.turn_number(self.state) != number

    def _premoved(self, seat: Seat) -> bool:
        """Play the turn that somebody has handed in ahead, if it is as they wanted."""
        text, stood = self.filed.pop(seat, ("", {}))
        if not text or self._stands(seat) != stood or self._sketch(seat, text).is_blocked:
            return False
        self.played.premoved += 1
        self.taken[seat].append(timedelta())
        self._hand_in(seat, text)
        return True

    def _look_in(self, upto: datetime, asked: Seat) -> None:
        """Let those who are not ``asked`` look in, and hand in their next turns ahead."""
        for seat, habit in self.people.items():
            if seat == asked or not habit.every or self.visits[seat] > upto:
                continue
            while self.visits[seat] <= upto:
                self.visits[seat] = self._after(self.visits[seat], habit)
            supposed = self.rules.judgement.suppose_turn(self.state, seat)
            if self.rules.judgement.turn_number(supposed) != self.rules.judgement.turn_number(
                self.state
            ):
                self.filed[seat] = self._wanted(seat, supposed), self._stands(seat)

    def _after(self, moment: datetime, habit: Habit) -> datetime:
        return moment + habit.every * HOUR * self.dice.lognormvariate(0, habit.spread)

    def _stands(self, seat: Seat) -> Stands:
        figures = self.rules.telling.figures_by_field(self.state).items()
        return {field: str(one.label) for field, one in figures if one.seat == seat}

    def _wanted(self, seat: Seat, state: Any = None) -> str:
        """Return the turn that somebody would hand in, in a position or now."""
        return (self.takes and self._taking(seat, state)) or self._proposed(seat, state)

    def _answer(self, seat: Seat) -> None:
        """Answer by what was said ahead, or else when the person comes to it."""
        self.is_fresh = True
        number = self.rules.judgement.turn_number(self.state)
        text = self._said_ahead(seat, number)
        if text is None:
            self.played.questions += 1
            self._pass_time(seat, ANSWER)
            text = self._proposed(seat)
            if self.with_all and self.people[seat].ahead:
                self.ahead.add((seat, number))
        else:
            self.played.spared += 1
        self._hand_in(seat, text)
        self.is_fresh = self.rules.judgement.turn_number(self.state) != number

    def _said_ahead(self, seat: Seat, number: int) -> str | None:
        if not self.with_all:
            return None
        standing = self.rules.standing
        assert standing
        said = f"{SAFE}\npass" if (seat, number) in self.ahead else self.people[seat].standing
        orders = standing.answer_orders(self.state, seat, said)
        return None if orders is None else self.rules.notation.write_orders(orders)

    def _branched(self, seat: Seat, text: str) -> str:
        """Say of each capture that the turn ends if it is answered."""
        branching, found = self.rules.composing.branching, self._sketch(seat, text)
        assert branching
        texts = list(found.step_texts)
        for pause in found.pauses:
            texts[pause.after - 1] = branching.with_branch(texts[pause.after - 1], "end")
        return self.rules.notation.join_words((*texts, *found.rest))

    def _sketch(self, seat: Seat, text: str, state: Any = None) -> Sketch[Any]:
        return self.rules.composing.sketch(state or self.state, seat, text)

    def _proposed(self, seat: Seat, state: Any = None) -> str:
        known = self.rules.knowledge.read_view(
            self.rules.knowledge.write_view(state or self.state, seat)
        )
        whims = chance.keyed_numbers(b"%b %d" % (self.key, self.handed_in))
        return self.level.propose_orders(known, seat, whims)

    def _taking(self, seat: Seat, state: Any = None) -> str:
        """Return a turn that takes whatever can be taken, "" where nothing can be."""
        texts = list[str]()
        for _ in range(MOST_TAKEN):
            after = self._sketch(seat, self.rules.notation.join_words(texts), state).state
            choices = self.rules.composing.legal_choices(after, seat)
            captures = [choice.text for choice in choices if choice.captures]
            if not captures:
                break
            texts.append(self.dice.choice(captures))
        return self.rules.notation.join_words([*texts, "end"]) if texts else ""

    def _hand_in(self, seat: Seat, text: str) -> None:
        orders = self.rules.notation.read_orders(self.state, seat, text)
        self.state = fold(
            self.rules, self.state, self.rules.judgement.decide(self.state, seat, orders)
        )
        self.handed_in += 1

    def _pass_time(self, seat: Seat, name: str) -> None:
        habit = self.people[seat]
        middle = habit.turn if name == TURN else habit.answer
        span = timedelta(hours=middle * self.dice.lognormvariate(0, habit.spread))
        span = min(span, PACE.clock_for(name).first_span())
        if self.premoves:
            self._look_in(self.now + span, seat)
        self.now += span
        if name == TURN:
            self._note_turn(seat, span)
        self.visits[seat] = self._after(self.now, habit)

    def _note_turn(self, seat: Seat, span: timedelta) -> None:
        """Remember how long a turn took, from when it was first asked for."""
        number, begin = self.begun
        if number == self.rules.judgement.turn_number(self.state):
            self.taken[seat].pop()
        else:
            number, begin = self.rules.judgement.turn_number(self.state), self.now - span
        self.begun = number, begin
        self.taken[seat].append(self.now - begin)

    def _guess(self, turn: Seat, number: int) -> None:
        """Foresee everybody's next turn, as pages do."""
        order = self.rules.judgement.seats(self.state)
        start = order.index(turn)
        for seat in order:
            ahead = order[start:] + order[:start]
            ahead = ahead[: ahead.index(seat)]
            if ahead:
                found = forecast.forecast_end(self._waits(ahead), self.now)
                self.guesses.append((seat, number, self.now, found))

    def _waits(self, ahead: Sequence[Seat]) -> Iterator[forecast.Wait]:
        longest = PACE.clock_for(TURN).first_span()
        for seat in ahead:
            yield forecast.Wait(forecast.expected_spans(self.taken[seat][::-1], longest), longest)

    def _check(self, seat: Seat, number: int) -> None:
        """Compare what was foreseen of a turn with what has come."""
        for one in [guess for guess in self.guesses if guess[0] == seat]:
            _seat, made, at, found = one
            self.guesses.remove(one)
            if number - made < len(self.people):
                off = abs(self.now - found.at) / HOUR
                likely = found.earliest <= self.now <= found.latest
                self.played.waits.append(((self.now - at) / HOUR, off, likely))


def game(seed: int, level: str, **said: bool) -> Played:
    """Return the game of a seed, played by house players of a level."""
    return Table(registry.get_ruleset("conquest"), seed, level, **said).play()


def told(name: str, games: Sequence[Played]) -> str:
    """Return what came of a league, in one line."""
    waits = [wait for one in games for wait in one.waits]
    likely = sum(wait[2] for wait in waits) / len(waits)
    parts = (
        f"{median(one.days for one in games):.0f} days",
        f"{median(one.turns for one in games):.0f} turns",
        f"{median(one.questions for one in games):.0f} questions waited for",
        f"{median(one.spared for one in games):.0f} answered ahead",
        f"{median(one.premoved for one in games):.0f} turns handed in ahead",
        f"next turn in {median(wait[0] for wait in waits):.0f} hours",
        f"foreseen to {median(wait[1] for wait in waits):.1f} hours",
        f"{likely:.0%} within the likely",
    )
    return f"{name}: {', '.join(parts)}"


SAID = {
    "nothing ahead": {"with_all": False},
    "answers ahead": {"with_all": True},
    "turns as well": {"with_all": True, "premoves": True},
}


def main() -> None:
    """Play the league with nothing said ahead, with answers, and with turns as well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--level", default="seasoned")
    parser.add_argument("--takes", action="store_true", help="take whatever can be taken")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    with ProcessPoolExecutor(asked.jobs) as pool:
        for name, said in SAID.items():
            played = partial(game, level=asked.level, takes=asked.takes, **said)
            games = list(pool.map(played, range(asked.games)))
            print(told(name, games), flush=True)


if __name__ == "__main__":
    main()
