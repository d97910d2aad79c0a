"""Orders as text, the public interface of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic

from conquest.core.judgement import Order, State
from conquest.core.seating import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Notation(Generic[State, Order]):
    """How orders are read and written. Nothing outside a rule set parses a text.

    ``read_orders`` is lenient and raises ``Unreadable``, naming the order at fault;
    ``write_orders`` is canonical: reading what it wrote returns the same orders. ``split_words``
    splits a submission into the words of its orders, readable or not, without comments; the end
    of a line separates orders and ends a comment. ``join_words`` joins such words again, the
    last of which may be ``end``. ``between`` is what ``join_words`` puts between two orders.
    ``insist`` is the word before a plan that makes it go on whatever others answer, or "".
    ``german`` are German words that people may type, each with the word that stands for it in
    orders and standing orders; the first of those for one word is the one that Germans read.
    """

    read_orders: Callable[[State, Seat, str], tuple[Order, ...]]
    write_orders: Callable[[tuple[Order, ...]], str]
    split_words: Callable[[str], tuple[str, ...]]
    join_words: Callable[[Iterable[str]], str]
    between: str
    insist: str = ""
    german: Mapping[str, str] = field(default_factory=dict)
