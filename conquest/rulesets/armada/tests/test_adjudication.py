"""How a stopped game counts: by units, those of allies together, the defeated last (K2)."""

from __future__ import annotations

from conquest.rulesets.armada.adjudication import adjudicate

from .positions import set_up, state_of


def test_units_decide() -> None:
    """Each King stands far away besides."""
    assert adjudicate(state_of(set_up("s1 s1 n2"))).winners == ("south",)
    assert adjudicate(state_of(set_up("s1 .. n2"))).winners == ()


def test_allies_count_their_units_together() -> None:
    """K2: each of South and West has fewer units than North."""
    case = set_up("s1 w1 n1 n1", players=3, allies=[["south", "west"]])
    assert adjudicate(state_of(case)).winners == ("south", "west")


def test_the_defeated_stand_last_in_the_order_of_defeats() -> None:
    case = set_up("n1 .. ..", players=4, defeated=["east", "south"])
    outcome = adjudicate(state_of(case))
    assert outcome.winners == ("north",)
    places = {team.seats[0]: team.place for team in outcome.teams}
    assert places == {"north": 1, "west": 2, "south": 3, "east": 4}
