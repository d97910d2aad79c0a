"""How a game is described and drawn."""

from __future__ import annotations

import pytest

from conquest.core import Mark
from conquest.kit.duel import GameEnded
from conquest.rulesets.bollwerk import RULES
from conquest.rulesets.bollwerk.telling import REASONS, end_phrase

from .table import set_up


def describe(drawing: str, *entries: str, viewer: str | None = None) -> list[str]:
    state = RULES.judgement.open_case(set_up(drawing))
    sentences = []
    for entry in entries:
        seat, _, text = entry.partition(":")
        happened = RULES.judgement.decide(
            state, seat, RULES.notation.read_orders(state, seat, text)
        )
        phrases = [RULES.telling.describe_event(event, viewer, None) for event in happened]
        sentences += [str(phrase) for phrase in phrases if phrase]
    return sentences


@pytest.mark.parametrize(
    ("board", "text", "sentences"),
    [
        ("Q . .", "a1-b1", ["White: queen from a1 to b1"]),
        ("Q n .", "a1xb1", ["White: queen from a1 takes knight on b1"]),
        (
            "S n . q .",
            "a1xc1xe1",
            ["White: spy from a1 over c1 to e1, takes knight on b1, queen on d1"],
        ),
        (
            "Q . .",
            "a1-b1 +RA c1",
            ["White: queen from a1 to b1", "White: the queen on b1 lays a red arrow on c1"],
        ),
        ("Q B .", "a1 +X b1", ["White: the queen on a1 blasts the block on b1"]),
        (". . A\nN . .", "a1 ~c2", ["White: the knight on a1 removes the arrow from c2"]),
        ("Q s .", "a1 +A b1", ["White: the queen on a1 takes the spy on b1 with an arrow"]),
        ("Q a .", "a1-b1", ["White: queen from a1 to b1 and picks up the red arrow"]),
        ("K A .", "a1-b1", ["White: king's knight from a1 to b1 and destroys the arrow"]),
        (
            "Q . .",
            "resign",
            ["White resigns.", "The game is over: White resigned. Winner: Black."],
        ),
        ("Q . .", "draw?", ["White offers a draw."]),
    ],
)
def test_every_event_is_described(board: str, text: str, sentences: list[str]) -> None:
    """O12, O13."""
    assert describe(board, f"white: {text}") == sentences


def test_draw_offers_and_resignations_are_described_to_their_seat_as_its_own() -> None:
    """O12, O13: an offer, its acceptance, and a resignation."""
    agreed = ("white: draw?; a1-b1", "black: draw!")
    assert describe("Q . . n", *agreed[:1], viewer="white")[0] == "You offer a draw."
    assert describe("Q . . n", *agreed[:1], viewer="black")[0] == "White offers a draw."
    assert describe("Q . .", "white: resign", viewer="white")[0] == "You resign."
    assert describe("Q . .", "white: resign", viewer="black")[0] == "White resigns."


@pytest.mark.parametrize(
    ("viewer", "sentence"),
    [
        ("white", "Queen from a1 takes knight on b1"),
        ("black", "Your knight on b1 was taken by the queen from a1"),
        (None, "White: queen from a1 takes knight on b1"),
    ],
)
def test_a_capture_is_described_to_the_seats_it_concerns(viewer: str | None, sentence: str) -> None:
    assert describe("Q n .", "white: a1xb1", viewer=viewer) == [sentence]


def test_losses_are_named() -> None:
    """B67, B74: stones are nobody's."""
    for drawing, text, lost in [
        ("S n . q .", "a1xc1xe1", ["knight on b1", "queen on d1"]),
        ("Q s .", "a1 +A b1", ["spy on b1"]),
        ("Q B .", "a1 +X b1", []),
    ]:
        state = RULES.judgement.open_case(set_up(drawing))
        event = RULES.judgement.decide(
            state, "white", RULES.notation.read_orders(state, "white", text)
        )[0]
        losses = RULES.telling.losses(event)
        assert [str(loss.what) for loss in losses] == lost
        assert {(loss.seat, loss.by) for loss in losses} <= {("black", "white")}


