"""Conquest, the game of Donald Benge (1972), for two to four players."""

from __future__ import annotations

from pathlib import Path

from conquest.core import Option, Phrase, RuleSet
from conquest.kit.board import SEATS
from conquest.kit.orders import Order
from conquest.rulesets.conquest.choices import afar, legal
from conquest.rulesets.conquest.drawing import draw
from conquest.rulesets.conquest.ending import outcome
from conquest.rulesets.conquest.evolution import evolve
from conquest.rulesets.conquest.frost import freeze, thaw
from conquest.rulesets.conquest.model import EVENTS, Event, State
from conquest.rulesets.conquest.orders import read, split, write
from conquest.rulesets.conquest.position import open_case, position, start
from conquest.rulesets.conquest.report import report, stands, text
from conquest.rulesets.conquest.rules import decide, default, number, to_act
from conquest.rulesets.conquest.standing import answer
from conquest.rulesets.conquest.supposing import suppose
from conquest.rulesets.conquest.tally import points
from conquest.rulesets.conquest.telling import cost, tell, trace
from conquest.rulesets.conquest.view import seen, view, witness
from conquest.rulesets.conquest.weighing import weigh
from conquest.rulesets.conquest.words import COLOURS, SEAT_NAMES

MANUALS = {"de": "RULES.de.md"}
LESSONS = {"de": "LESSONS.de.md"}


def manual(language: str) -> str:
    """Give the rules for players as Markdown, in English unless another language is there."""
    return Path(__file__).with_name(MANUALS.get(language[:2], "RULES.md")).read_text("utf-8")


def lessons(language: str) -> str:
    """Give a guided first turn as Markdown, in English unless another language is there."""
    return Path(__file__).with_name(LESSONS.get(language[:2], "LESSONS.md")).read_text("utf-8")


RULES: RuleSet[State, Event, Order] = RuleSet(
    slug="conquest",
    title=Phrase("Conquest"),
    seats=SEATS,
    names=SEAT_NAMES,
    colours=COLOURS,
    boards=("four-islands",),
    options=(
        Option(
            "last_two",
            Phrase("Pieces that count as the last two"),
            (("all", Phrase("all pieces")), ("land", Phrase("land pieces only"))),
        ),
        Option(
            "partners",
            Phrase("Who plays with whom"),
            (
                (False, Phrase("everybody for himself")),
                (True, Phrase("partners: South and North against West and East")),
            ),
        ),
    ),
    events=EVENTS,
    open=open_case,
    start=start,
    evolve=evolve,
    read=read,
    write=write,
    split=split,
    decide=decide,
    to_act=to_act,
    points=points,
    number=number,
    outcome=outcome,
    default=default,
    legal=legal,
    suppose=suppose,
    afar=afar,
    weigh=weigh,
    position=position,
    view=view,
    seen=seen,
    witness=witness,
    freeze=freeze,
    thaw=thaw,
    tell=tell,
    cost=cost,
    trace=trace,
    report=report,
    draw=draw,
    text=text,
    stands=stands,
    manual=manual,
    lessons=lessons,
    standing=answer,
    insist="anyway",
)
