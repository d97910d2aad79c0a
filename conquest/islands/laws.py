"""What makes one game of the family different from another: tables, and what stands behind them
in the folder of that game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

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

if TYPE_CHECKING:
    from conquest.islands.model import Event, GameEnded, State
    from conquest.islands.orders import Order, ShotOrder
    from conquest.islands.pieces import Piece
    from conquest.islands.rules.judging import IslandsProgress
    from conquest.islands.rules.position import ParsedPieces
    from conquest.islands.rules.steps import Footing, LiftedFigure
    from conquest.islands.rules.walking import JudgedOrder


class EndTests(NamedTuple):
    """How a game ends: what is tested after a whole order, a capture, a recapture (with the
    position before it and after it), and at the end of a turn; each for whoever acted."""

    end_by_walk: Callable[[State, Seat], GameEnded | None]
    end_by_capture: Callable[[State, Seat], GameEnded | None]
    end_by_recapture: Callable[[State, State], GameEnded | None]
    end_by_turn: Callable[[State, Seat], GameEnded | None]


class StepRefusal(Protocol):
    """What bars a figure from a step that a road allows, None if nothing does."""

    def __call__(
        self, state: State, walker: LiftedFigure, start: str, end: str, off: str
    ) -> Refused | None: ...


class PositionExtras(NamedTuple):
    """What a game's position has besides the family's: its keys, read and written."""

    keys: frozenset[str]
    read_extras: Callable[[Mapping[str, Any], ParsedPieces, State], State]
    write_extras: Callable[[State], Json]


class GameSettings(NamedTuple):
    """The options of a game besides those of the family: their names, what they make of a
    state's fields, and how a state tells those that are not as usual."""

    names: frozenset[str]
    read_settings: Callable[[Mapping[str, Any]], Mapping[str, Any]]
    write_settings: Callable[[State], Json]


class SpecialActions(NamedTuple):
    """Orders that are no walks: what they come to on one's turn and in a window, which of them
    could be given in each, how a page offers an answer, and what lies in the tray; for house
    players texts that might win at once, and texts that guard with the points that are left."""

    play_order: Callable[[IslandsProgress, Order], None]
    play_answer: Callable[[IslandsProgress, ShotOrder], None]
    action_choices: Callable[[State], Iterator[Choice]]
    answering_shots: Callable[[State, Seat, str], Iterator[JudgedOrder]]
    shot_choice: Callable[[State, ShotOrder, Piece], Choice]
    tray_tools: Callable[[State, Seat], tuple[Tool, ...]]
    storm_texts: Callable[[State], Iterator[str]]
    guard_texts: Callable[[State], Iterator[str]]


class EventTelling(NamedTuple):
    """What is told of the events of one game alone: in words, in points, in marks, as losses."""

    describe_event: Callable[[Event, Viewer, Board | None], Phrase | None]
    points_spent: Callable[[Event], int]
    event_marks: Callable[[Event], tuple[Mark, ...]]
    losses: Callable[[Event], tuple[Loss, ...]]


class Scarcity(NamedTuple):
    """How a game speaks of the pieces that count when few are left: the column of their numbers,
    what is told of a seat that must fear a recapture, and why it cannot risk another, by which
    rule."""

    column: Column
    told: Phrase
    refused: Phrase
    rule: str


SCARCITY = Scarcity(
    Column("pieces", Phrase("Pieces"), Phrase("%(n)s piece"), Phrase("%(n)s pieces")),
    Phrase("exposed, two pieces left"),
    Phrase("With two pieces left you may risk a recapture only once a turn."),
    "C42",
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Laws:
    """The laws of one game.

    ``ranges`` are the steps of each figure there is, ``cited`` the rule that says so; ``barred``
    the kinds of roads closed to it, ``strangers`` those that never enter the grail, ``wild`` those
    that go cross-country; ``spared`` the figures that a figure cannot capture. ``is_road_open``
    says of a road whether it is open to a figure at all, ``boards`` where so many play, ``army``
    which figures start in the place of those that a board marks. ``quiet_limit`` is how many turns
    without a capture end a game of so many seats, ``is_exposed`` whether a seat must fear a
    recapture and ``scarcity`` how that is told, ``reasons`` how a game ended.

    ``road_refusal``, ``capture_refusal`` and ``range_refusal`` say why a figure cannot go, capture
    or go on where that is not as in every game of the family.

    Without ``step_refusal``, ``special_footing``, ``path_budget``, ``settle_event`` and
    ``special_actions`` a game is as plain as can be: they bar steps, see in what stands on a field
    something that others do not, tell what a path may cost if not just the points that are left,
    change what else an event changes, and judge orders that are no walks.
    """

    title: Phrase
    ranges: Mapping[str, int]
    cited: Mapping[str, str]
    barred: Mapping[str, str]
    strangers: str
    wild: str
    spared: Mapping[str, str]
    settings: GameSettings
    ends: EndTests
    reasons: Mapping[str, Phrase]
    quiet_limit: Callable[[int], int]
    is_exposed: Callable[[State, Seat], bool]
    boards: Mapping[int, str]
    scarcity: Scarcity = SCARCITY
    army: Mapping[str, str] = field(default_factory=dict)
    is_road_open: Callable[[Board, str, str, Road], bool] = lambda board, letter, field, road: True
    road_refusal: Callable[[State, Piece, str, str], Illegal | None] = lambda *_: None
    capture_refusal: Callable[[State, LiftedFigure, str, Footing], Illegal | None] = lambda *_: None
    range_refusal: Callable[[State, Piece, str], Illegal | None] = lambda *_: None
    can_lead: Callable[[State, Piece], bool] = lambda *_: False
    step_refusal: StepRefusal | None = None
    special_footing: Callable[[State, LiftedFigure, str, str, str], Footing | None] | None = None
    path_budget: Callable[[State, Piece, int], int] = lambda _state, _unit, points: points
    figures_added: Callable[[State, Event], int] | None = None
    settle_event: Callable[[State, State, Event], State] | None = None
    extras: PositionExtras | None = None
    special_actions: SpecialActions | None = None
    sentences: EventTelling | None = None
