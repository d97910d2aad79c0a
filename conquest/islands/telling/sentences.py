"""Describe events: as sentences, with their cost in points and the marks that draw them."""

from __future__ import annotations

from msgspec.structs import replace

from conquest.core import Mark, Phrase, Seat, Viewer, as_sentence
from conquest.islands.board import Board
from conquest.islands.events import (
    Captured,
    Conquered,
    Event,
    GameEnded,
    Led,
    Moved,
    Recaptured,
    Started,
    TurnEnded,
    TurnSkipped,
    WindowClosed,
    WindowOpened,
)
from conquest.islands.laws import AnyLaws
from conquest.islands.model import State
from conquest.islands.pieces import VESSELS, Piece
from conquest.islands.telling.attacks import describe_attack, moving_piece
from conquest.islands.telling.places import at_field, from_field, to_field
from conquest.islands.words import MOUNTED, seat_name, stack_name
from conquest.kit.wording import join_phrases


def describe_event(
    laws: AnyLaws, event: Event, viewer: Viewer, before: State | None
) -> Phrase | None:
    """Describe an event to a viewer in one sentence, None if it needs no description."""
    phrase = _event_phrase(laws, event, viewer, before)
    return as_sentence(phrase) if phrase else None


def _event_phrase(
    laws: AnyLaws, event: Event, viewer: Viewer, before: State | None
) -> Phrase | None:
    board = before.board if before else None
    match event:
        case Started():
            return Phrase("The game begins with %(seat)s.", seat=seat_name(event.seat))
        case Led():
            return _with_seat(event.seat, viewer, _describe_lead(event, board))
        case Moved():
            return _with_seat(event.seat, viewer, _describe_move(event, before))
        case Captured() | Conquered() | Recaptured():
            return describe_attack(event, viewer, board)
        case WindowOpened():
            return _describe_window(event, viewer, board)
        case WindowClosed():
            return _describe_pass(event, viewer) if event.order == "pass" else None
        case TurnEnded():
            if event.seat == viewer:
                return Phrase("Your turn ends.")
            return Phrase("%(seat)s's turn ends.", seat=seat_name(event.seat))
        case TurnSkipped():
            return Phrase(
                "%(seat)s: no points, the turn is passed over.", seat=seat_name(event.seat)
            )
        case GameEnded():
            return _describe_end(event, laws.reasons[event.reason])
        case _:
            return laws.sentences.describe_event(event, viewer, board) if laws.sentences else None


def _with_seat(seat: Seat, viewer: Viewer, phrase: Phrase) -> Phrase:
    """Return a phrase with the seat that acted, unless that is the viewer's own."""
    if seat == viewer:
        return phrase
    return Phrase("%(seat)s: %(told)s", seat=seat_name(seat), told=phrase)


def _describe_lead(event: Led, board: Board | None) -> Phrase:
    return Phrase(
        "%(piece)s led %(start)s %(end)s",
        piece=stack_name(moving_piece(event)),
        start=from_field(event.path[0], board),
        end=to_field(event.path[-1], board),
    )


def _describe_move(event: Moved, before: State | None) -> Phrase:
    start, end = event.path[0], event.path[-1]
    there = before.pieces.get(end) if before and start != end else None
    board = before.board if before else None
    return describe_walk(moving_piece(event), event.path, there, board, gets_off=event.figure > 0)


def describe_walk(
    unit: Piece, path: tuple[str, ...], there: Piece | None, board: Board | None, *, gets_off: bool
) -> Phrase:
    """Describe where a piece goes, perhaps onto the carrier ``there``, or off one."""
    start, end = path[0], path[-1]
    parts: dict[str, Phrase | str | int] = {
        "piece": stack_name(unit),
        "start": from_field(start, board),
    }
    if there and there.letter in MOUNTED:
        parts |= {"onto": MOUNTED[there.letter], "at": at_field(end, board)}
        if there.letter in VESSELS:
            return Phrase("%(piece)s %(start)s boards %(onto)s %(at)s", **parts)
        return Phrase("%(piece)s %(start)s mounts %(onto)s %(at)s", **parts)
    parts["end"] = to_field(end, board)
    if gets_off:
        return Phrase("%(piece)s gets off and goes %(start)s %(end)s", **parts)
    return Phrase("%(piece)s %(start)s %(end)s", **parts)


def _describe_window(event: WindowOpened, viewer: Viewer, board: Board | None) -> Phrase:
    place = at_field(event.at, board)
    if event.seat == viewer:
        return Phrase("You may recapture %(at)s.", at=place)
    return Phrase("%(seat)s may recapture %(at)s.", seat=seat_name(event.seat), at=place)


def _describe_pass(event: WindowClosed, viewer: Viewer) -> Phrase:
    if event.seat == viewer:
        return Phrase("You do not recapture.")
    return Phrase("%(seat)s does not recapture.", seat=seat_name(event.seat))


def join_events(first: Event, second: Event) -> Event | None:
    """Return two walks of the same piece as one, and a walk with the capture at its end."""
    if not isinstance(first, Moved) or not isinstance(second, Moved | Captured | Conquered):
        return None
    goes_on = (first.seat, first.piece, first.path[-1]) == (
        second.seat,
        second.piece,
        second.path[0],
    )
    if not goes_on or second.figure or second.path[-1] in first.path:
        return None
    orders, path = f"{first.order}; {second.order}", first.path + second.path[1:]
    return replace(second, order=orders, path=path, figure=first.figure)


def dropped_orders(event: Event, viewer: Viewer) -> tuple[str, ...]:
    """Return the orders of the viewer's plan that will not be carried out (CP3)."""
    if isinstance(event, WindowClosed) and event.attacker == viewer:
        return event.dropped
    return ()


def _describe_end(event: GameEnded, reason: Phrase) -> Phrase:
    if not event.winners:
        return Phrase("The game is over without a winner: %(reason)s.", reason=reason)
    return Phrase(
        "The game is over: %(reason)s. Winner: %(winners)s.",
        reason=reason,
        winners=join_phrases([seat_name(seat) for seat in event.winners]),
    )


def points_spent(laws: AnyLaws, event: Event) -> int:
    """Return the points an event cost its seat; a recapture is free (C6, C26)."""
    match event:
        case Moved() | Captured() | Conquered():
            return len(event.path) - 1
        case _:
            return laws.sentences.points_spent(event) if laws.sentences else 0


def event_marks(laws: AnyLaws, event: Event) -> tuple[Mark, ...]:
    """Return the marks that draw an event: an arrow for the path, a ghost for the lost piece.

    A ghost's label is the letter of the lost carrier.
    """
    match event:
        case Moved():
            return (Mark("arrow", event.path, event.seat),)
        case Captured() | Conquered() | Recaptured():
            arrow = Mark("arrow", event.path, event.seat)
            return (arrow, Mark("ghost", event.path[-1:], event.victim, event.lost[0]))
        case WindowOpened():
            return (Mark("capture", (event.at,), event.attacker),)
        case _:
            return laws.sentences.event_marks(event) if laws.sentences else ()
