"""A game of two sides: its seats in a case, its end, and what a seat may do besides its turn: offer
or accept a draw, and resign (O12, O13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from conquest.core import Fault, OfferWords, Outcome, Phrase, Seat, SideAction, Team, Viewer
from conquest.kit import case_values
from conquest.kit.events import Happened, event_kind
from conquest.kit.submission import OrderProgress, RuleRefusal

OUTCOME = {"winners", "reason", "scores"}
RESIGNED = "resigned"
GERMAN = {"remis": "draw", "aufgeben": "resign"}
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
    accepts=OfferWords(
        of_you=Phrase("Do you agree to a draw?"),
        briefly=Phrase("A draw is offered"),
        by_you=Phrase("You have offered a draw"),
        silence=Phrase("If you do not answer, your next turn declines it."),
    ),
)
RESIGN = SideAction(
    "resign",
    Phrase("Resign"),
    Phrase("The game is over at once, and the other side has won."),
    any_time=True,
    is_grave=True,
    leaves=True,
)

ACTION_SENTENCES = {
    "draw_offered": (Phrase("%(seat)s offers a draw."), Phrase("You offer a draw.")),
    "draw_accepted": (Phrase("%(seat)s accepts the draw."), Phrase("You accept the draw.")),
    "resigned": (Phrase("%(seat)s resigns."), Phrase("You resign.")),
}
"""Actions besides a turn by the kinds of their events, told to others and to the seat itself."""

REASONS = {
    "agreed": Phrase("a draw was agreed"),
    RESIGNED: Phrase("%(seat)s resigned"),
}

offer_open = RuleRefusal(Phrase("A draw is already offered."), "O12")
no_offer = RuleRefusal(Phrase("There is no offer of a draw to accept."), "O12")


class DrawOffered(Happened, frozen=True, kw_only=True, tag="draw_offered"):
    """A seat offered a draw (O12)."""


class DrawAccepted(Happened, frozen=True, kw_only=True, tag="draw_accepted"):
    """A seat accepted the draw that was offered."""


class Resigned(Happened, frozen=True, kw_only=True, tag="resigned"):
    """A seat resigned (O13)."""


class GameEnded(Happened, frozen=True, kw_only=True, tag="game_ended"):
    """The game is over after an action of ``seat``; a draw has no ``winners``."""

    winners: tuple[Seat, ...]
    reason: str


def carry_out_word(
    progress: OrderProgress[Any, Any], seat: Seat, word: str, seats: Sequence[Seat]
) -> None:
    """Carry out ``draw?``, ``draw!`` or ``resign``; no seat has to be on turn for it (O12, O13).

    :raises Illegal: if a draw is offered already, or none is there to be accepted.
    """
    other = seats[seat == seats[0]]
    match word:
        case "draw?":
            if progress.state.offer:
                raise offer_open()
            progress.apply_event(DrawOffered(seat=seat, order=word))
        case "draw!":
            if progress.state.offer != other:
                raise no_offer()
            progress.apply_event(DrawAccepted(seat=seat, order=word))
            progress.apply_event(GameEnded(seat=seat, winners=(), reason="agreed"))
        case _:
            progress.apply_event(Resigned(seat=seat, order=word))
            progress.apply_event(GameEnded(seat=seat, winners=(other,), reason=RESIGNED))


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


def describe_action(event: Happened, seat: Phrase, viewer: Viewer) -> Phrase:
    """Return the sentence for an action besides a turn, addressed to others or to the seat."""
    for_others, own = ACTION_SENTENCES[event_kind(type(event))]
    return own if event.seat == viewer else Phrase(for_others.template, seat=seat)


def explain_end(
    winners: Sequence[Seat],
    reason: str,
    reasons: Mapping[str, Phrase],
    names: Mapping[Seat, Phrase],
    viewer: Viewer,
) -> Phrase:
    """Return why a game ended, by its ``reasons``: who resigned is named, or addressed."""
    if reason != RESIGNED:
        return reasons[reason]
    loser = next(seat for seat in names if seat not in winners)
    if loser == viewer:
        return Phrase("you resigned")
    return Phrase(reasons[reason].template, seat=names[loser])


def describe_end(reason: Phrase, winner: Phrase | None) -> Phrase:
    """Return the end of a game in a sentence; without a winner it is drawn."""
    if winner is None:
        return Phrase("The game is drawn: %(reason)s.", reason=reason)
    return Phrase("The game is over: %(reason)s. Winner: %(winner)s.", reason=reason, winner=winner)
