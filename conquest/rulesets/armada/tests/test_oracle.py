"""Ways and throws beside those of a second, plain telling of the rules."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from conquest.core import Fault, fold
from conquest.kit import chance
from conquest.rulesets.armada.model import State, Threw
from conquest.rulesets.armada.ruleset import RULES
from conquest.rulesets.armada.throwing import throw

from . import judging
from .naive import Board
from .naive_dice import roll
from .positions import Dice

TABLES: tuple[dict[str, Any], ...] = (
    {"players": 2},
    {"players": 2, "king": "always"},
    {"players": 3, "terrain": True},
    {"players": 4, "terrain": True},
    {"players": 4, "king": "always"},
)


EDGES = {
    size: [f"{chr(97 + place)}{row}" for place in range(size) for row in (2, size - 1)]
    + [f"{file}{row + 1}" for row in range(size) for file in ("b", chr(95 + size))]
    for size in (11, 13)
}


def scattered(state: State, dice: random.Random) -> State:
    """Return a position with fewer units, spread over the board, and blockers among them."""
    position, squares = RULES.judgement.position(state), state.size
    pieces = {
        at: text
        for at, text in position["pieces"].items()
        if text.endswith("K") or dice.random() < 0.6
    }
    free = [f"{chr(97 + file)}{row + 1}" for file in range(squares) for row in range(squares)]
    dice.shuffle(free)
    spread: dict[str, str] = {}
    for at, text in pieces.items():
        spread[free.pop() if dice.random() < 0.7 else at] = text
    blockers = {
        at: {"strength": dice.randrange(1, 7), "squares": [at]}
        for at in free[:5]
        if at not in spread
    }
    zones = {seat: dice.random() < 0.7 for seat in state.seats}
    allies = [["south", "west"]] if state.players == 4 and dice.random() < 0.5 else []
    changed = {"pieces": spread, "blockers": blockers, "zones": zones, "allies": allies}
    options = RULES.knowledge.view(state, None)["options"]
    turn = dice.choice(state.seats)
    kept = {"turn": turn, "number": 9, "round": 3, "stirred": 2, "acted": 2, "pool": 4}
    try:
        return RULES.judgement.open({"options": options, "position": {**kept, **changed}})
    except Fault:  # something stands where terrain or a blocker lies
        return state


def begun(options: dict[str, Any], dice: random.Random) -> State:
    """Return a game in which all have set up, and nobody has thrown."""
    rules = RULES.judgement
    state = fold(RULES, None, rules.start(options, chance.numbers(b"")))
    for seat in state.seats:
        known = RULES.knowledge.known(state, seat)
        whims = chance.numbers(b"%d" % dice.randrange(99))
        text = RULES.composing.levels[0].propose(known, seat, whims)
        state = fold(
            RULES, state, rules.decide(state, seat, RULES.notation.read(state, seat, text))
        )
    for seat in state.seats:
        state = fold(RULES, state, rules.decide(state, seat, rules.default(state, seat)))
    return state


@pytest.mark.parametrize("options", TABLES)
def test_it_lists_what_the_plain_rules_list(options: dict[str, Any]) -> None:
    """K4 to K12, K27 to K32, I4 to I13, I47, I53, I54."""
    dice, compared = random.Random(str(options)), 0
    start = begun(options, dice)
    for _ in range(120):
        state = scattered(start, dice)
        if RULES.judgement.to_act(state) != {state.turn: "turn"}:
            continue
        position = RULES.judgement.position(state)
        case = {"ruleset": "armada", "options": options, "position": position}
        listed = {text for text in judging.options(case) if not text.startswith("ally")}
        board = Board(position, state.size, terrain=state.terrain)
        assert listed == board.turns()
        compared += 1
    assert compared > 60


@pytest.mark.parametrize("options", TABLES)
def test_it_throws_as_the_plain_rules_throw(options: dict[str, Any]) -> None:
    """HK24, K37 to K41, I26 to I36: also where units stand close together."""
    dice, results = random.Random(str(options)), set[str]()
    start = begun(options, dice)
    for _ in range(400):
        state = scattered(start, dice)
        seat = dice.choice(state.undefeated)
        state = replace(state, opening=True, turn=seat, pool=4, outcome=None)
        aim = dice.choice(sorted(state.pieces) if dice.random() < 0.5 else EDGES[state.size])
        draws = [dice.randrange(below) for below in (3, 3, 3, 3, 6, 6, 999)]
        draws += [dice.randrange(999) for _ in range(20)]
        event = throw(state, seat, aim, "", Dice(tuple(draws)))[0]
        assert isinstance(event, Threw)
        told = (
            event.result,
            list(event.squares),
            dict(event.shifts),
            [(fall.square, fall.to) for fall in event.falls],
        )
        position = RULES.judgement.position(state)
        assert told == roll(position, state.size, state.terrain, seat, aim, draws)
        results |= {
            event.result,
            "fallen" if event.falls else "",
            "shifted" if event.shifts else "",
        }
    assert results >= {"rests", "out", "void", "fallen", "shifted"}
