"""Who has vanished from a group: nobody shall owe a place to having been the last to meet them."""

from __future__ import annotations

from collections.abc import Sequence


def has_vanished(left: Sequence[bool], open_games: int) -> bool:
    """Whether somebody has vanished, by which of their games they had ``left``, in the order in
    which these ended, and how many are still open.

    They have if they left half of all, or the last one when all are over: else whom they met last
    would have points as a present.
    """
    gone = sum(left)
    return gone > 0 and (2 * gone >= len(left) + open_games or (not open_games and left[-1]))
