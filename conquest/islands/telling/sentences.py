"""Events told as sentences, with their cost and the marks that draw them."""

from __future__ import annotations

from msgspec.structs import replace

from conquest.core import Mark, Phrase, Seat, Viewer, as_sentence
from conquest.islands.board import Board
from conquest.islands.laws import Laws
from conquest.islands.model import (
    Captured,
    Conquered,
    Event,
    GameEnded,
    Led,
    Moved,
    Recaptured,
    Started,
    State,
    TurnEnded,
    TurnSkipped,
    WindowClosed,
    WindowOpened,
)
from conquest.islands.pieces import VESSELS, Piece
from conquest.islands.telling.attacks import describe_attack, moving_piece
from conquest.islands.telling.places import at_field, from_field, to_field
from conquest.islands.telling.words import MOUNTED, join_phrases, seat_name, stack_name


def describe_event(laws: Laws, event: Event, viewer: Viewer, before: State | None) -> Phrase | None:
    """Tell an event in one sentence to a viewer, None where nothing needs telling."""
    told = _event_phrase(laws, event, viewer, before)
    return as_sentence(told) if told else None


def _event_phrase(laws: Laws, event: Event, viewer: Viewer, before: State | None) -> Phrase | None:
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


def _with_seat(seat: Seat, viewer: Viewer, told: Phrase) -> Phrase:
    """Say whose doing it was, unless it was the viewer's own."""
    if seat == viewer:
        return told
    return Phrase("%(seat)s: %(told)s", seat=seat_name(seat), told=told)


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
    """Tell where a piece goes: onto what stands ``there`` if that carries it, or perhaps off
    what has carried it."""
    start, end = path[0], path[-1]
    said: dict[str, Phrase | str | int] = {
        "piece": stack_name(unit),
        "start": from_field(start, board),
    }
    if there and there.letter in MOUNTED:
        said |= {"onto": MOUNTED[there.letter], "at": at_field(end, board)}
        if there.letter in VESSELS:
            return Phrase("%(piece)s %(start)s boards %(onto)s %(at)s", **said)
        return Phrase("%(piece)s %(start)s mounts %(onto)s %(at)s", **said)
    said["end"] = to_field(end, board)
    if gets_off:
        return Phrase("%(piece)s gets off and goes %(start)s %(end)s", **said)
    return Phrase("%(piece)s %(start)s %(end)s", **said)


def _describe_window(event: WindowOpened, viewer: Viewer, board: Board | None) -> Phrase:
    place = at_field(event.at, board)
    if event.seat == viewer:
        return Phrase("You may recapture %(at)s.", at=place)
    return Phrase("%(seat)s may recapture %(at)s.", seat=seat_name(event.seat), at=place)


def _describe_pass(event: WindowClosed, viewer: Viewer) -> Phrase:
    if event.seat == viewer:
        return Phrase("You do not recapture.")
    return Phrase("%(seat)s does not recapture.", seat=seat_name(event.seat))


def join_events(one: Event, other: Event) -> Event | None:
    """Return two walks of the same piece as one, and a walk with the capture at its end."""
    if not isinstance(one, Moved) or not isinstance(other, Moved | Captured | Conquered):
        return None
    goes_on = (one.seat, one.piece, one.path[-1]) == (other.seat, other.piece, other.path[0])
    if not goes_on or other.figure or other.path[-1] in one.path:
        return None
    orders, path = f"{one.order}; {other.order}", one.path + other.path[1:]
    return replace(other, order=orders, path=path, figure=one.figure)


def dropped_orders(event: Event, viewer: Viewer) -> tuple[str, ...]:
    """Return what will not be carried out of the viewer's plan (CP3)."""
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


def points_spent(laws: Laws, event: Event) -> int:
    """Return the points an event cost its seat; a recapture is free (C6, C26)."""
    match event:
        case Moved() | Captured() | Conquered():
            return len(event.path) - 1
        case _:
            return laws.sentences.points_spent(event) if laws.sentences else 0


def event_marks(laws: Laws, event: Event) -> tuple[Mark, ...]:
    """Return the marks that draw an event: the way as an arrow, what was lost as a ghost.

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
