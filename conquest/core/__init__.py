"""What a rule set is: a value of functions over frozen states, one screen for each part."""

from __future__ import annotations

from conquest.core.art import Artist, Chart, Figure, Link, Mark, Point, Style, Way, drawing
from conquest.core.campaign import MOST_STARS, Campaign, Mission, Result, Stage
from conquest.core.chance import Numbers, Unforeseen, blind
from conquest.core.composing import (
    Branching,
    Choice,
    Composing,
    Level,
    Patterns,
    Pause,
    PlannedStep,
    Sketch,
    Tool,
)
from conquest.core.judgement import Act, Ask, Event, Json, Judgement, Order, Outcome, State, Team
from conquest.core.knowledge import OPEN, Knowledge, Viewer
from conquest.core.notation import Notation
from conquest.core.phrases import Phrase, sentence, term
from conquest.core.refusals import Ambiguous, Fault, Illegal, Refused, Unreadable
from conquest.core.ruleset import RuleSet, fold
from conquest.core.seating import Option, Options, Seat, Seating, Setting, Table
from conquest.core.standing import Clause, Preset, StandingOrders
from conquest.core.telling import Column, Identity, Loss, Report, SeatLine, Shot, Telling

__all__ = [
    "MOST_STARS",
    "OPEN",
    "Act",
    "Ambiguous",
    "Artist",
    "Ask",
    "Branching",
    "Campaign",
    "Chart",
    "Choice",
    "Clause",
    "Column",
    "Composing",
    "Event",
    "Fault",
    "Figure",
    "Identity",
    "Illegal",
    "Json",
    "Judgement",
    "Knowledge",
    "Level",
    "Link",
    "Loss",
    "Mark",
    "Mission",
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
    "Result",
    "RuleSet",
    "Seat",
    "SeatLine",
    "Seating",
    "Setting",
    "Shot",
    "Sketch",
    "Stage",
    "StandingOrders",
    "State",
    "Style",
    "Table",
    "Team",
    "Telling",
    "Tool",
    "Unforeseen",
    "Unreadable",
    "Viewer",
    "Way",
    "blind",
    "drawing",
    "fold",
    "sentence",
    "term",
]
