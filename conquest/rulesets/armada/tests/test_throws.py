"""Throws of blocker dice (K30, K36 to K41, HK22, HK24, I26 to I36, I59)."""

from __future__ import annotations

from typing import Any

import pytest

from conquest.core import Unforeseen
from conquest.kit import chance
from conquest.rulesets.armada.model import Event, Forfeited, Threw

from .positions import (
    Dice,
    block,
    decide_order,
    game,
    play,
    play_throw,
    scatter_draws,
    set_up,
    standing_units,
    state_of,
)

OPENING: dict[str, Any] = {"opening": True, "number": 1, "round": 1, "stirred": 0, "acted": 0}


def throw_event(text: str, draws: tuple[int, ...], **rest: Any) -> Threw:
    """Return what an opening throw on an empty board came to."""
    _state, events, _dice = play_throw("", text, draws, **OPENING, **rest)
    return first_throw(events)


def first_throw(events: tuple[Event, ...]) -> Threw:
    """Return the throw with which events begin."""
    assert isinstance(events[0], Threw)
    return events[0]


@pytest.mark.parametrize(
    ("across", "along", "squares"),
    [
        (0, 0, ("f6",)),
        (1, 0, ("f6", "g6")),
        (-1, 0, ("e6", "f6")),
        (0, 1, ("f6", "f7")),
        (0, -1, ("f5", "f6")),
        (1, 1, ("f6", "g6", "f7", "g7")),
        (-2, -2, ("e5",)),
        (2, -1, ("g5", "g6")),
    ],
)
def test_a_die_lands_beside_its_aim_by_up_to_two_half_squares(
    across: int, along: int, squares: tuple[str, ...]
) -> None:
    """HK24, I27, K31: it touches one square, two or four."""
    event = throw_event("south: throw f6", scatter_draws(across, along, 0, 3, 0))
    assert (event.result, event.squares, event.strength) == ("rests", squares, 3)


@pytest.mark.parametrize("seat", ["south", "north"])
def test_the_scatter_of_a_die_is_the_same_for_every_seat(seat: str) -> None:
    """I27: across along the files, along along the rows, for every thrower."""
    event = throw_event(f"{seat}: throw f6", scatter_draws(2, 2, 0, 1, 0))
    assert event.squares == ("g7",)


@pytest.mark.parametrize(
    ("seat", "squares"),
    [
        ("south", ("g9",)),
        ("west", ("i7",)),
        ("north", ("g5",)),
        ("east", ("e7",)),
    ],
)
def test_a_die_rolls_straight_inwards_from_the_thrower(seat: str, squares: tuple[str, ...]) -> None:
    """I27, HK24."""
    event = throw_event(f"{seat}: throw g7", scatter_draws(0, 0, 4, 2, 0), players=4)
    assert event.squares == squares


def test_a_resting_die_is_a_blocker_of_its_face() -> None:
    """K30, HK22, I38: it comes out of the pool."""
    state, events, dice = play_throw("", "south: throw b5", scatter_draws(0, 0, 3, 4, 0), **OPENING)
    assert (state.blockers["b6"].strength, state.blockers["b6"].squares) == (4, ("b6", "b7"))
    assert (state.pool, state.drawn, dice.drawn) == (3, 7, 7)
    assert first_throw(events).draws == (0, 0, 0, 0, 3, 3, 0)


def test_the_numbers_of_a_throw_come_from_the_seed_in_order() -> None:
    """HK24, O15, O16: sx, sy, the roll, the face, and a spare one."""
    v = game("south: throw f6", "north: throw c6", seed="0a")
    first, second = (event for event in v.said["events"] if event["kind"] == "threw")
    draw = chance.keyed_numbers(bytes.fromhex("0a"))
    for event in (first, second):
        wanted = [draw(3), draw(3), draw(3), draw(3), draw(6), draw(6), draw(10)]
        assert event["draws"][:7] == wanted
    assert v.position["drawn"] == 14


