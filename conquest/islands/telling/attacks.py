"""What pieces do to each other, told to whoever did it, to whom it was done, and to others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from conquest.core import Loss, Phrase, Seat, Viewer
from conquest.islands import pieces
from conquest.islands.board import Board
from conquest.islands.laws import Laws
from conquest.islands.model import Attack, Captured, Conquered, Event, Recaptured, Walk
from conquest.islands.pieces import VESSELS, Piece
from conquest.islands.telling.places import at, away
from conquest.islands.telling.words import FIGURES, OBJECTS, YOURS, seat_name, stack_name


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


def strike(unit: Piece, path: tuple[str, ...], lost: Piece, board: Board | None) -> Phrase:
    """Tell what a piece does to another at the end of its way, as its player tells it."""
    return _done(_struck(unit, lost), unit, path, lost, board)


def attacked(event: Attack | Recaptured, viewer: Viewer, board: Board | None) -> Phrase:
    """Tell of an attack as its viewer sees it."""
    unit, lost = _read(event.piece, event.seat), _read(event.lost, event.victim)
    words = _words(event)
    if viewer == event.seat:
        return _done(words, unit, event.path, lost, board)
    if viewer == event.victim:
        return Phrase(
            words.suffered.template,
            yours=stack_name(lost, YOURS),
            at=at(event.path[-1], board),
            attacker=_of(unit, OBJECTS),
        )
    return Phrase(
        words.seen.template,
        attacking=_of(unit),
        theirs=_of(lost, OBJECTS),
        at=at(event.path[-1], board),
    )


def _done(
    words: _Told, unit: Piece, path: tuple[str, ...], lost: Piece, board: Board | None
) -> Phrase:
    return Phrase(
        words.done.template,
        piece=stack_name(unit),
        start=away(path[0], board),
        theirs=_of(lost, OBJECTS),
        at=at(path[-1], board),
    )


def _struck(unit: Piece, lost: Piece) -> _Told:
    if unit.letter in VESSELS:
        return SUNK
    return CONQUERED if lost.letter in VESSELS else TAKEN


def _words(event: Attack | Recaptured) -> _Told:
    match event:
        case Captured():
            return SUNK if event.piece[0] in VESSELS else TAKEN
        case Conquered():
            return CONQUERED
        case Recaptured():
            return RECONQUERED if event.conquered else RETAKEN


def losses(laws: Laws, event: Event) -> tuple[Loss, ...]:
    """Return what was lost by an event."""
    if not isinstance(event, Captured | Conquered | Recaptured):
        return laws.sentences.losses(event) if laws.sentences else ()
    named = _name(event.lost, event.victim)
    what = Phrase("%(piece)s on %(field)s", piece=named, field=event.path[-1])
    return (Loss(event.victim, event.seat, what),)


def moving(event: Walk) -> Piece:
    """Return what goes, with its load."""
    return _read(event.piece, event.seat)


def _of(stack: Piece, names: Mapping[str, Phrase] = FIGURES) -> Phrase:
    return Phrase(
        "%(seat)s's %(piece)s", seat=seat_name(stack.seat), piece=stack_name(stack, names)
    )


def _name(text: str, seat: Seat) -> Phrase:
    return stack_name(_read(text, seat))


def _read(text: str, seat: Seat) -> Piece:
    return pieces.read(f"{seat} {text}", (seat,))
