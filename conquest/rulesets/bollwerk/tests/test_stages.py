"""The stages of a turn that is composed step by step, as on a page."""

from __future__ import annotations

import re
from typing import Any

import pytest

from conquest.core import Illegal, Unreadable
from conquest.rulesets.bollwerk import RULES
from conquest.rulesets.bollwerk.stages import TurnStage, turn_stage

from .table import new_game, set_up, words


def at(text: str, drawing: str = "", **rest: Any) -> TurnStage:
    """Return the stage of a text for White, at the start of a game or on a drawn board."""
    state = RULES.judgement.open_case(set_up(drawing, **rest)) if drawing else new_game()
    return turn_stage(state, "white", text)


def links(found: TurnStage) -> set[str]:
    return {link.text for link in found.links if link.piece[0] < "v"}


def stones(found: TurnStage) -> set[str]:
    return {stone.text for stone in found.stones}


def test_the_first_stage_has_all_plain_moves_and_pieces_that_can_stay() -> None:
    """HB1, B5: 88 moves; all stay that could place something."""
    found = at("")
    legal = [choice.text for choice in RULES.composing.legal_choices(new_game(), "white")]
    plain = {text for text in legal if not re.search("[+~]", text)}
    stays = {text.split()[0] for text in legal if re.match(r"[a-j]\d+ ", text)}
    assert len(plain) == 88
    assert links(found) == plain | stays
    assert (found.stones, str(found.lacks)) == ((), "Choose a piece.")


def test_a_piece_alone_lacks_a_move_or_a_stone() -> None:
    """B5, HB8."""
    found = at("e5")
    assert links(found) == words("e5-e6 e5-d6 e5-f6 e5-e7 e5-c7 e5-g7")
    assert words("e6 d6 f6 e7 c7 g7") == {stone.square for stone in found.stones}
    assert {stone.kind for stone in found.stones} == words("A B RA RB X")
    assert found.lacks is not None


def test_a_move_lacks_nothing_and_may_be_followed_by_a_stone() -> None:
    """B5, B8."""
    found = at("e5-e7")
    assert (found.links, found.lacks) == ((), None)
    assert {stone.square for stone in found.stones} == words("e8 d8 f8 d7 f7")


def test_a_stone_ends_the_turn() -> None:
    """B52."""
    assert at("e5-e7 +A f8") == TurnStage("e5-e7 +A f8")


def test_the_chancellor_has_a_second_stone() -> None:
    """B52, HB27: judged where the first has led."""
    found = at("a1 +A c1", "H . . .")
    assert stones(found) == {f"a1 +A c1 +{kind} b1" for kind in ("A", "B", "RA", "RB", "X")} | {
        "a1 +A c1 +X c1"
    }
    assert at("a1 +A c1 +B b1", "H . . .").stones == ()


def test_a_chain_goes_on_link_by_link() -> None:
    """B20, B69."""
    board = "S W . W . n ."
    assert links(at("a1", board)) == {"a1-c1"}
    assert links(at("a1-c1", board)) == words("a1-c1-e1")
    found = at("a1-c1-e1", board)
    assert links(found) == words("a1-c1-e1-g1 a1-c1-e1xg1")
    assert found.lacks is None


def test_a_chain_is_not_offered_a_square_where_it_was() -> None:
    """G3: no link leads there, but a text may."""
    assert links(at("a1-c1", "S W .")) == set()
    found = at("a1-c1-a1", "S W .")
    assert (links(found), found.stones) == (set(), ())
    assert str(found.lacks) == "The piece is back where it began: jump on."


def test_a_spy_is_offered_to_capture_or_only_jump_an_enemy() -> None:
    """G1, B72."""
    found = at("a1", "S n .")
    assert {(link.text, link.caught) for link in found.links} == {
        ("a1-c1", ()),
        ("a1xc1", ("b1",)),
    }


def test_a_link_names_only_what_it_captures_itself() -> None:
    """B67."""
    found = at("a1xc1", "S n . n .")
    assert {(link.text, link.caught) for link in found.links} >= {("a1xc1xe1", ("d1",))}


@pytest.mark.parametrize(
    ("board", "text", "square", "does"),
    [
        ("Q . B", "a1", "c1", "blast"),
        ("Q . s", "a1", "c1", "catch"),
        (". . B\nN . .", "a1", "c2", "remove"),
        ("Q . .", "a1", "c1", "lay"),
    ],
)
def test_a_stone_names_its_effect_on_the_square(
    board: str, text: str, square: str, does: str
) -> None:
    """B100, B74, B35, B81."""
    assert does in {stone.does for stone in at(text, board).stones if stone.square == square}


def test_nothing_follows_a_move_that_wins() -> None:
    """G5."""
    assert at("a1-c1", "Q . .", board={"end_field": {"black": "c1"}}) == TurnStage("a1-c1")


def test_a_chain_may_cross_the_end_field() -> None:
    """G4, G5: there it wins without a stone, or goes on."""
    found = at("a1-c1", "S W . W .", board={"end_field": {"black": "c1"}})
    assert (links(found), found.stones, found.lacks) == ({"a1-c1-e1"}, (), None)


def test_the_text_of_a_stage_has_exact_links() -> None:
    """G1."""
    found = at(" A1 - C1 ", "Q . n .")
    assert found.text == "a1xc1"
    assert all(stone.text.startswith("a1xc1 +") for stone in found.stones)


def test_every_text_of_a_stage_leads_to_a_stage() -> None:
    """G3, G6: and every stage that lacks nothing is a legal turn."""
    board = """
        . n . A .
        . W . . .
        S W n . B
        H . . s .
    """
    state = RULES.judgement.open_case(set_up(board))
    waiting, seen = [""], set[str]()
    while waiting:
        found = turn_stage(state, "white", waiting.pop())
        if found.text:
            seen.add(found.text)
        if found.text and found.lacks is None:
            assert RULES.judgement.decide(
                state, "white", RULES.notation.read_orders(state, "white", found.text)
            )
        waiting += [link.text for link in found.links if link.text != found.text]
        waiting += [stone.text for stone in found.stones if not found.text.count("+")]
    listed = {choice.text for choice in RULES.composing.legal_choices(state, "white")}
    assert listed <= seen


def test_a_text_that_cannot_begin_a_turn_is_refused() -> None:
    """O4, O6: with the reasons that the whole turn would get."""
    with pytest.raises(Unreadable):
        at("hello")
    with pytest.raises(Illegal):
        at("e5-e9")
    with pytest.raises(Illegal):
        turn_stage(new_game(), "black", "")