def test_a_throw_cannot_be_foreseen() -> None:
    """HK24: without the numbers nobody knows what will come of it."""
    state = state_of(set_up("", **OPENING))
    with pytest.raises(Unforeseen, match="chance decides"):
        decide_order(state, "south", "throw f6")


def test_a_die_off_the_board_is_out() -> None:
    """HK24: back to the pool, no blocker."""
    event = throw_event("south: throw a5", scatter_draws(-1, 0, 0, 3, 0))
    assert (event.result, event.squares) == ("out", ())
    state, _events, _dice = play_throw(
        "", "south: throw a10", scatter_draws(0, 0, 5, 3, 0), **OPENING
    )
    assert (state.blockers, state.pool) == ({}, 4)


def test_a_throw_into_a_live_zone_is_void_and_costs_a_unit() -> None:
    """K40, K41, I34: the one that the spare number tells, in square order."""
    for spare, square in enumerate(["a1", "a2", "b2"]):
        state, events, dice = play_throw(
            "s1 s2 ..\ns3 .. ..", "south: throw f9", scatter_draws(0, 0, 5, 3, spare), **OPENING
        )
        lost = events[1]
        assert isinstance(lost, Forfeited)
        assert (first_throw(events).result, lost.square, dice.drawn) == ("void", square, 7)
        assert square not in state.pieces
        assert (state.lost["south"], state.stirred) == (lost.rank, 1)


@pytest.mark.parametrize("aim", ["f3", "f2"])
def test_the_own_zone_voids_a_throw_too(aim: str) -> None:
    """I30."""
    assert throw_event(f"south: throw {aim}", scatter_draws(0, -1, 0, 3, 0)).result == "void"


def test_a_throw_is_void_as_soon_as_it_passes_a_live_zone() -> None:
    """K40: also where it would have rolled on."""
    assert throw_event("west: throw c9", scatter_draws(0, 0, 0, 3, 0), players=3).result == "rests"
    assert throw_event("north: throw b11", scatter_draws(0, 0, 3, 3, 0), players=3).result == "void"


def test_cancelled_zones_void_no_throw() -> None:
    """K40, K18."""
    zones = {"south": True, "north": False}
    assert (
        throw_event("south: throw f10", scatter_draws(0, 0, 0, 3, 0), zones=zones).result == "rests"
    )


def test_a_blocker_stops_a_die() -> None:
    """K35, HK24: it rests where it was before; on landing it is out."""
    blockers = {"f8": block(2, "f8")}
    event = throw_event("south: throw f6", scatter_draws(0, 0, 5, 3, 0), blockers=blockers)
    assert (event.result, event.squares) == ("rests", ("f7",))
    event = throw_event("south: throw f7", scatter_draws(0, 1, 0, 3, 0), blockers=blockers)
    assert event.result == "out"


def test_terrain_stops_a_die() -> None:
    """K46, HK24."""
    options = {"terrain": True}
    event = throw_event("south: throw d3", scatter_draws(0, 0, 5, 3, 0), players=4, options=options)
    assert event.squares == ("d3",)


LANE = ".. .. ..\nn1 .. ..\n.. .. ..\n.. .. .."


def test_a_unit_hit_by_a_die_is_pushed_ahead_and_stays_there() -> None:
    """K37, HK24: covered, whatever it is."""
    state, events, _dice = play_throw(
        LANE, "south: throw a2", scatter_draws(0, 0, 4, 3, 0), **OPENING
    )
    assert standing_units(state) == {"a5": "n1"}
    assert first_throw(events).shifts == {"a3": "a5"}
    assert first_throw(events).squares == ("a4",)


def test_pushed_units_push_others_ahead() -> None:
    """K39, HK24."""
    state, _events, _dice = play_throw(
        "s2 .. ..\nn1 .. ..\n.. .. ..", "south: throw a1", scatter_draws(0, 0, 2, 3, 0), **OPENING
    )
    assert standing_units(state) == {"a3": "n1", "a4": "s2"}


