"""A whole game of Conquest in which much is answered ahead, kept to be played again: by standing
orders, by branches of plans, by hand and by silence (``python -m tests.whole_games.answered``)."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from conquest import registry
from conquest.core import Seat, fold
from conquest.kit import chance
from conquest.registry import AnyRules

KEPT = Path(__file__).with_suffix(".jsonl")
STANDING = {
    "south": "recapture with cheapest if safe\npass",
    "west": "pass if lost S\nrecapture with S,K if safe",
}
LEAST = {"windows": 15, "standing": 5, "branches": 3, "silence": 1}
LONGEST = 400


@dataclass
class Story:
    """What people hand in, in order; silence is a seat without a text."""

    rules: AnyRules
    state: Any
    dice: random.Random
    steps: list[tuple[Seat, str | None]] = field(default_factory=list)
    counted: dict[str, int] = field(default_factory=lambda: dict.fromkeys(LEAST, 0))

    def play(self) -> None:
        """Go on to the end."""
        judgement = self.rules.judgement
        while not judgement.outcome(self.state) and judgement.turn_number(self.state) < LONGEST:
            ((seat, kind),) = judgement.to_act(self.state).items()
            self._turn(seat) if kind == "turn" else self._answer(seat)

    def _turn(self, seat: Seat) -> None:
        text = self._proposed(seat)
        text = text if text == "end" else self.rules.notation.join_words([text, "end"])
        self._hand_in(seat, self._branched(seat, text))

    def _answer(self, seat: Seat) -> None:
        self.counted["windows"] += 1
        standing = self.rules.standing
        assert standing
        orders = standing.answer_orders(self.state, seat, STANDING.get(seat, ""))
        if orders is not None:
            self.counted["standing"] += 1
            self._happen(seat, self.rules.notation.write_orders(orders))
        elif seat == "east" and not self.counted["silence"]:
            self.counted["silence"] += 1
            self.steps.append((seat, None))
            self._happen(seat, "pass")
        else:
            self._hand_in(seat, self._proposed(seat))

    def _branched(self, seat: Seat, text: str) -> str:
        """Say of each capture that the turn ends if it is answered."""
        composing = self.rules.composing
        found = composing.sketch(self.state, seat, text)
        assert composing.branching
        texts = list(found.step_texts)
        for pause in found.pauses:
            texts[pause.after - 1] = composing.branching.with_branch(texts[pause.after - 1], "end")
        return self.rules.notation.join_words((*texts, *found.rest))

    def _proposed(self, seat: Seat) -> str:
        """Take what can be taken, or else go somewhere."""
        choices = self.rules.composing.legal_choices(self.state, seat)
        moves = [choice for choice in choices if choice.origin]
        captures = [choice for choice in moves if choice.captures]
        return self.dice.choice(captures or moves or choices).text

    def _hand_in(self, seat: Seat, text: str) -> None:
        self.steps.append((seat, text))
        self._happen(seat, text)

    def _happen(self, seat: Seat, text: str) -> None:
        before, judgement = self.state, self.rules.judgement
        events = judgement.decide(before, seat, self.rules.notation.read_orders(before, seat, text))
        self.state = fold(self.rules, before, events)
        is_taken = before.window is not None and text != "pass"
        if (
            is_taken
            and before.plan
            and judgement.turn_number(self.state) != judgement.turn_number(before)
        ):
            self.counted["branches"] += 1


def story(seed: int) -> Story:
    """Return the game of a seed, played to its end."""
    rules = registry.get_ruleset("conquest")
    state = fold(rules, None, rules.judgement.start_game({}, chance.keyed_numbers(b"")))
    found = Story(rules, state, random.Random(seed))
    found.play()
    return found


def main() -> None:
    """Keep the first game in which everything happens often enough."""
    for seed in range(200):
        found = story(seed)
        is_over = found.rules.judgement.outcome(found.state) is not None
        if is_over and all(found.counted[name] >= least for name, least in LEAST.items()):
            KEPT.write_text("".join(f"{json.dumps(step)}\n" for step in found.steps))
            print(seed, found.counted, len(found.steps))
            return


if __name__ == "__main__":
    main()
