"""Who may know what (HK5, HK6, HK28, K23, I43, I44, O11)."""

from __future__ import annotations

from typing import Any

import pytest

from conquest.core import OPEN, Unforeseen
from conquest.rulesets.armada.ruleset import RULES

from .positions import armies, decide_order, judge_case, known_state, play, set_up, state_of

BOARD = "s1 n1 ..\nw2 .. n3"


def test_units_of_others_show_only_their_owner() -> None:
    """HK6, K23."""
    kings = {"m3": "south K", "a13": "west K", "m9": "north K"}
    rest: dict[str, Any] = {"players": 3, "pieces": kings}
    seen = play(BOARD, view="south", **rest).view["pieces"]
    assert seen == {
        "a1": "west ?",
        "c1": "north ?",
        "a2": "south 1",
        "b2": "north ?",
        "m3": "south K",
        "m9": "north ?",
        "a13": "west ?",
    }
    public = play(BOARD, view="public", **rest).view["pieces"]
    assert {text.split()[1] for text in public.values()} == {"?"}


def test_allies_see_all_of_each_other() -> None:
    """K23, HK6: sworn is not allied yet."""
    for allies, sworn, rank in (([["south", "west"]], [], "2"), ([], [["south", "west"]], "?")):
        v = play(BOARD, players=4, allies=allies, sworn=sworn, view="south")
        assert v.view["pieces"]["a1"] == f"west {rank}"
        assert v.view["pieces"]["b2"] == "north ?"


@pytest.mark.parametrize("viewer", ["south", "north", "public"])
def test_set_ups_of_others_are_not_shown(viewer: str) -> None:
    """HK5: only that they are handed in."""
    south, _north = armies()
    case = {"ruleset": "armada", "orders": [south], "view": viewer}
    shown = judge_case(case).view["setup"]["south"]
    assert (shown is True) == (viewer != "south")


def test_a_view_hides_nothing_once_the_game_is_over() -> None:
    """O11."""
    views = [
        play(BOARD, "north: resign", "west: resign", players=3, turn="south", view=viewer).view
        for viewer in ("south", "west", "north", "public")
    ]
    assert all(view == views[0] for view in views)
    assert views[0]["pieces"]["a2"] == "south 1"


def test_a_view_has_the_keys_of_the_position() -> None:
    """5.4, I44."""
    v = play("", "north: d3xd2", pieces={"d3": "north 1", "d2": "south 3"}, view="public")
    beside = {"board", "options", "to_act", "points", "tracks", "outcome"}
    assert v.view.keys() - beside == v.position.keys()
    assert v.view["shown"] == {"d2": "south 3"}
    assert v.view["board"] == "11x11"


def test_what_hidden_ranks_decide_cannot_be_foreseen() -> None:
    """HK6: an attack on a hidden unit; a walk and a blow can be."""
    state = known_state("s1 n1 ..\n.. #3 ..", "south")
    with pytest.raises(Unforeseen, match="ranks decide"):
        decide_order(state, "south", "a2xb2")
    assert decide_order(state, "south", "a2-a1")
    assert decide_order(known_state("s1 #3", "south"), "south", "a1*b1")


def test_nothing_is_hidden_from_the_open_record() -> None:
    state = state_of(set_up(BOARD, players=4))
    assert RULES.knowledge.known_state(state, OPEN) == state


def test_only_set_ups_are_hidden_from_other_seats_as_events() -> None:
    """HK5, HK6: all other events happen in the sight of all."""
    south, _north = armies()
    begun = state_of({"ruleset": "armada"})
    (event,) = decide_order(begun, "south", south[1])
    assert RULES.knowledge.witness(event, "south") == event
    for viewer in ("north", None):
        seen = RULES.knowledge.witness(event, viewer)
        assert (seen.order, seen.places) == ("", {})  # type: ignore[union-attr]