def test_a_die_landing_between_two_squares_clears_both() -> None:
    """I28: who is still under the die is pushed on."""
    state, events, _dice = play_throw(
        ".. .. ..\n.. .. ..\n.. .. ..\nn2 .. ..\nn1 .. ..",
        "south: throw a1",
        scatter_draws(0, 1, 0, 3, 0),
        **OPENING,
    )
    assert first_throw(events).squares == ("a1", "a2")
    assert standing_units(state) == {"a3": "n1", "a4": "n2"}
    state, _events, _dice = play_throw(
        ".. .. ..\n.. .. ..\nn1 .. ..", "south: throw a1", scatter_draws(0, 1, 0, 3, 0), **OPENING
    )
    assert standing_units(state) == {"a3": "n1"}


def test_where_one_push_is_blocked_no_push_happens() -> None:
    """I29: the die rests one position earlier, on landing it is out."""
    board = "#2 .. ..\nn1 n2 ..\n.. .. ..\n.. .. .."
    state, events, _dice = play_throw(
        board, "south: throw a1", scatter_draws(1, 0, 5, 3, 0), **OPENING
    )
    assert first_throw(events).squares == ("a2", "b2")
    assert standing_units(state) == {"a3": "n1", "b3": "n2"}
    _state, events, _dice = play_throw(
        board, "south: throw a3", scatter_draws(1, 0, 0, 3, 0), **OPENING
    )
    assert first_throw(events).result == "out"


def test_a_push_into_a_live_zone_voids_the_throw() -> None:
    """I29, K40: the unit's own zone, too."""
    pieces = {"f9": "north 1", "a1": "south 2"}
    _state, events, _dice = play_throw(
        "", "south: throw f8", scatter_draws(0, 0, 2, 3, 0), pieces=pieces, **OPENING
    )
    assert first_throw(events).result == "void"
    assert first_throw(events).shifts == {}


def test_a_blocked_push_counts_before_a_void_one() -> None:
    """I29."""
    pieces = {"d9": "north 1", "c9": "north 2"}
    state, events, _dice = play_throw(
        "",
        "south: throw c7",
        scatter_draws(1, 0, 4, 3, 0),
        pieces=pieces,
        blockers={"c10": block(1, "c10")},
        **OPENING,
    )
    assert first_throw(events).squares == ("c8", "d8")
    assert standing_units(state) == {"c9": "n2", "d9": "n1"}


def test_a_void_throw_restores_everything() -> None:
    """K40, I36: also who had fallen; seven numbers are drawn."""
    pieces = {"e9": "north 1", "a1": "south 2"}
    state, events, dice = play_throw(
        "", "south: throw e8", scatter_draws(0, 0, 5, 6, 1), pieces=pieces, **OPENING
    )
    assert (first_throw(events).result, dice.drawn) == ("void", 7)
    assert standing_units(state)["e9"] == "n1"


EDGE = {"a11": "north 1"}


@pytest.mark.parametrize("face", [5, 6])
def test_a_fallen_unit_is_lost_by_a_five_or_a_six(face: int) -> None:
    """K38, I31: one number is drawn all the same."""
    state, events, dice = play_throw(
        "", "south: throw a10", scatter_draws(0, 0, 2, face, 0, 0), pieces=EDGE, **OPENING
    )
    assert (state.lost["north"], dice.drawn, state.stirred) == ("1", 8, 1)
    assert first_throw(events).falls[0].rank == "1"


@pytest.mark.parametrize("face", [1, 2, 3, 4])
def test_a_fallen_unit_is_put_back_by_a_lower_face(face: int) -> None:
    """K38, I31: the one the number tells, in square order; it stays covered (K37)."""
    pieces = EDGE | {"d10": "north 2", "k4": "south K"}
    state, events, dice = play_throw(
        "", "south: throw a10", scatter_draws(0, 0, 2, face, 0, 11), pieces=pieces, **OPENING
    )
    assert standing_units(state) == {"d10": "n2", "g10": "n1"}
    assert (dice.drawn, state.drawn, state.lost["north"]) == (8, 8, "")
    assert first_throw(events).falls[0].rank == "?"


