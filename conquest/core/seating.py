"""Who plays: seats, sides and boards, and what a table can choose."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from conquest.core.phrases import Phrase

Seat: TypeAlias = str
"""The name of a seat in orders and cases, such as "south"."""
Options: TypeAlias = Mapping[str, Any]
"""What a table has chosen, by the names of its options; one that is missing has its default."""
Setting: TypeAlias = str | bool | int
"""A value that an option can have."""


@dataclass(frozen=True, slots=True)
class Option:
    """Something a table can choose: one of ``choices``, or a number in ``between``.

    The first choice, or ``start``, is the default. ``about`` explains it to the person who opens
    a table; with ``only_if`` it matters only where other options have one of these values.
    """

    name: str
    title: Phrase
    choices: tuple[tuple[Setting, Phrase], ...] = ()
    between: tuple[int, int] | None = None
    start: int = 0
    about: Phrase | None = None
    only_if: Mapping[str, tuple[Setting, ...]] = field(default_factory=dict)

    @property
    def default(self) -> Setting:
        """The value where a table chooses none."""
        return self.choices[0][0] if self.choices else self.start


@dataclass(frozen=True, slots=True)
class TableLayout:
    """What the options of a table determine: the board, its seats in the order of play, who plays
    with whom (every seat is in one of ``sides``), and whether seats are drawn by lot."""

    board: str
    seats: tuple[Seat, ...]
    sides: tuple[tuple[Seat, ...], ...]
    lots: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """Who plays a game.

    ``seats`` are all possible seats, in the order of play; ``names`` and ``colours`` are what
    players read, the first colour being the first seat's. ``table_layout`` returns what chosen
    options determine; it raises ``Fault`` where they exclude each other. Where ``is_board_named``
    is false, the board follows from the options alone, and no case of the judge may name it.
    """

    seats: tuple[Seat, ...]
    names: Mapping[Seat, Phrase]
    colours: Mapping[str, Phrase]
    options: tuple[Option, ...]
    table_layout: Callable[[Options], TableLayout]
    is_board_named: bool = True
