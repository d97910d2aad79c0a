"""Defeats and defeated seats (K15 to K20, K24, K36, HK14, HK23, HK26, HK31, I35, I37, I41 to I43,
I46, I48, I51, O13)."""

from __future__ import annotations

from typing import Any

import pytest

from conquest.rulesets.armada.model import Defeated, State
from conquest.rulesets.armada.position import write_position

from .positions import fault, play, play_throw, scatter_draws, state_of

THREE: dict[str, Any] = {"players": 3}
UNITS = {"c3": "west 1", "c4": "west 3", "m8": "south 1", "m9": "north 1"}
OPENING: dict[str, Any] = {"opening": True, "number": 1, "round": 1, "stirred": 0, "acted": 0}


def test_a_seat_that_loses_its_king_is_defeated_at_once() -> None:
    """K15, HK10: here captured by the last phase's rule."""
    v = play("", "south: m8xm9", players=3, pieces={"m8": "south 1", "m9": "north K"})
    assert (v.position["defeated"], v.lost) == (["north"], {"north": "K"})
    assert v.kinds == ["captured", "defeated", "turn_ended", "called"]
    assert v.to_act == {"west": "turn"}


def test_units_of_a_defeated_seat_without_allies_become_blockers() -> None:
    """K18, K20, HK23: on their squares, as strong as they were worth, no dice."""
    v = play("", "west: resign", players=3, pieces=UNITS)
    assert v.position["blockers"] == {
        "c3": {"strength": 1, "squares": ["c3"], "die": False},
        "c4": {"strength": 3, "squares": ["c4"], "die": False},
    }
    assert (v.position["zones"]["west"], v.position["pool"]) == (False, 6)
    assert v.lost == {"west": "K"}
    assert "a13" not in v.position["pieces"]


def test_the_zone_of_the_defeated_can_be_entered() -> None:
    """K18."""
    pieces = {"c6": "south 1", "m9": "north 1"}
    v = play(
        "", "west: resign", "north: m9-m10", "south: c6-b6", players=3, pieces=pieces, turn="west"
    )
    assert (v.refused, v.pieces["b6"]) == (None, "s1")


ALLIED: dict[str, Any] = {"players": 4, "allies": [["south", "west"]]}


def test_an_ally_inherits_all_units_of_a_defeated_seat() -> None:
    """K19, K24, K18: they stay where they are, covered; the zone is cancelled."""
    v = play("", "west: resign", pieces=UNITS, **ALLIED)
    assert (v.pieces["c3"], v.pieces["c4"], v.blockers) == ("s1", "s3", {})
    assert v.position["zones"]["west"] is False
    assert v.position["allies"] == [["south", "west"]]
    seen = play("", "west: resign", pieces=UNITS, view="north", **ALLIED).view
    assert seen["pieces"]["c3"] == "south ?"


def test_inherited_units_can_lower_the_phase() -> None:
    """HK14, HK13: the lowest units count, no matter whose they were."""
    pieces = {"c3": "west 1", "k4": "south 2", "m8": "north 1"}
    rest: dict[str, Any] = {**ALLIED, "pieces": pieces, "turn": "south"}
    assert play("", "south: k4-j4-j5", **rest).refused is None
    v = play("", "west: resign", "south: k4-j4-j5", **rest)
    assert (v.accepted, v.refused) == (1, ("illegal", "K11"))


def test_several_heirs_receive_units_in_turn() -> None:
    """I37, HK14: sorted by class, then square order; the first in seat order begins."""
    pieces = {"g5": "west 1", "c3": "west 1", "c4": "west 2", "a12": "west 3", "b11": "west 2"}
    allies = [["south", "west", "north"]]
    v = play("", "west: resign", players=4, pieces=pieces, allies=allies)
    given = {at: v.pieces[at] for at in ("c3", "g5", "c4", "b11", "a12")}
    assert given == {"c3": "s1", "g5": "n1", "c4": "s2", "b11": "n2", "a12": "s3"}


