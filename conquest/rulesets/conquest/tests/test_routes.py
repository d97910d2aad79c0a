"""Orders that leave out fields: pages complete them by routes, the judge refuses them."""

from __future__ import annotations

from typing import Any

from conquest.rulesets.conquest import RULES
from tests.conquest.islands.table import Json, play, set_up


def routes(picture: str, pieces: Json, words: str, **more: Any) -> list[str]:
    """List the ways of an order of the south."""
    state = RULES.judgement.open_case(set_up(picture, pieces, **more))
    return [one.text for one in RULES.composing.routes(state, "south", words)]


def test_a_route_is_completed_by_the_only_shortest_way() -> None:
    assert routes("s1-s2-s3-s4, s1-s5-s6-s7-s4", dict(s1="south K"), "s1-s4") == ["s1-s2-s3-s4"]


def test_all_routes_that_are_equally_short_are_offered() -> None:
    board = "s1-s2-s4, s1-s3-s4"
    assert routes(board, dict(s1="south K"), "S1 - S4") == ["s1-s2-s4", "s1-s3-s4"]
    state = RULES.judgement.open_case(set_up(board, dict(s1="south K")))
    one, other = RULES.composing.routes(state, "south", "s1-s4")
    assert str(one.label) == "knight from s1 to s4 over s2"
    assert other.way == ("s1", "s3", "s4")


def test_a_route_goes_over_the_named_fields() -> None:
    board = "s1-s2-s4-s5, s1-s3-s4"
    assert routes(board, dict(s1="south K"), "s1-s3-s5") == ["s1-s3-s4-s5"]


def test_a_route_captures_only_at_its_end() -> None:
    """C22: an enemy in the way is gone round."""
    board = "s1-s2-s4, s1-s3-s5-s4"
    pieces = dict(s1="south K", s2="west S", s4="west S")
    assert routes(board, pieces, "s1-s4") == ["s1-s3-s5xs4"]


def test_only_a_knight_flies_over_own_pieces() -> None:
    """C14."""
    board = "s1-s2-s4, s1-s3-s5-s4"
    assert routes(board, dict(s1="south K", s2="south S"), "s1-s4") == ["s1-s2-s4"]
    assert routes(board, dict(s1="south E", s2="south K"), "s1-s4") == ["s1-s3-s5-s4"]


def test_a_route_keeps_an_x_that_captures_nothing() -> None:
    """A10: so that a plan out of date stops."""
    assert routes("s1-s2-s3", dict(s1="south K"), "s1xs3") == ["s1-s2xs3"]


def test_a_route_keeps_the_named_figure_and_the_waiver() -> None:
    """A42, C33."""
    pieces = dict(s1="south E(S)", s3="west S")
    assert routes("s1-s2-s3", pieces, "S@s1-s3!") == ["S@s1-s2xs3!"]


def test_a_route_respects_obstacles() -> None:
    """C44: no elephant goes over a suspension bridge."""
    board = "s1=s2-s4, s1-s3-s5-s4"
    assert routes(board, dict(s1="south E"), "s1-s4") == ["s1-s3-s5-s4"]
    assert routes(board, dict(s1="south K"), "s1-s4") == ["s1-s2-s4"]


def test_a_route_is_completed_beyond_points_and_steps() -> None:
    """The refusal then says what is wrong with it (C6, C14)."""
    board = "s1-s2-s3-s4"
    assert routes(board, dict(s1="south K"), "s1-s4", used=19) == ["s1-s2-s3-s4"]
    assert routes(board, dict(s1="south K"), "s1-s4", steps={"s1": "5"}) == ["s1-s2-s3-s4"]


def test_one_route_is_enough_where_none_can_end() -> None:
    """C8, C22: the refusal then says what stands there."""
    board = "s1-s2-s4, s1-s3-s4"
    assert len(routes(board, dict(s1="south E", s4="south K"), "s1-s4")) == 1
    assert len(routes(board, dict(s1="south S", s4="west E"), "s1-s4")) == 1


def test_there_are_no_routes_for_a_complete_or_impossible_order() -> None:
    pieces, board = dict(s1="south S", s4="west K"), "s1-s2-s3-s4, s8-s9"
    for words in ("s1-s2", "s1-s4", "s1-s9", "s4-s2", "s2-s3", "K@s1-s3", "end", "s1", "nonsense"):
        assert routes(board, pieces, words) == []


def test_the_judge_stays_as_strict_as_it_is() -> None:
    """C6, A8."""
    assert play("s1-s2-s3", dict(s1="south K"), "south: s1-s3").rule == "C6"