def test_every_reason_of_an_end_has_a_sentence() -> None:
    """G31."""
    reasons = {
        "end_field",
        "bomb",
        "all_captured",
        "immobilised",
        "repetition",
        "quiet_turns",
        "agreed",
        "resigned",
    }
    assert set(REASONS) == reasons
    for reason in reasons:
        ended = GameEnded(seat="white", winners=(), reason=reason)
        assert str(RULES.telling.describe_event(ended, None, None)).startswith(
            "The game is drawn: "
        )


def test_a_move_is_drawn_as_an_arrow_and_a_loss_as_a_ghost() -> None:
    """B67."""
    state = RULES.judgement.open_case(set_up("S n . q ."))
    event = RULES.judgement.decide(
        state, "white", RULES.notation.read_orders(state, "white", "a1xc1xe1")
    )[0]
    assert RULES.telling.event_marks(event) == (
        Mark("arrow", ("a1", "c1", "e1"), "white"),
        Mark("ghost", ("b1",), "black", "N"),
        Mark("ghost", ("d1",), "black", "Q"),
    )


def test_a_position_is_described_in_words() -> None:
    """B15, B2: pieces by side, stones of nobody."""
    state = RULES.judgement.open_case(set_up("Q . n A\nw . W a", bare=True))
    assert [str(line) for line in RULES.telling.describe_state(state)] == [
        "Turn 9: White.",
        "White: guard c1, queen a2.",
        "Black: guard a1, knight c2.",
        "Stones: arrow d2, red arrow d1.",
    ]


def test_figures_by_field_name_pieces_and_stones() -> None:
    """HB29: a stone is nobody's."""
    stands = RULES.telling.figures_by_field(RULES.judgement.open_case(set_up("Q . n b", bare=True)))
    assert {square: (figure.seat, str(figure.label)) for square, figure in stands.items()} == {
        "a1": ("white", "queen of White"),
        "c1": ("black", "knight of Black"),
        "d1": (None, "red block"),
    }


def test_a_report_counts_stones_and_quiet_turns() -> None:
    """O7, HB9."""
    case = set_up("Q . .", stock={"white": {"X": 2}}, quiet=7, barred=["b1"], draw="black")
    report = RULES.telling.report(RULES.judgement.open_case(case))
    assert (report.turn, report.points) == ("white", None)
    assert [str(fact) for line in report.seats for fact in line.facts] == [
        "bombs: 2",
        "arrows: 10, blocks: 10, red arrows: 1, red blocks: 1, bombs: 3",
        "offers a draw",
    ]
    assert [str(note) for note in report.notes] == [
        "Turns without capture or stone: 7 of 100",
        "No stone may be put on b1 in this turn.",
    ]


def test_a_report_counts_captured_pieces() -> None:
    """B2."""
    state = RULES.judgement.open_case({"position": {"pieces": {"e4": "white Q", "j19": "black C"}}})
    report = RULES.telling.report(state)
    told = [(line.numbers["pieces"], line.numbers["captured"]) for line in report.seats]
    assert told == [(1, 19), (1, 19)]


def test_seats_are_placed_when_the_game_is_over() -> None:
    """O10: the winner is first; who draws shares the place."""
    won, drawn = (
        RULES.judgement.outcome(RULES.judgement.open_case({"position": {"outcome": outcome}}))
        for outcome in (
            {"winners": ["black"], "reason": "bomb"},
            {"winners": [], "reason": "agreed"},
        )
    )
    assert won is not None
    assert drawn is not None
    assert [(team.seats, team.place) for team in won.teams] == [(("white",), 2), (("black",), 1)]
    assert [team.place for team in drawn.teams] == [1, 1]
    assert won.scores == drawn.scores == {}


@pytest.mark.parametrize(
    ("viewer", "reason"),
    [("white", "you resigned"), ("black", "White resigned"), (None, "White resigned")],
)
def test_the_side_that_resigned_is_named_and_addressed(viewer: str | None, reason: str) -> None:
    """O13."""
    told = str(end_phrase(("black",), "resigned", viewer))
    assert told == f"The game is over: {reason}. Winner: Black."
