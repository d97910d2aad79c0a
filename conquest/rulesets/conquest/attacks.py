"""What pieces do to each other, told to whoever did it, to whom it was done, and to others."""

from __future__ import annotations

from typing import NamedTuple

from conquest.core import Loss, Phrase, Seat, Viewer
from conquest.islands import pieces
from conquest.islands.board import Board
from conquest.rulesets.conquest.model import (
    VESSELS,
    Attack,
    Captured,
    Conquered,
    Recaptured,
    Walk,
)
from conquest.rulesets.conquest.places import at, away
from conquest.rulesets.conquest.words import OBJECTS, YOURS, seat_name, stack_name


class _Told(NamedTuple):
    """How an attack is told: to the attacker, to the victim, and to anybody else."""

    done: Phrase
    suffered: Phrase
    seen: Phrase


TAKEN = _Told(
    Phrase("%(piece)s %(start)s takes %(theirs)s %(at)s"),
    Phrase("%(yours)s %(at)s was taken by %(attacker)s"),
    Phrase("%(attacking)s takes %(theirs)s %(at)s"),
)
SUNK = _Told(
    Phrase("%(piece)s %(start)s sinks %(theirs)s %(at)s"),
    Phrase("%(yours)s %(at)s was sunk by %(attacker)s"),
    Phrase("%(attacking)s sinks %(theirs)s %(at)s"),
)
CONQUERED = _Told(
    Phrase("%(piece)s %(start)s conquers %(theirs)s %(at)s"),
    Phrase("%(yours)s %(at)s was conquered by %(attacker)s"),
    Phrase("%(attacking)s conquers %(theirs)s %(at)s"),
)
RETAKEN = _Told(
    Phrase("%(piece)s %(start)s takes %(theirs)s %(at)s in return"),
    Phrase("%(yours)s %(at)s was taken in return by %(attacker)s"),
    Phrase("%(attacking)s takes %(theirs)s %(at)s in return"),
)
RECONQUERED = _Told(
    Phrase("%(piece)s %(start)s conquers %(theirs)s %(at)s in return"),
    Phrase("%(yours)s %(at)s was conquered in return by %(attacker)s"),
    Phrase("%(attacking)s conquers %(theirs)s %(at)s in return"),
)


def attacked(event: Attack | Recaptured, viewer: Viewer, board: Board | None) -> Phrase:
    """Tell of an attack as its viewer sees it."""
    words = _words(event)
    if viewer == event.seat:
        return Phrase(
            words.done.template,
            piece=_name(event.piece, event.seat),
            start=away(event.path[0], board),
            theirs=_of(event.lost, event.victim, OBJECTS),
            at=at(event.path[-1], board),
        )
    if viewer == event.victim:
        return Phrase(
            words.suffered.template,
            yours=stack_name(_read(event.lost, event.victim), YOURS),
            at=at(event.path[-1], board),
            attacker=_of(event.piece, event.seat, OBJECTS),
        )
    return Phrase(
        words.seen.template,
        attacking=_of(event.piece, event.seat),
        theirs=_of(event.lost, event.victim, OBJECTS),
        at=at(event.path[-1], board),
    )


def _words(event: Attack | Recaptured) -> _Told:
    match event:
        case Captured():
            return SUNK if event.piece[0] in VESSELS else TAKEN
        case Conquered():
            return CONQUERED
        case Recaptured():
            return RECONQUERED if event.conquered else RETAKEN


def losses(event: object) -> tuple[Loss, ...]:
    """Return what was lost by an event."""
    if not isinstance(event, Captured | Conquered | Recaptured):
        return ()
    named = _name(event.lost, event.victim)
    what = Phrase("%(piece)s on %(field)s", piece=named, field=event.path[-1])
    return (Loss(event.victim, event.seat, what),)


def moving(event: Walk) -> Phrase:
    """Name what goes: "elephant with 2 soldiers"."""
    return _name(event.piece, event.seat)


def _of(text: str, seat: Seat, names: dict[str, Phrase] | None = None) -> Phrase:
    stack = _read(text, seat)
    piece = stack_name(stack, names) if names else stack_name(stack)
    return Phrase("%(seat)s's %(piece)s", seat=seat_name(seat), piece=piece)


def _name(text: str, seat: Seat) -> Phrase:
    return stack_name(_read(text, seat))


def _read(text: str, seat: Seat) -> pieces.Piece:
    return pieces.read(f"{seat} {text}", (seat,))
