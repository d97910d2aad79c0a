"""What is hidden, what spies uncover, and who learns of it (E4, E18 to E20, HE10, HE11, HE21,
EP11 to EP15, EP25, EP26)."""

from __future__ import annotations

from typing import Any

import pytest

from conquest.rulesets.espionage.ruleset import RULES

from .positions import FAR, armies, camp, entry, fast, game, judge_case, play, set_up

RING = """
    b1 b2 b3
    b4 .. b5
    bS bM bQ
    .. wS ..
"""


def seen_pieces(drawing: str, *entries: str, view: str, **rest: Any) -> dict[str, str]:
    """Return the pieces of a view, but for those far away."""
    v = fast(drawing, *entries, view=view, **rest)
    pieces: dict[str, str] = v.view["pieces"]
    return {at: f"{piece[0]}{piece[-1]}" for at, piece in pieces.items() if at not in FAR}


def test_a_player_sees_where_enemies_stand_but_not_their_ranks() -> None:
    """E4."""
    board = "b1 bM\nw2 w3"
    assert seen_pieces(board, view="white") == {"a1": "w2", "b1": "w3", "a2": "b?", "b2": "b?"}
    assert seen_pieces(board, view="black") == {"a1": "w?", "b1": "w?", "a2": "b1", "b2": "bM"}


def test_the_public_sees_no_rank_while_the_game_goes_on() -> None:
    """EP15: not even uncovered ones."""
    board = "b1 bM\nwS w3"
    assert set(seen_pieces(board, view="public").values()) == {"w?", "b?"}
    assert seen_pieces(board, view="public", options={"open": True})["a2"] == "b1"
    over = seen_pieces(board, "white: resign", view="public")
    assert over == {"a1": "wS", "b1": "w3", "a2": "b1", "b2": "bM"}


def test_a_spy_uncovers_the_eight_squares_around_it() -> None:
    """E18, HE11: soldiers, spies, mines and headquarters alike."""
    board = """
        b1 b2 b3 b1
        b4 wS b5 b1
        bS bM bQ b1
        b1 b1 b1 b1
    """
    assert play(board).uncovered[0] == sorted(["a4", "b4", "c4", "a3", "c3", "a2", "b2", "c2"])


def test_a_spy_at_the_edge_uncovers_the_squares_there_are() -> None:
    """E18: up to eight."""
    assert play("b1 b2 b3\nwS b4 b5").uncovered[0] == ["a2", "b1", "b2"]


def test_only_spies_uncover() -> None:
    """E4, E18."""
    for rank in "12345PMQ":
        assert play(f"b1 b2\nw{rank} b3").uncovered == ([], [])


def test_a_move_by_a_spy_uncovers_pieces() -> None:
    """E20, HE11: after its step, not before."""
    board = "b1 .. ..\n.. .. ..\nwS .. .."
    assert fast(board).uncovered == ([], [])
    v = fast(board, "white: a1-a2")
    assert v.uncovered == (["a3"], [])
    assert v.said["events"][0]["uncovered"] == {"white": {"a3": "1"}}


def test_a_move_next_to_a_spy_uncovers_the_mover() -> None:
    """E20: it walks by the spy, and the spy's owner learns what it is."""
    v = fast("b3 ..\n.. ..\n.. wS", "black: a3-a2", view="white")
    assert v.uncovered == (["a2"], [])
    assert v.view["pieces"]["a2"] == "black 3"


def test_two_spies_uncover_each_other() -> None:
    """E18, HE11, EP11: each for its own side; nobody is uncovered by uncovering."""
    assert fast("bS\n..\nwS", "white: a1-a2").uncovered == (["a3"], ["a2"])
    assert fast("b1\n..\nwS", "white: a1-a2").uncovered == (["a3"], [])


def test_spies_uncover_after_each_single_move() -> None:
    """HE11: what the spy saw between the two moves of a turn stays known."""
    board = "b1 .. ..\n.. .. ..\nwS .. w3"
    v = play(board, "white: a1-a2 c1-c2")
    assert v.uncovered[0] == ["a3"]
    assert [bool(event.get("uncovered")) for event in v.said["events"]] == [True, False, False]
    captured = play("b1 .. ..\n.. wP ..\nwS .. w3", "white: a1-a2 b2-b3")
    assert captured.uncovered[0] == ["a3"]


