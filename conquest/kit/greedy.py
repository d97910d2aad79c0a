"""A bot that takes what looks best, order by order, for the points it costs.

A capture is weighed after the answer that is best for its victim. Once a turn the bot accepts a
small loss, so that armies meet. It uses only what its seat may know, and never gives an order whose
result it cannot foresee.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from heapq import nlargest
from typing import Any, Generic

from conquest.core import (
    Choice,
    Event,
    Judgement,
    Notation,
    Numbers,
    Order,
    Refused,
    Seat,
    State,
    Unforeseen,
)

BEAM = 40  # orders whose pieces are examined again for the next order
WHIM = 0.05  # share by which a gain is varied, so that equal orders do not repeat in every game
DARE = 0.3  # largest loss to accept, for each point of an order
FINE = 1_000_000  # steps into which a random share is divided


@dataclass(frozen=True, slots=True)
class Prospect:
    """A possible next order, the state after it, and its gain for each point it costs."""

    choice: Choice
    state: Any
    gain: float


@dataclass(frozen=True, slots=True, kw_only=True)
class GreedyBot(Generic[State, Event, Order]):
    """A greedy bot, made of parts of a rule set; ``weigh`` returns how good a position is for a
    seat (more is better)."""

    judgement: Judgement[State, Event, Order]
    notation: Notation[State, Order]
    legal_choices: Callable[[State, Seat], tuple[Choice, ...]]
    weigh: Callable[[State, Seat], float]

    def propose_orders(self, state: State, seat: Seat, numbers: Numbers) -> str:
        """Return the orders of a seat for its present decision, as one text."""
        rules = self.judgement
        asked, number = rules.to_act(state).get(seat), rules.turn_number(state)
        texts: list[str] = []
        promising: frozenset[str] | None = None
        dare = _number_between(numbers, 0, DARE)
        while rules.to_act(state).get(seat) == asked and rules.turn_number(state) == number:
            prospects = list(self._order_prospects(state, seat, promising, numbers))
            best = max(prospects, key=lambda prospect: prospect.gain, default=None)
            stop = self._stop_text(state, seat)
            if best is None or (stop and best.gain <= -dare):
                texts.append(stop or self.notation.write_orders(rules.default_orders(state, seat)))
                break
            dare = dare if best.gain > 0 else 0.0  # a loss is accepted once a turn
            texts.append(best.choice.text)
            # examining every piece again after each order would take too long
            beam = nlargest(BEAM, prospects, key=lambda prospect: prospect.gain)
            promising = _promising_fields(beam, best)
            state = best.state
        return self.notation.join_words(texts)

    def _stop_text(self, state: State, seat: Seat) -> str:
        """Return the text that does nothing more: the end of a turn, or no answer to a decision."""
        rules = self.judgement
        # not for turns: what silence means there can be anything, even to resign
        if rules.decision_kinds[rules.to_act(state)[seat]].pace == "answer":
            return self.notation.write_orders(rules.default_orders(state, seat))
        return rules.end_word(state, seat)

    def _order_prospects(
        self, state: State, seat: Seat, promising: frozenset[str] | None, numbers: Numbers
    ) -> Iterator[Prospect]:
        """Yield the prospects of promising pieces, or of all pieces for the first order."""
        present, number = self.weigh(state, seat), self.judgement.turn_number(state)
        for choice in self.legal_choices(state, seat):
            if not choice.origin or (promising is not None and choice.origin not in promising):
                continue
            try:
                after = self._play_text(state, seat, choice.text)
            except (Refused, Unforeseen):  # the bot does not gamble on what it cannot know
                continue
            gain = self.weigh(self._best_answer_state(after, seat, number), seat) - present
            whim = _number_between(numbers, 1 - WHIM, 1)
            yield Prospect(choice, after, gain / max(1, choice.cost) * whim)

    def _play_text(self, state: State, seat: Seat, text: str) -> State:
        for event in self.judgement.decide(
            state, seat, self.notation.read_orders(state, seat, text)
        ):
            state = self.judgement.evolve(state, event)
        return state

    def _best_answer_state(self, state: State, seat: Seat, number: int) -> State:
        """Return the position after the best answer of the seat that is asked within the turn."""
        asked, kinds = self.judgement.to_act(state), self.judgement.decision_kinds
        others = [other for other, kind in asked.items() if kinds[kind].pace == "answer"]
        others = [other for other in others if other != seat]
        if not others or self.judgement.turn_number(state) != number:
            return state
        other = others[0]
        answers = [
            self._play_text(state, other, choice.text)
            for choice in self.legal_choices(state, other)
        ]
        return max(answers, key=lambda after: self.weigh(after, other))


def _promising_fields(prospects: Iterable[Prospect], best: Prospect) -> frozenset[str]:
    """Return the fields whose pieces to examine again after the best order."""
    return frozenset({prospect.choice.origin for prospect in prospects} | {best.choice.target})


def _number_between(numbers: Numbers, low: float, high: float) -> float:
    return low + (high - low) * numbers(FINE) / FINE
