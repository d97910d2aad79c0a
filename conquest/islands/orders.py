"""Orders of the Conquest family: read leniently, written canonically.

One grammar serves all games of the family; each rule set refuses orders that it does not have.
The text is read in one pass, so that nonsense of any length is refused quickly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from operator import add
from typing import TypeAlias

import msgspec

from conquest.core import Phrase, Unreadable
from conquest.islands.pieces import LETTERS, Footing, Piece

# Far more than the longest turn needs; it bounds the work on text that a stranger sends.
MAX_TEXT_CHARS = 65_536
BETWEEN = "; "

FieldSpeller: TypeAlias = Callable[[str], str | None]


class March(msgspec.Struct, frozen=True):
    """A path: ``s12-s13xw4!``, ``S@s12-s13``, ``S2@s12-s13``.

    ``figure`` is the letter before ``@`` or empty, ``rank`` the number after that letter or 0.
    ``links`` has one ``-`` or ``x`` for each step. ``waived`` is whether a ``!`` ends it (C33).
    """

    figure: str
    rank: int
    path: tuple[str, ...]
    links: str
    waived: bool = False


class ShotOrder(msgspec.Struct, frozen=True):
    """A catapult's shot: ``T@h1*m1``, ``s12*s13``, ``s12-s13*s14``."""

    figure: str
    path: tuple[str, ...]
    target: str


class BuildOrder(msgspec.Struct, frozen=True):
    """A piece to build: ``build C@s12``, or ``build T@s12>s13`` on the field ``to`` beside it."""

    letter: str
    field: str
    to: str = ""


class BridgeOrder(msgspec.Struct, frozen=True):
    """An order to a drawbridge: ``raise st1`` or ``lower st1``."""

    verb: str
    field: str


class OneWordOrder(msgspec.Struct, frozen=True):
    """An order of one word: ``end``, ``pass``, ``anyway`` or ``resign``."""

    word: str


class Condition(msgspec.Struct, frozen=True):
    """A condition with the first order that depends on it, if there is one.

    ``if taken at s12: s13-s14``, ``else: s13-s14``, ``always: s13-s14``. Only ``if`` has a
    ``field``.
    """

    word: str
    field: str = ""
    order: PlainOrder | None = None


PlainOrder: TypeAlias = March | ShotOrder | BuildOrder | BridgeOrder | OneWordOrder
Order: TypeAlias = PlainOrder | Condition


class JudgedOrder(msgspec.Struct, frozen=True):
    """A legal path: the figure's place in its stack, the figure with its load, what it meets at
    the end, and the order in canonical form. For a shot, the catapult's way to where it shoots.
    """

    figure: int
    unit: Piece
    footing: Footing
    order: March | ShotOrder


WORDS = {word: OneWordOrder(word) for word in ("end", "pass", "anyway", "resign")}
GERMAN = {
    "ende": "end",
    "passen": "pass",
    "passe": "pass",
    "trotzdem": "anyway",
    "aufgeben": "resign",
    "baue": "build",
    "bauen": "build",
    "hebe": "raise",
    "heben": "raise",
    "senke": "lower",
    "senken": "lower",
    # what depends on an answer
    "wenn": "if",
    "falls": "if",
    "genommen": "taken",
    "geschlagen": "taken",
    "sonst": "else",
    "immer": "always",
    # standing orders
    "zurückschlagen": "recapture",
    "zurueckschlagen": "recapture",
    "fragen": "ask",
    "frage": "ask",
    "auf": "at",
    "mit": "with",
    "und": "and",
    "billigster": "cheapest",
    "billigste": "cheapest",
    "billigstem": "cheapest",
    "beliebiger": "any",
    "beliebig": "any",
    "beliebigem": "any",
    "verloren": "lost",
    "sicher": "safe",
    "linker": "left",
    "nachbar": "neighbour",
    "angreift": "attacks",
}
BUILT_ON_THE_SPOT = "CW"
BUILT_NEXT_DOOR = "TBG"

# Possessive quantifiers: a pattern that fails must not backtrack through a long text.
_PATH = re.compile(
    r"(?:([a-z])([1-3]?)@)?+([a-z]++[0-9]++(?:[-x*][a-z]++[0-9]++)*+)(?![-x*])(.*)", re.ASCII
)
_STEP = re.compile(r"([-x*])([a-z]++[0-9]++)", re.ASCII)
_BUILD = re.compile(r"build([a-z])@([a-z]++[0-9]++)(?:>([a-z]++[0-9]++))?", re.ASCII)
_CONDITION = re.compile(r"(?:iftakenat([a-z]++[0-9]++)|(else|always)):(.*)", re.ASCII)
_BRIDGE = re.compile(r"(raise|lower)([a-z]++[0-9]++)", re.ASCII)


def read_orders(text: str, spelt: FieldSpeller) -> tuple[Order, ...]:
    """Read a submission: orders separated by ``;`` or line ends; comments and quotes are skipped.

    ``spelt`` returns a field's name in the board's spelling, None if there is no such field.

    :raises Unreadable: naming the first order that cannot be read, counted from 0 (A5, A7, A8).
    """
    if len(text) > MAX_TEXT_CHARS:
        raise Unreadable(Phrase("The orders are too long to be read."), "", 0)
    orders: list[Order] = []
    for words in split_orders(text):
        try:
            orders.append(read_order(words, spelt))
        except Unreadable as unreadable:
            raise unreadable.at_order(len(orders)) from None
    if not orders:
        raise Unreadable(Phrase("There is no order to be read."), "A7", 0)
    return tuple(orders)


