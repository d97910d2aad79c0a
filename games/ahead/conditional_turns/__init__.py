"""Conditional turns: a tree of turns for games of two seats, played as far as it was foreseen."""

from __future__ import annotations

from games.ahead.conditional_turns.filing import (
    ConditionalRejected,
    can_file_turns,
    drop_delayed_turn,
    file_turns,
    find_reply,
    go_on_after,
    put_off_reply,
    stop_turns,
    stopped_turns,
    waiting_turns,
    waits_for_delay,
    withdraw_turns,
)

__all__ = [
    "ConditionalRejected",
    "can_file_turns",
    "drop_delayed_turn",
    "file_turns",
    "find_reply",
    "go_on_after",
    "put_off_reply",
    "stop_turns",
    "stopped_turns",
    "waiting_turns",
    "waits_for_delay",
    "withdraw_turns",
]
