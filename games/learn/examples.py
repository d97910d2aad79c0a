"""Examples in the texts of a rule set: positions as JSON in a fence, with orders played on them.

``position`` is written as the judge reads it (without one it is the set-up of a game), ``options``
are those of the table, ``orders`` (seat and text) are played, and ``around`` are fields to show.
The example is drawn with everything that is hidden in it; one that is ``public``, as spectators see
it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from conquest.core import OPEN, Json, Mark, Viewer, fold
from conquest.kit import chance
from conquest.registry import AnyRules
from games.marks import NUMBERED, number_marks
from games.models import Game, Seat

KEY = b""  # no secret: an example shows the same numbers to everybody


@dataclass(frozen=True, slots=True)
class Example:
    """A position before its orders."""

    board: str
    state: Any
    orders: tuple[tuple[str, str], ...]
    around: tuple[str, ...]
    is_public: bool = False

    @property
    def viewer(self) -> Viewer:
        """The viewer for whom it is drawn."""
        return None if self.is_public else OPEN


@dataclass(frozen=True, slots=True)
class PlayedExample:
    """An example after its orders, with the marks of what they do, numbered."""

    state: Any
    marks: tuple[Mark, ...]

    @property
    def fields(self) -> tuple[str, ...]:
        return tuple(field for mark in self.marks for field in mark.fields)


def read_example(rules: AnyRules, data: Mapping[str, Any]) -> Example:
    """Read an example; without a position it is the set-up of a game with its options."""
    options = data.get("options", {})
    case = {key: data[key] for key in ("position",) if key in data}
    return Example(
        board=rules.seating.table_layout(options).board,
        state=rules.judgement.open_case(
            {**_table_case(rules, options), **case}, chance.keyed_numbers(KEY)
        ),
        orders=tuple((seat, text) for seat, text in data.get("orders", ())),
        around=tuple(data.get("around", ())),
        is_public=data.get("public", False),
    )


def play_example(rules: AnyRules, example: Example) -> PlayedExample:
    """Return an example after its orders; chance decides the same every time."""
    state = example.state
    traces: list[list[Mark]] = []
    for seat, text in example.orders:
        numbers = chance.keyed_numbers(KEY, rules.judgement.numbers_drawn(state))
        orders = rules.notation.read_orders(state, seat, text)
        for event in rules.judgement.decide(state, seat, orders, numbers):
            state = rules.judgement.evolve(state, event)
            traces.append(_visible_marks(rules.telling.event_marks(event)))
    return PlayedExample(state, number_marks(enumerate(filter(None, traces), start=1)))


def _visible_marks(marks: Iterable[Mark]) -> list[Mark]:
    """Return the marks of a move from field to field, none if there is no move in them."""
    # Without ghosts: on the board before the orders all that is lost still stands.
    shown = [mark for mark in marks if mark.kind != "ghost"]
    return shown if any(mark.kind in NUMBERED for mark in shown) else []


def unsaved_game(rules: AnyRules, board: str) -> tuple[Game, tuple[Seat, ...]]:
    """Return an unsaved game with its seats, to draw a board with."""
    colours = zip(rules.seating.seats, rules.seating.colours, strict=False)
    seats = tuple(Seat(name=name, colour=colour) for name, colour in colours)
    return Game(ruleset=rules.slug, board=board), seats


def _table_case(rules: AnyRules, options: Mapping[str, Any]) -> Json:
    """Return the table's part of a case for the judge, as a public view of a new game has it."""
    opening = fold(rules, None, rules.judgement.start_game(options, chance.keyed_numbers(KEY)))
    return rules.table_of(rules.knowledge.write_view(opening, None))
