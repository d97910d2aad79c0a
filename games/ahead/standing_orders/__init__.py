"""Standing orders: answers that a player gives ahead and in private (CP4)."""

from __future__ import annotations

from games.ahead.standing_orders.answers import (
    answer_by_orders,
    describe_silence,
    is_seat_away,
    orders_for_silence,
    waits_for_moment,
)
from games.ahead.standing_orders.defaults import (
    describe_default,
    normalize_default,
    save_default,
    saved_default,
)
from games.ahead.standing_orders.filing import (
    MAX_TEXT_CHARS,
    disclosed_since,
    drop_turn_orders,
    export_orders,
    file_defaults,
    file_for_turn,
    file_orders,
    filed_orders,
    open_commitments,
    standing_text,
    texts_by_seat,
)

__all__ = [
    "MAX_TEXT_CHARS",
    "answer_by_orders",
    "describe_default",
    "describe_silence",
    "disclosed_since",
    "drop_turn_orders",
    "export_orders",
    "file_defaults",
    "file_for_turn",
    "file_orders",
    "filed_orders",
    "is_seat_away",
    "normalize_default",
    "open_commitments",
    "orders_for_silence",
    "save_default",
    "saved_default",
    "standing_text",
    "texts_by_seat",
    "waits_for_moment",
]
