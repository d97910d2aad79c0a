"""Standing orders: answers that a seat gives ahead and in private."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Literal

from conquest.core.judgement import Order, State
from conquest.core.phrases import Phrase
from conquest.core.seating import Seat

NAMELESS = Phrase("")


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a standing order, as a form offers it: ``one`` of its values, several of them
    ``in_order`` of preference, ``any`` of them, or names of ``fields``, which it does not list.

    ``values`` are the words of the grammar with their meanings; "" leaves the clause out.
    """

    name: str
    label: Phrase
    kind: Literal["one", "in_order", "any", "fields"]
    values: tuple[tuple[str, Phrase], ...] = ()


@dataclass(frozen=True, slots=True)
class Preset:
    """Standing orders that many people want, ready to use. One with a ``name`` can be what silence
    means at a table; ``silence`` then says so."""

    label: Phrase
    text: str
    name: str = ""
    silence: Phrase = NAMELESS


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingOrders(Generic[State, Order]):
    """The standing orders of a game, one a line; the first that fits decides.

    They answer decisions of one ``kind``. ``answer_orders`` returns the orders that a text gives
    as the answer, ``None`` to ask the seat; ``canonical_text`` returns the text in canonical form,
    ``describe_lines`` each line in words. All three raise ``Unreadable`` with the number of the
    line. ``write_line`` writes a line from the values of a form, by the names of ``clauses``, or
    two where one cannot say all; ``narrow_to_field`` restricts a text to one field.
    """

    kind: str
    answer_orders: Callable[[State, Seat, str], tuple[Order, ...] | None]
    canonical_text: Callable[[State, str], str]
    describe_lines: Callable[[State, str], tuple[Phrase, ...]]
    clauses: tuple[Clause, ...]
    write_line: Callable[[Mapping[str, Sequence[str]]], str]
    narrow_to_field: Callable[[State, str, str], str]
    presets: tuple[Preset, ...]
