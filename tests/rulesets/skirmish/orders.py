"""The notation: ``muster b1 scout, c1 guard, d1 captain``, ``b1 to b2 fence c2``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from conquest.core import Notation, Phrase, Seat, Unreadable
from tests.rulesets.skirmish.board import Square
from tests.rulesets.skirmish.model import RANKS, State

BETWEEN = " / "
FALL, RESIGN, OFFER, ACCEPT = "fall", "resign", "offer draw", "accept draw"
_WORDS = {FALL, RESIGN, OFFER, ACCEPT}
_SQUARE = re.compile(r"[a-z][1-9]", re.ASCII)
_RANK = {rank: word for word, rank in RANKS.items()}


@dataclass(frozen=True, slots=True)
class Muster:
    """A set-up: the squares and ranks of the units, the lowest rank first."""

    places: tuple[tuple[Square, int], ...]


@dataclass(frozen=True, slots=True)
class Move:
    start: Square
    end: Square
    fence: Square = ""


@dataclass(frozen=True, slots=True)
class Retreat:
    square: Square


@dataclass(frozen=True, slots=True)
class Word:
    word: str


Order: TypeAlias = Muster | Move | Retreat | Word


def split_words(text: str) -> tuple[str, ...]:
    """Return the text of each order, without comments and quoted lines."""
    lines = (line.partition("#")[0] for line in text.splitlines() if line.strip()[:1] != ">")
    words = (" ".join(word.split()) for line in lines for word in line.split("/"))
    return tuple(word for word in words if word)


def read_orders(state: State, seat: Seat, text: str) -> tuple[Order, ...]:
    """Return the orders of a text.

    :raises Unreadable: naming the order at fault.
    """
    words = split_words(text)
    if not words:
        raise Unreadable(Phrase("There is no order to be read."), "S9", 0)
    return tuple(_read_order(word, place) for place, word in enumerate(words))


def _read_order(word: str, place: int) -> Order:
    match word.casefold().replace(",", " ").split():
        case ["muster", *pairs] if pairs and len(pairs) % 2 == 0:
            found = zip(pairs[::2], pairs[1::2], strict=True)
            if all(_SQUARE.fullmatch(at) and rank in RANKS for at, rank in found):
                return setup_order(
                    zip(pairs[::2], map(RANKS.__getitem__, pairs[1::2]), strict=True)
                )
        case ["retreat", "to", square] if _SQUARE.fullmatch(square):
            return Retreat(square)
        case [start, "to", end, *fence] if len(fence) in (0, 2) and fence[:1] in ([], ["fence"]):
            if all(map(_SQUARE.fullmatch, (start, end, *fence[1:]))):
                return Move(start, end, *fence[1:])
        case known if " ".join(known) in _WORDS:
            return Word(" ".join(known))
    phrase = Phrase("“%(text)s” cannot be read as an order.", text=word[:60])
    raise Unreadable(phrase, "S9", place)


def setup_order(places: Iterable[tuple[Square, int]]) -> Muster:
    """Return the order that sets units up in these places."""
    return Muster(tuple(sorted(places, key=lambda place: (place[1], place[0]))))


def write_orders(orders: tuple[Order, ...]) -> str:
    """Return orders in their canonical form."""
    return BETWEEN.join(map(write_order, orders))


def write_order(order: Order) -> str:
    """Return one order in its canonical form."""
    match order:
        case Muster():
            return f"muster {', '.join(f'{at} {_RANK[rank]}' for at, rank in order.places)}"
        case Move():
            return f"{order.start} to {order.end}" + (f" fence {order.fence}" * bool(order.fence))
        case Retreat():
            return f"retreat to {order.square}"
        case Word():
            return order.word


NOTATION: Notation[State, Order] = Notation(
    read_orders=read_orders,
    write_orders=write_orders,
    split_words=split_words,
    join_words=BETWEEN.join,
    between=BETWEEN,
)
