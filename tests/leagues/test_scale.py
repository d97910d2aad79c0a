"""Ratings in the numbers that people know."""

from __future__ import annotations

from leagues import scale
from leagues.plackett_luce import MODEL


def test_ratings_begin_at_1500() -> None:
    newcomer = MODEL.rating()
    assert scale.rating_and_doubt(newcomer.mu, newcomer.sigma) == (1500, 350)


def test_a_rating_is_never_below_zero() -> None:
    assert scale.rating_and_doubt(-20, 1)[0] == 0


def test_a_rating_is_provisional_for_the_first_few_games() -> None:
    winner, loser = MODEL.rating(), MODEL.rating()
    seen = []
    for _game in range(8):
        seen.append("provisional" in scale.rating_html(winner.mu, winner.sigma))
        [[winner], [loser]] = MODEL.rate([[winner], [loser]], ranks=[0, 1])
    assert seen == [True] * 3 + [False] * 5


def test_ratings_keep_the_order_of_the_model_among_equals_in_doubt() -> None:
    assert scale.rating_and_doubt(30, 5)[0] > scale.rating_and_doubt(26, 5)[0]
