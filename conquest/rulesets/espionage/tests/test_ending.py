"""How a game ends (E2, E31, E32, HE16 to HE19, HE24, EP16 to EP18, EP24, O9 to O13)."""

from __future__ import annotations

import pytest

from conquest.rulesets.espionage.ruleset import RULES
from conquest.rulesets.espionage.telling import REASONS

from .positions import (
    FAST,
    armies,
    camp,
    fast,
    game,
    judge_case,
    new_game,
    play,
    play_events,
    set_up,
    setup,
)


def test_the_headquarters_conquered_wins() -> None:
    """E2, E31, EP24."""
    v = fast("bQ\nw1", "white: a1-a2")
    assert v.ended == (["white"], "headquarters")
    assert fast("b1\nwQ", "black: a2-a1").ended == (["black"], "headquarters")


def test_the_last_mobile_piece_lost_loses() -> None:
    """E2, HE16: mines and headquarters are no army."""
    board = "b1 bM bQ\nw2 .. wQ"
    v = fast(board, "white: a1-a2", bare=True)
    assert v.ended == (["white"], "army_destroyed")
    lost = fast("b3 bM bQ\nw2 .. wQ", "white: a1-a2", bare=True)
    assert lost.ended == (["black"], "army_destroyed")


def test_a_destroyed_army_loses_after_each_single_move() -> None:
    """HE16, EP17: the second move is not made."""
    v = play("b1 bM bQ\nw2 w3 wQ", "white: a1-a2 b1-b2", bare=True)
    assert v.ended == (["white"], "army_destroyed")
    assert v.kinds == ["fought", "game_ended"]


def test_both_last_mobile_pieces_lost_is_a_draw() -> None:
    """HE17: a position without an army besides, as a mine takes only the attacker along."""
    v = fast("bM bQ\nw2 wQ", "white: a1-a2", bare=True)
    assert v.ended == ([], "both_destroyed")
    one = fast("bM bQ b1\nw2 wQ ..", "white: a1-a2", bare=True)
    assert one.ended == (["black"], "army_destroyed")


def test_a_game_without_fights_is_drawn() -> None:
    """HE18, EP16: at two hundred single moves, also after the first move of a turn."""
    assert fast("w2 ..", "white: a1-b1", quiet=198).ended is None
    assert fast("w2 ..", "white: a1-b1", quiet=199).ended == ([], "quiet_moves")
    v = play("w2 .. w3", "white: a1-b1 c1-c2", quiet=199)
    assert (v.ended, v.kinds) == (([], "quiet_moves"), ["stepped", "game_ended"])
    assert play("w2 .. w3", "white: a1-b1 c1-c2", quiet=198).kinds[1:] == ["stepped", "game_ended"]


def test_quiet_moves_are_single_moves_and_a_fight_resets_them() -> None:
    """HE18, EP16: lapsed moves do not count."""
    assert play("w2 .. w3", "white: a1-b1 c1-c2", quiet=7).position["quiet"] == 9
    assert play("b1 .. ..\nw2 .. w3", "white: a1-a2 c1-c2", quiet=7).position["quiet"] == 1
    assert play("b1 .. ..\nw2 .. w3", "white: c1-c2 a1-a2", quiet=7).position["quiet"] == 0
    lapsed = play("w5 b2 ..\n.. w3 ..", "white: b1-b2 a2-b2", quiet=7)
    assert (lapsed.kinds[1], lapsed.position["quiet"]) == ("lapsed", 0)
    assert fast("b5\nw2", "white: a1-a2", quiet=199).ended is None


@pytest.mark.parametrize("limit", [2, 3, 1000])
def test_the_number_of_quiet_moves_is_an_option(limit: int) -> None:
    """HE18, EP16."""
    options = {"quiet": limit}
    drawn = fast("w2 ..", "white: a1-b1", quiet=limit - 1, options=options)
    assert drawn.ended == ([], "quiet_moves")
    assert fast("w2 ..", "white: a1-b1", quiet=limit - 2, options=options).ended is None


def test_ends_are_checked_in_order() -> None:
    """EP17: headquarters, army, quiet moves, and only after the turn a want of moves."""
    last = fast("bQ .. b1\nw2 .. ..", "white: a1-a2", bare=True, quiet=199)
    assert last.ended == (["white"], "headquarters")
    nobody = fast("bQ ..\nw2 ..", "white: a1-a2", bare=True)
    assert nobody.ended == (["white"], "headquarters")
    army = fast("w2 .. bQ", "white: a1-b1", bare=True, quiet=199)
    assert army.ended == (["white"], "army_destroyed")
    quiet = fast(STUCK, "white: c1-c2", bare=True, quiet=199)
    assert quiet.ended == ([], "quiet_moves")


