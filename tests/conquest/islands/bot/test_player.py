"""Bots of Conquest take free pieces, keep their own and waste little."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from conquest import registry
from conquest.core import fold
from conquest.islands.bot.bit_position import bit_position
from conquest.islands.bot.grail import conquest_of_grail
from conquest.islands.rules.evolution import suppose_turn
from conquest.islands.rules.tally import spendable_points
from conquest.kit import chance

RULES = registry.get_ruleset("conquest")
LEVELS = {level.name: level for level in RULES.composing.levels}
PLANNERS = ("seasoned", "strong")
AFIELD = {
    f"{side}{field}": f"{seat} {letter}"
    for side, seat in zip("SWNE", RULES.seating.seats, strict=True)
    for field, letter in (("21", "S"), ("22", "S"), ("23", "E"))
}


def open_state(turn: str, pieces: dict[str, str], **rest: Any) -> Any:
    position = {"turn": turn, "number": 9, "pieces": AFIELD | pieces} | rest
    case = {"board": "four-islands", "options": {}, "position": position}
    return RULES.judgement.open_case(case)


def new_game() -> Any:
    return fold(RULES, None, RULES.judgement.start_game({}, chance.keyed_numbers(bytes(32))))


def after(state: Any, seat: str, text: str) -> Any:
    orders = RULES.notation.read_orders(state, seat, text)
    return fold(RULES, state, RULES.judgement.decide(state, seat, orders))


def after_turn(state: Any) -> Any:
    """The position at the beginning of West's turn."""
    return suppose_turn(state, "west")


def proposal(name: str, state: Any, seat: str, whim: int = 1) -> str:
    numbers = chance.keyed_numbers(bytes([whim]))
    known = RULES.knowledge.read_view(RULES.knowledge.write_view(state, seat))
    return LEVELS[name].propose_orders(known, seat, numbers)


def attacked_state(*attack: str, **pieces: str) -> Any:
    """West has captured on S13: the position in which South may recapture."""
    state = open_state("west", {"S13": "south S", "S14": "west K", **pieces})
    return after(state, "west", "S14xS13")


each_planner = pytest.mark.parametrize("name", PLANNERS)


def test_a_bot_wins_by_the_whole_grail_at_once() -> None:
    """C38."""
    held = {"G1": "south S", "G2": "south S", "G3": "south S", "G4": "south S", "P2": "south K"}
    won = after(state := open_state("south", held), "south", proposal("strong", state, "south"))
    assert won.outcome.winners == ("south",)


def test_a_bot_takes_what_nobody_guards() -> None:
    state = open_state("south", {"S11": "south K", "S13": "west C"})
    assert "xS13" in proposal("strong", state, "south")


def test_a_seasoned_bot_mostly_takes_what_nobody_guards() -> None:
    state = open_state("south", {"S11": "south K", "S13": "west C"})
    texts = [proposal("seasoned", state, "south", whim) for whim in range(20)]
    assert sum("xS13" in text for text in texts) > len(texts) / 2


@each_planner
def test_a_bot_takes_no_soldier_for_a_knight(name: str) -> None:
    """C26."""
    state = open_state(
        "south", {"S11": "south K", "S13": "west S", "S14": "west S", "S15": "west S"}
    )
    text = proposal(name, state, "south")
    assert not after(state, "south", text).window


def test_a_bot_captures_last_where_no_answer_is_allowed() -> None:
    """C33."""
    foes = {"S13": "west E", "S14": "west S", "S15": "west S"}
    state = open_state("south", {"S11": "south K", "S12": "south S", **foes}, used=17)
    assert proposal("strong", state, "south").endswith("S13!")


@each_planner
def test_a_bot_recaptures_with_what_is_safe(name: str) -> None:
    """C26."""
    assert proposal(name, attacked_state(S12="south S"), "south") == "S12xS13"


