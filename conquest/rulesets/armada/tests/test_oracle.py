"""The judge compared with a second, plain implementation of the rules, in random positions."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from conquest.core import Refused, fold
from conquest.kit import chance
from conquest.kit.duel import GameEnded
from conquest.rulesets.armada.model import EVENTS, Event, State, Threw
from conquest.rulesets.armada.ruleset import RULES

from . import judging
from .judging import Json
from .naive_play import Play
from .wild import TABLES, any_order, case

POSITIONS, MOST = 45, 14
ATTACK = re.compile(r"[0-9][x*]")
HAPPENED = {
    *(kind.__name__ for kind in EVENTS.values()),
    *("rests", "out", "void", "put back", "lost"),
    *("last_standing", "nobody_acts", "quiet_rounds"),
} - {"Started", "Mustered", "Began", "Arrived"}
"""What is to be seen: all but the set-up, and what happens in missions only."""


def positions(options: Json) -> Iterator[tuple[Json, Play, State]]:
    """Yield positions of a table in which somebody is asked, as both know them."""
    dice = random.Random(str(options))
    for _ in range(POSITIONS):
        given = case(options, dice)
        said = judging.verdict({**given, "orders": []})
        plain = Play({**given, "position": said["position"]})
        if said["to_act"]:
            yield {**given, "position": said["position"]}, plain, RULES.judgement.open_case(given)


def decide_text(state: State, seat: str, text: str, seed: str) -> tuple[Event, ...]:
    """Return what an order makes happen.

    :raises Refused: if it is.
    """
    orders = RULES.notation.read_orders(state, seat, text)
    numbers = chance.keyed_numbers(bytes.fromhex(seed), state.drawn)
    return RULES.judgement.decide(state, seat, orders, numbers)


def event_names(event: Event) -> Iterator[str]:
    """Yield what kind of event it is, and of a throw what came of it."""
    yield type(event).__name__
    if isinstance(event, Threw):
        yield event.result
        yield from ("put back" if fall.to else "lost" for fall in event.falls)
    if isinstance(event, GameEnded):
        yield event.reason


def refusal(state: State, seat: str, text: str) -> Refused | None:
    """Return why an order is refused, None where it is accepted."""
    try:
        decide_text(state, seat, text, "")
    except Refused as refused:
        return refused
    return None


def comparable_part(position: Json) -> Json:
    """Return what is compared of a position: of one that is over, the board and the end (G39)."""
    if "outcome" not in position:
        return position
    told = {name: position["outcome"][name] for name in ("winners", "reason")}
    board = ("pieces", "blockers", "lost", "defeated", "zones")
    return {**{name: position[name] for name in board}, "outcome": told}


@pytest.mark.parametrize("options", TABLES)
def test_a_loaded_position_goes_on_to_the_same_seat(options: Json) -> None:
    """O9, I23, I42, I55."""
    dice = random.Random(f"loaded {options}")
    for _ in range(POSITIONS):
        given = case(options, dice)
        plain = Play(given)
        plain.at |= {"lost": {seat: [] for seat in plain.seats}}
        if "proposal" not in plain.at:
            plain.settle()
        said = judging.verdict({**given, "orders": []})
        assert (comparable_part(said["position"]), said["to_act"]) == (
            comparable_part(plain.at),
            plain.to_act(),
        )


@pytest.mark.parametrize("options", TABLES)
def test_the_judge_lists_what_the_plain_rules_list(options: Json) -> None:
    """K4 to K12, K27 to K32, I4 to I13, I18, I21, I42, I47, I53, I54."""
    for given, plain, _state in positions(options):
        assert set(judging.options(given)) == plain.orders()


@pytest.mark.parametrize("options", TABLES)
def test_the_judge_accepts_nothing_that_the_plain_rules_do_not_list(options: Json) -> None:
    """I47, O14: whatever is not listed is refused, with a rule and in one sentence."""
    dice, refused = random.Random(1), 0
    for _given, plain, state in positions(options):
        seat, listed = next(iter(plain.to_act())), plain.orders()
        for _ in range(MOST):
            text = any_order(plain.at, plain.size, dice)
            written = RULES.notation.write_orders(RULES.notation.read_orders(state, seat, text))
            why = refusal(state, seat, text)
            assert (why is None) == (written in listed)
            if why:
                assert (why.kind, bool(why.rule)) == ("illegal", True)
                assert re.fullmatch(r"[^.]+\.", str(why))
                refused += 1
    assert refused > POSITIONS


def test_the_judge_plays_on_as_the_plain_rules_play() -> None:
    """K6, K13 to K20, K26 to K44, HK10 to HK31, I14 to I44, I48, I51, I59, O13: what every order
    comes to, throws by the numbers of their seed."""
    dice, seen = random.Random(2), set[str]()
    for options in TABLES:
        for given, plain, state in positions(options):
            for seat, text in some_orders(plain, dice):
                after = Play(given)
                after.hand_in(seat, text)
                events = decide_text(state, seat, text, given["seed"])
                seen.update(kind for event in events for kind in event_names(event))
                position = RULES.judgement.write_position(fold(RULES, state, events))
                assert comparable_part(position) == comparable_part(after.at), (seat, text)
    assert seen >= HAPPENED


def some_orders(plain: Play, dice: random.Random) -> Iterator[tuple[str, str]]:
    """Yield orders of the seat that is asked, attacks and throws preferred, and that somebody
    resigns."""
    seat, owed = next(iter(plain.to_act().items()))
    listed = sorted(plain.orders())
    most = MOST if owed == "turn" else 2 * MOST
    chosen = {*dice.sample(listed, min(most, len(listed)))}
    for text in (*sorted(chosen), *[one for one in listed if ATTACK.search(one)][:MOST]):
        yield seat, text
    yield dice.choice(plain.alive()), "resign"
