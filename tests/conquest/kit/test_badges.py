"""Badges with the numbers of arrows hide no figure."""

from __future__ import annotations

import math

import pytest

from conquest import registry
from conquest.core import BoardStyle, Mark, fold, no_numbers
from conquest.kit.picture import Token, badges
from conquest.kit.picture.scene import BoardScene, build_scene
from conquest.kit.picture.tokens import RADIUS

SHORT = {"conquest": (("S01", "S31"), ("S10", "S01")), "bollwerk": (("a4", "b4"), ("e5", "e6"))}


def crowded_scene(slug: str, magnify: float) -> BoardScene:
    """Return a scene with short arrows between the figures of a set-up."""
    rules = registry.get_ruleset(slug)
    state = fold(rules, None, rules.judgement.start_game({}, no_numbers))
    board = rules.seating.table_layout({}).board
    stands = [
        field
        for field in rules.telling.figures_by_field(state)
        if field in rules.art.chart_of(board).fields
    ]
    letter = next(iter(rules.telling.figures))
    seat = next(iter(rules.art.colours))
    marks = tuple(Mark("arrow", way, seat, str(n)) for n, way in enumerate(SHORT[slug], start=1))
    tokens = [Token(field, seat, letter) for field in stands]
    return build_scene(rules.art, board, tokens, BoardStyle(marks=marks, magnify=magnify))


@pytest.mark.parametrize(("slug", "magnify"), [("conquest", 1), ("conquest", 2.4), ("bollwerk", 1)])
def test_badges_hide_neither_figures_nor_each_other(slug: str, magnify: float) -> None:
    drawn = crowded_scene(slug, magnify)
    spots = badges.badge_places(drawn)
    assert len(spots) == 2
    reach = badges.badge_width("1") / 2 * magnify
    for place in spots.values():
        assert all(
            math.dist(place, drawn.board.point_of(field)) >= RADIUS + reach
            for field in drawn.taken_fields
        )
    one, other = spots.values()
    assert math.dist(one, other) >= 2 * reach


def test_a_badge_stays_inside_the_visible_part() -> None:
    drawn = crowded_scene("bollwerk", 1)
    x, y = drawn.board.point_of("a4")
    box = (x - 30, y - 60, 200.0, 200.0)
    style = BoardStyle(marks=drawn.style.marks[:1], box=box)
    (place,) = badges.badge_places(
        build_scene(drawn.artist, drawn.name, drawn.tokens, style)
    ).values()
    assert all(low <= at <= low + 200 for low, at in zip(box, place, strict=False))


def test_a_badge_with_more_digits_is_wider() -> None:
    assert badges.badge_width("12") > badges.badge_width("1") == badges.HEIGHT