STUCK = """
    ^^ .. ..
    b1 ^^ ..
    bM .. ..
    bQ .. ..
    .. .. w2
"""


def test_a_seat_without_a_legal_move_loses() -> None:
    """E32, EP18: checked once the seat is on turn."""
    v = fast(STUCK, "white: c1-c2", bare=True)
    assert v.ended == (["white"], "no_move")
    assert v.kinds == ["stepped", "turn_ended", "game_ended"]
    assert fast(STUCK.replace("^^ .. ..", ".. .. ..", 1), "white: c1-c2", bare=True).ended is None


def test_a_seat_whose_only_move_goes_back_loses() -> None:
    """HE19, E6."""
    board = STUCK.replace("^^ .. ..", ".. .. ..", 1)
    v = fast(board, "white: c1-c2", bare=True, last={"black": ["a5-a4"]})
    assert v.ended == (["white"], "no_move")


def test_a_seat_with_only_a_first_move_does_not_lose() -> None:
    """E32, HE6: a second one need not be possible."""
    board = STUCK.replace("^^ .. ..", ".. .. ..", 1) + "\n.. .. w3"
    assert play(board, "white: c1-d1 c2-c3", bare=True).ended is None


def test_a_missing_second_move_does_not_lose() -> None:
    """EP18, EP17: after White's first move Black is stuck, after the second no more."""
    board = "^^ ..\nb1 ^^\nbM wP\nbQ .. w3"
    assert play(board, "white: c1-d1 b2-a2", bare=True).ended is None
    assert play(board, "white: c1-d1 b2-b1", bare=True).ended == (["white"], "no_move")


def test_white_loses_if_no_move_is_left_after_the_set_up() -> None:
    """EP18, E32: volcanoes before all of the front row."""
    volcanoes = [f"{file}4" for file in "abcdefghij"]
    position = {"volcanoes": volcanoes, "setup": {}}
    v = judge_case({"ruleset": "espionage", "position": position, "orders": armies()})
    assert v.ended == (["black"], "no_move")
    assert v.kinds == ["mustered", "mustered", "began", "game_ended"]


def test_a_loaded_position_does_not_end_the_game() -> None:
    """O9, EP21: only an order that is carried out ends a game."""
    for board in ("w2", "bM\nw2", STUCK.replace("w2", ".."), "wQ"):
        assert play(board, bare=True).ended is None
    assert play(STUCK, bare=True, turn="black").said["to_act"] == {"black": "turn"}
    assert play(STUCK, bare=True, turn="black").options() == []
    assert play("w2", bare=True, quiet=500).ended is None


def test_a_finished_game_refuses_everything() -> None:
    """O9, O10, O4: its outcome is in the position, and can be fed back."""
    v = fast("bQ\nw1", "white: a1-a2")
    assert v.position["outcome"] == v.said["outcome"]
    assert v.then().said["outcome"] == v.said["outcome"]
    assert v.then().position == v.position
    for text in ("j4-j5", "draw?", "draw!", "resign", setup(camp("white"))):
        for seat in ("white", "black"):
            over = v.then(f"{seat}: {text}")
            assert (over.refused, over.position) == (("illegal", "O4"), v.position)
    assert v.then("white: hello").refused == ("unreadable", "5.3")
    assert (v.said["to_act"], v.options()) == ({}, [])


def test_a_draw_is_offered_by_either_seat_at_any_time_and_accepted_by_the_other() -> None:
    """O12, HE18, EP24: in its turn or not."""
    for one, other in (("white", "black"), ("black", "white")):
        offered = fast("w2", f"{one}: draw?", turn="white")
        assert (offered.position["draw"], offered.kinds) == (one, ["draw_offered"])
        agreed = offered.then(f"{other}: draw!")
        assert (agreed.ended, "draw" in agreed.position) == (([], "agreed"), False)
        assert offered.then(f"{one}: draw!").refused == ("illegal", "O12")
        for seat in (one, other):
            assert offered.then(f"{seat}: draw?").refused == ("illegal", "O12")


def test_a_draw_offer_stands_until_the_other_side_completes_a_turn() -> None:
    """O12: before or after a turn in the same submission, or by itself."""
    for entries in (
        ["white: draw?; a1-b1"],
        ["white: a1-b1; draw?"],
        ["white: a1-b1 draw?"],
        ["white: draw?", "white: a1-b1"],
        ["white: a1-b1", "white: draw?"],
    ):
        v = fast("w2 ..", *entries)
        assert (v.refused, v.position["draw"]) == (None, "white")
        declined = v.then("black: j7-j8")
        assert "draw" not in declined.position
        assert declined.then("black: draw!").refused == ("illegal", "O12")
        assert v.then("black: draw!").ended == ([], "agreed")
        assert v.then("black: j7-j8; draw!").refused == ("illegal", "O12")


