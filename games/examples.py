"""Positions in the texts of a rule set: told as JSON in a fence, played on a board of their own.

``position`` is as the judge takes it (without one: the set-up of a game), ``orders`` (seat and
text) what is done there, ``around`` fields round which there is something to see.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from conquest.core import Mark
from conquest.registry import AnyRules
from games.models import Game, Seat


@dataclass(frozen=True, slots=True)
class Example:
    """A position before its orders."""

    board: str
    state: Any
    orders: tuple[tuple[str, str], ...]
    around: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """An example after its orders, with the arrows of what they do, numbered."""

    state: Any
    arrows: tuple[Mark, ...]

    @property
    def fields(self) -> tuple[str, ...]:
        return tuple(field for mark in self.arrows for field in mark.fields)


def read(rules: AnyRules, told: Mapping[str, Any]) -> Example:
    """Read an example on the first board of a rule set."""
    board = rules.boards[0]
    case = {key: told[key] for key in ("position",) if key in told}
    return Example(
        board=board,
        state=rules.open({"board": board, **case}),
        orders=tuple((seat, text) for seat, text in told.get("orders", ())),
        around=tuple(told.get("around", ())),
    )


def play(rules: AnyRules, example: Example) -> Played:
    """Carry out the orders of an example."""
    state = example.state
    traces: list[Mark] = []
    for seat, text in example.orders:
        for event in rules.decide(state, seat, rules.read(state, seat, text)):
            state = rules.evolve(state, event)
            traces += rules.trace(event)
    return Played(state, tuple(_numbered(traces)))


def cast(rules: AnyRules, board: str) -> tuple[Game, tuple[Seat, ...]]:
    """Give a game and seats that are in no database, to draw a board with."""
    colours = zip(rules.seats, rules.colours, strict=False)
    seats = tuple(Seat(name=name, colour=colour) for name, colour in colours)
    return Game(ruleset=rules.slug, board=board), seats


def _numbered(traces: Sequence[Mark]) -> Iterable[Mark]:
    arrows = [mark for mark in traces if mark.kind == "arrow"]
    return (
        Mark(mark.kind, mark.fields, mark.seat, str(number))
        for number, mark in enumerate(arrows, start=1)
    )
