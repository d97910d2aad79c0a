"""The contract of a rule set: a value of functions over frozen states, one module a part."""

from __future__ import annotations

from conquest.core.art import (
    Artist,
    BoardStyle,
    Chart,
    Edge,
    FieldLink,
    Figure,
    Mark,
    Point,
    drawing_name,
)
from conquest.core.campaign import MOST_STARS, Campaign, Mission, MissionResult, MissionStage
from conquest.core.chance import Numbers, Unforeseen, no_numbers
from conquest.core.composing import (
    BotLevel,
    Branching,
    Choice,
    Composing,
    Patterns,
    Pause,
    PlannedStep,
    Sketch,
    Tool,
)
from conquest.core.judgement import (
    DecisionKind,
    Event,
    Json,
    Judgement,
    Order,
    Outcome,
    SideAction,
    State,
    Team,
)
from conquest.core.knowledge import OPEN, Knowledge, Viewer
from conquest.core.notation import Notation
from conquest.core.phrases import Phrase, as_sentence, term
from conquest.core.refusals import Ambiguous, Fault, Illegal, Refused, Unreadable
from conquest.core.ruleset import RuleSet, fold
from conquest.core.seating import Option, Options, Seat, Seating, Setting, TableLayout
from conquest.core.standing_orders import Clause, Preset, StandingOrders
from conquest.core.telling import Column, FilmShot, Identity, Loss, Report, SeatLine, Telling

__all__ = [
    "MOST_STARS",
    "OPEN",
    "Ambiguous",
    "Artist",
    "BoardStyle",
    "BotLevel",
    "Branching",
    "Campaign",
    "Chart",
    "Choice",
    "Clause",
    "Column",
    "Composing",
    "DecisionKind",
    "Edge",
    "Event",
    "Fault",
    "FieldLink",
    "Figure",
    "FilmShot",
    "Identity",
    "Illegal",
    "Json",
    "Judgement",
    "Knowledge",
    "Loss",
    "Mark",
    "Mission",
    "MissionResult",
    "MissionStage",
    "Notation",
    "Numbers",
    "Option",
    "Options",
    "Order",
    "Outcome",
    "Patterns",
    "Pause",
    "Phrase",
    "PlannedStep",
    "Point",
    "Preset",
    "Refused",
    "Report",
    "RuleSet",
    "Seat",
    "SeatLine",
    "Seating",
    "Setting",
    "SideAction",
    "Sketch",
    "StandingOrders",
    "State",
    "TableLayout",
    "Team",
    "Telling",
    "Tool",
    "Unforeseen",
    "Unreadable",
    "Viewer",
    "as_sentence",
    "drawing_name",
    "fold",
    "no_numbers",
    "term",
]
