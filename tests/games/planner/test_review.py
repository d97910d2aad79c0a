"""The review of a turn: routes to choose from, points that lapse, and what is no turn."""

from __future__ import annotations

import pytest

from accounts.models import Person
from games.models import Game
from games.planner.review import TurnReview, review_turn
from games.play import refusals, turns
from games.play.knowledge import known_game


def review(game: Game, text: str, end: str = "") -> TurnReview:
    return review_turn(known_game(game, "south"), text, end)


def test_a_turn_that_goes_on_is_reviewed_without_a_question(game: Game) -> None:
    begun = review(game, "S01-S31")
    assert (begun.routes, begun.refusal, begun.wasted_points) == ((), None, 0)


def test_an_order_with_several_shortest_routes_offers_each_of_them(game: Game) -> None:
    ambiguous = review(game, "S37-S17")
    routes = [choice.text for choice in ambiguous.routes]
    assert routes == ["S37-S19-S18-S17", "S37-S38-S16-S17"]


def test_points_that_lapse_are_counted_in_a_review_where_they_could_be_spent(game: Game) -> None:
    ended = review(game, "S01-S31", end="end")
    assert ended.text == "S01-S31; end"
    assert ended.wasted_points == ended.sketch.left
    assert review(game, "S01-S31").wasted_points == 0
    assert review(game, "S01-S31").is_open


def test_review_of_an_empty_text_is_no_turn(game: Game) -> None:
    refusal = review(game, "").refusal
    assert refusal is not None
    assert (refusal.status, refusal.refused) == (422, None)
    assert refusal.sentence


def test_review_of_an_illegal_order_is_refused_by_its_rule(game: Game) -> None:
    refusal = review(game, "S01-N01").refusal
    assert refusal is not None
    assert refusal.refused is not None
    assert refusal.refused.rule


@pytest.mark.parametrize(
    ("status", "is_paused", "status_code"), [("running", True, 409), ("over", False, 409)]
)
def test_orders_off_turn_are_refused_by_what_the_game_does(
    game: Game, now: object, status: str, is_paused: bool, status_code: int
) -> None:
    game.status = status
    game.paused_at = game.started_at if is_paused else None
    seat = game.seats.first()
    refusal = refusals.off_turn_refusal(game, seat, "pass")
    expected = turns.GameIsPaused() if is_paused else turns.GameIsOver()
    assert (refusal.status, refusal.sentence) == (status_code, str(expected))


def test_a_stranger_is_refused_for_want_of_a_seat(game: Game, charlie: Person) -> None:
    assert refusals.off_turn_refusal(game, None, "pass") == refusals.no_seat_refusal("pass")
    assert refusals.no_seat_refusal().status == 403
