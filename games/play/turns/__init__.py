"""The only functions that change a running game: submit, expire, leave, substitute, return, and
what the staff may do to it.

Each function holds one transaction: lock the game's row, check, play, store, write the letters.
"""

from __future__ import annotations

from games.play.turns.adjudication import adjudicate_game
from games.play.turns.days_off import (
    begin_vacation,
    end_by_turn,
    return_days_off,
    take_days_off,
)
from games.play.turns.delayed_orders import answer_by_delayed_orders, list_delayed_orders
from games.play.turns.handovers import (
    end_handover,
    hand_over,
    list_handovers,
    list_seats_to_return,
)
from games.play.turns.rejections import (
    GameIsOver,
    GameIsPaused,
    NothingPending,
    NotSeated,
    ProgramStopped,
    Rejected,
    StaleVersion,
)
from games.play.turns.seat_changes import (
    become_substitute,
    had_seat,
    leave_game,
    lock_open_account,
    require_newcomer,
    return_to_seat,
    step_back,
)
from games.play.turns.staff import (
    annul_game,
    extend_deadline,
    mark_person_absent,
    pause_game,
    resume_game,
    substitute_player,
    vacate_seat,
)
from games.play.turns.submission import (
    Orders,
    SubmissionReceipt,
    expire_decision,
    play_delayed_turn,
    record_start,
    submit,
)
from games.play.turns.take_back import go_back

__all__ = [
    "GameIsOver",
    "GameIsPaused",
    "NotSeated",
    "NothingPending",
    "Orders",
    "ProgramStopped",
    "Rejected",
    "StaleVersion",
    "SubmissionReceipt",
    "adjudicate_game",
    "annul_game",
    "answer_by_delayed_orders",
    "become_substitute",
    "begin_vacation",
    "end_by_turn",
    "end_handover",
    "expire_decision",
    "extend_deadline",
    "go_back",
    "had_seat",
    "hand_over",
    "leave_game",
    "list_delayed_orders",
    "list_handovers",
    "list_seats_to_return",
    "lock_open_account",
    "mark_person_absent",
    "pause_game",
    "play_delayed_turn",
    "record_start",
    "require_newcomer",
    "resume_game",
    "return_days_off",
    "return_to_seat",
    "step_back",
    "submit",
    "substitute_player",
    "take_days_off",
    "vacate_seat",
]
