"""The name with which somebody signs a mail, unless it could be an order."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from games.planner.typed_orders import normalize_orders
from games.play.damage import DamagedError
from games.replies.correspondence import Correspondence
from games.replies.notation import read_orders, read_standing_orders
from games.replies.words import DOUBTS, MARKS, WORDS, has_figure, is_label


def drop_signature(case: Correspondence) -> str:
    """Return the text of a mail without the name of its author, if that stands below an empty line
    at its end and could say nothing else."""
    text = case.mail.text
    above, _end, last = text.rstrip().rpartition("\n")
    is_apart = bool(above.strip()) and not above.rpartition("\n")[2].strip()
    name = _normalize_name(last)
    if is_apart and name in _list_names(case) and not _says_something(case, name):
        return above
    return text


def _list_names(case: Correspondence) -> set[str]:
    """Return how people sign: with the name that others see, or its first word."""
    whole = _normalize_name(case.person.name)
    return {whole, *whole.split()[:1]} - {""}


def _normalize_name(line: str) -> str:
    plain = unicodedata.normalize("NFC", line).casefold()
    return " ".join(plain.split()).strip(f"{MARKS}() ")


def _says_something(case: Correspondence, name: str) -> bool:
    """Whether a name could be an answer, a command, a doubt about one, or an order."""
    words = set(name.split())
    if is_label(name, ()) or has_figure(name) or words & (WORDS.keys() | DOUBTS):
        return True
    return case.seat is not None and (bool(words & {*_order_words(case)}) or _is_order(case, name))


def _order_words(case: Correspondence) -> Iterator[str]:
    """Yield words of which orders of the game are made, in both languages."""
    for pair in case.game.rules.notation.german.items():
        yield from (word.casefold() for word in pair)


def _is_order(case: Correspondence, name: str) -> bool:
    text = normalize_orders(name)
    try:
        return bool(read_orders(case, text) or read_standing_orders(case, text))
    except DamagedError:  # what asks for no game can be answered all the same
        return True
