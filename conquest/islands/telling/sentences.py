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
from conquest.islands.telling.attacks import attacked, moving
from conquest.islands.telling.places import at, away, to
from conquest.islands.telling.words import MOUNTED, listed, seat_name, stack_name


def tell(laws: Laws, event: Event, viewer: Viewer, before: State | None) -> Phrase | None:
    """Tell an event in one sentence to a viewer, None where nothing needs telling."""
    told = _told(laws, event, viewer, before)
    return as_sentence(told) if told else None


def _told(laws: Laws, event: Event, viewer: Viewer, before: State | None) -> Phrase | None:
    board = before.board if before else None
    match event:
        case Started():
            return Phrase("The game begins with %(seat)s.", seat=seat_name(event.seat))
        case Led():
            return _by(event.seat, viewer, _led(event, board))
        case Moved():
            return _by(event.seat, viewer, _moved(event, before))
        case Captured() | Conquered() | Recaptured():
            return attacked(event, viewer, board)
        case WindowOpened():
            return _window(event, viewer, board)
        case WindowClosed():
            return _passed(event, viewer) if event.order == "pass" else None
        case TurnEnded():
            if event.seat == viewer:
                return Phrase("Your turn ends.")
            return Phrase("%(seat)s's turn ends.", seat=seat_name(event.seat))
        case TurnSkipped():
            return Phrase(
                "%(seat)s: no points, the turn is passed over.", seat=seat_name(event.seat)
            )
        case GameEnded():
            return _ended(event, laws.reasons[event.reason])
        case _:
            return laws.sentences.tell(event, viewer, board) if laws.sentences else None


def _by(seat: Seat, viewer: Viewer, told: Phrase) -> Phrase:
    """Say whose doing it was, unless it was the viewer's own."""
    if seat == viewer:
        return told
    return Phrase("%(seat)s: %(told)s", seat=seat_name(seat), told=told)


def _led(event: Led, board: Board | None) -> Phrase:
    return Phrase(
        "%(piece)s led %(start)s %(end)s",
        piece=stack_name(moving(event)),
        start=away(event.path[0], board),
        end=to(event.path[-1], board),
    )


def _moved(event: Moved, before: State | None) -> Phrase:
    start, end = event.path[0], event.path[-1]
    there = before.pieces.get(end) if before and start != end else None
    board = before.board if before else None
    return walk(moving(event), event.path, there, board, gets_off=event.figure > 0)


def walk(
    unit: Piece, path: tuple[str, ...], there: Piece | None, board: Board | None, *, gets_off: bool
) -> Phrase:
    """Tell where a piece goes: onto what stands ``there`` if that carries it, or perhaps off
    what has carried it."""
    start, end = path[0], path[-1]
    said: dict[str, Phrase | str | int] = {"piece": stack_name(unit), "start": away(start, board)}
    if there and there.letter in MOUNTED:
        said |= {"onto": MOUNTED[there.letter], "at": at(end, board)}
        if there.letter in VESSELS:
            return Phrase("%(piece)s %(start)s boards %(onto)s %(at)s", **said)
        return Phrase("%(piece)s %(start)s mounts %(onto)s %(at)s", **said)
    said["end"] = to(end, board)
    if gets_off:
        return Phrase("%(piece)s gets off and goes %(start)s %(end)s", **said)
    return Phrase("%(piece)s %(start)s %(end)s", **said)


def _window(event: WindowOpened, viewer: Viewer, board: Board | None) -> Phrase:
    place = at(event.at, board)
    if event.seat == viewer:
        return Phrase("You may recapture %(at)s.", at=place)
    return Phrase("%(seat)s may recapture %(at)s.", seat=seat_name(event.seat), at=place)


def _passed(event: WindowClosed, viewer: Viewer) -> Phrase:
    if event.seat == viewer:
        return Phrase("You do not recapture.")
    return Phrase("%(seat)s does not recapture.", seat=seat_name(event.seat))


def join(one: Event, other: Event) -> Event | None:
    """Return two walks of the same piece as one, and a walk with the capture at its end."""
    if not isinstance(one, Moved) or not isinstance(other, Moved | Captured | Conquered):
        return None
    goes_on = (one.seat, one.piece, one.path[-1]) == (other.seat, other.piece, other.path[0])
    if not goes_on or other.figure or other.path[-1] in one.path:
        return None
    orders, path = f"{one.order}; {other.order}", one.path + other.path[1:]
    return replace(other, order=orders, path=path, figure=one.figure)


def dropped(event: Event, viewer: Viewer) -> tuple[str, ...]:
    """Return what will not be carried out of the viewer's plan (CP3)."""
    if isinstance(event, WindowClosed) and event.attacker == viewer:
        return event.dropped
    return ()


def _ended(event: GameEnded, reason: Phrase) -> Phrase:
    if not event.winners:
        return Phrase("The game is over without a winner: %(reason)s.", reason=reason)
    return Phrase(
        "The game is over: %(reason)s. Winner: %(winners)s.",
        reason=reason,
        winners=listed([seat_name(seat) for seat in event.winners]),
    )


def cost(laws: Laws, event: Event) -> int:
    """Return the points an event cost its seat; a recapture is free (C6, C26)."""
    match event:
        case Moved() | Captured() | Conquered():
            return len(event.path) - 1
        case _:
            return laws.sentences.cost(event) if laws.sentences else 0


def trace(laws: Laws, event: Event) -> tuple[Mark, ...]:
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
            return laws.sentences.trace(event) if laws.sentences else ()
