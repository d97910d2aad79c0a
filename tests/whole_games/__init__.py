"""Whole games, kept as what was handed in, from the set-up to each kind of end there is.

``make games`` plays them again: house players bring about what they can, the rest is arranged.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conquest import registry
from conquest.core import Seat, fold
from conquest.kit import chance
from conquest.registry import AnyRules

FOLDER = Path(__file__).parent
KEY = bytes(32)


@dataclass(frozen=True, slots=True)
class WholeGame:
    """A game from its set-up to its end: who handed in what."""

    ruleset: str
    options: Mapping[str, Any]
    reason: str
    submissions: Sequence[tuple[Seat, str]]
    seed: str = bytes(32).hex()

    @property
    def name(self) -> str:
        """The name of its file: ``conquest-players-2-last_two``."""
        options = (f"{key}-{value}".lower() for key, value in sorted(self.options.items()))
        return "-".join((self.ruleset, *options, self.reason))

    @property
    def rules(self) -> AnyRules:
        return registry.get_ruleset(self.ruleset)

    def played(self) -> Any:
        """Return the state in which it ends."""
        judgement = self.rules.judgement
        key = bytes.fromhex(self.seed)
        state = fold(
            self.rules, None, judgement.start_game(self.options, chance.keyed_numbers(key))
        )
        for seat, text in self.submissions:
            state = after(self.rules, state, seat, text, key)
        return state


def after(rules: AnyRules, state: Any, seat: Seat, text: str, key: bytes = KEY) -> Any:
    """Return the state that a submission leads to, by the numbers of a key."""
    orders, numbers = (
        rules.notation.read_orders(state, seat, text),
        rules.judgement.numbers_drawn(state),
    )
    happened = rules.judgement.decide(state, seat, orders, chance.keyed_numbers(key, numbers))
    return fold(rules, state, happened)


def kept() -> list[WholeGame]:
    """Return all games that are kept, by name."""
    return [_read(path) for path in sorted(FOLDER.glob("*.json"))]


def keep(game: WholeGame) -> None:
    """Write a game where it is kept."""
    lines = ",\n  ".join(json.dumps(one) for one in game.submissions)
    head = f'"ruleset": "{game.ruleset}", "options": {json.dumps(game.options)}'
    head += f', "seed": "{game.seed}"' * any(bytes.fromhex(game.seed))
    text = f'{{{head}, "reason": "{game.reason}", "submissions": [\n  {lines}\n]}}\n'
    (FOLDER / f"{game.name}.json").write_text(text, "utf-8")


def _read(path: Path) -> WholeGame:
    told = json.loads(path.read_text("utf-8"))
    submissions = [(seat, text) for seat, text in told["submissions"]]
    seed = told.get("seed", KEY.hex())
    return WholeGame(told["ruleset"], told["options"], told["reason"], submissions, seed)
