"""Pieces of the Conquest family, alone or loaded: ``south E(S,S)``, ``west G(E(S))``.

A figure is one wooden piece; a stack is what stands on a field, carrier and load together.
The figures of a stack are counted from 0 in the order they are written, the carrier first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from conquest.core import Fault, Seat

# Soldier, elephant, chariot, knight, ship, galleon, camel, catapult, siege engine.
LETTERS = "SECKBGMTW"
LAND, VESSELS, MOUNTS = "SECKMTW", "BG", "ECMW"
RIDERS = "KM"
# A vessel takes one animal or chariot, or two soldiers; never both at once (C17, C20).
ABOARD = ("E", "K", "C", "M", "S", "SS")
CARRIES = {
    "E": ("S", "SS"),
    "C": ("S",),
    "M": ("S",),
    "W": ("S", "SS", "SSS"),
    "B": ABOARD,
    "G": (*ABOARD, "T"),
}
# No legal stack is deeper than a soldier on an elephant in a galleon. The reader is recursive,
# and this bound keeps a hostile case from exhausting the call stack.
DEEPEST = 3
FIRED = "*"

_TOKEN = re.compile(r"[a-z]+|[(),]", re.ASCII)
_STEPS = re.compile(r"[0-9]+|[(),]", re.ASCII)


class Piece(msgspec.Struct, frozen=True, array_like=True):
    """A figure of ``seat`` with its load and the ``steps`` it has made this turn."""

    seat: Seat
    letter: str
    load: tuple[Piece, ...] = ()
    steps: int = 0


Footing: TypeAlias = Literal[
    "free", "aboard", "own", "partner", "bare", "enemy", "immune", "either", "barred"
]


class LiftedFigure(msgspec.Struct, frozen=True):
    """A figure lifted from its stack, before its first step.

    ``pieces`` are the stacks on the board without it, ``off`` is the letter of the mount that it
    gets off, ``ally`` its partner's seat if there is one.
    """

    unit: Piece
    pieces: Mapping[str, Piece]
    off: str
    ally: Seat | None


class ParsedPieces(NamedTuple):
    """The pieces read from a position, the owners of camels ridden by others (``lent``), and the
    fields of catapults that have ``fired``."""

    pieces: dict[str, Piece]
    lent: dict[str, Seat]
    fired: list[str]


def figures_in(stack: Piece) -> Iterator[Piece]:
    """Yield every figure of a stack with its own load, the carrier first."""
    yield stack
    for piece in stack.load:
        yield from figures_in(piece)


def stack_size(stack: Piece) -> int:
    """Count the figures of a stack (CR27)."""
    return 1 + sum(map(stack_size, stack.load)) if stack.load else 1


def figure_letters(stack: Piece) -> str:
    """Return the letters of all figures of a stack: ``"E,S,S"``."""
    return ",".join(figure.letter for figure in figures_in(stack))


def take_figure(stack: Piece, figure: int) -> tuple[Piece, Piece | None]:
    """Return a figure of a stack with its load, and the rest of the stack, if there is any.

    :raises IndexError: if the stack has fewer figures.
    """
    if figure == 0:
        return stack, None
    figure -= 1
    for place, piece in enumerate(stack.load):
        if figure < stack_size(piece):
            unit, rest = take_figure(piece, figure)
            staying = (rest,) if rest else ()
            return unit, with_load(stack, stack.load[:place] + staying + stack.load[place + 1 :])
        figure -= stack_size(piece)
    raise IndexError(figure)


def with_load(carrier: Piece, load: tuple[Piece, ...]) -> Piece:
    """Return the carrier with this load, equal figures in ascending order of steps (A27)."""
    # One order for equal loads, so that equal positions are equal as values and as text.
    if len(load) > 1:
        load = tuple(sorted(load, key=lambda piece: (piece.letter, piece.steps)))
    return Piece(carrier.seat, carrier.letter, load, carrier.steps)


def with_steps(piece: Piece, steps: int) -> Piece:
    """Return the piece with this number of steps made; its load is untouched (CR3)."""
    return Piece(piece.seat, piece.letter, piece.load, steps)


def without_steps(stack: Piece) -> Piece:
    """Return the stack with the steps of all its figures reset to 0."""
    return Piece(stack.seat, stack.letter, tuple(map(without_steps, stack.load)))


def write_piece(stack: Piece) -> str:
    """Write a stack with its owner: ``south E(S,S)``."""
    return f"{stack.seat} {write_figures(stack)}"


def write_figures(stack: Piece) -> str:
    """Write a stack without its owner; a load of another seat names it: ``M(south S)``."""
    load = ",".join(
        write_figures(piece) if piece.seat == stack.seat else write_piece(piece)
        for piece in stack.load
    )
    return f"{stack.letter}({load})" if load else stack.letter


def write_steps(stack: Piece, *, fired: bool = False) -> str:
    """Write the steps made, shaped like the stack: ``2(0,1)``; empty if no figure has moved.

    A ``*`` follows the number of a catapult that has ``fired`` (A27).
    """
    shape = _steps_shape(stack, fired)
    return shape if shape.strip("0(,)") else ""


def _steps_shape(stack: Piece, fired: bool) -> str:
    steps = f"{stack.steps}{FIRED if fired and stack.letter == 'T' else ''}"
    load = ",".join(_steps_shape(piece, fired) for piece in stack.load)
    return f"{steps}({load})" if load else steps


def read_piece(text: object, seats: tuple[Seat, ...]) -> Piece:
    """Read a stack such as ``west G(E(S))`` of one of ``seats``.

    :raises Fault: if it cannot be read. Whether the carrier can bear the load is not checked.
    """
    if not isinstance(text, str):
        raise Fault("a piece is a text such as 'south E(S,S)'")
    tokens = _split_tokens(_TOKEN, text.lower(), "piece")
    stack = _read_stack(tokens, None, seats)
    if tokens:
        raise Fault(f"a piece cannot be read: {text[:40]!r}")
    return stack


def _read_stack(
    tokens: list[str], owner: Seat | None, seats: tuple[Seat, ...], depth: int = 0
) -> Piece:
    word = tokens.pop() if tokens else ""
    seat = word if word in seats else owner
    letter = (tokens.pop() if tokens else "") if word in seats else word
    if seat is None or len(letter) != 1 or letter.upper() not in LETTERS or depth > DEEPEST:
        raise Fault(f"there is no such piece: {word[:20]} {letter[:20]}".rstrip())
    load: list[Piece] = []
    while tokens and tokens[-1] == ("," if load else "("):
        tokens.pop()
        load.append(_read_stack(tokens, seat, seats, depth + 1))
    if load and (not tokens or tokens.pop() != ")"):
        raise Fault("a load is written in brackets: E(S,S)")
    return Piece(seat, letter.upper(), tuple(load))


def read_steps(text: object, stack: Piece) -> tuple[Piece, bool]:
    """Return the stack with the steps written in ``text``, and whether its catapult has fired.

    The text has the shape of the stack: ``2(0,1)`` (A27).

    :raises Fault: if it has another shape.
    """
    if not isinstance(text, str):
        raise Fault("steps are a text such as '2(0,1)'")
    tokens = _split_tokens(_STEPS, text.replace(FIRED, ""), "steps")
    stepped = _read_stack_steps(tokens, stack)
    fired = write_steps(stepped, fired=True) == "".join(text.split())
    if FIRED in text and not fired:
        raise Fault("only a catapult can have fired")
    if tokens:
        raise Fault(f"the steps do not fit the piece: {text[:40]!r}")
    return stepped, FIRED in text


def _read_stack_steps(tokens: list[str], stack: Piece) -> Piece:
    steps = tokens.pop() if tokens else ""
    load: list[Piece] = []
    for piece in stack.load:
        _expect_token(tokens, "," if load else "(")
        load.append(_read_stack_steps(tokens, piece))
    if load:
        _expect_token(tokens, ")")
    if not steps.isdecimal() or len(steps) > 2:
        raise Fault("steps are numbers shaped like the piece")
    return with_load(with_steps(stack, int(steps)), tuple(load))


def _expect_token(tokens: list[str], token: str) -> None:
    if not tokens or tokens.pop() != token:
        raise Fault("the steps do not fit the piece")


def _split_tokens(pattern: re.Pattern[str], text: str, what: str) -> list[str]:
    """Return the tokens of a text in reverse order, so that ``pop`` reads the next one."""
    tokens = pattern.findall(text)
    if "".join(tokens) != "".join(text.split()):
        raise Fault(f"the {what} cannot be read: {text[:40]!r}")
    return tokens[::-1]


def lend_camel(stack: Piece) -> tuple[Piece, Seat]:
    """Return a stack under its rider's seat, and the owner of the ridden foreign camel, or "".

    ``west M(south S)`` becomes South's stack and West as the owner (A69).
    """
    if stack.letter == "M" and stack.load and stack.load[0].seat != stack.seat:
        return Piece(stack.load[0].seat, "M", stack.load, stack.steps), stack.seat
    if len(stack.load) == 1:
        mount, owner = lend_camel(stack.load[0])
        return Piece(stack.seat, stack.letter, (mount,), stack.steps), owner
    return stack, ""


def give_back_camel(stack: Piece, owner: Seat) -> Piece:
    """Return a stack as it is written: its camel belongs to its ``owner``, not to its rider."""
    if stack.letter == "M":
        return Piece(owner, "M", stack.load, stack.steps)
    load = tuple(give_back_camel(piece, owner) for piece in stack.load)
    return Piece(stack.seat, stack.letter, load, stack.steps)