def test_a_draw_offer_out_of_turn_is_declined_by_the_turn() -> None:
    """O12."""
    v = fast("w2 ..", "black: draw?", "white: a1-b1", turn="white")
    assert (v.refused, "draw" in v.position) == (None, False)
    both = fast("w2 ..", "black: draw?", "white: a1-b1; draw?", turn="white")
    assert both.position["draw"] == "white"
    assert fast("w2 ..", "black: draw?", "white: draw?; a1-b1", turn="white").refused == (
        "illegal",
        "O12",
    )


def test_no_draw_is_accepted_without_an_offer_or_offered_during_set_up() -> None:
    """O12."""
    assert fast("w2 ..", "white: draw!").refused == ("illegal", "O12")
    for text in ("draw?", "draw!"):
        case = {"ruleset": "espionage", "orders": [["white", text]]}
        assert judge_case(case).refused == ("illegal", "O12")


@pytest.mark.parametrize(("seat", "winner"), [("white", "black"), ("black", "white")])
def test_either_seat_resigns_at_any_time(seat: str, winner: str) -> None:
    """O13, EP24: in its turn or not, during the set-up, before or after handing in."""
    assert fast("w2", f"{seat}: resign", turn="white").ended == ([winner], "resigned")
    for before in ([], armies()[:1]):
        case = {"ruleset": "espionage", "orders": [*before, [seat, "resign"]]}
        v = judge_case(case)
        assert v.ended == ([winner], "resigned")
        assert v.then().position == v.position
        assert v.then(f"{winner}: {setup(camp(winner))}").refused == ("illegal", "O4")


def test_orders_after_a_winning_turn_are_dropped() -> None:
    """EP7, O13: a resignation as well, so that no refusal tells who won."""
    v = fast("bQ\nw1", "white: a1-a2; resign")
    assert (v.accepted, v.ended) == (1, (["white"], "headquarters"))
    lost = fast("b1\nw1", "white: a1-a2; resign")
    assert lost.ended == (["black"], "resigned")


def test_orders_after_a_turn_are_checked_before_it_is_carried_out() -> None:
    """EP5, O8, O12: whether it wins or not, the refusal is the same."""
    for text in ("a1-a2; j4-j5", "a1-a2; draw!", "a1-a2; draw?; draw?", "a1-a2; setup a1=5"):
        refusals = [
            fast(f"b{foe}\nw1", f"white: {text}").said["refused"] for foe in ("Q", "1", "5", "M")
        ]
        assert refusals[0] is not None
        assert all(refused == refusals[0] for refused in refusals)


def test_the_default_order_is_to_resign() -> None:
    """HE24, O13: who is late loses, in the set-up and in a turn."""
    for state in (new_game(), RULES.judgement.open_case(set_up("w2"))):
        text = RULES.notation.write_orders(RULES.judgement.default_orders(state, "white"))
        assert text == "resign"
        over = RULES.judgement.outcome(play_events(state, "white", text))
        assert over is not None
        assert over.winners == ("black",)


def test_every_reason_of_an_end_has_a_sentence() -> None:
    """EP24: and there are no others."""
    reasons = {
        "headquarters",
        "army_destroyed",
        "both_destroyed",
        "no_move",
        "quiet_moves",
        "agreed",
        "resigned",
    }
    assert set(REASONS) == reasons


def test_side_actions_of_a_seat() -> None:
    """O12, O13: what is offered on a page is not refused."""
    for case in (
        set_up("w2"),
        set_up("w2", draw="white"),
        set_up("w2", draw="black"),
        set_up("w2", "white: resign"),
        {"ruleset": "espionage"},
    ):
        position = judge_case(case).position
        for seat in ("white", "black"):
            state = RULES.judgement.open_case({**case, "position": position})
            offered = {act.text for act in RULES.judgement.side_actions(state, seat)}
            taken = {
                text
                for text in ("draw?", "draw!", "resign")
                if judge_case({**case, "position": position, "orders": [[seat, text]]}).accepted
            }
            assert offered == taken


def test_a_whole_game_is_played_to_its_end() -> None:
    """E2, E3, E31, HE20: a corporal walks up the b-file to the headquarters."""
    white = "1111M" + "2222333" + "4455" + "SSSSS" + "1PPPPMMMQ"
    black = "1Q111" + "1222233" + "3445" + "5SSSSSPPP" + "PMMMM"
    whites = [f"white: b{row}-b{row + 1}" for row in range(3, 8)]
    blacks = [f"black: d{row}-d{row - 1}" for row in range(8, 4, -1)]
    turns = [turn for pair in zip(whites, blacks, strict=False) for turn in pair]
    v = game(*turns, whites[-1], white=white, black=black, **FAST)
    assert v.ended == (["white"], "headquarters")
    assert (v.position["number"], v.position["pieces"]["b8"]) == (9, "white 1")
