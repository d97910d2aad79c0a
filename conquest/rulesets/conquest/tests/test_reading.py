"""How orders are read: leniently, and with three kinds of refusal (A5-A15, A42, A100, A102)."""

from __future__ import annotations

import pytest

from tests.conquest.islands.table import judge_case, play, set_up

BOARD = "s1-s2-s3-s4, h1~m1, S12-s1"
PIECES = dict(s1="south S", s3="west K", h1="south B(K)")


@pytest.mark.parametrize(
    "text",
    [
        "s1-s2",
        "S1-S2",
        "  s1 - s2  ",
        "s 1-s 2",
        "s1-s2;",
        ";s1-s2",
        "\n\ns1-s2\n",
        "\r\ns1-s2\r\n",
        "\ts1\t-\ts2",
        "s1-s2 # the soldier goes ahead",
        "# a plan\ns1-s2",
        "> On Sunday West wrote:\n> s3-s4\ns1-s2",
        ">s3-s4\n\ns1-s2\n> s3-s4",
        "S@s1-s2",
        "s@S1-s2",
        "s1-s2 # and no more; end",
    ],
)
def test_a_step_is_read_however_it_is_typed(text: str) -> None:
    """A14, A15, A42: case, blanks, comments and quoted lines do not matter."""
    v = play(BOARD, PIECES, f"south:{text}")
    assert (v.kind, v.pieces.get("s2"), v.to_act) == (None, "south S", {"south": "turn"})


@pytest.mark.parametrize("text", ["s1-s2; end", "s1-s2\nend", "s1-s2;\n\nEND", "s1-s2 ; E n d ;"])
def test_orders_are_parted_by_semicolons_and_lines(text: str) -> None:
    """A14, A15."""
    v = play(BOARD, PIECES, f"south:{text}")
    assert (v.pieces.get("s2"), v.to_act) == ("south S", {"west": "turn"})


@pytest.mark.parametrize("text", ["", "  ", "\n", ";;", "# nothing today", "> end", "> a\n# b\n;"])
def test_an_empty_entry_is_unreadable(text: str) -> None:
    """A7."""
    v = play(BOARD, PIECES, f"south:{text}")
    assert (v.accepted, v.kind, v.to_act) == (0, "unreadable", {"south": "turn"})


@pytest.mark.parametrize(
    "text",
    [
        "s1",  # a single field
        "s1-",
        "-s2",
        "s1--s2",
        "s1-x2",
        "s1-s99",  # no field of this board
        "z9-s1",
        "s01-s2",  # the board says s1
        "@s1-s2",  # no letter
        "S@",
        "Q@s1-s2",  # no piece of the family
        "SS@s1-s2",
        "s1 to s2",
        "s1-s2 s3",
        "s1->s2",
        "s1-s2!!",
        "!s1-s2",
        "hello",
        "ende",
        "passs",
        "build",
        "build B@s1",  # a vessel needs a harbour
        "build C@s1>s2",  # a chariot needs none
        "s1*s2!",
        "raise",
        "{}",
        "'; drop table games",
        "s1\u2013s2 \u2603",
        "\u0000",
        "\u0661-\u0662",
        "s1-s2; \U0001f40e",
    ],
)
def test_an_order_that_cannot_be_read_is_unreadable(text: str) -> None:
    """A8, A14, A100, A102."""
    v = play(BOARD, PIECES, f"south:{text}")
    assert (v.accepted, v.kind, v.pieces) == (0, "unreadable", PIECES)


@pytest.mark.parametrize(
    "text",
    [
        "K@s1-s2",  # a known letter that is not there
        "E@s1-s2",
        "M@s1-s2",
        "s2-s3",  # an empty field
        "s3-s4",  # somebody else's piece
        "s1-s3",  # fields without a road between them
        "s1-s1",
        "s1xs2",
        "s1xs2-s3",
        "s1-s2!",
        "pass",
        "resign",
        "RESIGN",
        "build C@s1",  # orders of Grand Conquest are read, and refused
        "build T@s1>s2",
        "build B@s1>h1",
        "s1*s2",
        "T@s1*s2",
        "raise st9",
        "lower st9",
    ],
)
def test_an_order_that_is_not_allowed_is_illegal(text: str) -> None:
    """A8, A9, A10, A11, A12, A13, A102."""
    v = play(BOARD, PIECES, f"south: {text}")
    assert (v.accepted, v.kind, v.pieces) == (0, "illegal", PIECES)