def test_a_defeated_heir_inherits_nothing() -> None:
    """I37."""
    rest: dict[str, Any] = {"players": 4, "allies": [["south", "west"]], "defeated": ["south"]}
    v = play("", "west: resign", pieces={"c3": "west 1"}, turn="west", **rest)
    assert v.blockers == {"c3": 1}


def test_a_defeated_player_throws_each_round_at_their_place() -> None:
    """K16, K36, HK25, I42: while two enemies remain; they may skip it."""
    rest: dict[str, Any] = {"players": 3, "defeated": ["west"]}
    v = play("", "south: m3-m4", **rest)
    assert v.to_act == {"west": "throw"}
    assert v.options()[:2] == ["skip", "throw a1"]
    assert len(v.options()) == 170
    v = v.then("west: skip")
    assert (v.to_act, v.position["number"]) == ({"north": "turn"}, 10)
    v = v.then("north: m11-m12", "south: m4-m5")
    assert (v.to_act, v.position["round"]) == ({"west": "throw"}, 6)
    v = v.then("west: throw g7")
    assert v.to_act == {"north": "turn"}


def test_with_one_enemy_left_a_defeated_player_throws_no_more() -> None:
    """K16, HK26, I42: nor with an empty pool (K17, K36)."""
    v = play("", "south: m3-m4", players=4, defeated=["west", "east"])
    assert v.to_act == {"west": "throw"}
    rest: dict[str, Any] = {"players": 4, "defeated": ["west"], "allies": [["west", "north"]]}
    assert play("", "south: m3-m4", **rest).to_act == {"west": "throw"}
    rest = {"players": 3, "defeated": ["west"], "allies": [["west", "north"]]}
    assert play("", "south: m3-m4", **rest).to_act == {"north": "turn"}
    assert play("", "south: m3-m4", players=3, defeated=["west"], pool=0).to_act == {
        "north": "turn"
    }


def test_a_void_throw_costs_a_defeated_player_nothing() -> None:
    """K41: they have nothing more to lose; the throw is used up (I59)."""
    state, events, dice = play_throw(
        "", "west: throw c7", scatter_draws(-1, 0, 0, 3, 0), players=3, defeated=["west"],
        zones={"west": True},
    )  # fmt: skip
    assert (events[0].result, state.turn, dice.drawn) == ("void", "north", 7)  # type: ignore[union-attr]
    assert state.lost["west"] == ""


def test_a_defeated_player_moves_and_resigns_no_more() -> None:
    """K16, O13, O20."""
    rest: dict[str, Any] = {"players": 3, "defeated": ["west"], "turn": "west"}
    assert play("", "west: a1-a2", **rest).refused == ("illegal", "O20")
    assert play("", "west: resign", **rest).refused == ("illegal", "O13")


def test_a_king_that_falls_by_a_die_is_lost() -> None:
    """K38, K15, HK31, I31: its owner is defeated at once."""
    state, events, _dice = play_throw(
        "",
        "south: throw a10",
        scatter_draws(0, 0, 2, 5, 0, 0),
        pieces={"a11": "north K"},
        **OPENING,
    )
    assert state.outcome is not None
    assert (state.outcome.winners, state.defeated) == (("south",), ("north",))
    assert [type(event) for event in events].count(Defeated) == 1


def test_two_kings_are_lost_one_after_the_other() -> None:
    """I33, HK31: with the first defeat the last team may have won."""
    pieces = {"a13": "north K", "b13": "west K", "c13": "west 2"}
    draws = scatter_draws(1, 0, 2, 6, 0, 0, 0)
    state, _events, _dice = play_throw(
        "", "south: throw a12", draws, players=3, pieces=pieces, **OPENING
    )
    assert (state.defeated, state.outcome and state.outcome.winners) == (
        ("north", "west"),
        ("south",),
    )
    team = {"allies": [["south", "west"]]}
    pieces = {"a13": "north K", "b13": "south K", "c1": "west K", "c13": "west 2"}
    state, _events, _dice = play_throw(
        "", "south: throw a12", draws, players=3, pieces=pieces, **team, **OPENING
    )
    assert (state.defeated, state.outcome and state.outcome.winners) == (
        ("north",),
        ("south", "west"),
    )
    assert again(state) == state


