"""Nothing leaks: two games that differ only in what a seat may not know look alike to it."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from msgspec.structs import replace

from conquest.core import Refused, Seat, fold
from conquest.kit import chance, codec
from conquest.rulesets.armada.model import State
from conquest.rulesets.armada.ranks import KING
from conquest.rulesets.armada.ruleset import RULES


def swap_hidden_ranks(state: State, viewer: Seat | None, dice: random.Random) -> State:
    """Return the same game with the ranks that a viewer does not know exchanged."""
    team = state.team_of(viewer) if viewer else ()
    pieces = dict(state.pieces)
    for seat in state.seats:
        own = [at for at, unit in pieces.items() if unit.seat == seat and seat not in team]
        ranks = [pieces[at].rank for at in own]
        dice.shuffle(ranks)
        for at, rank in zip(own, ranks, strict=True):
            pieces[at] = replace(pieces[at], rank=rank)
    return replace(state, pieces=pieces)


def visible_text(state: State, viewer: Seat | None) -> str:
    """Return everything that a viewer learns of a position, as one text."""
    known = RULES.knowledge.known_state(state, viewer)
    telling = RULES.telling
    found: list[Any] = [
        RULES.knowledge.write_view(state, viewer),
        [str(phrase) for phrase in telling.describe_state(known)],
        [str(fact) for line in telling.report(known).seats for fact in line.facts],
        [str(note) for note in telling.report(known).notes],
        {at: str(figure.label) for at, figure in telling.figures_by_field(known).items()},
    ]
    if viewer in state.seats:
        found.append([choice.text for choice in RULES.composing.legal_choices(state, viewer)])
        found.append([choice.text for choice in RULES.composing.possible_captures(known, viewer)])
        found.append([str(act.label) for act in RULES.judgement.side_actions(state, viewer)])
    return json.dumps(found)


def refusals(state: State, seat: Seat, texts: list[str]) -> list[str]:
    """Return the refusals that a seat gets for some texts."""
    found = []
    for text in texts:
        try:
            orders = RULES.notation.read_orders(state, seat, text)
            RULES.judgement.decide(state, seat, orders, chance.keyed_numbers(b"x", state.drawn))
            found.append("")
        except Refused as refused:
            found.append(f"{refused.kind} {refused.rule} {refused}")
    return found


def anything(state: State, seat: Seat, dice: random.Random) -> str:
    """Return any order of a seat, captures preferred."""
    listed = RULES.composing.legal_choices(state, seat)
    if not listed:
        return RULES.notation.write_orders(RULES.judgement.default_orders(state, seat))
    captures = [choice for choice in listed if choice.captures]
    return dice.choice(captures if captures and dice.random() < 0.6 else listed).text


def mutate_text(text: str, dice: random.Random) -> str:
    """Return a text with one sign changed."""
    at = dice.randrange(len(text))
    return text[:at] + dice.choice("x-*123abk ") + text[at + 1 :]


TABLES = (
    {"players": 2},
    {"players": 2, "king": "always"},
    {"players": 3, "terrain": True},
    {"players": 3, "king": "always"},
    {"players": 4},
    {"players": 4, "king": "always", "terrain": True},
)


@pytest.mark.parametrize("options", TABLES)
def test_twin_games_look_alike_to_a_seat(options: dict[str, Any]) -> None:
    """HK6, HK5, I43: views, words, what is legal, what is refused and why."""
    dice, differing = random.Random(str(options)), 0
    key = dice.randbytes(32)
    state = fold(RULES, None, RULES.judgement.start_game(options, chance.keyed_numbers(key)))
    for _ in range(400):
        asked = RULES.judgement.to_act(state)
        if not asked:
            break
        seat = next(iter(asked))
        state = _after(state, seat, anything(state, seat, dice), key)
        if dice.random() < 0.8 or state.outcome:
            continue
        for viewer in (*state.seats, None):
            twin = swap_hidden_ranks(state, viewer, dice)
            differing += twin != state
            assert visible_text(twin, viewer) == visible_text(state, viewer)
        seat = next(iter(RULES.judgement.to_act(state)))
        twin = swap_hidden_ranks(state, seat, dice)
        listed = RULES.composing.legal_choices(state, seat)[:20]
        texts = [mutate_text(one.text, dice) for one in listed]
        assert refusals(twin, seat, texts) == refusals(state, seat, texts)
    assert differing


def test_all_viewers_learn_of_as_many_events() -> None:
    """HK6: a walk, a fruitless attack and a blow make as many events whatever stands there."""
    state = fold(RULES, None, RULES.judgement.start_game({"players": 3}, chance.keyed_numbers(b"")))
    for seat in state.seats:
        state = _after(
            state, seat, RULES.notation.write_orders(RULES.judgement.default_orders(state, seat))
        )
    dice = random.Random(3)
    for _ in range(20):
        twin = swap_hidden_ranks(state, "south", dice)
        packed = [codec.pack_event(event) for event in _events(twin, "south", "throw g6")]
        plain = [codec.pack_event(event) for event in _events(state, "south", "throw g6")]
        assert packed == plain


def _events(state: State, seat: Seat, text: str, key: bytes = b"key") -> tuple[Any, ...]:
    orders = RULES.notation.read_orders(state, seat, text)
    return RULES.judgement.decide(state, seat, orders, chance.keyed_numbers(key, state.drawn))


def _after(state: State, seat: Seat, text: str, key: bytes = b"key") -> State:
    return fold(RULES, state, _events(state, seat, text, key))


def test_a_leak_between_twin_games_would_be_found() -> None:
    """Control: the open record does differ."""
    state = fold(RULES, None, RULES.judgement.start_game({}, chance.keyed_numbers(b"")))
    for seat in state.seats:
        state = _after(
            state, seat, RULES.notation.write_orders(RULES.judgement.default_orders(state, seat))
        )
    twin = swap_hidden_ranks(state, None, random.Random(1))
    assert any(unit.rank == KING for unit in twin.pieces.values())
    assert RULES.knowledge.write_view(twin, "open") != RULES.knowledge.write_view(state, "open")