@pytest.mark.parametrize(
    "piece", ["s1-", "x", ";", "> ", "@", "s1-s2 ", "\u00e9", "S@", "(", "#;\n"]
)
def test_a_flood_of_nonsense_is_unreadable(piece: str) -> None:
    """A7, A8: 64 KB of anything are unreadable, no more."""
    v = play(BOARD, PIECES, f"south:{piece * (65_536 // len(piece))}")
    assert (v.kind, v.pieces) == ("unreadable", PIECES)


def test_a_path_without_end_is_illegal() -> None:
    """C6, A41: readable, and far beyond any range."""
    v = play(BOARD, PIECES, f"south: s1{'-s2-s1' * 10_000}")
    assert (v.kind, v.pieces) == ("illegal", PIECES)


def test_orders_are_read_before_the_turn_is_checked() -> None:
    """A6: unreadable comes first."""
    assert play(BOARD, PIECES, "west: hello", turn="south").kind == "unreadable"
    assert play(BOARD, PIECES, "west: s3-s4", turn="south").kind == "illegal"


def test_fields_are_written_as_the_board_spells_them() -> None:
    """A14."""
    case = set_up("s1-s2", {})
    board = {
        "fields": {"S12": "land", "c04": "land", "ST1": "castle South", "wt1": "castle west"},
        "roads": ["S12-C04"],
    }
    pieces = {"s12": "SOUTH e( s )", "WT1": "west K", "St1": "South k"}
    position = {"turn": "South", "number": 9, "pieces": pieces}
    case |= {"board": board, "position": position, "orders": [["SOUTH", "S12-C04"]]}
    v = judge_case(case)
    assert (v.pieces, v.to_act) == (
        {"c04": "south E(S)", "wt1": "west K", "ST1": "south K"},
        {"south": "turn"},
    )


@pytest.mark.parametrize(
    ("text", "kind"), [("c04-c05", None), ("C04-C05", None), ("c4-c5", "unreadable")]
)
def test_field_names_keep_their_zeros(text: str, kind: str | None) -> None:
    """A14: ``c4`` is not ``C04``."""
    position = {"turn": "south", "number": 9, "pieces": {"c04": "south K"}}
    case = {"ruleset": "conquest", "board": "four-islands", "position": position}
    assert judge_case({**case, "orders": [["south", text]]}).kind == kind


@pytest.mark.parametrize(
    ("orders", "order", "kind"),
    [
        ("s1-s2; s2-s4", 1, "illegal"),
        ("s1-s2; s2-s1; hello", 2, "unreadable"),
        ("# first\n> quoted\ns1-s3; end", 0, "illegal"),
        ("s1-s2; ; ; pass", 1, "illegal"),
    ],
)
def test_a_refusal_names_the_order_at_fault(orders: str, order: int, kind: str) -> None:
    """A3, A4: counted from nought, comments and blanks not counted."""
    v = play(BOARD, PIECES, f"south: {orders}")
    refused = v.said["refused"]
    assert (refused["entry"], refused["order"], refused["seat"]) == (0, order, "south")
    assert refused["kind"] == kind
    assert refused["message"]


@pytest.mark.parametrize(
    ("board", "pieces", "text", "rules"),
    [
        ("s1-s2-s3-s4", dict(s1="south S"), "s1-s2-s3-s4", {"C9"}),
        ("s1-s2", dict(s1="south S", s2="west E"), "s1xs2", {"C13", "C22"}),
        ("s1-s2", dict(s1="south E", s2="south C"), "s1-s2", {"C8", "C14", "CR12"}),
        ("s1-h1", dict(s1="south K"), "s1-h1", {"CR11", "C7"}),
        ("s1-g1", dict(s1="south E"), "s1-g1", {"C35"}),
        ("s1=s2", dict(s1="south E"), "s1-s2", {"C44"}),
        ("c1>c2", dict(c2="south C"), "c2-c1", {"C43", "CR35"}),
        ("s1-s2", dict(s1="south E(S)", s2="south C"), "S@s1-s2", {"C10"}),
        ("s1-h1", dict(s1="south S", h1="west B(E)"), "s1xh1", {"CR7", "C22"}),
        ("s1-h1", dict(s1="south E", h1="south B(S)"), "s1-h1", {"C20", "C17"}),
        ("s1-s2", dict(s1="south S"), "resign", {"CP6", "CR37"}),
    ],
)
def test_a_refusal_names_its_rule(
    board: str, pieces: dict[str, str], text: str, rules: set[str]
) -> None:
    """C7-C10, C13, C14, C20, C22, C35, C43, C44, CR7, CR11."""
    assert play(board, pieces, f"south: {text}").rule in rules
