"""Who has vanished: by half of their games, or by the last ones."""

from __future__ import annotations

import pytest

from seasons.pairing.vanishing import has_vanished

LEFT, THERE = True, False


@pytest.mark.parametrize(
    ("left", "open_games", "table", "vanished"),
    [
        ([], 7, 2, False),
        ([], 0, 2, False),
        ([THERE] * 7, 0, 2, False),
        ([LEFT, LEFT, LEFT], 4, 2, False),  # they may still be there in four
        ([LEFT, LEFT, LEFT, LEFT], 3, 2, True),
        ([THERE] * 6 + [LEFT], 0, 2, True),  # the last one would have a point as a present
        ([THERE] * 5 + [LEFT], 1, 2, False),
        ([LEFT] + [THERE] * 6, 0, 2, False),  # they came back
        ([THERE] * 6 + [LEFT], 0, 4, False),  # gave up there, and others went on
        ([THERE] * 5 + [LEFT] * 2, 0, 4, True),
    ],
)
def test_who_has_vanished(left: list[bool], open_games: int, table: int, vanished: bool) -> None:
    assert has_vanished(left, open_games, table) == vanished
