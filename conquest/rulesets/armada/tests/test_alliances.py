"""Alliances (K2, K21 to K25, HK27, HK28, I17 to I22, I57)."""

from __future__ import annotations

from typing import Any

import pytest

from .positions import fault, play

FOUR: dict[str, Any] = {"players": 4}
ASKED = ("south: ally west",)
AGREED = (*ASKED, "west: consent", "north: consent", "east: consent")
ROUND = ("south: m3-m4", "west: a13-a12", "north: m11-m12", "east: l13-l12")


def test_an_alliance_proposal_asks_all_undefeated_seats() -> None:
    """K21, HK27, I19: the proposer has consented; the game stands still until the last answer."""
    v = play("", *ASKED, **FOUR)
    assert v.to_act == {"west": "consent", "north": "consent", "east": "consent"}
    assert v.position["proposal"] == {"from": "south", "to": "west", "agreed": ["south"]}
    assert v.options() == ["consent", "refuse"]
    assert v.then("south: m3-m4").refused == ("illegal", "I19")
    assert v.then("south: consent").refused == ("illegal", "I19")
    v = v.then("east: consent")
    assert v.to_act == {"west": "consent", "north": "consent"}
    assert v.then("east: consent").refused == ("illegal", "I19")


def test_an_alliance_is_sworn_with_the_last_consent_and_takes_effect_in_the_next_round() -> None:
    """I20, HK27, K22."""
    v = play("", *AGREED, **FOUR)
    assert (v.to_act, v.position["sworn"]) == ({"south": "turn"}, [["south", "west"]])
    assert (v.position["allies"], v.position["asked"]) == ([], True)
    v = v.then(*ROUND[:3])
    assert v.position["allies"] == []
    v = v.then(ROUND[3])
    assert (v.position["allies"], v.position["sworn"]) == ([["south", "west"]], [])
    assert v.position["round"] == 6


def test_one_refusal_ends_an_alliance_proposal() -> None:
    """I19, K21."""
    v = play("", *ASKED, "north: refuse", **FOUR)
    assert (v.to_act, "proposal" in v.position) == ({"south": "turn"}, False)
    assert v.position["sworn"] == []


def test_an_alliance_proposal_costs_no_turn_and_is_made_once_in_one() -> None:
    """I18: in the next turn again."""
    v = play("", *ASKED, "north: refuse", "south: ally east", **FOUR)
    assert (v.accepted, v.refused) == (2, ("illegal", "I18"))
    assert v.position["number"] == 9
    v = v.then("south: m3-m4")
    assert "asked" not in v.position
    assert v.then("west: ally south").refused is None


def test_only_a_seat_that_owes_a_turn_proposes_an_alliance() -> None:
    """I18, O4, O20."""
    assert play("", "west: ally north", turn="south", **FOUR).refused == ("illegal", "O4")
    opening = {"opening": True, "turn": "south"}
    assert play("", "south: ally west", **FOUR, **opening).refused == ("illegal", "O20")


@pytest.mark.parametrize(
    ("to", "rest"),
    [
        ("south", {}),
        ("west", {"allies": [["south", "west"]]}),
        ("west", {"sworn": [["south", "west"]]}),
        ("west", {"defeated": ["west"]}),
        ("west", {"defeated": ["north", "east"]}),
        ("north", {"allies": [["south", "west", "east"]]}),
        ("north", {"allies": [["south", "west"]], "sworn": [["north", "east"]]}),
        ("north", {"allies": [["south", "west"]], "defeated": ["east"]}),
    ],
)
def test_impossible_alliance_proposals_are_refused(to: str, rest: dict[str, Any]) -> None:
    """I21, K22, HK27."""
    v = play("", f"south: ally {to}", **FOUR, **rest)
    assert v.refused == ("illegal", "I21")
    assert f"ally {to}" not in v.options()


def test_a_sworn_ally_is_not_called_an_ally_yet() -> None:
    """I21, I20: the refusal says from when on West is one."""
    said = []
    for key in ("sworn", "allies"):
        v = play("", "south: ally west", **FOUR, **{key: [["south", "west"]]})
        said.append(v.said["refused"]["message"])
    assert said == ["West will be an ally from the next round on.", "West is an ally already."]


def test_options_list_possible_alliance_proposals() -> None:
    """I47, I18."""
    v = play("", allies=[["south", "west"]], **FOUR)
    assert [text for text in v.options() if "ally" in text] == ["ally east", "ally north"]
    assert not [text for text in play("").options() if "ally" in text]


def test_alliances_are_teams() -> None:
    """I17, K2: the ally of an ally is an ally, too; teams are written in seat order."""
    rest: dict[str, Any] = {"allies": [["west", "east"]], "sworn": [["south", "west"]]}
    v = play("", *ROUND[3:], turn="east", **FOUR, **rest)
    assert v.position["allies"] == [["south", "west", "east"]]
    rest = {"allies": [["west", "east"]], "sworn": []}
    assert play("", **FOUR, **rest).position["allies"] == [["west", "east"]]


