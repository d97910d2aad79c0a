"""Turns by letter that count at once, for those who have chosen that in their preferences."""

from __future__ import annotations

from games.models import Submission
from games.planner.review import TurnReview
from games.replies.answers import Answer
from games.replies.correspondence import Correspondence
from games.replies.submission import mail_key, submit_orders


def is_whole(review: TurnReview) -> bool:
    """Whether a turn, or a set-up, is legal and leaves nothing open that its author would want to
    see first."""
    sketch = review.sketch
    if review.routes or review.refusal or sketch.refused or sketch.pauses:
        return False
    return not (review.is_open or review.wasted_points or _has_side_action(review))


def hand_in_turn(case: Correspondence, text: str) -> Answer:
    """Hand in a turn for the present position; return the same answer as after a yes."""
    return submit_orders(case, text, seen=case.game.version, key=mail_key(case))


def repeat_answer(case: Correspondence, text: str) -> Answer | None:
    """Return the same answer again if this very mail has handed in a turn already, else None."""
    key = mail_key(case)
    if not case.person.turns_at_once:
        return None
    if not Submission.objects.filter(seat=case.own_seat, key=key).exists():
        return None
    # Of an old version nothing is played, and the receipt of the key is found.
    return submit_orders(case, text, seen=0, key=key)


def _has_side_action(review: TurnReview) -> bool:
    """Whether a turn resigns, or offers or accepts something: that cannot be taken back."""
    rules, state = review.known.rules, review.known.state
    actions = {action.text for action in rules.judgement.side_actions(state, review.seat)}
    words = rules.notation.split_words(review.text)
    return any(word.strip().casefold() in actions for word in words)
