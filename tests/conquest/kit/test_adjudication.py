"""How a game that is stopped counts: places by what is counted, a draw where all are equal."""

from __future__ import annotations

from conquest.core import Team
from conquest.kit.adjudication import Side, rank_sides


def test_sides_are_placed_by_what_is_counted_and_equal_ones_share_a_place() -> None:
    counted: dict[Side, int] = {("south",): 3, ("west",): 5, ("north",): 3, ("east",): 1}
    ranked = rank_sides(counted, counted.__getitem__, {"south": 1})
    assert (ranked.winners, ranked.reason) == (("west",), "adjudicated")
    assert ranked.scores == {"south": 1}
    assert ranked.teams == (
        Team(("south",), 2), Team(("west",), 1), Team(("north",), 2), Team(("east",), 4),
    )  # fmt: skip


def test_some_of_several_share_the_win() -> None:
    counted: dict[Side, int] = {("south", "north"): 3, ("west",): 3, ("east",): 1}
    assert rank_sides(counted, counted.__getitem__).winners == ("south", "north", "west")


def test_where_all_are_equal_it_is_a_draw() -> None:
    ranked = rank_sides([("white",), ("black",)], lambda _side: 0)
    assert (ranked.winners, [team.place for team in ranked.teams]) == ((), [1, 1])
