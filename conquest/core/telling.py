"""How a game is described: in sentences, numbers, marks and pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic

from conquest.core.art import BoardStyle, Figure, Mark
from conquest.core.judgement import Event, State
from conquest.core.knowledge import Viewer
from conquest.core.phrases import Phrase
from conquest.core.seating import Seat


@dataclass(frozen=True, slots=True)
class Column:
    """A public number of every seat: its ``title`` heads a column of a table, ``one`` and
    ``many`` put it in words, with the number as ``%(n)s``.

    The one with ``is_main`` is shown large; a ``lasting`` one is stored when the game is over and
    added up in the league.
    """

    name: str
    title: Phrase
    one: Phrase
    many: Phrase
    is_main: bool = False
    lasting: bool = False

    def count_in_words(self, n: int) -> Phrase:
        """Return the number in words: "1 piece", "3 pieces"."""
        return Phrase((self.one if n == 1 else self.many).template, n=n)


@dataclass(frozen=True, slots=True)
class SeatLine:
    """What everybody may know about one seat: ``numbers`` by the names of the game's columns."""

    seat: Seat
    numbers: Mapping[str, int] = field(default_factory=dict)
    facts: tuple[Phrase, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionReport:
    """A state in numbers and sentences: the points of the seat on turn with the reasons, where
    turns cost points."""

    turn: Seat | None
    number: int
    points: int | None = None
    base: int | None = None
    used: int | None = None
    reasons: tuple[Phrase, ...] = ()
    seats: tuple[SeatLine, ...]
    notes: tuple[Phrase, ...] = ()


@dataclass(frozen=True, slots=True)
class Loss:
    """A loss of ``seat`` to ``by``: ``what`` is "knight on S42"."""

    seat: Seat
    by: Seat | None
    what: Phrase


@dataclass(frozen=True, slots=True)
class Identity:
    """A piece that keeps one ``name`` of its own for the whole game; it ``is_hidden`` while its
    kind is unknown."""

    name: str
    is_hidden: bool = False


@dataclass(frozen=True, slots=True)
class FilmShot(Generic[State]):
    """A moment in the middle of an event, as a film shows it: the position, its caption, and its
    marks."""

    state: State
    said: Phrase
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class SampleGame:
    """A whole game that was played once, to show what the game is like: ``submissions`` are who
    handed in what, from the set-up with default options and the numbers of the empty key to the
    end. Those ``first`` to ``last``, counted from 0, are the most eventful part of it.
    """

    submissions: tuple[tuple[Seat, str], ...]
    first: int
    last: int


def _no_sample() -> None:
    return None


def _no_identities(state: object) -> Mapping[str, Identity]:
    return {}


def _no_join(event: object, following: object) -> None:
    return None


def _no_points(event: object) -> int:
    return 0


def _no_dropped_orders(event: object, viewer: Viewer) -> tuple[str, ...]:
    return ()


def _no_shots(event: object, before: object) -> tuple[Any, ...]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling(Generic[State, Event]):
    """How a game is described. Events come through ``witness``, states through ``known_state``.

    ``describe_event`` describes an event to a viewer in one sentence, or ``None``; it gets the
    position before the event, as its viewer knows it, and says less without one.
    ``dropped_orders`` are the orders of the viewer's plan that an event drops for good.
    ``losses`` are the pieces lost by an event, ``points_spent`` the points it cost,
    ``event_marks`` the marks that draw it. ``join_events`` makes one event of two, where the same
    piece has only gone on.

    ``report`` describes a state in numbers, by ``columns``, ``describe_state`` in sentences for
    letters and screen readers; ``figures_by_field`` returns the figure on each field,
    ``draw_board`` draws the state. ``figures`` names all figures, by the letters of the artist.
    ``rules_text`` and ``lessons_text`` return Markdown in a language; a game without lessons
    returns "". ``worth`` weighs pieces, by the letters of their ghosts, to find the losses that
    decided a game; it is 1 for all others. ``identities`` are the pieces that everybody can follow
    from where they began, by their fields, in games where something is to be found out about
    them: people pin notes to them. ``film_shots`` are the moments of an event that takes a while,
    on the position before it, both as their viewer knows them; most events have none.
    ``sample_game`` is a game for visitors to look at.
    """

    describe_event: Callable[[Event, Viewer, State | None], Phrase | None]
    losses: Callable[[Event], tuple[Loss, ...]]
    points_spent: Callable[[Event], int] = _no_points
    event_marks: Callable[[Event], tuple[Mark, ...]]
    columns: tuple[Column, ...]
    report: Callable[[State], PositionReport]
    describe_state: Callable[[State], tuple[Phrase, ...]]
    figures_by_field: Callable[[State], Mapping[str, Figure]]
    draw_board: Callable[[State, BoardStyle], str]
    figures: Mapping[str, Phrase]
    rules_text: Callable[[str], str]
    lessons_text: Callable[[str], str]
    join_events: Callable[[Event, Event], Event | None] = _no_join
    dropped_orders: Callable[[Event, Viewer], tuple[str, ...]] = _no_dropped_orders
    worth: Mapping[str, float] = field(default_factory=dict)
    identities: Callable[[State], Mapping[str, Identity]] = _no_identities
    film_shots: Callable[[Event, State], tuple[FilmShot[State], ...]] = _no_shots
    sample_game: Callable[[], SampleGame | None] = _no_sample
