"""The Spy: steps, chains of jumps, captures, getaways, and the arrow (B66-B79, HB30-HB33)."""

from __future__ import annotations

import pytest

from .table import lays, moves, on_board_a, play, stones, words

CORRIDOR = "S {} . {} . {} . {} . {} ."


def corridor(crowd: str) -> str:
    """A Spy on a1 before up to five others, a free square behind each."""
    return CORRIDOR.format(*crowd.ljust(5, "."))


def test_a_spy_steps_as_a_king_without_capturing() -> None:
    """B66, B68."""
    board = """
        . . .
        . S .
        . n .
    """
    assert moves(board, "b2") == words("-a1 -c1 -a2 -c2 -a3 -b3 -c3")


def test_a_spy_captures_by_jumping_over() -> None:
    """B66, B71, G2: the landing square is named."""
    v = play("S n .", "white: a1xc1")
    assert v.pieces == {"c1": "white S"}
    assert v.kinds[0] == "captured"


@pytest.mark.parametrize("letter", "wcnkehmgqs")
def test_a_spy_captures_any_enemy_piece(letter: str) -> None:
    """B66, HB32."""
    assert "xc1" in moves(f"S {letter} .", "a1")


@pytest.mark.parametrize(
    "way", [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
)
def test_a_spy_jumps_in_eight_directions(way: tuple[int, int]) -> None:
    """HB32."""
    rows = [["."] * 5 for _ in range(5)]
    rows[2][2], rows[2 - way[1]][2 + way[0]] = "S", "N"
    board = "\n".join(" ".join(row) for row in rows)
    end = f"{'abcde'[2 + 2 * way[0]]}{3 + 2 * way[1]}"
    assert f"-{end}" in moves(board, "c3")


def test_a_spy_captures_two_pieces_at_most() -> None:
    """B67, HB30: the second as the very next jump."""
    board = corridor("nnn")
    assert play(board, "white: a1xc1xe1").refused is None
    assert play(board, "white: a1xc1xe1xg1").refused == ("illegal", "G1")
    assert play(corridor("nWn"), "white: a1xc1-e1xg1").refused == ("illegal", "G1")


def test_a_spy_travels_over_everything_but_blocks() -> None:
    """B69, HB31: own and enemy pieces, arrows, laid bombs, as often as it likes."""
    assert "-c1-e1-g1-i1-k1" in moves(corridor("NnAXa"), "a1")


@pytest.mark.parametrize("block", ["B", "b"])
def test_a_block_stops_a_spy(block: str) -> None:
    """B73, HB32."""
    assert play(corridor(block), "white: a1-c1").refused == ("illegal", "B68")


@pytest.mark.parametrize(
    ("crowd", "order", "allowed"),
    [
        ("WWn", "a1-c1-e1xg1", True),  # own pieces only
        ("AXn", "a1-c1-e1xg1", True),  # stones only
        ("WAn", "a1-c1-e1xg1", False),  # both
        ("AWn", "a1-c1-e1xg1", False),
        ("nn", "a1-c1xe1", False),  # the first enemy was not captured
        ("Wnn", "a1-c1-e1xg1", False),
        ("n", "a1xc1", True),  # straight away
        ("Wnn", "a1-c1xe1xg1", True),
    ],
)
def test_what_a_spy_may_have_jumped_before_it_captures(
    crowd: str, order: str, allowed: bool
) -> None:
    """B70, B71, B72, HB30, HB31."""
    v = play(corridor(crowd), f"white: {order}")
    assert v.refused == (None if allowed else ("illegal", "G1"))
    assert (order[2:] in moves(corridor(crowd), "a1")) == allowed


def test_a_spys_dash_over_an_enemy_captures_nothing() -> None:
    """G1, B72: for the Spy dash and x differ."""
    v = play("S n .", "white: a1-c1")
    assert v.pieces == {"b1": "black N", "c1": "white S"}


@pytest.mark.parametrize("crowd", ["W", "A", ""])
def test_a_spys_x_over_no_enemy_is_refused(crowd: str) -> None:
    """G1."""
    end = "c1" if crowd else "b1"
    assert play(corridor(crowd), f"white: a1x{end}").refused == ("illegal", "G1")


def test_a_spy_gets_away_by_jumps_or_a_step() -> None:
    """B76, B77, HB30: J, JJ, K and JK, no third action."""
    board = """
        . . . . . . . .
        S n . W . W . W
    """
    found = moves(board, "a1")
    assert words("xc1 xc1-e1 xc1-e1-g1 xc1-c2 xc1-e1-f2") <= found
    assert not [text for text in found if text[0] == "x" and text.count("-") > 2]


def test_a_spy_steps_then_jumps_away() -> None:
    """B77, HB30: KJ, but never two steps (G25)."""
    board = """
        . . . W .
        S n . . .
    """
    found = moves(board, "a1")
    assert "xc1-c2-e2" in found
    assert "xc1-d1-d1" not in found
    assert "xc1-c2-b2" not in found
    assert play(board, "white: a1xc1-c2-b2").refused == ("illegal", "HB30")


def test_a_spy_gets_away_after_two_captures_too() -> None:
    """B76, HB30."""
    found = moves(corridor("nnWW"), "a1")
    assert words("xc1xe1 xc1xe1-g1 xc1xe1-g1-i1") <= found


def test_a_spys_getaway_may_lead_over_an_enemy() -> None:
    """G24: without capturing it."""
    v = play(corridor("nWn"), "white: a1xc1-e1-g1")
    assert (v.refused, v.pieces.get("f1")) == (None, "black N")


def test_a_spys_steps_and_jumps_do_not_mix_without_a_capture() -> None:
    """HB31, G25."""
    board = """
        . . . .
        S W . .
    """
    assert play(board, "white: a1-c1-d1").refused == ("illegal", "HB30")
    assert play(board, "white: a1-a2-c1").refused is not None
    assert play(board, "white: a1-a2-b2").refused == ("illegal", "HB30")


def test_a_piece_captured_by_a_spy_is_lifted_at_once() -> None:
    """G26, HB30: its square and the Spy's own are free in the same turn."""
    back = """
        . . .
        W W .
        S n .
    """
    assert words("xc1-b1 xc1-a3 xc1-a3-a1") <= moves(back, "a1")
    assert play("S n .", "white: a1xc1 +A b1").stones == {"b1": "A"}


def test_options_list_every_getaway_of_a_spy() -> None:
    """G3: also the one that comes back where it was."""
    back = """
        . . .
        W W .
        S n .
    """
    assert "xc1-a3-c1" in moves(back, "a1")


def test_options_list_no_spy_chain_that_comes_back() -> None:
    """G3: it lands nowhere twice and never where it began."""
    ring = """
        . . .
        W W .
        S W .
    """
    assert {text for text in moves(ring, "a1") if "-b" not in text} == words(
        "-c1 -c1-a3 -a3 -a3-c1 -c3"
    )
    assert play(ring, "white: a1-c1-a3-a1").refused == ("illegal", "G3")
    assert play(ring, "white: a1-c1-a3-c1").refused is None


@pytest.mark.parametrize(("board", "order"), [("S W a", "a1-c1"), ("S n a", "a1xc1")])
def test_a_spy_collects_at_the_end_of_its_path(board: str, order: str) -> None:
    """HB22, G9, B85: by a plain jump or one that captures."""
    v = play(board, f"white: {order}")
    assert (v.stones, v.stock["white"]["RA"]) == ({}, 2)


def test_a_spys_chain_ends_on_a_red_edged_stone() -> None:
    """HB22."""
    assert play("S n a W .", "white: a1xc1-e1").refused == ("illegal", "HB30")
    assert moves("S W a W .", "a1") == {"-c1"}


@pytest.mark.parametrize("stone", ["A", "B", "X"])
def test_a_spy_lands_on_no_other_stone(stone: str) -> None:
    """HB32."""
    assert play(f"S n {stone}", "white: a1xc1").refused is not None
    assert play(f"S {stone}", "white: a1-b1").refused is not None


def test_a_spy_places_by_step_and_by_one_or_two_jumps() -> None:
    """B78: like a king, J and JJ; not three jumps away."""
    assert lays(corridor("WWW"), "a1") == words("c1 e1")
    assert lays("S . .", "a1") == {"b1"}


def test_a_spy_places_by_jump_and_step_in_either_order() -> None:
    """B78, HB30: JK from behind the guard, KJ over it from b1 and b2."""
    jump_first = """
        . . . .
        . W . .
        S . . .
    """
    assert lays("S W . .", "a1") == words("c1 d1")
    step_first = """
        . . W .
        S . . .
    """
    assert lays(step_first, "a1") == words("a2 b1 b2 d2")
    assert "d3" in lays(jump_first, "a1")


def test_squares_on_a_spys_path_to_place_must_be_free() -> None:
    """G22: not even by a red-edged stone; the target may hold what is blasted."""
    assert stones("S W a W .", "a1", "X") == {"c1"}
    assert stones("S W . A .", "a1", "X") == words("c1 d1 e1")
    assert lays("S W . A .", "a1") == words("c1 e1")


def test_a_spys_own_square_is_no_station_for_placing() -> None:
    """G22: neither jumped, nor landed on, nor a target."""
    board = """
        . . W .
        . S . .
    """
    found = lays(board, "b1")
    assert "b1" not in found
    assert lays(". S .", "b1") == words("a1 c1")


def test_a_spy_places_over_anything_but_blocks() -> None:
    """G23."""
    for between in "nWAXa":
        assert "c1" in lays(f"S {between} .", "a1")
    for block in "Bb":
        assert lays(f"S {block} .", "a1") == set()


def test_an_arrow_captures_the_spy() -> None:
    """B74, G19, B89: laid on its square, plain or red-edged; it stays there."""
    for kind in ("A", "RA"):
        v = play("Q . s", f"white: a1 +{kind} c1")
        assert (v.refused, v.pieces, v.stones) == (None, {"a1": "white Q"}, {"c1": kind})
        assert v.kinds[0] == "spy_caught"


@pytest.mark.parametrize("kind", ["B", "RB", "X"])
def test_no_other_stone_captures_the_spy(kind: str) -> None:
    """G19."""
    assert play("Q . s", f"white: a1 +{kind} c1").refused == ("illegal", "B81")


@pytest.mark.parametrize("letter", "wcnkehmgq")
def test_no_other_piece_is_captured_by_an_arrow(letter: str) -> None:
    """B74."""
    assert play(f"Q . {letter}", "white: a1 +A c1").refused == ("illegal", "B81")


def test_a_spy_captures_no_spy_with_an_arrow() -> None:
    """B75."""
    assert play("S s .", "white: a1 +A b1").refused == ("illegal", "B75")


@pytest.mark.parametrize(
    ("board", "at"),
    [
        (". . .\n. W s", "b1"),  # a guard's sideways step
        ("C n . s", "a1"),  # the cannon's second position
        ("G s .", "a1"),  # the gold runner's change of colour
        (". . s\nN . .", "a1"),
        ("E . s", "a1"),
    ],
)
def test_an_arrow_hits_the_spy_wherever_a_stone_could_be_placed(board: str, at: str) -> None:
    """HB33: also where the piece could not capture."""
    found = stones(board, at, "A")
    assert found & {"c1", "d1", "b1", "c2"}
    assert found - lays(board, at)


def test_a_spy_in_the_enemy_end_zone_is_safe_from_the_arrow() -> None:
    """B79, B11: the defender places nothing there."""
    v = on_board_a({"e3": "black S", "e4": "white Q"}, "white: e4 +A e3")
    assert v.refused == ("illegal", "B79")
    assert on_board_a({"e3": "black S", "e4": "white Q"}, "white: e4xe3").refused is None


def test_a_spy_in_its_own_end_zone_is_not_safe() -> None:
    """G19."""
    v = on_board_a({"e20": "black S", "e18": "white Q"}, "white: e18 +A e20")
    assert (v.refused, v.stones) == (None, {"e20": "A"})
