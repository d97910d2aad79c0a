"""Who has vanished from a group: nobody shall owe a place to having been the last to meet them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile


def has_vanished(left: Sequence[bool], open_games: int, table: int) -> bool:
    """Whether somebody has vanished, by which of their games they had ``left``, in the order in
    which these ended, and how many are still open, at tables of a size.

    They have if they left half of all, or the last ones of those that are all over: else whom they
    met last would have points as a present. At tables of three and four these are two at least, as
    one can leave a game there that others go on with.
    """
    gone = sum(left)
    if gone and 2 * gone >= len(left) + open_games:
        return True
    last = len(list(takewhile(bool, reversed(left))))
    return not open_games and last >= (1 if table == 2 else 2)