def split_orders(text: str) -> Iterator[str]:
    """Yield the text of each order of a submission, without comments and quoted lines."""
    for line in text.splitlines():
        # A mail client puts ">" before the lines of the letter that is answered.
        if line.lstrip().startswith(">"):
            continue
        for words in line.partition("#")[0].split(";"):
            if words.strip():
                yield words


def read_order(words: str, spelt: FieldSpeller) -> Order:
    """Read one order; blanks and case do not matter (A14, A15).

    :raises Unreadable: if it is no order.
    """
    text = "".join(words.split()).lower()
    if text in WORDS:
        return WORDS[text]
    if match := _CONDITION.fullmatch(text):
        return _read_condition(match, words, spelt)
    return _read_plain(text, words, spelt)


def _read_condition(match: re.Match[str], words: str, spelt: FieldSpeller) -> Condition:
    field = _read_field(match[1], words, spelt) if match[1] else ""
    rest = words.partition(":")[2]
    order = _read_plain(match[3], rest, spelt) if match[3] else None
    return Condition(match[2] or "if", field, order)


def _read_plain(text: str, words: str, spelt: FieldSpeller) -> PlainOrder:
    if text in WORDS:
        return WORDS[text]
    if match := _BUILD.fullmatch(text):
        return _read_build(match, words, spelt)
    if match := _BRIDGE.fullmatch(text):
        return BridgeOrder(match[1], _read_field(match[2], words, spelt))
    return _read_path(text, words, spelt)


def _read_build(match: re.Match[str], words: str, spelt: FieldSpeller) -> BuildOrder:
    letter, field, to = match[1].upper(), match[2], match[3]
    if letter not in (BUILT_NEXT_DOOR if to else BUILT_ON_THE_SPOT):
        raise _unreadable_order(words)
    beside = _read_field(to, words, spelt) if to else ""
    return BuildOrder(letter, _read_field(field, words, spelt), beside)


def _read_path(text: str, words: str, spelt: FieldSpeller) -> March | ShotOrder:
    match = _PATH.fullmatch(text)
    figure = (match[1] or "").upper() if match else ""
    if not match or figure not in LETTERS:
        raise _unreadable_order(words)
    rank, tail = int(match[2] or 0), match[4]
    # A link before the first field makes every field the end of a step.
    links, path = zip(*_STEP.findall(f"-{match[3]}"), strict=True)
    if len(path) < 2:
        raise _no_way(path[0], words, spelt) if not tail else _unreadable_order(words)
    fields, joined = _read_fields(path, words, spelt), "".join(links[1:])
    if "*" in joined:
        return _read_shot(figure, rank, fields, joined, tail, words)
    if tail not in ("", "!"):
        raise _unreadable_order(words)
    return March(figure, rank, fields, joined, tail == "!")


def _read_shot(
    figure: str, rank: int, fields: tuple[str, ...], links: str, tail: str, words: str
) -> ShotOrder:
    if tail or rank or figure not in ("", "T") or links.strip("-") != "*" or links[-1] != "*":
        raise _unreadable_order(words)
    return ShotOrder(figure, fields[:-1], fields[-1])


def _read_fields(names: Sequence[str], words: str, spelt: FieldSpeller) -> tuple[str, ...]:
    fields = tuple(filter(None, map(spelt, names)))
    if len(fields) < len(names):
        raise _unknown_field(next(name for name in names if spelt(name) is None), words)
    return fields


def _read_field(name: str, words: str, spelt: FieldSpeller) -> str:
    field = spelt(name)
    if field is None:
        raise _unknown_field(name, words)
    return field


def _unknown_field(name: str, words: str) -> Unreadable:
    shown = _as_written(name, words)[:20]
    return Unreadable(Phrase("There is no field %(field)s on this board.", field=shown), "A8")


def _as_written(name: str, words: str) -> str:
    """Return a part of an order in the case in which its author has written it."""
    plain = "".join(words.split())
    at = plain.lower().find(name)
    return plain[at : at + len(name)] if at >= 0 else name


def _no_way(name: str, words: str, spelt: FieldSpeller) -> Unreadable:
    field = _read_field(name, words, spelt)
    return Unreadable(
        Phrase("The piece on %(field)s is told to go nowhere: write on which fields.", field=field),
        "A8",
    )


def _unreadable_order(words: str) -> Unreadable:
    # What a stranger typed is quoted in a letter: only a short, printable part of it.
    shown = "".join(c if c.isprintable() else " " for c in " ".join(words[:60].split())[:40])
    return Unreadable(Phrase("The order “%(text)s” cannot be read.", text=shown), "A8")


def write_orders(orders: tuple[Order, ...]) -> str:
    """Write orders canonically, separated by ``; ``."""
    return BETWEEN.join(map(write_order, orders))


def write_order(order: Order) -> str:
    """Write one order canonically."""
    match order:
        case March():
            return write_march(order)
        case ShotOrder():
            before = f"{order.figure}@" if order.figure else ""
            return f"{before}{'-'.join(order.path)}*{order.target}"
        case BuildOrder():
            return f"build {order.letter}@{order.field}" + (f">{order.to}" if order.to else "")
        case BridgeOrder():
            return f"{order.verb} {order.field}"
        case OneWordOrder():
            return order.word
        case Condition():
            return _write_condition(order)


def _write_condition(condition: Condition) -> str:
    is_if, order = condition.word == "if", condition.order
    words = f"if taken at {condition.field}:" if is_if else f"{condition.word}:"
    return f"{words} {write_order(order)}" if order else words


def write_march(march: March) -> str:
    """Write a path canonically: ``S2@s12-s13xw4!``."""
    before = f"{march.figure}{march.rank or ''}@" if march.figure else ""
    steps = "".join(map(add, march.links, march.path[1:]))
    return f"{before}{march.path[0]}{steps}{'!' if march.waived else ''}"