def test_the_winner_of_a_fight_is_uncovered_where_it_moves_in() -> None:
    """HE11, EP25: by a spy beside the square that it has won."""
    v = fast(".. .. wS\n.. w1 ..\nb5 .. ..", "black: a1-b1", "white: j4-j5", "black: b1-b2")
    assert v.kinds == ["stepped", "turn_ended", "stepped", "turn_ended", "fought", "turn_ended"]
    assert (v.uncovered[0], v.lost) == (["b2"], ("1", ""))


def test_a_spy_that_dies_attacking_uncovers_nothing_from_there() -> None:
    """HE11: what it saw before stays known."""
    board = "b1 ..\nb4 ..\nwS .."
    v = fast(board, "white: a1-a2", view="white")
    assert v.uncovered == (["a2"], [])
    assert (v.view["pieces"]["a2"], v.view["pieces"]["a3"]) == ("black 4", "black ?")


def test_an_uncovered_piece_stays_uncovered() -> None:
    """E19, EP11: the mark travels with the piece, and goes with it."""
    board = ".. ..\nb1 ..\n.. ..\n.. ..\n.. wS"
    marked = fast(board, "black: a4-a5", uncovered={"white": ["a4"]})
    assert marked.uncovered == (["a5"], [])
    walked = fast("b3 ..\n.. ..\nwS ..", "white: a1-a2", "black: a3-a4", "white: a2-a1")
    assert walked.refused == ("illegal", "HE9")
    walked = walked.then("white: a2-b2").then("black: j7-j8").then("white: b2-b1")
    assert walked.uncovered == (["a4"], [])
    gone = fast("b1\nw2", "white: a1-a2", uncovered={"white": ["a2"]})
    assert gone.uncovered == ([], [])


def test_the_uncovered_mark_moves_with_the_winner_of_a_fight() -> None:
    """EP11, EP25."""
    v = fast("b3\nw2", "black: a2-a1", uncovered={"white": ["a2"]})
    assert v.uncovered == (["a1"], [])
    v = fast("b3\nw2", "white: a1-a2", uncovered={"white": ["a2"], "black": ["a1"]})
    assert (v.uncovered, v.lost) == ((["a2"], []), ("2", ""))


@pytest.mark.parametrize(("foe", "gone"), [("b1", ("", "1")), ("b5", ("2", ""))])
def test_a_fight_names_who_was_removed_and_hides_who_survived(
    foe: str, gone: tuple[str, str]
) -> None:
    """HE10, EP14, EP25: to everybody who does not own it."""
    board = f"{foe} ..\nw2 .."
    for view in ("white", "black", "public"):
        v = fast(board, "white: a1-a2", view=view)
        assert (v.lost, v.view["lost"]) == (gone, v.position["lost"])
        owner = "white" if gone[1] else "black"
        rank = v.pieces["a2"][-1] if view == owner else "?"
        assert v.view["pieces"]["a2"] == f"{owner} {rank}"


def test_lost_pieces_are_named_in_the_order_of_removal() -> None:
    """EP14: the headquarters included."""
    v = fast(
        "b1 ..\nw2 bQ\nbM w3",
        "white: a2-a3",
        "black: j7-j8",
        "white: b1-a1",
        "black: j8-i8",
        "white: a3-b3",
        "black: i8-i7",
        "white: b3-b2",
        lost={"black": ["5"]},
    )
    assert (v.lost, v.ended) == (("3", "51MQ"), (["white"], "headquarters"))


def test_a_position_is_completed_with_what_its_spies_see() -> None:
    """EP12: for both sides."""
    assert play("b1 bS\nwS w4").uncovered == (["a2", "b2"], ["a1", "b1"])
    assert play("b1 ..\nwS ..", uncovered={"white": []}).uncovered[0] == ["a2"]


def test_only_the_owner_of_the_spy_learns_of_an_uncovering() -> None:
    """EP13: the other side's view shows nothing of it."""
    board = "b1 .. ..\n.. .. ..\nwS .. .."
    with_spy = fast(board, "white: a1-a2", view="black").view
    without = fast(board.replace("wS", "w3"), "white: a1-a2", view="black").view
    assert with_spy == without
    assert "uncovered" not in with_spy


