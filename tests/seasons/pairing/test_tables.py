"""Tables of several: equal games, even meetings, and each seat equally often."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seasons.pairing import tables
from seasons.pairing.seats import seat_players
from seasons.pairing.tables import TablePlan, plan_tables


def seats_of(plan: TablePlan, player: int) -> Sequence[int]:
    """Return how often a player has each seat."""
    found = Counter(table.index(player) for table in plan.tables if player in table)
    return [found[seat] for seat in range(len(plan.tables[0]))]


@settings(max_examples=150, deadline=None)
@given(
    size=st.sampled_from([3, 4]),
    more=st.integers(0, 20),
    games=st.integers(1, 8),
    seed=st.integers(0, 2**32),
)
def test_everybody_plays_as_often_and_sits_everywhere_as_often(
    size: int, more: int, games: int, seed: int
) -> None:
    players = size + more
    plan = plan_tables(players, size, games, random.Random(seed))
    assert all(len(set(table)) == size for table in plan.tables)
    played = Counter(player for table in plan.tables for player in table)
    assert set(played.values()) <= {games, games + 1}
    assert sum(played.values()) - players * games < size
    for player in range(players):
        found = seats_of(plan, player)
        assert max(found) - min(found) <= 1


@pytest.mark.parametrize(
    ("players", "size", "games"),
    [(4, 4, 4), (5, 4, 4), (6, 3, 5), (7, 3, 3), (8, 4, 7), (9, 3, 4), (13, 4, 4)],
)
def test_where_a_design_exists_everybody_meets_everybody_equally_often(
    players: int, size: int, games: int
) -> None:
    """Numbers for which a block design exists, as a division of eight at fourteen tables."""
    plan = plan_tables(players, size, games, random.Random(1))
    assert plan.least == plan.most


def test_meetings_are_counted_as_they_are() -> None:
    plan = plan_tables(9, 4, 5, random.Random(1))
    met = Counter(frozenset(pair) for table in plan.tables for pair in combinations(table, 2))
    found = [met[frozenset(pair)] for pair in combinations(range(9), 2)]
    assert (plan.least, plan.most) == (min(found), max(found))


def test_meetings_would_be_uneven_without_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: what is filled one table after the other is not even by itself."""
    monkeypatch.setattr(tables, "TRIES", 0)
    assert not tables._find_plan.__wrapped__(13, 4, 4).is_even


def test_the_same_chance_makes_the_same_tables() -> None:
    first, second = (plan_tables(10, 4, 5, random.Random(7)) for _twice in range(2))
    assert first == second
    assert plan_tables(10, 4, 5, random.Random(8)) != first


def test_too_few_have_no_table() -> None:
    with pytest.raises(ValueError, match="too few"):
        plan_tables(3, 4, 2, random.Random(1))


def test_a_thousand_are_seated() -> None:
    chance = random.Random(3)
    made = [chance.sample(range(1_000), 4) for _table in range(3_000)]
    seated = seat_players(made)
    assert [sorted(table) for table in seated] == [sorted(table) for table in made]
    played = Counter(player for table in seated for player in table)
    at = Counter((player, seat) for table in seated for seat, player in enumerate(table))
    for player, games in played.items():
        found = [at[player, seat] for seat in range(4)]
        assert max(found) - min(found) <= 1, (player, games)
