"""Tables, set-ups and the opening (HK1 to HK5, I1 to I3, I26, K30, O1, O5, O14, O20)."""

from __future__ import annotations

import pytest

from conquest.core import Fault
from conquest.kit.hidden_army import board_squares
from conquest.rulesets.armada.board import PLAYING, SIZES, setup_zone
from conquest.rulesets.armada.ranks import RANKS
from conquest.rulesets.armada.ruleset import RULES
from conquest.rulesets.armada.words import NAMES

from . import judging
from .positions import armies, camp, fault, game, judge_case, setup, start_game


@pytest.mark.parametrize(
    ("players", "size", "seats"),
    [
        (2, 11, ["south", "north"]),
        (3, 13, ["south", "west", "north"]),
        (4, 13, ["south", "west", "north", "east"]),
    ],
)
def test_two_to_four_seats_play(players: int, size: int, seats: list[str]) -> None:
    """HK1, HK2, I1, I2, O1."""
    v = judge_case({"ruleset": "armada", "options": {"players": players}})
    assert list(v.to_act) == seats
    assert set(v.to_act.values()) == {"setup"}
    state = start_game(players=players)
    assert (len(board_squares(state.size)), state.size) == (size * size, size)
    assert v.position["pool"] == 2 * players


@pytest.mark.parametrize(
    ("seat", "players", "corners"),
    [
        ("south", 2, ("d1", "h2")),
        ("north", 2, ("d10", "h11")),
        ("south", 4, ("e1", "i2")),
        ("north", 4, ("e12", "i13")),
        ("west", 4, ("a5", "b9")),
        ("east", 4, ("l5", "m9")),
    ],
)
def test_start_zones_lie_in_the_middle_of_their_sides(
    seat: str, players: int, corners: tuple[str, str]
) -> None:
    """HK3: five wide and two deep."""
    found = setup_zone(seat, SIZES[players])
    assert (len(found), found[0], found[-1]) == (10, *corners)


def test_two_players_are_the_usual_number() -> None:
    """HK1, O18."""
    v = judge_case({"ruleset": "armada"})
    assert v.position["turn"] == "south"
    assert list(v.to_act) == ["south", "north"]


def test_there_are_ones_twos_threes_and_kings() -> None:
    """K3, HK4: four kinds of units, and no fifth."""
    named = [str(NAMES[rank]) for rank in RANKS]
    assert named == ["one", "two", "three", "King"]
    found = [rank for rank in "01234KQ" if not fault(pieces={"a1": f"south {rank}"})]
    assert found == ["1", "2", "3", "K"]


def test_all_set_up_at_once_in_any_order() -> None:
    """HK5, I3: then come the opening throws."""
    south, north = armies()
    v = judge_case({"ruleset": "armada", "orders": [north]})
    assert (v.to_act, v.kinds) == ({"south": "setup"}, ["mustered"])
    assert v.position["setup"] == {"north": camp("north")}
    v = v.then(f"south: {south[1]}")
    assert (v.to_act, v.kinds) == ({"south": "throw"}, ["mustered", "began"])
    assert v.position["opening"] is True
    assert len(v.position["pieces"]) == 20
    assert v.position["pieces"]["d1"] == "south 1"


def test_the_opening_throws_come_in_seat_order() -> None:
    """I3, K30: each throws or does without; then South begins (I1)."""
    v = game("south: skip", "west: skip", "north: skip", "east: skip", players=4)
    assert (v.refused, v.to_act, "opening" in v.position) == (None, {"south": "turn"}, False)
    assert (v.position["number"], v.position["round"]) == (1, 1)
    v = game("west: skip", players=4)
    assert v.refused == ("illegal", "O4")
    v = game("south: e2-e3", players=4)
    assert v.refused == ("illegal", "O20")


def test_options_of_the_opening_are_all_squares_and_to_do_without() -> None:
    """I47, I26, O14."""
    listed = judging.options({"ruleset": "armada", "orders": armies()})
    assert listed[0] == "skip"
    assert len(listed) == 1 + 121
    assert listed == sorted(listed)
    assert judging.options({"ruleset": "armada"}) == []


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        (setup(camp("north")), ("illegal", "HK3")),
        (setup(camp("south", army="1111122333")), ("illegal", "HK4")),
        (setup(dict(list(camp("south").items())[:9])), ("illegal", "HK4")),
        ("setup d1=1 d1=2", ("unreadable", "HK5")),
        ("setup d1=4", ("unreadable", "HK4")),
        ("setup z9=1", ("unreadable", "O6")),
        ("setup d1=", ("unreadable", "5.4")),
        ("setup", ("unreadable", "5.4")),
        ("skip", ("illegal", "O20")),
        ("d2-d3", ("illegal", "O20")),
        ("resign", ("illegal", "O13")),
        ("consent", ("illegal", "I19")),
    ],
)
def test_impossible_set_ups_are_refused(text: str, refused: tuple[str, str]) -> None:
    """HK3 to HK5, O13, O20."""
    v = judge_case({"ruleset": "armada", "orders": [["south", text]]})
    assert (v.refused, v.accepted) == (refused, 0)


def test_a_set_up_counts_once() -> None:
    """HK5."""
    south, north = armies()
    v = judge_case({"ruleset": "armada", "orders": [south, south]})
    assert v.refused == ("illegal", "HK5")
    v = judge_case({"ruleset": "armada", "orders": [south, north, south]})
    assert v.refused == ("illegal", "O20")


def test_seats_are_drawn_by_lot_or_chosen() -> None:
    """HK3."""
    assert RULES.seating.table_layout({}).lots
    assert not RULES.seating.table_layout({"seats": "choice", "players": 3}).lots
    assert RULES.seating.table_layout({"players": 3}).seats == PLAYING[3]
    with pytest.raises(Fault):
        RULES.seating.table_layout({"seats": "somehow"})


def test_silence_sets_an_army_up() -> None:
    """HK5: as it usually stands; every other silence is told, too (K4)."""
    state = start_game(players=4)
    for seat in state.seats:
        (order,) = RULES.judgement.default_orders(state, seat)
        assert RULES.judgement.decide(state, seat, (order,))
    v = game()
    opening = RULES.judgement.open_case({"position": v.position})
    assert RULES.notation.write_orders(RULES.judgement.default_orders(opening, "south")) == "skip"