@pytest.mark.parametrize("gone", [["east"], ["north", "east"]])
def test_a_sworn_alliance_lapses_where_it_would_unite_all(gone: list[str]) -> None:
    """I20, K22: or where only two are left."""
    rest: dict[str, Any] = {"players": 4, "sworn": [["south", "west"]], "defeated": gone}
    if len(gone) == 1:
        rest["allies"] = [["west", "north"]]
        rest["sworn"] = [["south", "north"]]
    v = play("", "west: a13-a12", turn="west", pool=0, **rest)
    v = v.then("north: m11-m12") if len(gone) == 1 else v
    assert (v.position["round"], v.position["sworn"]) == (6, [])
    assert v.position["allies"] == rest.get("allies", [])


def test_a_sworn_alliance_lapses_where_one_of_the_two_is_defeated() -> None:
    """I20, I43: though three are left and not all united; West sees nothing of South."""
    rest: dict[str, Any] = {"players": 4, "sworn": [["south", "west"]], "turn": "east"}
    v = play("", "west: resign", "east: l13-l12", view="west", **rest)
    assert (v.position["allies"], v.position["sworn"]) == ([], [])
    assert v.view["pieces"]["m3"] == "south ?"


def test_only_the_pair_of_the_defeated_seat_lapses() -> None:
    """I20: pairs are looked at one by one; a live one takes effect."""
    sworn = [["south", "west"], ["south", "north"]]
    rest: dict[str, Any] = {"players": 4, "sworn": sworn, "turn": "east"}
    v = play("", "west: resign", "east: l13-l12", **rest)
    assert (v.position["allies"], v.position["sworn"]) == ([["south", "north"]], [])


def test_a_resignation_drops_an_alliance_proposal() -> None:
    """I22, I19: nothing else is accepted beside the answers."""
    for seat in ("west", "east"):
        v = play("", *ASKED, f"{seat}: resign", **FOUR)
        assert (v.refused, v.to_act) == (None, {"south": "turn"})
        assert "proposal" not in v.position
    v = play("", *ASKED, "south: resign", **FOUR)
    assert v.to_act == {"west": "turn"}


def test_each_seat_may_propose_an_alliance_in_its_own_turn() -> None:
    """I18, O13: also after a seat that has proposed one and resigned instead of moving."""
    for answers in ((), ("west: refuse",), AGREED[1:]):
        v = play("", *ASKED, *answers, "south: resign", "west: ally north", **FOUR)
        assert (v.refused, v.to_act) == (None, {"north": "consent", "east": "consent"})


def test_allies_see_each_other_once_the_alliance_takes_effect() -> None:
    """K23, K25, HK6, HK28: and nothing else of each other; no order carries a message."""
    v = play("", *AGREED, view="west", **FOUR)
    assert v.view["pieces"]["m3"] == "south ?"
    v = v.then(*ROUND, view="west")
    assert v.view["pieces"]["m4"] == "south K"
    assert v.view["pieces"]["m12"] == "north ?"


def test_allies_cannot_kill_each_other() -> None:
    """K23, I53."""
    rest: dict[str, Any] = {"players": 4, "allies": [["south", "west"]]}
    assert play("s1 w1", "south: a1xb1", **rest).refused == ("illegal", "I5")


def test_consent_without_an_alliance_proposal_is_refused() -> None:
    """I19, O4."""
    for text in ("south: consent", "west: refuse"):
        assert play("", text, turn="south", **FOUR).refused == ("illegal", "I19")


@pytest.mark.parametrize("text", ["ally", "ally nobody", "ally south west", "ally east"])
def test_an_alliance_with_an_unknown_seat_is_unreadable(text: str) -> None:
    """I57, O5."""
    v = play("", f"south: {text}", players=3)
    assert v.refused in {("unreadable", "I57"), ("unreadable", "5.4")}


@pytest.mark.parametrize(
    "proposal",
    [
        {"from": "south", "to": "south", "agreed": []},
        {"from": "west", "to": "south", "agreed": []},
        {"from": "south", "to": "west", "agreed": ["south", "west", "north", "east"]},
        {"from": "south", "to": "west"},
    ],
)
def test_impossible_alliance_proposals_are_a_fault(proposal: dict[str, Any]) -> None:
    """I19, I55."""
    assert fault("", proposal=proposal, **FOUR)


@pytest.mark.parametrize("allies", [[["south"]], [["south", "west"], ["west", "north"]], "south"])
def test_impossible_teams_are_a_fault(allies: object) -> None:
    """I17."""
    assert fault("", allies=allies, **FOUR)
