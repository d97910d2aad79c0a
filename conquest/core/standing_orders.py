"""Standing orders: what a seat answers without being asked, told ahead and in private."""

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

    ``values`` are the words of the grammar, with what they mean; "" stands for saying nothing.
    """

    name: str
    label: Phrase
    kind: Literal["one", "in_order", "any", "fields"]
    values: tuple[tuple[str, Phrase], ...] = ()


@dataclass(frozen=True, slots=True)
class Preset:
    """Standing orders that many want, ready to be taken. Those with a ``name`` can stand for
    silence at a table: ``silence`` says so."""

    label: Phrase
    text: str
    name: str = ""
    silence: Phrase = NAMELESS


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingOrders(Generic[State, Order]):
    """The standing orders of a game, one a line; the first that fits decides.

    They answer what is asked by ``kind``, one of the game's asks. ``answer_orders`` gives the
    orders that they come to, ``None`` being to ask the seat; ``canonical_text`` the text in
    canonical form; ``describe_lines`` says each line in words. All three raise ``Unreadable`` with
    the number of the line. ``write_line`` writes one of what a form says of each of the
    ``clauses``, by their names; ``narrow_to_field`` narrows a text to one field.
    """

    kind: str
    answer_orders: Callable[[State, Seat, str], tuple[Order, ...] | None]
    canonical_text: Callable[[State, str], str]
    describe_lines: Callable[[State, str], tuple[Phrase, ...]]
    clauses: tuple[Clause, ...]
    write_line: Callable[[Mapping[str, Sequence[str]]], str]
    narrow_to_field: Callable[[State, str, str], str]
    presets: tuple[Preset, ...]