def again(state: State) -> State:
    """Feed a position back."""
    options = {"players": state.players, "king": state.king, "terrain": state.terrain}
    return state_of({"options": options, "position": write_position(state)})


def test_a_game_that_two_falling_kings_have_ended_is_fed_back() -> None:
    """I33, I46, O10: the second King is gone, though its seat has won."""
    pieces = {"a11": "north K", "b11": "south K"}
    state, _events, _dice = play_throw(
        "", "south: throw a10", scatter_draws(1, 0, 2, 6, 0, 0, 0), pieces=pieces, **OPENING
    )
    assert (state.defeated, state.pieces) == (("north",), {})
    assert state.outcome is not None
    assert state.outcome.winners == ("south",)
    assert again(state) == state


def test_a_forfeited_king_is_lost_too() -> None:
    """K41, HK31, I34, I51: the opening goes on with the next."""
    pieces = {"m3": "south K", "a3": "south 2", "c3": "west 1"}
    state, events, _dice = play_throw(
        "", "south: throw g11", scatter_draws(0, 0, 5, 3, 1), players=3, pieces=pieces, **OPENING
    )
    assert (state.defeated, state.lost["south"], state.turn) == (("south",), "K", "west")
    assert (state.opening, state.blockers["a3"].strength) == (True, 2)
    assert next(event for event in events if isinstance(event, Defeated)).blockers == {"a3": "2"}


def test_a_seat_defeated_in_the_opening_has_no_throw() -> None:
    """I51, I3: play begins with the throw at its place."""
    v = play("", "south: resign", players=3, turn="south", **OPENING)
    assert (v.to_act, v.position["opening"]) == ({"west": "throw"}, True)
    v = v.then("west: skip", "north: skip")
    assert (v.to_act, v.position["turn"], "opening" in v.position) == (
        {"south": "throw"},
        "south",
        False,
    )


def test_resigning_is_like_losing_the_king() -> None:
    """O13, I48: at any time, the King is removed; only not during the set-up."""
    v = play("", "north: resign", turn="south")
    assert (v.ended, v.lost) == ((["south"], "last_standing"), {"north": "K"})
    assert v.position["stirred"] == 5
    v = play("", "west: resign", players=3, turn="south")
    assert (v.to_act, v.position["number"]) == ({"south": "turn"}, 9)
    v = play("", "south: resign", players=3)
    assert v.to_act == {"west": "turn"}


def test_a_defeated_seat_sees_what_its_team_sees() -> None:
    """I43: a defeated player sees their team's units and nothing else."""
    v = play("", "west: resign", view="west", pieces=UNITS, **ALLIED)
    assert v.view["pieces"]["c3"] == "south 1"
    assert v.view["pieces"]["m8"] == "south 1"
    assert v.view["pieces"]["m9"] == "north ?"
    v = play("", "west: resign", view="west", pieces=UNITS, **THREE)
    assert v.view["pieces"]["m8"] == "south ?"


def test_the_undefeated_seats_of_the_last_team_win() -> None:
    """I41, K2, HK29: not those of it who were defeated."""
    allies = [["south", "west", "north"]]
    v = play("", "west: resign", "east: resign", players=4, allies=allies)
    assert v.ended == (["south", "north"], "last_standing")
    assert v.said["outcome"] == v.position["outcome"]


@pytest.mark.parametrize(
    ("defeated", "pieces"), [([], {"k4": "south 1"}), (["south"], {"k4": "south 1"})]
)
def test_kings_and_defeats_must_fit(defeated: list[str], pieces: dict[str, str]) -> None:
    """I46."""
    assert fault("", bare=True, pieces=pieces | {"k8": "north K"}, defeated=defeated)