@each_planner
def test_a_bot_declines_a_recapture_that_costs_more(name: str) -> None:
    """C26: it is optional."""
    foes = {"S14": "west S", "S18": "west K", "S19": "west K"}
    state = open_state("west", {"S13": "south S", "S11": "south E", **foes})
    assert proposal(name, after(state, "west", "S14xS13"), "south") == "pass"


@each_planner
def test_a_bot_frees_its_tower(name: str) -> None:
    """C34."""
    state = open_state("south", {"ST1": "west S", "S12": "south K", "S33": "south S"})
    freed = after(state, "south", proposal(name, state, "south"))
    assert freed.pieces["ST1"].seat == "south"


@each_planner
@pytest.mark.parametrize("whim", range(3))
def test_a_bot_uses_its_points(name: str, whim: int) -> None:
    """C5: what is left lapses."""
    state = new_game()
    for seat in RULES.seating.seats:
        text = proposal(name, state, seat, whim)
        unspent = after(state, seat, text.removesuffix("; end"))
        assert unspent.turn != seat or spendable_points(unspent) <= 2
        state = after(state, seat, text)


@each_planner
def test_a_bot_knows_nothing_of_the_plan_of_another_seat(name: str) -> None:
    state = open_state(
        "west", {"S13": "south S", "S14": "west K", "S12": "south E", "S15": "west S"}
    )
    stays, goes_on = (after(state, "west", f"S14xS13; {rest}") for rest in ("end", "S15-S14; end"))
    assert stays.plan != goes_on.plan
    assert proposal(name, stays, "south") == proposal(name, goes_on, "south")


@each_planner
def test_a_bots_openings_differ_by_its_numbers_only(name: str) -> None:
    state = new_game()
    assert proposal(name, state, "south", 1) == proposal(name, state, "south", 1)
    assert len({proposal(name, state, "south", whim) for whim in range(6)}) > 3


@each_planner
def test_a_bot_captures_before_others_win_by_quiet_rounds(name: str) -> None:
    """C40."""
    pieces = {"S11": "south S", "S12": "west S", "S14": "west K"}
    state = open_state("south", pieces, captured={"west": 5}, since_capture=14)
    text = proposal(name, state, "south")
    assert RULES.judgement.turn_number(state) == 9
    assert "xS12" in text


def test_a_bot_stops_a_foe_who_could_take_the_whole_grail() -> None:
    """C38."""
    held = {"G1": "west S", "G2": "west S", "G3": "west S", "P7": "west K", "P6": "west K"}
    state = open_state("south", {**held, "C02": "south K", "C01": "south K"})
    assert conquest_of_grail(bit_position(after_turn(state)), "west", ("west",))
    after_all = after_turn(after(state, "south", proposal("strong", state, "south")))
    assert not conquest_of_grail(bit_position(after_all), "west", ("west",))


@each_planner
def test_a_bot_hunts_where_quiet_rounds_would_lose(name: str) -> None:
    """C40."""
    pieces = {"G1": "south K", "W11": "west S"}
    for quiet, stays in ((0, True), (9, False)):
        state = open_state("south", pieces, captured={"west": 5}, since_capture=quiet)
        hunted = after(state, "south", proposal(name, state, "south"))
        assert ("G1" in hunted.pieces) == stays


@each_planner
def test_a_bot_plays_on_any_board(name: str, small: Callable[..., Any]) -> None:
    state = small({"s1": "south K", "s3": "west K", "h1": "west B"})
    assert after(state, "south", proposal(name, state, "south")).number >= state.number


@each_planner
def test_a_bot_goes_for_the_enemy_where_there_is_no_grail(name: str) -> None:
    """Four rounds without a capture end a game (C40, A33), and the islands of two lie far apart."""
    state = fold(
        RULES, None, RULES.judgement.start_game({"players": 2}, chance.keyed_numbers(bytes(32)))
    )
    while not state.outcome:
        (seat,) = RULES.judgement.to_act(state)
        state = after(state, seat, proposal(name, state, seat, state.number % 256))
    assert state.captured
