"""The laws of a game: the tables and functions by which the games of the family differ.

The family calls them; each game's own folder defines them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from conquest.core import (
    Choice,
    Column,
    Illegal,
    Json,
    Loss,
    Mark,
    Phrase,
    Refused,
    Seat,
    Tool,
    Viewer,
)
from conquest.islands.board import Board, Road
from conquest.islands.events import Event, GameEnded
from conquest.islands.orders import JudgedOrder, Order, ShotOrder
from conquest.islands.pieces import Footing, LiftedFigure, ParsedPieces, Piece

S = TypeVar("S")  # the class of state of the game


class Progress(Protocol[S]):
    """The progress of a submission: the state so far, to which events are added."""

    state: S

    def record_event(self, event: Event) -> None: ...


class EndTests(NamedTuple, Generic[S]):
    """The tests for the end of a game, each of which returns the end event or None.

    They run after a whole order, after a capture, after a recapture (given the positions before
    and after it) and at the end of a turn. The seat is the one that acted.
    """

    end_by_walk: Callable[[S, Seat], GameEnded | None]
    end_by_capture: Callable[[S, Seat], GameEnded | None]
    end_by_recapture: Callable[[S, S], GameEnded | None]
    end_by_turn: Callable[[S, Seat], GameEnded | None]


class PositionExtras(NamedTuple, Generic[S]):
    """The keys that only this game's positions have, and the functions to read and write them."""

    keys: frozenset[str]
    read_extras: Callable[[Mapping[str, Any], ParsedPieces, S], S]
    write_extras: Callable[[S], Json]


class GameSettings(NamedTuple, Generic[S]):
    """The options that only this game has: their names, the state fields that are read from
    them, and how a state writes those that differ from the default."""

    names: frozenset[str]
    read_settings: Callable[[Mapping[str, Any]], Mapping[str, Any]]
    write_settings: Callable[[S], Json]


class SpecialActions(NamedTuple, Generic[S]):
    """Orders that are no walks, such as building or shooting.

    How they are carried out on a turn and in a window, which of them are legal on a turn, which of
    these capture, with what events, which shots answer, how a page offers one, and the tools of its
    tray. For bots: texts that might win at once, and texts that use the points that are left to
    guard.
    """

    play_order: Callable[[Progress[S], Order], None]
    play_answer: Callable[[Progress[S], ShotOrder], None]
    action_choices: Callable[[S], Iterator[Choice]]
    capturing_choices: Callable[[S], Iterator[Choice]]
    possible_shots: Callable[[S], Iterator[Event]]
    answering_shots: Callable[[S, Seat, str], Iterator[JudgedOrder]]
    shot_choice: Callable[[S, ShotOrder, Piece], Choice]
    tray_tools: Callable[[S, Seat], tuple[Tool, ...]]
    storm_texts: Callable[[S], Iterator[str]]
    guard_texts: Callable[[S], Iterator[str]]


class EventTelling(NamedTuple):
    """How the events that only this game has are described: sentence, points, marks, losses."""

    describe_event: Callable[[Event, Viewer, Board | None], Phrase | None]
    points_spent: Callable[[Event], int]
    event_marks: Callable[[Event], tuple[Mark, ...]]
    losses: Callable[[Event], tuple[Loss, ...]]


class Scarcity(NamedTuple):
    """The words of a game for the pieces that count when few are left.

    ``column`` shows their number, ``told`` marks an exposed seat, ``refused`` refuses it a second
    risk, by ``rule``.
    """

    column: Column
    told: Phrase
    refused: Phrase
    rule: str


SCARCITY = Scarcity(
    Column("pieces", Phrase("Pieces"), Phrase("%(n)s piece"), Phrase("%(n)s pieces")),
    Phrase("exposed, two pieces left"),
    Phrase("With two pieces left you may risk a recapture only once a turn."),
    "CR31",
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Laws(Generic[S]):
    """The laws of one game; figures are named by their letters.

    ``ranges`` are the steps of each figure, ``cited`` the rule that says so. ``barred`` are the
    kinds of roads closed to a figure, ``strangers`` the figures that never enter the grail,
    ``wild`` those that go cross-country, ``spared`` those that a figure cannot capture.
    ``is_road_open`` tells whether a figure can use a road at all. ``boards`` names the board for
    each number of players, ``army`` the figures that start in place of those marked on a board.
    ``quiet_limit`` is the number of turns without a capture that end a game with this number of
    seats. ``is_exposed`` tells whether a seat must fear a recapture, ``scarcity`` how that is
    worded; with ``leaders_are_free`` one that leads need not (C42). ``reasons`` words how a game
    ended.

    ``road_refusal``, ``capture_refusal`` and ``range_refusal`` return the reasons that only this
    game has why a figure cannot go, capture or go on.

    The rest is optional: ``step_refusal`` bars steps, ``special_footing`` decides what a figure
    meets on a field that is taken, ``path_budget`` limits what a path may cost if not by the points
    left, ``settle_event`` applies the changes of an event that only this game has, and
    ``special_actions`` are orders that are no walks.
    """

    title: Phrase
    ranges: Mapping[str, int]
    cited: Mapping[str, str]
    barred: Mapping[str, str]
    strangers: str
    wild: str
    spared: Mapping[str, str]
    settings: GameSettings[S]
    ends: EndTests[S]
    reasons: Mapping[str, Phrase]
    quiet_limit: Callable[[int], int]
    is_exposed: Callable[[S, Seat], bool]
    boards: Mapping[int, str]
    scarcity: Scarcity = SCARCITY
    leaders_are_free: bool = True
    army: Mapping[str, str] = field(default_factory=dict)
    is_road_open: Callable[[Board, str, str, Road], bool] = lambda board, letter, field, road: True
    road_refusal: Callable[[S, Piece, str, str], Illegal | None] = lambda *_: None
    capture_refusal: Callable[[S, LiftedFigure, str, Footing], Illegal | None] = lambda *_: None
    range_refusal: Callable[[S, Piece, str], Illegal | None] = lambda *_: None
    can_lead: Callable[[S, Piece], bool] = lambda *_: False
    step_refusal: Callable[[S, LiftedFigure, str, str, str], Refused | None] | None = None
    special_footing: Callable[[S, LiftedFigure, str, str, str], Footing | None] | None = None
    path_budget: Callable[[S, Piece, int], int] = lambda _state, _unit, points: points
    figures_added: Callable[[S, Event], int] | None = None
    settle_event: Callable[[S, S, Event], S] | None = None
    extras: PositionExtras[S] | None = None
    special_actions: SpecialActions[S] | None = None
    sentences: EventTelling | None = None


AnyLaws: TypeAlias = Laws[Any]