def test_several_units_fall_one_after_the_other() -> None:
    """K39, I31: in the order in which they fell, each with a number of its own."""
    pieces = {"a11": "north 1", "a10": "north 2", "b11": "north 3"}
    state, events, dice = play_throw(
        "", "south: throw a9", scatter_draws(1, 0, 2, 1, 0, 0, 0, 0), pieces=pieces, **OPENING
    )
    assert [fall.square for fall in first_throw(events).falls] == ["a11"]
    assert dice.drawn == 8
    state, events, dice = play_throw(
        "", "south: throw a9", scatter_draws(1, 0, 4, 1, 0, 0, 0, 0), pieces=pieces, **OPENING
    )
    falls = first_throw(events).falls
    assert [(fall.square, fall.to) for fall in falls] == [
        ("a11", "d10"),
        ("a10", "e10"),
        ("b11", "f10"),
    ]
    assert dice.drawn == 10
    assert standing_units(state) == {"d10": "n1", "e10": "n2", "f10": "n3"}


def test_a_fallen_inherited_unit_returns_to_the_zone_of_its_heir() -> None:
    """I35: whose they are now, not whose they were."""
    pieces = {"a13": "south 1", "m12": "west K"}
    state, _events, _dice = play_throw(
        "", "west: throw a12", scatter_draws(0, 0, 2, 1, 0, 0), players=3, pieces=pieces, **OPENING
    )
    assert "a13" in state.pieces
    _state, events, _dice = play_throw(
        "", "south: throw a12", scatter_draws(0, 0, 2, 1, 0, 0), players=3, pieces=pieces, **OPENING
    )
    assert first_throw(events).falls[0].to == "e1"


def test_a_fallen_unit_is_put_near_a_full_zone() -> None:
    """I32, HK24: by the fewest steps, in square order; the number is drawn and not used."""
    full = {f"{file}{row}": "north 2" for file in "defgh" for row in (10, 11)}
    state, _events, dice = play_throw(
        "", "south: throw a10", scatter_draws(0, 0, 2, 1, 0, 4), pieces=EDGE | full, **OPENING
    )
    assert (standing_units(state)["d9"], dice.drawn) == ("n1", 8)
    state, _events, dice = play_throw(
        "",
        "south: throw a10",
        scatter_draws(0, 0, 2, 1, 0, 4),
        pieces=EDGE | full,
        blockers={"d9": block(1, "d9", "e9")},
        **OPENING,
    )
    assert standing_units(state)["f9"] == "n1"


def test_shifts_stay_where_the_die_goes_out() -> None:
    """HK24, K37: the face still decides who has fallen."""
    state, events, _dice = play_throw(
        "", "south: throw a10", scatter_draws(0, 0, 5, 6, 0, 0), pieces=EDGE, **OPENING
    )
    assert (first_throw(events).result, state.lost["north"]) == ("out", "1")


def test_a_throw_can_be_aimed_at_every_square() -> None:
    """I26: taken or not; there is none off the board."""
    event = throw_event("south: throw k4", scatter_draws(0, 0, 0, 3, 0))
    assert event.shifts == {"k4": "k5"}
    assert play("", "south: throw l4", **OPENING).refused == ("unreadable", "O6")


def test_a_throw_is_never_repeated() -> None:
    """I59, K40: whatever came of it."""
    for text, draws in (("f9", (0, 0, 5, 3)), ("a5", (-1, 0, 0, 3))):
        order, numbers = f"south: throw {text}", scatter_draws(*draws, 0)
        state, _events, _dice = play_throw("s1 ..", order, numbers, **OPENING)
        assert state.turn == "north"


def test_nothing_is_thrown_without_a_die() -> None:
    """K17, I38: only `skip` is left."""
    v = play("", "south: throw f6", pool=0, **OPENING)
    assert v.refused == ("illegal", "K17")
    assert v.options() == ["skip"]


def test_the_numbers_of_throws_are_counted() -> None:
    """The numbers of these tests are those that were asked for."""
    dice = Dice((1, 2))
    assert (dice(3), dice(3), dice.drawn) == (1, 2, 2)
