"""The league in which people vanish: its figures tell what is different, and nothing else."""

from __future__ import annotations

from statistics import mean

from tests.vanishing import Scale, Table, play_leagues

SMALL = Scale(people=60, games=24, vanish=0.2, leagues=2)


def figures(scale: Scale, *, gates: bool = False, search: bool = False) -> tuple[float, float]:
    """Return how long games stood still, and how long silence has played, on average."""
    tables: list[Table] = list(play_leagues(scale, gates=gates, search=search))
    return mean(table.still for table in tables), mean(table.empty for table in tables)


def test_where_nobody_vanishes_no_game_stands_still() -> None:
    """The control: late people are not taken for those who have vanished."""
    calm = Scale(people=60, games=24, vanish=0.0, leagues=1)
    assert figures(calm) == figures(calm, gates=True, search=True) == (0, 0)


def test_silence_plays_less_where_substitutes_are_looked_for() -> None:
    _still, alone = figures(SMALL)
    _still, helped = figures(SMALL, search=True)
    assert helped < alone / 2


def test_a_league_is_the_same_from_the_same_seed() -> None:
    assert figures(SMALL, gates=True) == figures(SMALL, gates=True)
