"""Describe captures: to the attacker, to the victim, and to everybody else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from conquest.core import Loss, Phrase, Seat, Viewer
from conquest.islands import pieces
from conquest.islands.board import Board
from conquest.islands.events import Attack, Captured, Conquered, Event, Recaptured, Walk
from conquest.islands.laws import AnyLaws
from conquest.islands.pieces import VESSELS, Piece
from conquest.islands.telling.places import at_field, from_field
from conquest.islands.words import FIGURES, OBJECTS, YOURS, seat_name, stack_name


class _AttackWords(NamedTuple):
    """The sentences for one kind of attack: for the attacker, the victim, and everybody else."""

    done: Phrase
    suffered: Phrase
    seen: Phrase


# Whole sentences for each reader: translations differ in word order and cases.
TAKEN = _AttackWords(
    Phrase("%(piece)s %(start)s takes %(theirs)s %(at)s"),
    Phrase("%(yours)s %(at)s was taken by %(attacker)s"),
    Phrase("%(attacking)s takes %(theirs)s %(at)s"),
)
SUNK = _AttackWords(
    Phrase("%(piece)s %(start)s sinks %(theirs)s %(at)s"),
    Phrase("%(yours)s %(at)s was sunk by %(attacker)s"),
    Phrase("%(attacking)s sinks %(theirs)s %(at)s"),
)
CONQUERED = _AttackWords(
    Phrase("%(piece)s %(start)s conquers %(theirs)s %(at)s"),
    Phrase("%(yours)s %(at)s was conquered by %(attacker)s"),
    Phrase("%(attacking)s conquers %(theirs)s %(at)s"),
)
RETAKEN = _AttackWords(
    Phrase("%(piece)s %(start)s takes %(theirs)s %(at)s in return"),
    Phrase("%(yours)s %(at)s was taken in return by %(attacker)s"),
    Phrase("%(attacking)s takes %(theirs)s %(at)s in return"),
)
RECONQUERED = _AttackWords(
    Phrase("%(piece)s %(start)s conquers %(theirs)s %(at)s in return"),
    Phrase("%(yours)s %(at)s was conquered in return by %(attacker)s"),
    Phrase("%(attacking)s conquers %(theirs)s %(at)s in return"),
)


def describe_strike(unit: Piece, path: tuple[str, ...], lost: Piece, board: Board | None) -> Phrase:
    """Describe how a piece attacks another at the end of its path, to its own player."""
    return _tell_attacker(_strike_words(unit, lost), unit, path, lost, board)


def describe_attack(event: Attack | Recaptured, viewer: Viewer, board: Board | None) -> Phrase:
    """Describe an attack to a viewer."""
    unit, lost = _read_stack(event.piece, event.seat), _read_stack(event.lost, event.victim)
    words = _attack_words(event)
    if viewer == event.seat:
        return _tell_attacker(words, unit, event.path, lost, board)
    if viewer == event.victim:
        return Phrase(
            words.suffered.template,
            yours=stack_name(lost, YOURS),
            at=at_field(event.path[-1], board),
            attacker=_owned_stack(unit, OBJECTS),
        )
    return Phrase(
        words.seen.template,
        attacking=_owned_stack(unit),
        theirs=_owned_stack(lost, OBJECTS),
        at=at_field(event.path[-1], board),
    )


def _tell_attacker(
    words: _AttackWords, unit: Piece, path: tuple[str, ...], lost: Piece, board: Board | None
) -> Phrase:
    return Phrase(
        words.done.template,
        piece=stack_name(unit),
        start=from_field(path[0], board),
        theirs=_owned_stack(lost, OBJECTS),
        at=at_field(path[-1], board),
    )


def _strike_words(unit: Piece, lost: Piece) -> _AttackWords:
    if unit.letter in VESSELS:
        return SUNK
    return CONQUERED if lost.letter in VESSELS else TAKEN


def _attack_words(event: Attack | Recaptured) -> _AttackWords:
    match event:
        case Captured():
            return SUNK if event.piece[0] in VESSELS else TAKEN
        case Conquered():
            return CONQUERED
        case Recaptured():
            return RECONQUERED if event.conquered else RETAKEN


def losses(laws: AnyLaws, event: Event) -> tuple[Loss, ...]:
    """Return the pieces lost by an event, with the seats that lost and took them."""
    if not isinstance(event, Captured | Conquered | Recaptured):
        return laws.sentences.losses(event) if laws.sentences else ()
    named = _name_stack(event.lost, event.victim)
    what = Phrase("%(piece)s on %(field)s", piece=named, field=event.path[-1])
    return (Loss(event.victim, event.seat, what),)


def moving_piece(event: Walk) -> Piece:
    """Return the piece that moves in an event, with its load."""
    return _read_stack(event.piece, event.seat)


def _owned_stack(stack: Piece, names: Mapping[str, Phrase] = FIGURES) -> Phrase:
    return Phrase(
        "%(seat)s's %(piece)s", seat=seat_name(stack.seat), piece=stack_name(stack, names)
    )


def _name_stack(text: str, seat: Seat) -> Phrase:
    return stack_name(_read_stack(text, seat))


def _read_stack(text: str, seat: Seat) -> Piece:
    return pieces.read_piece(f"{seat} {text}", (seat,))
