"""Conquest, the game of Donald Benge (1972), for two to four players."""

from __future__ import annotations

from functools import partial

from conquest.core import (
    Composing,
    Judgement,
    Knowledge,
    Level,
    Notation,
    Option,
    Phrase,
    RuleSet,
    Seating,
    Telling,
)
from conquest.islands.board import LETTERS, SEATS
from conquest.islands.orders import BETWEEN, Order
from conquest.islands.picture import ARTIST
from conquest.kit.greedy import Greedy
from conquest.kit.sketch import Sketcher
from conquest.kit.texts import texts
from conquest.rulesets.conquest import (
    attacks,
    choices,
    hindrances,
    house,
    orders,
    position,
    report,
    routes,
    rules,
    telling,
    view,
)
from conquest.rulesets.conquest.drawing import draw
from conquest.rulesets.conquest.ending import outcome
from conquest.rulesets.conquest.evolution import evolve
from conquest.rulesets.conquest.model import EVENTS, RANGE, Event, State
from conquest.rulesets.conquest.serialization import freeze, thaw
from conquest.rulesets.conquest.standing import answer
from conquest.rulesets.conquest.supposing import suppose
from conquest.rulesets.conquest.tally import points
from conquest.rulesets.conquest.weighing import WORTH, weigh
from conquest.rulesets.conquest.words import COLOURS, FIGURES, SEAT_NAMES

SEATING = Seating(
    seats=SEATS,
    names=SEAT_NAMES,
    letters=LETTERS,
    colours=COLOURS,
    options=(
        Option(
            "last_two",
            Phrase("What counts when few pieces are left"),
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
    table=position.table,
)

JUDGEMENT: Judgement[State, Event, Order] = Judgement(
    events=EVENTS,
    asks=rules.ASKS,
    open=position.open_case,
    start=position.start,
    decide=rules.decide,
    evolve=evolve,
    drawn=rules.drawn,
    seats=rules.seats,
    to_act=rules.to_act,
    number=rules.number,
    points=points,
    outcome=outcome,
    acts=rules.acts,
    end=rules.end,
    default=rules.default,
    suppose=suppose,
    standing=answer,
    position=position.position,
    freeze=freeze,
    thaw=thaw,
)

NOTATION: Notation[State, Order] = Notation(
    read=orders.read,
    write=orders.write,
    split=orders.split,
    join=orders.join,
    between=BETWEEN,
    insist="anyway",
)

KNOWLEDGE: Knowledge[State, Event] = Knowledge(
    view=view.view,
    seen=view.seen,
    witness=view.witness,
    mask=view.mask,
)

TELLING: Telling[State, Event] = Telling(
    tell=telling.tell,
    losses=attacks.losses,
    cost=telling.cost,
    trace=telling.trace,
    columns=report.COLUMNS,
    report=report.report,
    text=report.text,
    stands=report.stands,
    draw=draw,
    figures={letter: FIGURES[letter] for letter in RANGE},
    manual=texts(__file__, "RULES"),
    lessons=texts(__file__, "LESSONS"),
    join=telling.join,
    dropped=telling.dropped,
    worth=WORTH,
)

SKETCHER = Sketcher(
    judgement=JUDGEMENT,
    notation=NOTATION,
    knowledge=KNOWLEDGE,
    telling=TELLING,
    legal=choices.legal,
    hindered=hindrances.hindered,
)
GREEDY = Greedy(judgement=JUDGEMENT, notation=NOTATION, legal=choices.legal, weigh=weigh)

RULES: RuleSet[State, Event, Order] = RuleSet(
    slug="conquest",
    title=Phrase("Conquest"),
    seating=SEATING,
    judgement=JUDGEMENT,
    notation=NOTATION,
    knowledge=KNOWLEDGE,
    composing=Composing(
        sketch=SKETCHER.sketch,
        legal=choices.legal,
        strikes=choices.strikes,
        afar=choices.afar,
        routes=routes.routes,
        levels=(
            Level("greedy", Phrase("greedy"), GREEDY.propose),
            Level("seasoned", Phrase("seasoned"), partial(house.propose, house.SEASONED)),
            Level("strong", Phrase("strong"), partial(house.propose, house.STRONG)),
        ),
    ),
    telling=TELLING,
    art=ARTIST,
)
