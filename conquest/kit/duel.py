"""A game of two sides: its seats in a case, its end, actions besides a turn, and sentences for
them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from conquest.core import Fault, Outcome, Phrase, Seat, SideAction, Team
from conquest.kit import case_values

OUTCOME = {"winners", "reason", "scores"}
OFFER = SideAction(
    "draw?",
    Phrase("Offer a draw"),
    Phrase("The offer stands until the other side accepts it or completes a turn."),
)
ACCEPT = SideAction(
    "draw!",
    Phrase("Accept the draw"),
    Phrase("The game is over at once, and nobody has won."),
    is_grave=True,
)
RESIGN = SideAction(
    "resign",
    Phrase("Resign"),
    Phrase("The game is over at once, and the other side has won."),
    any_time=True,
    is_grave=True,
    leaves=True,
)

OFFERED = (Phrase("%(seat)s offers a draw."), Phrase("You offer a draw."))
ACCEPTED = (Phrase("%(seat)s accepts the draw."), Phrase("You accept the draw."))
RESIGNED = (Phrase("%(seat)s resigns."), Phrase("You resign."))
REASONS = {
    "agreed": Phrase("a draw was agreed"),
    "resigned": Phrase("the opponent resigned"),
}


def side_actions(offer: Seat, seat: Seat) -> tuple[SideAction, ...]:
    """Return the actions of a seat besides its turn in games where a draw can be agreed: ``offer``
    is the seat whose offer stands, or "" (O12, O13)."""
    if not offer:
        return OFFER, RESIGN
    return (RESIGN,) if offer == seat else (ACCEPT, RESIGN)


def read_seat(name: object, seats: Sequence[Seat]) -> Seat:
    """Return a seat by its name in any case.

    :raises Fault: if there is no such seat.
    """
    seat = name.lower() if isinstance(name, str) else ""
    if seat not in seats:
        raise Fault(f"no seat {str(name)[:20]!r} plays here")
    return seat


def duel_outcome(
    seats: Sequence[Seat],
    winners: tuple[Seat, ...],
    reason: str,
    scores: Mapping[Seat, int] | None = None,
) -> Outcome:
    """Return the outcome with the places of both sides; without winners it is a draw."""
    teams = (Team((seat,), 2 if winners and seat not in winners else 1) for seat in seats)
    return Outcome(winners, reason, dict(scores or {}), tuple(teams))


def read_outcome(given: object, seats: Sequence[Seat]) -> Outcome | None:
    """Return the outcome in a position, ``None`` for a game that goes on.

    :raises Fault: if the value is no outcome.
    """
    if given is None:
        return None
    outcome = case_values.read_object(given, "outcome")
    if not {"winners", "reason"} <= set(outcome) <= OUTCOME:
        raise Fault("an outcome has winners, a reason and scores")
    winners, reason = outcome["winners"], outcome["reason"]
    if not isinstance(winners, list) or not isinstance(reason, str):
        raise Fault("an outcome has a list of winners and a reason")
    scores = case_values.read_keyed_object(
        outcome.get("scores", {}), lambda name: read_seat(name, seats), "scores"
    )
    counts = {seat: case_values.read_count(n, "scores") for seat, n in scores.items()}
    return duel_outcome(seats, tuple(read_seat(name, seats) for name in winners), reason, counts)


def describe_action(phrases: tuple[Phrase, Phrase], seat: Phrase, *, is_own: bool) -> Phrase:
    """Return the sentence for an action besides a turn, addressed to others or to the seat."""
    for_others, own = phrases
    return own if is_own else Phrase(for_others.template, seat=seat)


def describe_end(reason: Phrase, winner: Phrase | None) -> Phrase:
    """Return the end of a game in a sentence; without a winner it is drawn."""
    if winner is None:
        return Phrase("The game is drawn: %(reason)s.", reason=reason)
    return Phrase("The game is over: %(reason)s. Winner: %(winner)s.", reason=reason, winner=winner)
