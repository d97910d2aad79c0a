"""Bots: how they estimate hidden pieces, and how they act on it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from conquest.core import fold
from conquest.kit import chance
from conquest.kit.hidden_army import count_ranks, write_setup
from conquest.rulesets.espionage import RULES
from conquest.rulesets.espionage.army import SETUP, USUAL_CAMPS
from conquest.rulesets.espionage.bot import CASUAL, STRONG, EspionageSkill, propose_orders
from conquest.rulesets.espionage.model import State
from conquest.rulesets.espionage.rank_odds import guess_army
from conquest.rulesets.espionage.ranks import ARMIES, RANKS, SEATS

FAST = {"moves": 1}


def set_up_game(**options: Any) -> State:
    """Return a game in which both seats have the first usual set-up."""
    rules = RULES.judgement
    state = fold(RULES, None, rules.start_game(options, chance.keyed_numbers(b"")))
    for seat in SEATS:
        text = write_setup(SETUP.usual_camp(state.size, seat))
        state = fold(
            RULES, state, rules.decide(state, seat, RULES.notation.read_orders(state, seat, text))
        )
    return state


def place_pieces(pieces: dict[str, str], **rest: Any) -> State:
    return RULES.judgement.open_case({"options": FAST, "position": {"pieces": pieces, **rest}})


def known_position(state: State, seat: str) -> State:
    return RULES.knowledge.known_state(state, seat)


def proposed_orders(state: State, seat: str, skill: EspionageSkill = STRONG) -> str:
    return propose_orders(skill, known_position(state, seat), seat, chance.keyed_numbers(b"whims"))


@pytest.mark.parametrize("size", [10, 8])
@pytest.mark.parametrize("seat", SEATS)
def test_the_usual_set_ups_have_the_whole_army(seat: str, size: int) -> None:
    """E13, HE22: and none of them is another one's mirror image."""
    camps = [SETUP.camp_from_rows(size, seat, rows) for _named, rows in USUAL_CAMPS[size]]
    assert len(camps) == 5
    assert all(count_ranks(camp.values(), RANKS) == ARMIES[size] for camp in camps)
    assert len({write_setup(camp) for camp in camps}) == 5


@pytest.mark.parametrize("size", [10, 8])
def test_a_bot_hands_in_a_legal_set_up(size: int) -> None:
    state = fold(RULES, None, RULES.judgement.start_game({"size": size}, chance.keyed_numbers(b"")))
    for seat in SEATS:
        for number in range(10):
            text = propose_orders(STRONG, state, seat, chance.keyed_numbers(b"%d" % number))
            orders = RULES.notation.read_orders(state, seat, text)
            assert RULES.judgement.decide(state, seat, orders)


def test_rank_odds_rule_out_a_mine_that_has_moved() -> None:
    """E27, E29: who goes is neither a mine nor the headquarters."""
    state = set_up_game(**FAST)
    for seat, text in (("white", "e3-e4"), ("black", "e8-e7"), ("white", "b3-b4")):
        orders = RULES.notation.read_orders(state, seat, text)
        state = fold(RULES, state, RULES.judgement.decide(state, seat, orders))
    thought = guess_army(known_position(state, "white"), "white")
    assert thought.chance_of_ranks("e7", "MQ") == 0
    assert 0 < thought.chance_of_ranks("e10", "MQ") < 1
    assert thought.chance_of_ranks("e10", "MQ") > thought.chance_of_ranks("d8", "MQ")
    for odds in thought.odds.values():
        assert sum(odds.values()) == pytest.approx(1)


def test_rank_odds_are_certain_of_an_uncovered_piece() -> None:
    state = place_pieces({"d4": "white S", "e5": "black M", "h8": "black 3", "a1": "white Q"})
    assert guess_army(known_position(state, "white"), "white").odds["e5"] == {"M": 1.0}


@pytest.mark.parametrize("skill", [CASUAL, STRONG])
def test_a_bot_takes_a_known_headquarters(skill: EspionageSkill) -> None:
    pieces = {"d4": "white 1", "c3": "white S", "d5": "black Q", "a10": "black 5", "a1": "white Q"}
    state = place_pieces(pieces, uncovered={"white": ["d5"]})
    assert proposed_orders(state, "white", skill) == "d4-d5"


def test_a_bot_beats_an_enemy_next_to_its_headquarters() -> None:
    pieces = {"a1": "white Q", "a3": "white 5", "a2": "black 1", "j10": "black Q", "j9": "black 2"}
    state = place_pieces(pieces, uncovered={"white": ["a2"]})
    assert proposed_orders(state, "white") == "a3-a2"


def test_a_bot_does_not_step_on_a_known_mine() -> None:
    pieces = {"d4": "white 4", "d5": "black M", "a1": "white Q", "j10": "black Q", "j9": "black 2"}
    state = place_pieces(pieces, uncovered={"white": ["d5"]})
    for number in range(5):
        text = propose_orders(
            STRONG, known_position(state, "white"), "white", chance.keyed_numbers(b"%d" % number)
        )
        assert text != "d4-d5"


def test_a_bot_decides_by_what_its_seat_may_know() -> None:
    """Two armies that stand alike and have other ranks: the same turn."""
    one, other = set_up_game(), set_up_game()
    swapped = {**other.pieces, "a8": other.pieces["b8"], "b8": other.pieces["a8"]}
    other = replace(other, pieces=swapped)
    assert one != other
    assert proposed_orders(one, "white") == proposed_orders(other, "white")


def test_a_bot_accepts_a_draw_when_it_is_far_behind() -> None:
    pieces = {"a1": "white Q", "a2": "white 1", "j10": "black Q", "j9": "black 5"}
    pieces |= {f"{file}8": "black 4" for file in "bcdefg"}
    state = place_pieces(
        pieces, draw="black", uncovered={"white": [f"{file}8" for file in "bcdefg"]}
    )
    assert proposed_orders(state, "white") == "draw!"


def test_a_bot_resigns_without_a_legal_move() -> None:
    assert proposed_orders(place_pieces({"a1": "white Q", "j9": "black 5"}), "white") == "resign"
