"""The judge's envelope: what a case may be, what a verdict holds (A1-A4, A16-A21, A40)."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.conquest.islands.table import Json, play, set_up, verdict

BOARD = "s1-s2-s3, h1~m1, c1-g1, s3-h1"
PIECES = dict(s1="south S", s3="west K")


def test_a_verdict_has_all_its_keys() -> None:
    """A40: positions always have these six keys, and others only when needed."""
    v = play(BOARD, PIECES, "south: s1-s2; end")
    assert set(v.said) == {
        "accepted",
        "refused",
        "to_act",
        "points",
        "position",
        "outcome",
        "events",
    }
    assert (v.accepted, v.said["refused"], v.outcome) == (1, None, None)
    assert set(v.position) == {"turn", "number", "used", "pieces", "captured", "since_capture"}
    assert v.said["events"][0]["kind"] == "moved"


def test_a_verdict_has_a_view_only_when_asked() -> None:
    """A21."""
    case = set_up(BOARD, PIECES)
    assert "view" not in verdict(case)
    assert "view" in verdict({**case, "view": "west"})
    assert "view" in verdict({**case, "view": "public"})


def test_a_verdict_does_not_depend_on_the_seed_or_the_view() -> None:
    """A21."""
    case = set_up(BOARD, PIECES, "south: s1-s2")
    plain = verdict(case)
    for more in ({"seed": "00ff"}, {"view": "east"}, {"seed": "11", "view": "public"}):
        said = verdict({**case, **more})
        said.pop("view", None)
        assert said == plain


def test_the_judge_stops_at_the_first_refusal() -> None:
    """A3, A4."""
    v = play(BOARD, PIECES, "south: s1-s2", "south: s2-s1; s1-s3", "south: end")
    assert (v.accepted, v.said["refused"]["entry"], v.said["refused"]["order"]) == (1, 1, 1)
    assert (v.pieces, v.to_act) == (dict(s2="south S", s3="west K"), {"south": "turn"})


def test_a_case_without_orders_is_answered() -> None:
    """A18: the position is taken as it stands."""
    v = play(BOARD, PIECES)
    assert (v.accepted, v.kind, v.to_act, v.points) == (0, None, {"south": "turn"}, 20)
    assert v.said["events"] == []


def test_a_finished_position_is_taken_as_it_stands() -> None:
    """A18: one piece each, quiet rounds long over, no points: nothing happens before an order."""
    pair = ("south", "west")
    pieces = dict(s1="south S", s3="west K")
    v = play(BOARD, pieces, bare=True, seats=pair, since_capture=99, used=20)
    assert (v.outcome, v.to_act, v.points) == (None, {"south": "turn"}, 0)
    assert v.then("south: end").outcome is not None


@pytest.mark.parametrize(("turn", "number"), [("west", 9), ("south", 2), ("east", 1000)])
def test_number_and_turn_are_not_compared(turn: str, number: int) -> None:
    """A19: a position with a wrong number is played by its number."""
    v = play(BOARD, PIECES, turn=turn, number=number)
    assert (v.to_act, v.points) == ({turn: "turn"}, 10 if number == 2 else 20)


def test_used_and_captured_can_be_left_out() -> None:
    """A19, A40."""
    position = play(BOARD, PIECES).position
    assert (position["used"], position["captured"], position["since_capture"]) == (0, {}, 0)


def test_seats_that_captured_nothing_are_left_out() -> None:
    """A40."""
    assert play(BOARD, PIECES, captured={"south": 0, "west": 2}).captured == {"west": 2}


def test_fields_of_a_position_are_sorted_as_text() -> None:
    """A40."""
    pieces = dict(s2="south K", s10="south S", s1="west S", g1="west K")
    fields = list(play("s1, s2, s10, g1", pieces).position["pieces"])
    assert fields == sorted(fields)


def test_points_in_a_window_are_those_of_the_seat_on_turn() -> None:
    """A16."""
    v = play("s1-s2-w3", dict(s1="south S", s2="north S", w3="north K"), "south: s1xs2", used=3)
    assert (v.to_act, v.points) == ({"north": "recapture"}, 16)


def change(**parts: Any) -> Json:
    """A sound case with some parts of it exchanged."""
    case = copy.deepcopy(set_up(BOARD, PIECES))
    for name, part in parts.items():
        where = case
        *outer, last = name.split("__")
        for key in outer:
            where = where[key]
        where[last] = part
    return case


def piece(field: str, text: str) -> Json:
    return change(position__pieces={field: text})


FAULTS = {
    "an unknown rule set": change(ruleset="chess"),
    "no rule set": {k: v for k, v in change().items() if k != "ruleset"},
    "an unknown board": change(board="five-islands"),
    "an unknown key": change(tempo=3),
    "an unknown option": change(options={"tempo": 3}),
    "a wrong value of an option": change(options={"last_two": "sea"}),
    "an option of another game": change(options={"building": True}),
    "seats with a drawn board": change(options={"seats": ["south", "west"]}),
    "a field of no kind": change(board__fields__s1="lava"),
    "a castle of nobody": change(board__fields__s1="castle"),
    "a field of two kinds": change(board__fields__s1="land harbour"),
    "a window for the attacker's own answer": change(
        position__window={"seat": "south", "at": "s1"}
    ),
    "a window of a stranger": change(position__window={"seat": "green", "at": "s1"}),
    "a window where nothing stands": change(position__window={"seat": "west", "at": "s2"}),
    "a plan without a window": change(position__plan=["s1-s2"]),
    "a plan that is no list": change(position__plan="s1-s2"),
    "a field's name without a number": change(board__fields__axb="land"),
    "a field's name with a sign": change(board__fields__s1x2="land"),
    "two fields that differ by case": change(board__fields__S1="land"),
    "an unknown key of the board": change(board__rivers=[]),
    "a road to nowhere": change(board__roads=["s1-s99"]),
    "a road to the sea": change(board__roads=["s1-m1"]),
    "a lane on land": change(board__lanes=["s1-m1"]),
    "a single seat": change(
        board={"fields": {"s1": "land", "st1": "castle south"}, "roads": []},
        position={"turn": "south", "number": 1, "pieces": {}},
    ),
    "no turn": change(position={"number": 9, "pieces": {}}),
    "no number": change(position={"turn": "south", "pieces": {}}),
    "no pieces": change(position={"turn": "south", "number": 9}),
    "an unknown key of the position": change(position__weather="fair"),
    "an unknown seat on turn": change(position__turn="green"),
    "a negative number": change(position__number=-1),
    "a number in words": change(position__number="nine"),
    "negative points": change(position__used=-1),
    "negative captures": change(position__captured={"south": -1}),
    "captures of nobody": change(position__captured={"green": 1}),
    "an unknown field": piece("s99", "south S"),
    "an unknown owner": piece("s1", "green S"),
    "an unknown letter": piece("s1", "south Q"),
    "a camel": piece("s1", "south M"),
    "a catapult": piece("s1", "south T"),
    "a siege engine": piece("s1", "south W"),
    "a piece without an owner": piece("s1", "S"),
    "a broken piece": piece("s1", "south E(S"),
    "a land piece at sea": piece("m1", "south S"),
    "a land piece in a bare harbour": piece("h1", "south K"),
    "a vessel ashore": piece("s1", "south B"),
    "a vessel on the grail": piece("g1", "south B"),
    "an elephant on the grail": piece("g1", "south E"),
    "a chariot on the grail": piece("g1", "west C(S)"),
    "a soldier with a load": piece("s1", "south S(S)"),
    "a knight with a load": piece("s1", "south K(S)"),
    "two soldiers on a chariot": piece("s1", "south C(S,S)"),
    "three soldiers on an elephant": piece("s1", "south E(S,S,S)"),
    "a knight on an elephant": piece("s1", "south E(K)"),
    "three soldiers on a ship": piece("h1", "south B(S,S,S)"),
    "a knight and a soldier on a ship": piece("h1", "south B(K,S)"),
    "two elephants on a galleon": piece("h1", "south G(E,E)"),
    "a ship on a galleon": piece("h1", "south G(B)"),
    "a foreign load": piece("h1", "south B(west S)"),
    "an entry without orders": change(orders=[["south"]]),
    "an entry of a stranger": change(orders=[["green", "end"]]),
    "orders that are no list": change(orders="end"),
    "an order that is no text": change(orders=[["south", 7]]),
    "a board that is a number": change(board=7),
    "a soldier in the wilderness": change(
        board__fields__w1="wild", position__pieces={"w1": "south S"}
    ),
    "an elephant in the wilderness": change(
        board__fields__w1="wild", position__pieces={"w1": "south E"}
    ),
    "steps of nobody": change(position__steps={"s2": "1"}),
    "steps not shaped like the piece": change(position__steps={"s1": "2(0,1)"}),
}


@pytest.mark.parametrize("case", FAULTS.values(), ids=FAULTS)
def test_an_impossible_case_is_a_fault(case: Json) -> None:
    """A1, A2, A6, A14, A15, A20."""
    assert set(verdict(case)) == {"fault"}


def test_the_case_that_the_faults_are_made_of_is_possible() -> None:
    """A20."""
    assert "fault" not in verdict(change())


def test_an_entry_of_a_seat_that_does_not_play_is_a_fault() -> None:
    """A6, A20."""
    pair = ("south", "west")
    assert "fault" in verdict(set_up(BOARD, PIECES, "south: end", "north: end", seats=pair))
    assert "fault" in verdict(set_up(BOARD, dict(s1="north S"), seats=pair))
    assert "fault" in verdict(set_up(BOARD, PIECES, seats=pair, turn="east"))


def test_the_number_of_pieces_is_not_checked() -> None:
    """A20: nor is it checked whether the game should be over."""
    pieces = {f"s{n}": "south C" for n in range(1, 9)}
    v = play(", ".join(pieces), pieces)
    assert len(v.pieces) == 8


@pytest.mark.parametrize("options", [{}, {"last_two": "all"}, {"last_two": "land"}])
def test_the_options_of_a_table_are_known(options: Json) -> None:
    """A2, CR26."""
    assert "fault" not in verdict(change(options=options))
