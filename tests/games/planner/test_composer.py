"""A turn composed by links alone."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from conquest import core, registry
from conquest.core import FieldLink
from conquest.kit import chance
from games.planner.composer import (
    MAX_LINKED_CHARS,
    MAX_STUCK,
    Composer,
    PlanRequest,
    carriers_first,
    compose_turn,
    with_end_word,
    with_insist_word,
)

RULES = registry.get_ruleset("conquest")
START = core.fold(RULES, None, RULES.judgement.start_game({}, core.no_numbers))


def compose(text: str = "", piece: str = "", **keep: str) -> Composer:
    return compose_turn(RULES, START, "south", PlanRequest(text, piece=piece, keep=keep))


def query(href: str) -> dict[str, list[str]]:
    return parse_qs(urlsplit(href).query)


def test_composer_links_every_piece_that_can_move() -> None:
    turn = compose()
    movable = {
        choice.origin for choice in RULES.composing.legal_choices(START, "south") if choice.origin
    }
    assert set(turn.links) == movable
    assert query(turn.links["S40"].href) == {"piece": ["S40"]}
    assert turn.links["S40"].title == "Choose: knight S40"


def test_composer_rings_the_targets_of_the_chosen_piece_with_their_cost() -> None:
    turn = compose(piece="S40")
    rings = [mark for mark in turn.marks if mark.kind == "ring"]
    reach = {mark.fields[0]: mark.label for mark in turn.marks if mark.kind == "reach"}
    costs = {
        choice.target: str(choice.cost)
        for choice in RULES.composing.legal_choices(START, "south")
        if choice.piece == "S40"
    }
    assert [ring.fields for ring in rings] == [("S40",)]
    assert reach == costs


def test_composer_appends_the_order_of_a_target_and_keeps_the_piece_chosen() -> None:
    link = compose("S40-S29", "S29").links["S30"]
    assert query(link.href) == {"plan": ["S40-S29; S29-S30"], "piece": ["S30"]}


def test_composer_prefers_a_target_to_choosing_another_piece() -> None:
    """C9: a soldier mounts an elephant by stepping onto its field."""
    turn = compose(piece="S10")
    assert query(turn.links["S39"].href)["plan"] == ["S10-S39"]


def test_composer_shows_the_position_after_the_plan() -> None:
    turn = compose("S40-S29")
    assert "S29" in turn.links
    assert "S40" not in {offer.label.split()[-1] for offer in turn.pieces}


def test_composer_can_remove_each_step() -> None:
    turn = compose("S40-S29; S42-S43")
    assert [query(planned.without)["plan"] for planned in turn.steps] == [["S42-S43"], ["S40-S29"]]


def test_composer_goes_on_from_what_can_be_played_of_a_wrong_plan() -> None:
    turn = compose("S40-S29; S40-S28", "S29")
    assert turn.sketch.refused is not None
    assert turn.text == "S40-S29; S40-S28"
    assert query(turn.links["S30"].href)["plan"] == ["S40-S29; S29-S30; S40-S28"]


def test_composer_offers_to_remove_stuck_orders() -> None:
    turn = compose("S40-S29; S40-S28; nonsense")
    assert [stuck.text for stuck in turn.stuck] == ["S40-S28", "nonsense"]
    assert query(turn.stuck[0].without)["plan"] == ["S40-S29; nonsense"]
    assert query(turn.shortened)["plan"] == ["S40-S29"]


def test_composer_plays_what_precedes_an_unreadable_order() -> None:
    turn = compose("S40-S29; S29-")
    assert [planned.step.text for planned in turn.steps] == ["S40-S29"]
    assert turn.sketch.is_blocked
    assert [stuck.text for stuck in turn.stuck] == ["S29-"]


def test_composer_moves_steps_up_and_down() -> None:
    one, other = compose("S40-S29; S10-S39").steps
    assert (one.earlier, other.later) == ("", "")
    assert query(one.later)["plan"] == query(other.earlier)["plan"] == ["S10-S39; S40-S29"]


def test_composer_keeps_a_step_and_its_dependents_together() -> None:
    rules = registry.get_ruleset("bollwerk")
    begun = core.fold(rules, None, rules.judgement.start_game({}, core.no_numbers))
    offer, move, stone = compose_turn(
        rules, begun, "white", PlanRequest("draw?; e5-e7 +A f8")
    ).steps
    assert [one.earlier + one.later for one in (offer, move, stone)] == ["", "", ""]
    assert query(move.without)["plan"] == ["draw?"]
    assert query(stone.without)["plan"] == ["draw?; e5-e7"]


def test_composer_plans_ahead_for_a_seat_that_is_not_on_turn() -> None:
    turn = compose_turn(RULES, START, "north", PlanRequest("N40-N29", piece="N29"))
    assert turn.is_ahead
    assert [planned.step.text for planned in turn.steps] == ["N40-N29"]
    assert query(turn.links["N30"].href)["plan"] == ["N40-N29; N29-N30"]


def test_composer_offers_nothing_more_when_the_plan_ends_the_turn() -> None:
    turn = compose("S40-S29; end")
    assert (turn.links, turn.pieces, turn.chosen) == ({}, (), "")


def test_composer_forgets_a_piece_that_cannot_move() -> None:
    assert compose(piece="W40").chosen == ""
    assert compose(piece="<nothing>").targets == ()


def test_composer_offers_the_rider_beside_the_mount() -> None:
    turn = compose("S10-S39", "S39")
    assert [offer.label for offer in turn.figures] == ["elephant with 1 soldier S39", "soldier S39"]
    assert [offer.is_chosen for offer in turn.figures] == [True, False]


def test_composer_keeps_a_soldier_chosen_who_mounts() -> None:
    link = compose(piece="S10").links["S39"]
    assert query(link.href) == {"plan": ["S10-S39"], "piece": ["S@S39"]}


@pytest.mark.parametrize(("seat", "mount"), [("south", "S10-S39"), ("west", "W10-W39")])
def test_composer_offers_what_stands_on_a_field_before_its_load(seat: str, mount: str) -> None:
    """Whatever the fields are called: "S@W39" comes before "W39" in plain text."""
    field = mount.rpartition("-")[2]
    turn = compose_turn(RULES, START, seat, PlanRequest(mount, piece=f"S@{field}"))
    assert [offer.is_chosen for offer in turn.figures] == [False, True]
    first = next(one for one in carriers_first(turn.choices) if one.origin == field)
    assert first.piece == field


def test_composer_keeps_what_else_was_asked_of_the_picture() -> None:
    link: FieldLink = compose(piece="S40", names="1").links["S29"]
    assert query(link.href)["names"] == ["1"]


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("", "end"),
        ("s1-s2", "s1-s2; end"),
        ("s1-s2;\n", "s1-s2;\nend"),
        ("> you wrote\ns1-s2 # and why", "> you wrote\ns1-s2 # and why\nend"),
        ("s1-s2 # end", "s1-s2 # end\nend"),
        ("s1-s2; END", "s1-s2; END"),
        ("s1-s2\nend", "s1-s2\nend"),
    ],
)
def test_end_word_is_added_once(text: str, whole: str) -> None:
    assert with_end_word(RULES, text, "end") == whole


def test_end_word_is_not_added_without_a_word() -> None:
    assert with_end_word(RULES, "s1-s2", "") == "s1-s2"
    assert RULES.notation.join_words(("", "s1-s2", "")) == "s1-s2"


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("s1-s2; end", "anyway; s1-s2; end"),
        ("s1-s2 # and why", "anyway\ns1-s2 # and why"),
        ("Anyway; s1-s2", "Anyway; s1-s2"),
    ],
)
def test_insist_word_is_added_once(text: str, whole: str) -> None:
    assert with_insist_word(RULES, text) == whole


def test_composer_limits_links_for_stuck_orders() -> None:
    """Each link holds the whole plan: one for every order would make it large twice over, and
    no address holds more than a part of a long one."""
    turn = compose("zz; " * 100)
    assert len(turn.sketch.rest) == 100
    assert len(turn.stuck) == MAX_STUCK
    assert query(turn.shortened) == {}
    long = compose("zz; " * 5000)
    assert len(long.sketch.rest) == 5000
    assert long.stuck == ()
    assert all(len(one.href) < MAX_LINKED_CHARS for one in long.pieces)


def test_composer_numbers_the_arrows_like_the_steps() -> None:
    marks = compose("S40-S29; S10-S39").marks
    assert [(mark.fields, mark.label, mark.seat) for mark in marks] == [
        (("S40", "S29"), "1", None),
        (("S10", "S39"), "2", None),
    ]


def test_composer_offers_shortcuts_without_piece_or_tool() -> None:
    """A whole set-up, say; but not the end of a turn, which is a box of its own."""
    assert any(choice.text == "end" for choice in compose().choices)
    assert compose().shortcuts == ()
    rules = registry.get_ruleset("espionage")
    begun = core.fold(rules, None, rules.judgement.start_game({}, chance.keyed_numbers(b"")))
    offers = compose_turn(rules, begun, "white", PlanRequest("")).shortcuts
    assert "Balanced" in {offer.label for offer in offers}
    taken = compose_turn(rules, begun, "white", PlanRequest(query(offers[0].href)["plan"][0]))
    assert not taken.sketch.is_partial
    assert "Take all off" in {offer.label for offer in taken.shortcuts}