def test_a_witnessed_event_shows_what_its_viewer_may_know() -> None:
    """HE10, EP13: the survivor and what spies see are hidden from the others."""
    state = RULES.judgement.open_case(set_up("b1 ..\n.. b2\nw3 wS", options={"moves": 1}))
    (event, *_) = RULES.judgement.decide(
        state, "white", RULES.notation.read_orders(state, "white", "b1-b2")
    )
    assert event.uncovered == {}  # type: ignore[union-attr]
    state = RULES.judgement.open_case(set_up("b1 ..\nb2 ..\nw3 wS", options={"moves": 1}))
    (event, *_) = RULES.judgement.decide(
        state, "white", RULES.notation.read_orders(state, "white", "a1-a2")
    )
    mine, theirs, nobodys = (
        RULES.knowledge.witness(event, viewer) for viewer in ("white", "black", None)
    )
    assert (mine.rank, mine.against) == ("3", "2")  # type: ignore[union-attr]
    for told in (theirs, nobodys):
        assert (told.rank, told.against) == ("?", "2")  # type: ignore[union-attr]


def test_a_set_up_is_a_secret_until_both_are_in() -> None:
    """HE2, E3, EP13: the others learn that there is one."""
    case = {"ruleset": "espionage", "orders": armies()[:1]}
    mine = judge_case({**case, "view": "white"}).view
    assert mine["setup"] == {"white": camp("white")}
    for view in ("black", "public"):
        assert judge_case({**case, "view": view}).view["setup"] == {"white": True}
    for view in ("white", "black", "public"):
        shown = judge_case({**case, "options": {"open": True}, "view": view}).view
        assert shown["setup"] == {"white": camp("white") if view == "white" else True}


def test_in_the_open_variants_everybody_sees_everything() -> None:
    """HE21, EP26: once both set-ups are in, the public included."""
    case = {"ruleset": "espionage", "options": {"open": True}, "orders": armies()}
    for view in ("white", "black", "public"):
        v = judge_case({**case, "view": view})
        assert v.view["pieces"] == v.position["pieces"]
        assert "?" not in str(v.view["pieces"])
    hidden = judge_case({**case, "options": {}, "view": "white"})
    assert "black ?" in str(hidden.view["pieces"])


@pytest.mark.parametrize("view", ["white", "black", "public"])
def test_once_the_game_is_over_every_view_shows_every_piece(view: str) -> None:
    """O11: after a resignation during set-up every set-up."""
    v = fast("b1 bM\nw2 w3", "white: resign", view=view)
    assert v.view["pieces"] == v.position["pieces"]
    case = {"ruleset": "espionage", "orders": [*armies()[:1], entry("black: resign")]}
    over = judge_case({**case, "view": view})
    assert over.view["setup"] == {"white": camp("white")}


def test_a_view_has_the_keys_of_the_position_except_uncovered() -> None:
    """EP13, 5.3."""
    for view in ("white", "black", "public"):
        v = play("b1 bS\nwS w4", view=view, draw="black")
        assert set(v.position) - set(v.view) == {"uncovered"}
        same = set(v.position) - {"pieces", "uncovered"}
        assert {key: v.view[key] for key in same} == {key: v.position[key] for key in same}


def test_a_view_is_read_back_as_what_its_viewer_knows() -> None:
    """E4, HE10: read back, it is the masked game itself; and nothing more is in it."""
    cases = [
        set_up("b1 bS\nwS w4", draw="black", uncovered={"white": ["j7"]}),
        set_up("b1 bS\nwS w4", "white: resign"),
        set_up("b1 bS\nwS w4", options={"open": True, "size": 8}, bare=True),
        {"ruleset": "espionage", "orders": armies()[:1]},
        {"ruleset": "espionage", "options": {"size": 8, "pair": "pieces"}, "orders": armies(8)},
    ]
    for case in cases:
        over = judge_case(case)
        state = RULES.judgement.open_case({**case, "position": over.position})
        for viewer in ("white", "black", None):
            view = RULES.knowledge.write_view(state, viewer)
            assert RULES.knowledge.mask is not None
            assert RULES.knowledge.read_view(view) == RULES.knowledge.mask(state, viewer)
            again = RULES.knowledge.read_view(view)
            assert RULES.knowledge.write_view(again, viewer) == view


def test_an_uncovered_piece_is_known_from_the_first_turn_on() -> None:
    """HE11: nobody's spies stand close enough when a game begins."""
    assert game().uncovered == ([], [])
