"""Who wins a fight (E8, E10 to E17, E21 to E29, HE12 to HE15)."""

from __future__ import annotations

import pytest

from .positions import fast

DEFENDERS = "12345SPMQ"
TABLE = {
    "1": "ADDDDAAXW",
    "2": "AADDDAAXW",
    "3": "AAADDAAXW",
    "4": "AAAADAAXW",
    "5": "AAAAAAAXW",
    "S": "DDDDDAAXW",
    "P": "DDDDAAAAW",
}
"""The battle table: the attacker in the row, the defender in the column."""
FIGHTS = [
    (attacker, defender, result)
    for attacker, row in TABLE.items()
    for defender, result in zip(DEFENDERS, row, strict=True)
]


@pytest.mark.parametrize(("mover", "foe"), [("white", "black"), ("black", "white")])
@pytest.mark.parametrize(("attacker", "defender", "result"), FIGHTS)
def test_every_fight_ends_as_the_battle_table_says(
    attacker: str, defender: str, result: str, mover: str, foe: str
) -> None:
    """E8, E10-E12, E15-E17, E21-E26, E29, HE12-HE15, EP23: all 63 fights, by both sides."""
    m, f = mover[0], foe[0]
    v = fast(f"{f}{defender} .. ..\n{m}{attacker} .. ..", f"{mover}: a1-a2")
    stands, gone = {
        "A": ({"a2": f"{m}{attacker}"}, ("", defender)),
        "D": ({"a2": f"{f}{defender}"}, (attacker, "")),
        "X": ({}, (attacker, defender)),
        "W": ({"a2": f"{m}{attacker}"}, ("", defender)),
    }[result]
    assert v.refused is None
    assert v.pieces == stands
    assert v.lost == (gone if mover == "white" else gone[::-1])
    assert v.ended == (([mover], "headquarters") if result == "W" else None)


def test_entering_an_occupied_square_is_a_fight() -> None:
    """E8: on a free square nothing is fought."""
    assert fast("b1\nw2", "white: a1-a2").kinds[0] == "fought"
    assert fast("..\nw2", "white: a1-a2").kinds[0] == "stepped"


@pytest.mark.parametrize("rank", "12345SP")
def test_every_mobile_rank_conquers_the_headquarters(rank: str) -> None:
    """E10, E29: at once, with the first move of a turn."""
    v = fast(f"bQ\nw{rank}", "white: a1-a2")
    assert v.ended == (["white"], "headquarters")


@pytest.mark.parametrize("rank", "12345")
def test_of_equal_soldiers_the_attacker_wins(rank: str) -> None:
    """E11, E14, E15."""
    v = fast(f"b{rank}\nw{rank}", "white: a1-a2")
    assert (v.pieces, v.lost) == ({"a2": f"w{rank}"}, ("", rank))


def test_a_weaker_attacker_is_removed_and_the_stronger_stays_where_it_is() -> None:
    """E12, E14: three against four."""
    v = fast("b4\nw3", "white: a1-a2")
    assert (v.pieces, v.lost) == ({"a2": "b4"}, ("3", ""))


def test_of_general_and_sapper_the_attacker_wins() -> None:
    """E16, E24, E25."""
    assert fast("bP\nw5", "white: a1-a2").pieces == {"a2": "w5"}
    assert fast("b5\nwP", "white: a1-a2").pieces == {"a2": "wP"}


@pytest.mark.parametrize("rank", "1234")
def test_a_sapper_loses_to_soldiers_below_the_general(rank: str) -> None:
    """HE15, E12, E24: only the general falls to it."""
    assert fast(f"b{rank}\nwP", "white: a1-a2").pieces == {"a2": f"b{rank}"}


def test_only_general_and_sapper_eliminate_a_general() -> None:
    """E24."""
    winners = {rank for rank in TABLE if fast(f"b5\nw{rank}", "white: a1-a2").lost[1] == "5"}
    assert winners == {"5", "P"}


def test_a_spy_beats_only_spies_and_sappers() -> None:
    """E21, HE12, EP23: and there is no switch for it."""
    beaten = {rank for rank in DEFENDERS[:7] if fast(f"b{rank}\nwS", "white: a1-a2").lost[0] == ""}
    assert beaten == {"S", "P"}


def test_a_sapper_beats_sappers_and_spies_when_it_attacks() -> None:
    """E26."""
    for rank in "PS":
        assert fast(f"b{rank}\nwP", "white: a1-a2").pieces == {"a2": "wP"}


@pytest.mark.parametrize("rank", "12345S")
def test_a_piece_that_steps_on_a_mine_is_removed_with_it(rank: str) -> None:
    """E17, E22, E28, HE14: both are removed, the square is empty."""
    v = fast(f"bM\nw{rank}", "white: a1-a2")
    assert (v.pieces, v.lost) == ({}, (rank, "M"))


def test_only_a_sapper_clears_a_mine_and_moves_in() -> None:
    """E23, HE13."""
    v = fast("bM\nwP", "white: a1-a2")
    assert (v.pieces, v.lost) == ({"a2": "wP"}, ("", "M"))
    assert [rank for rank in TABLE if fast(f"bM\nw{rank}", "white: a1-a2").lost[0] == ""] == ["P"]


def test_a_mine_stays_until_somebody_steps_on_it() -> None:
    """E27."""
    v = fast("bM .. b2\n.. .. w3", "white: c1-c2", "black: j7-j8", "white: c2-b2")
    assert v.pieces == {"a2": "bM", "b2": "w3"}
    assert fast("bM ..", "black: a1-b1").refused == ("illegal", "E27")


def test_a_mine_that_went_off_leaves_a_free_square() -> None:
    """E28, HE14."""
    v = fast("bM\nw3\nw2", "white: a2-a3", "black: j7-j8", "white: a1-a2", "black: j8-i8")
    assert v.then("white: a2-a3").pieces == {"a3": "w2"}
