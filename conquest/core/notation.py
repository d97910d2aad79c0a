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

    ``read`` is lenient and raises ``Unreadable``, naming the order at fault; ``write`` is
    canonical, so that ``read(write(orders)) == orders``. ``split`` takes a submission apart into
    the words of its orders, readable or not, comments left out; the end of a line parts orders
    and ends a comment. ``join`` puts words behind one another again, the last of which may be
    ``end``. ``between`` is what ``join`` puts between two orders.
    ``insist`` is the word before a plan that has it go on whatever others answer, or "".
    """

    read: Callable[[State, Seat, str], tuple[Order, ...]]
    write: Callable[[tuple[Order, ...]], str]
    split: Callable[[str], tuple[str, ...]]
    join: Callable[[Iterable[str]], str]
    between: str
    insist: str = ""
