"""Who has vanished: by half of their games, or by the last ones."""

from __future__ import annotations

import pytest

from seasons.pairing.vanishing import has_vanished

LEFT, THERE = True, False


@pytest.mark.parametrize(
    ("left", "open_games", "vanished"),
    [
        ([], 7, False),
        ([], 0, False),
        ([THERE] * 7, 0, False),
        ([LEFT, LEFT, LEFT], 4, False),  # they may still be there in four
        ([LEFT, LEFT, LEFT, LEFT], 3, True),
        ([THERE] * 6 + [LEFT], 0, True),  # the last one would have a point as a present
        ([THERE] * 5 + [LEFT], 1, False),
        ([LEFT] + [THERE] * 6, 0, False),  # they came back
    ],
)
def test_who_has_vanished(left: list[bool], open_games: int, vanished: bool) -> None:
    assert has_vanished(left, open_games) == vanished
