"""Games of Iron Armada as house players play them who throw boldly, ally and give up."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from conquest import registry
from conquest.core import Seat, fold
from conquest.kit import chance

from . import WholeGame, after

RULES = registry.get_ruleset("armada")
BOLD, TALK, PATIENCE = 0.8, 9, 22


def four(seed: int) -> WholeGame:
    """Return a game of four: two ally, and the others give up after a while, the second of them
    when the first has thrown a die."""
    return _played(seed, {"players": 4, "seats": "choice", "king": "always"}, _allied)


def alone(seed: int, players: int) -> WholeGame:
    """Return a game to its natural end."""
    return _played(seed, {"players": players, "seats": "choice", "king": "always"}, _proposed)


def _played(seed: int, options: Mapping[str, Any], answer: Any) -> WholeGame:
    dice, key = random.Random(seed), seed.to_bytes(32, "big")
    state = fold(RULES, None, RULES.judgement.start_game(options, chance.keyed_numbers(key)))
    submissions = list[tuple[Seat, str]]()
    while not RULES.judgement.outcome(state):
        seat = next(iter(RULES.judgement.to_act(state)))
        text = answer(state, seat, dice, len(submissions))
        submissions.append((seat, text))
        state = after(RULES, state, seat, text, key)
    outcome = RULES.judgement.outcome(state)
    assert outcome
    return WholeGame("armada", options, outcome.reason, submissions, key.hex())


def _proposed(state: Any, seat: Seat, dice: random.Random, number: int) -> str:
    known = RULES.knowledge.known_state(state, seat)
    propose = dice.choice(RULES.composing.levels).propose_orders
    return propose(known, seat, chance.keyed_numbers(dice.randbytes(8)))


def _allied(state: Any, seat: Seat, dice: random.Random, number: int) -> str:
    """Return what somebody hands in who throws wherever he can, consents to everything, and gives
    up when others have allied."""
    text = _proposed(state, seat, dice, number)
    match RULES.judgement.to_act(state)[seat]:
        case "throw" if throws := _throws(state, seat):
            return dice.choice(throws) if dice.random() < BOLD else text
        case "consent":
            return "consent"
        case "turn":
            return _spoken(state, seat, dice, number) or text
    return text


def _throws(state: Any, seat: Seat) -> list[str]:
    choices = RULES.composing.legal_choices(RULES.knowledge.known_state(state, seat), seat)
    return [choice.text for choice in choices if choice.text.startswith("throw")]


def _spoken(state: Any, seat: Seat, dice: random.Random, number: int) -> str:
    """Return what is said instead of a move, if anything."""
    allied = {one for team in (*state.allies, *state.sworn) for one in team}
    acts = RULES.judgement.side_actions(RULES.knowledge.known_state(state, seat), seat)
    offers = [act.text for act in acts if act.text.startswith("ally")]
    if offers and not allied and number >= TALK:
        return dice.choice(offers)
    gives_up = number >= PATIENCE + (6 if state.defeated else 0)
    return "resign" if state.allies and seat not in allied and gives_up else ""
