"""Orders as text: the public interface of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic

from conquest.core.judgement import Order, State
from conquest.core.seating import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Notation(Generic[State, Order]):
    """How orders are read and written. Nothing outside a rule set takes a text apart.

    ``read_orders`` is lenient and raises ``Unreadable``, naming the order at fault;
    ``write_orders`` is canonical, so that ``read(write(orders)) == orders``. ``split_words`` takes
    a submission apart into the words of its orders, readable or not, comments left out; the end of
    a line parts orders and ends a comment. ``join_words`` puts words behind one another again, the
    last of which may be ``end``. ``between`` is what ``join_words`` puts between two orders.
    ``insist`` is the word before a plan that has it go on whatever others answer, or "".
    """

    read_orders: Callable[[State, Seat, str], tuple[Order, ...]]
    write_orders: Callable[[tuple[Order, ...]], str]
    split_words: Callable[[str], tuple[str, ...]]
    join_words: Callable[[Iterable[str]], str]
    between: str
    insist: str = ""
