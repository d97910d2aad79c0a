"""The orders of Iron Armada: read leniently, written canonically (5.4).

``;`` and new lines separate orders; the places of a set-up may be separated by blanks, commas,
``;`` and new lines alike (O19). A way is written by all its squares, in the last phase by the two
ends of its line (I4).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TypeAlias

from conquest.core import Notation, Phrase, Seat, Unreadable
from conquest.kit.hidden_army import (
    GERMAN_SETUP,
    SETUP_WORD,
    SetupGrammar,
    SetupOrder,
    Square,
    read_ordered_square,
    write_setup,
)
from conquest.kit.submission import (
    BETWEEN,
    RuleRefusal,
    WordOrder,
    join_words,
    plain_lines,
    printable_text,
    read_each,
    unreadable_order,
)
from conquest.rulesets.armada.board import straight_path
from conquest.rulesets.armada.ground import LINE, seat_phase
from conquest.rulesets.armada.model import State
from conquest.rulesets.armada.ranks import RANKS

THROW, ALLY = "throw", "ally"
SKIP, CONSENT, REFUSE, RESIGN = "skip", "consent", "refuse", "resign"
WORDS = (SKIP, CONSENT, REFUSE, RESIGN)
GERMAN = {
    "werfen": THROW,
    "wirf": THROW,
    "wurf": THROW,
    "auslassen": SKIP,
    "verbünden": ALLY,
    "verbuenden": ALLY,
    "bündnis": ALLY,
    "zustimmen": CONSENT,
    "ablehnen": REFUSE,
    "aufgeben": RESIGN,
    "süd": "south",
    "sued": "south",
    "nord": "north",
    "ost": "east",
}
GRAMMAR = SetupGrammar(
    ranks=RANKS,
    rule="5.4",
    empty=RuleRefusal(
        Phrase("“setup” is followed by what stands where: setup e1=1 f1=K …"), "5.4", Unreadable
    ),
    twice=RuleRefusal(Phrase("%(square)s is named twice in the set-up."), "HK5", Unreadable),
    strange=RuleRefusal(
        Phrase("There is no unit “%(rank)s”; units are 1, 2, 3 and K."), "HK4", Unreadable
    ),
)
_nobody = RuleRefusal(Phrase("No “%(name)s” plays here."), "I57", Unreadable)
_nowhere = RuleRefusal(Phrase("The unit on %(square)s is told to go nowhere."), "5.4", Unreadable)

# Possessive quantifiers never backtrack, so that nonsense is refused in linear time.
_SIGNS = re.ASCII | re.IGNORECASE
_PATH = re.compile(r"[a-z][0-9]++(?:-[a-z][0-9]++)*+(?:([x*])[a-z][0-9]++)?", _SIGNS)
_SQUARE = re.compile(r"[a-z][0-9]++", _SIGNS)


@dataclass(frozen=True, slots=True)
class Activation:
    """A unit's way: its squares from the unit's own on, and the ``link`` before the last one."""

    path: tuple[Square, ...]
    link: str = "-"


@dataclass(frozen=True, slots=True)
class ThrowOrder:
    """A throw of a blocker die at a square."""

    aim: Square


@dataclass(frozen=True, slots=True)
class AllyOrder:
    """A proposal of an alliance with a seat."""

    seat: Seat


Order: TypeAlias = SetupOrder | Activation | ThrowOrder | AllyOrder | WordOrder


def read_orders(state: State, seat: Seat, text: str) -> tuple[Order, ...]:
    """Return the orders of a submission; ways are in the canonical form of the seat's phase.

    :raises Unreadable: naming the first unreadable order, counted from 0 (O22, O23).
    """
    # lazily, so that a text that is too long is not even split
    parts = (" ".join(words) for words in _split_orders(text))
    return read_each(text, parts, partial(read_order, state=state, seat=seat))


def split_words(text: str) -> tuple[str, ...]:
    """Return the words of each order of a submission, readable or not."""
    return tuple(" ".join(words) for words in _split_orders(text))


def _split_orders(text: str) -> Iterator[list[str]]:
    """Yield the words of each order; places after a set-up belong to it, in whatever way they are
    separated (O19)."""
    order = list[str]()
    for part in _split_parts(text):
        words = part.split()
        if order and order[0].lower() == SETUP_WORD and all("=" in word for word in words):
            order += words
            continue
        if order:
            yield order
        order = words
    if order:
        yield order


def _split_parts(text: str) -> Iterator[str]:
    """Yield the parts between ``;`` and new lines, without comments and quoted lines of mails."""
    for line in plain_lines(text):
        for part in line.replace(",", " ").split(";"):
            if plain := " ".join(part.split()):
                yield plain.replace(" =", "=").replace("= ", "=")


def read_order(words: str, state: State, seat: Seat) -> Order:
    """Return the order that some words make.

    :raises Unreadable: if they make none.
    """
    first, *rest = words.split()
    first = first.lower()
    if first == SETUP_WORD:
        return GRAMMAR.read_setup(rest, state.size)
    if first in WORDS and not rest:
        return WordOrder(first)
    if first == THROW:
        return ThrowOrder(_read_aim(rest, words, state.size))
    if first == ALLY:
        return AllyOrder(_read_seat(rest, words, state))
    return _canonical_activation(read_activation(words, state.size), state, seat)


def _read_aim(rest: list[str], words: str, size: int) -> Square:
    if len(rest) != 1 or not _SQUARE.fullmatch(rest[0]):
        raise unreadable_order(words, GRAMMAR.rule)
    return read_ordered_square(rest[0], size)


def _read_seat(rest: list[str], words: str, state: State) -> Seat:
    if len(rest) != 1:
        raise unreadable_order(words, GRAMMAR.rule)
    if (seat := rest[0].lower()) not in state.seats:
        raise _nobody(name=printable_text(rest[0], 20))
    return seat


def read_activation(words: str, size: int) -> Activation:
    """Return a way exactly as it is written, except that blanks are ignored.

    :raises Unreadable: if the text is not a way.
    """
    text = "".join(words.split())
    way = _PATH.fullmatch(text)
    if way is None:
        raise unreadable_order(words, GRAMMAR.rule)
    path = tuple(read_ordered_square(name, size) for name in _SQUARE.findall(text))
    if len(path) < 2:
        raise _nowhere(square=path[0])
    return Activation(path, (way[1] or "-").lower())


def _canonical_activation(turn: Activation, state: State, seat: Seat) -> Activation:
    """Return a way in its canonical form: square by square, or by the ends of lines in the last
    phase; an attack on a unit with ``x`` (I4, I5)."""
    unit = state.pieces.get(turn.path[-1])
    is_attack = unit is not None and unit.seat not in state.team_of(seat)
    link = "x" if turn.link == "-" and is_attack else turn.link
    full = _expand_path(turn.path)
    # Before the set-up there are no units, which would count as the last phase.
    if len(full) > 2 and state.is_set_up and seat_phase(state, seat) == LINE:
        full = _line_ends(full)
    return Activation(full, link)


def _expand_path(path: tuple[Square, ...]) -> tuple[Square, ...]:
    squares = [path[0]]
    for start, end in pairwise(path):
        squares += straight_path(start, end) or (end,)
    return tuple(squares)


def _line_ends(path: tuple[Square, ...]) -> tuple[Square, ...]:
    """Return the ends of each straight stretch of a way."""
    ends = list(path[:2])
    for square in path[2:]:
        if _continues_line(ends[-2], ends[-1], square):
            ends[-1] = square
        else:
            ends.append(square)
    return tuple(ends)


def _continues_line(start: Square, middle: Square, end: Square) -> bool:
    whole = straight_path(start, end)
    return middle in whole[:-1] and bool(straight_path(start, middle))


def write_orders(orders: tuple[Order, ...]) -> str:
    """Return orders written canonically, separated by ``; ``."""
    return BETWEEN.join(map(write_order, orders))


def write_order(order: Order) -> str:
    """Return one order written canonically."""
    match order:
        case SetupOrder():
            return write_setup(dict(order.places))
        case Activation():
            return write_activation(order)
        case ThrowOrder():
            return f"{THROW} {order.aim}"
        case AllyOrder():
            return f"{ALLY} {order.seat}"
        case WordOrder():
            return order.word


def write_activation(turn: Activation) -> str:
    """Return a way: ``d3-d4-e4``, ``d3-d4xe4``, ``d3-d4*d5``."""
    return "-".join(turn.path[:-1]) + turn.link + turn.path[-1]


NOTATION: Notation[State, Order] = Notation(
    read_orders=read_orders,
    write_orders=write_orders,
    split_words=split_words,
    join_words=join_words,
    between=BETWEEN,
    german={**GERMAN_SETUP, **GERMAN},
)
