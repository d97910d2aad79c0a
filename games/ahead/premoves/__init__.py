"""Premoves: turns that are handed in before they are asked for, and played when they are."""

from __future__ import annotations

from games.ahead.premoves.filing import (
    PremoveRejected,
    allows_premoves,
    can_file_premove,
    drop_premove,
    dropped_premove,
    file_premove,
    premove_conflict,
    waiting_premove,
    withdraw_premove,
)

__all__ = [
    "PremoveRejected",
    "allows_premoves",
    "can_file_premove",
    "drop_premove",
    "dropped_premove",
    "file_premove",
    "premove_conflict",
    "waiting_premove",
    "withdraw_premove",
]
