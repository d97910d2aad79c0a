"""Bots: what they conclude about hidden units, and what they play."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from conquest.kit import chance
from conquest.rulesets.armada.bot import (
    CASUAL,
    STRONG,
    ArmadaSkill,
    propose_orders,
    rounds_of_quiet,
)
from conquest.rulesets.armada.model import State
from conquest.rulesets.armada.rank_odds import RankGuess, known_phase
from conquest.rulesets.armada.ruleset import RULES

from .positions import known_state, play_order, set_up, start_game, state_of


def propose(drawing: str, seat: str = "south", skill: ArmadaSkill = STRONG, **rest: Any) -> str:
    state = known_state(drawing, seat, turn=seat, **rest)
    return propose_orders(skill, state, seat, chance.keyed_numbers(b"whims"))


def standard_game() -> State:
    """Return a game of two in which both have set up as usual, and nobody has thrown."""
    state = start_game()
    for seat in state.seats:
        state = play_order(
            state, seat, RULES.notation.write_orders(RULES.judgement.default_orders(state, seat))
        )
    return play_order(play_order(state, "south", "skip"), "north", "skip")


@pytest.mark.parametrize("skill", [CASUAL, STRONG])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_bot_hands_in_legal_orders(skill: ArmadaSkill, players: int) -> None:
    state = start_game(players=players)
    for seat in state.seats:
        known_ = RULES.knowledge.known_state(state, seat)
        state = play_order(
            state, seat, propose_orders(skill, known_, seat, chance.keyed_numbers(b"whims"))
        )
    assert state.is_set_up


def test_a_bot_captures_what_it_can() -> None:
    """K6."""
    assert propose("s1 n1 ..\n.. .. ..") == "a2xb2"


def test_a_bot_moves_its_king_out_of_its_zone_in_time() -> None:
    """K14."""
    pieces = {"d1": "south K", "d2": "south 1", "e1": "south 2"}
    assert propose("", pieces=pieces, turns={"south": 4}) == "d1-c1"


def test_a_bot_goes_for_the_last_king() -> None:
    """K15."""
    last = known_state("sK .. nK", "south", bare=True, lost={"north": list("1111222333"[:9])})
    assert propose_orders(STRONG, last, "south", chance.keyed_numbers(b"")) == "a1xc1"


@pytest.mark.parametrize("whim", [b"one", b"two", b"three"])
@pytest.mark.parametrize(("stirred", "steps_into_reach"), [(50, False), (10, True)])
def test_a_bot_dares_more_the_longer_nothing_happens(
    stirred: int, whim: bytes, *, steps_into_reach: bool
) -> None:
    """HK30."""
    state = known_state("s1 .. n1", "south", round=50, stirred=stirred)
    assert (
        propose_orders(STRONG, state, "south", chance.keyed_numbers(whim)) == "a1-b1"
    ) is steps_into_reach


def test_bots_wait_equally_long_whichever_seat_begins() -> None:
    rest: dict[str, Any] = {"players": 4, "round": 30, "stirred": 20}
    state = known_state("", "south", **rest)
    assert [rounds_of_quiet(state, seat) for seat in state.seats] == [10, 10.25, 10.5, 10.75]
    state = replace(state, defeated=("south", "north"))
    assert [rounds_of_quiet(state, seat) for seat in ("west", "east")] == [10, 10.5]


def test_a_bot_throws_nothing_that_may_cost_its_king() -> None:
    """K41: it knows the odds."""
    rest: dict[str, Any] = {"opening": True, "turn": "south"}
    for whim in range(5):
        state = known_state("s1 ..", "south", **rest)
        text = propose_orders(STRONG, state, "south", chance.keyed_numbers(b"%d" % whim))
        assert text.startswith(("throw", "skip"))
    empty = known_state("", "south", pool=0, **rest)
    assert propose_orders(STRONG, empty, "south", chance.keyed_numbers(b"")) == "skip"


def test_a_bot_favours_no_side_of_the_board_with_its_throws() -> None:
    """K30: of aims that are worth the same it takes the one that the numbers named first."""
    state = known_state("", "south", opening=True, turn="south")
    texts = [
        propose_orders(STRONG, state, "south", chance.keyed_numbers(b"%d" % whim)).removeprefix(
            "throw "
        )
        for whim in range(20)
    ]
    assert min(sum(text[0] < "f" for text in texts), sum(text[0] > "f" for text in texts)) >= 5


def test_a_bot_consents_to_its_own_alliance_only() -> None:
    """I19."""
    proposal = {"from": "west", "to": "north", "agreed": ["west"]}
    state = state_of(set_up("", players=4, turn="west", proposal=proposal))
    answers = {
        seat: propose_orders(
            STRONG, RULES.knowledge.known_state(state, seat), seat, chance.keyed_numbers(b"")
        )
        for seat in ("south", "north", "east")
    }
    assert answers == {"south": "refuse", "north": "consent", "east": "refuse"}


def test_a_bot_knows_the_phase_of_an_enemy_by_its_losses() -> None:
    """HK13: armies are equal, and losses are named."""
    public = RULES.knowledge.known_state(standard_game(), None)
    assert known_phase(public, "south") == 1
    assert known_phase(known_state("", "south"), "north") == 0


def test_a_bot_takes_a_moved_unit_for_the_lowest_class_or_the_king() -> None:
    """K11, K12."""
    state = standard_game()
    state = play_order(state, "south", "d2-d3")
    guess = RankGuess(RULES.knowledge.known_state(state, "north"), "north")
    assert guess.rank_odds("d3") == {"1": 0.8, "K": 0.2}
    assert guess.capture_chance("d3") > guess.capture_chance("e1")


def test_a_bot_remembers_which_unit_was_attacked_in_vain() -> None:
    """HK11: such a unit is not of the lowest class."""
    state = standard_game()
    pieces = dict(state.pieces)
    pieces["f5"], pieces["f6"] = pieces.pop("d2"), pieces.pop("f10")
    state = play_order(replace(state, pieces=pieces), "south", "f5xf6")
    guess = RankGuess(RULES.knowledge.known_state(state, "south"), "south")
    assert (guess.capture_chance("f6"), guess.capture_chance("d10") > 0.3) == (0.0, True)
