"""The orders of Bollwerk: read leniently, written canonically.

A turn is one order: a path, then the stones placed after it. Reading goes over the text once, so
nonsense of any length is refused quickly.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from conquest.core import Notation, Phrase, Seat, Unreadable
from conquest.kit import duel
from conquest.kit.submission import (
    BETWEEN,
    RuleRefusal,
    WordOrder,
    plain_lines,
    read_each,
    unreadable_order,
    unreadable_square,
)
from conquest.rulesets.bollwerk.board import SquareBoard
from conquest.rulesets.bollwerk.model import State
from conquest.rulesets.bollwerk.placements import REMOVAL

WORDS = ("draw?", "draw!", "resign")
ACTS = ("+", "~")
_no_square = RuleRefusal(
    Phrase("After “%(sign)s” the square of the stone is missing."),
    "5.2",
    Unreadable,
)

# Possessive quantifiers: no text can make these patterns backtrack.
_ANY_CASE = re.ASCII | re.IGNORECASE
_LINK = re.compile(r"([-x])([a-z][0-9]++)", _ANY_CASE)
_SIGN = re.compile(r"\+(?:ra|rb|a|b|x)?|~", _ANY_CASE)
_ACT = re.compile(r"(?:\+(ra|rb|a|b|x)|~)([a-z][0-9]++)", _ANY_CASE)
_TURN = re.compile(
    r"(?P<start>[a-z][0-9]++)(?P<links>(?:[-x][a-z][0-9]++)*+)"
    r"(?P<acts>(?:(?:\+(?:ra|rb|a|b|x)|~)[a-z][0-9]++)*+)",
    _ANY_CASE,
)


@dataclass(frozen=True, slots=True)
class StoneAct:
    """A stone laid on a square, or with the kind ``~`` removed from it."""

    kind: str
    square: str


@dataclass(frozen=True, slots=True)
class BollwerkTurn:
    """A turn: ``path`` has the square of the piece and each square it lands on, ``links`` one of
    ``-`` and ``x`` for each step. A piece that stays has a path of one square."""

    path: tuple[str, ...]
    links: str = ""
    acts: tuple[StoneAct, ...] = ()


Order: TypeAlias = BollwerkTurn | WordOrder


def read_orders(state: State, seat: Seat, text: str) -> tuple[Order, ...]:
    """Return the orders of a submission.

    :raises Unreadable: with the number, from 0, of the first unreadable order (O22, O23).
    """
    return read_each(text, _split_orders(text), partial(read_order, board=state.board))


def split_words(text: str) -> tuple[str, ...]:
    """Return the words of each order of a submission, readable or not."""
    return tuple(" ".join(words.split()) for words in _split_orders(text))


def join_words(words: Iterable[str]) -> str:
    """Return words joined to orders; a stone is joined to the move before it by a space only."""
    joined = ""
    for word in filter(str.strip, words):
        between = " " if word.lstrip().startswith(ACTS) else BETWEEN
        joined += between + word if joined else word
    return joined


def _split_orders(text: str) -> Iterator[str]:
    """Yield the text of each order, without comments and quoted lines (O19).

    A stone at the beginning of a line belongs to the move above it.
    """
    yield from filter(str.strip, "".join(_join_stones(plain_lines(text))).split(";"))


def _join_stones(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines, each with what parts it from the one before: nothing but a blank before a stone,
    which is an order of its own only behind a semicolon."""
    for line in filter(str.strip, lines):
        yield " " if line.lstrip().startswith(ACTS) else ";"
        yield line


def read_order(words: str, board: SquareBoard) -> Order:
    """Return one order; blanks and case are ignored.

    :raises Unreadable: if the text is not an order.
    """
    word = read_word(words)
    if word is not None:
        return word
    turn = read_turn(words, board)
    # A lone square is no order, but the beginning of one to ``read_turn`` (G10).
    if len(turn.path) == 1 and not turn.acts:
        raise Unreadable(
            Phrase("The piece on %(square)s is told to do nothing.", square=turn.path[0]), "G10"
        )
    return turn


def read_word(words: str) -> WordOrder | None:
    """Return an order of one word, None if the text is something else."""
    text = _strip_blanks(words).lower()
    return WordOrder(text) if text in WORDS else None


def read_turn(words: str, board: SquareBoard) -> BollwerkTurn:
    """Return a turn, or the beginning of one: a square alone can be continued.

    :raises Unreadable: if the text is neither.
    """
    turn, rest = read_beginning(words, board)
    if _SIGN.fullmatch(rest):
        raise _no_square(sign=rest.upper())
    if rest:
        raise unreadable_order(words, "5.2")
    return turn


def read_beginning(words: str, board: SquareBoard) -> tuple[BollwerkTurn, str]:
    """Return the turn with which a text begins, and the rest of the text.

    :raises Unreadable: if it begins with none.
    """
    text = _strip_blanks(words)
    turn = _TURN.match(text)
    if turn is None:
        raise unreadable_order(words, "5.2")
    path, links = [_read_square(turn["start"], board)], ""
    for sign, square in _LINK.findall(turn["links"]):
        links += sign.lower()
        path.append(_read_square(square, board))
    acts = [
        StoneAct(kind.upper() or REMOVAL, _read_square(square, board))
        for kind, square in _ACT.findall(turn["acts"])
    ]
    return BollwerkTurn(tuple(path), links, tuple(acts)), text[turn.end() :]


def _strip_blanks(words: str) -> str:
    return "".join(words.split())


def _read_square(name: str, board: SquareBoard) -> str:
    square = name.lower()
    if square not in board.index:
        raise unreadable_square(square=name[:20])
    return square


def write_orders(orders: tuple[Order, ...]) -> str:
    """Return orders written canonically, separated by ``; ``."""
    return BETWEEN.join(map(write_order, orders))


def write_order(order: Order) -> str:
    """Return one order written canonically."""
    return order.word if isinstance(order, WordOrder) else write_turn(order)


def write_turn(turn: BollwerkTurn) -> str:
    """Return a turn written canonically: ``j4-j9 +B j12 +X c9``."""
    return " ".join(turn_words(turn))


def turn_words(turn: BollwerkTurn) -> tuple[str, ...]:
    """Return the words of a turn: its path, then each stone; none for a turn without a path."""
    return (write_path(turn.path, turn.links), *map(write_act, turn.acts)) if turn.path else ()


def write_path(path: tuple[str, ...], links: str) -> str:
    """Return a path: ``f4-f6xh8``."""
    return path[0] + "".join(link + square for link, square in zip(links, path[1:], strict=True))


def write_act(act: StoneAct) -> str:
    """Return a placement or removal as text: ``+A f8``, ``~d8``."""
    return f"~{act.square}" if act.kind == REMOVAL else f"+{act.kind} {act.square}"


NOTATION: Notation[State, Order] = Notation(
    read_orders=read_orders,
    write_orders=write_orders,
    split_words=split_words,
    join_words=join_words,
    between=BETWEEN,
    german=duel.GERMAN,
)
