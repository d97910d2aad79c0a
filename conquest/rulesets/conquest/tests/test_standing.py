"""Standing orders answer a window at once (CP4, A26)."""

from __future__ import annotations

import pytest

from tests.conquest.islands.table import Verdict, judge_case, set_up, verdict

BOARD = "s0-s1-s2-w3, s2-w4-w5, s2-w6-w7, s8-s9"
ATTACK = {"s1": "south S", "s2": "west C", "s8": "south K"}
WINDOW = {"west": "recapture"}
OPEN = {"south": "turn"}


def attack_against(
    *standing: str, defenders: dict[str, str], orders: str = "s1xs2", used: int = 0
) -> Verdict:
    """Let South take the chariot on s2, against West's standing orders."""
    case = set_up(BOARD, {**ATTACK, **defenders}, f"south: {orders}", used=used)
    return judge_case({**case, "standing": {"west": list(standing)}})


def answer(*standing: str, defenders: dict[str, str], used: int = 0) -> str:
    """What West's standing orders did: the piece now on s2, ``pass`` or ``ask``."""
    v = attack_against(*standing, defenders=defenders, used=used)
    assert (v.accepted, v.kind) == (1, None)
    if v.to_act == WINDOW:
        return "ask"
    piece = str(v.pieces["s2"])
    return "pass" if piece == "south S" else piece.removeprefix("west ")


ALL = {"w3": "west K", "w5": "west S", "w6": "west E"}


@pytest.mark.parametrize(
    ("standing", "done"),
    [
        (["recapture with any"], {"K", "S", "E"}),
        (["recapture with cheapest"], {"S"}),
        (["recapture with E,K,S"], {"E"}),
        (["recapture with C,K,S"], {"K"}),
        (["recapture with C"], {"ask"}),
        (["recapture with C", "recapture with S"], {"S"}),
        (["recapture with S", "recapture with E"], {"S"}),
        (["pass", "recapture with E"], {"pass"}),
        (["ask", "recapture with E"], {"ask"}),
        (["recapture with E if lost C"], {"E"}),
        (["recapture with E if lost E,C,G"], {"E"}),
        (["recapture with E if lost S"], {"ask"}),
        (["pass if lost S", "recapture with K"], {"K"}),
        (["pass if lost C", "recapture with K"], {"pass"}),
        (["recapture at s2,s9 with E"], {"E"}),
        (["recapture at s9 with E"], {"ask"}),
        (["recapture at s9 with any", "recapture with cheapest if lost C"], {"S"}),
        (["RECAPTURE  with  k"], {"K"}),
        ([], {"ask"}),
    ],
)
def test_standing_orders_answer_by_the_first_line_that_matches(
    standing: list[str], done: set[str]
) -> None:
    """A26: and asks when none does."""
    assert answer(*standing, defenders=ALL) in done


def test_standing_orders_know_the_left_neighbour() -> None:
    """A26: South's left neighbour is West, West's is North."""
    standing = ["pass if left neighbour attacks", "recapture with any"]
    pieces = dict(s1="south S", n1="north S", s2="west C", w3="west K")
    board = "s1-s2-w3, n1-s2"
    after = {}
    for seat, start in (("south", "s1"), ("north", "n1")):
        case = set_up(board, pieces, f"{seat}: {start}xs2")
        after[seat] = judge_case({**case, "standing": {"west": standing}}).pieces["s2"]
    assert after == {"south": "west K", "north": "north S"}


@pytest.mark.parametrize(
    ("attackers", "used", "done"),
    [
        ({}, 0, "K"),
        ({"s0": "south K"}, 0, "ask"),
        ({"s0": "south K"}, 17, "ask"),
        ({"s0": "south K"}, 18, "K"),  # one point is left, and two would be needed
    ],
)
def test_a_safe_recapture_depends_on_the_attackers_remaining_points(
    attackers: dict[str, str], used: int, done: str
) -> None:
    """A26."""
    defenders = {"w3": "west K", **attackers}
    assert answer("recapture with any if safe", defenders=defenders, used=used) == done


@pytest.mark.parametrize("plan", ["end", "s0xs2; end", "s8-s9; end", "s0-s1"])
def test_a_safe_recapture_does_not_depend_on_the_plan(plan: str) -> None:
    """A26, CP1: with ``anyway`` the plan would run on at once, but it is the attacker's secret."""
    defenders = {"w3": "west K", "s0": "south K"}
    v = attack_against(
        "recapture with any if safe", defenders=defenders, orders=f"anyway; s1xs2; {plan}"
    )
    assert v.to_act == WINDOW


def test_a_rider_can_answer_without_the_elephant() -> None:
    """A26, C29."""
    v = attack_against("recapture with S", defenders={"w3": "west E(S)"})
    assert v.pieces == {"s2": "west S", "w3": "west E", "s8": "south K"}


def test_the_plan_is_carried_out_after_a_standing_pass() -> None:
    """A26, CP3: in the same entry."""
    v = attack_against("pass if lost C", defenders={"w3": "west K"}, orders="s1xs2; s8-s9; end")
    assert (v.accepted, v.pieces["s9"], v.to_act) == (1, "south K", {"west": "turn"})


def test_the_plan_is_dropped_after_a_standing_recapture() -> None:
    """A26, A24, CP3."""
    v = attack_against("recapture with K", defenders={"w3": "west K"}, orders="s1xs2; s8-s9; end")
    assert (v.accepted, v.pieces["s8"], v.to_act) == (1, "south K", OPEN)


def test_a_case_needs_no_standing_orders() -> None:
    """A26: without the key an answer is an ordinary entry."""
    case = set_up(BOARD, {**ATTACK, "w3": "west K"}, "south: s1xs2", "west: pass")
    assert judge_case(case).accepted == 2


def test_the_attacker_sees_no_standing_order() -> None:
    """CP4: secret until used."""
    case = set_up(BOARD, {**ATTACK, "w3": "west K"}, "south: s1xs2")
    views = [
        verdict({**case, "view": "south", "standing": {"west": standing}})["view"]
        for standing in ([], ["ask", "recapture with K"])
    ]
    assert views[0] == views[1]


@pytest.mark.parametrize(
    "line",
    [
        f"recapture {' ' * 65_536} often",
        f"recapture with K{' ' * 65_536}?",
        "recapture" + " if safe" * 8_192,
        "recapture with " + "K," * 32_768,
    ],
)
def test_a_flood_of_standing_orders_is_a_fault(line: str) -> None:
    """CP4: 64 KB of anything are no standing order."""
    case = set_up(BOARD, ATTACK)
    assert "cannot be read" in verdict({**case, "standing": {"west": [line]}})["fault"]


def test_standing_orders_of_a_seat_that_does_not_play_are_a_fault() -> None:
    """A6, A26."""
    case = set_up(BOARD, ATTACK)
    assert "fault" in verdict({**case, "standing": {"green": ["ask"]}})
