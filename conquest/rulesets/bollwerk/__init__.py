"""Bollwerk 178, a chess with stones by Stefan Bogdanski (2021), for two players."""

from __future__ import annotations

from functools import partial

from conquest.core import (
    BotLevel,
    Composing,
    Judgement,
    Knowledge,
    Notation,
    Option,
    Phrase,
    RuleSet,
    Seating,
    Telling,
)
from conquest.kit.texts import markdown_reader
from conquest.rulesets.bollwerk import (
    acts,
    choices,
    ending,
    orders,
    position,
    report,
    rules,
    sketching,
    striking,
    telling,
    view,
)
from conquest.rulesets.bollwerk.drawing import draw
from conquest.rulesets.bollwerk.evolution import evolve
from conquest.rulesets.bollwerk.house import CASUAL, STRONG, propose
from conquest.rulesets.bollwerk.model import EVENTS, QUIET_TURNS, Event, State
from conquest.rulesets.bollwerk.orders import Order
from conquest.rulesets.bollwerk.picture import ARTIST
from conquest.rulesets.bollwerk.serialization import freeze, thaw
from conquest.rulesets.bollwerk.sides import SEATS
from conquest.rulesets.bollwerk.supposing import suppose
from conquest.rulesets.bollwerk.weighing import WORTH
from conquest.rulesets.bollwerk.words import COLOURS, PIECES, SEAT_NAMES, STONES

SEATING = Seating(
    seats=SEATS,
    names=SEAT_NAMES,
    colours=COLOURS,
    options=(
        Option(
            "seats",
            Phrase("Who plays White"),
            (
                (position.CHOICE, Phrase("as you sit down")),
                (position.LOT, Phrase("the lot decides")),
            ),
            about=Phrase("White has the first turn."),
        ),
        Option(
            "cannon",
            Phrase("Where a cannon lays stones behind a piece or stone"),
            (
                ("line", Phrase("anywhere up to the next one")),
                ("next", Phrase("right behind it only")),
            ),
            about=Phrase("The published rules can be read either way."),
        ),
        Option(
            "quiet",
            Phrase("Quiet turns until the game is drawn"),
            between=position.QUIET_AT_TABLES,
            start=QUIET_TURNS,
            about=Phrase(
                "Turns of both sides in a row in which nothing is captured and no stone is laid,"
                " blasted, removed, destroyed or collected."
            ),
        ),
    ),
    table_layout=position.table,
)

JUDGEMENT: Judgement[State, Event, Order] = Judgement(
    events=EVENTS,
    decision_kinds=rules.ASKS,
    open_case=position.open_case,
    start_game=position.start,
    decide=rules.decide,
    evolve=evolve,
    numbers_drawn=rules.drawn,
    seats=rules.seats,
    to_act=rules.to_act,
    turn_number=rules.number,
    points_left=rules.points,
    outcome=ending.outcome,
    side_actions=acts.acts,
    end_word=rules.end,
    default_orders=rules.default,
    suppose_turn=suppose,
    write_position=position.position,
    freeze=freeze,
    thaw=thaw,
)

NOTATION: Notation[State, Order] = Notation(
    read_orders=orders.read,
    write_orders=orders.write,
    split_words=orders.split,
    join_words=orders.join,
    between=orders.BETWEEN,
)

KNOWLEDGE: Knowledge[State, Event] = Knowledge(
    write_view=view.view,
    read_view=view.seen,
    witness=view.witness,
    mask=lambda state, viewer: state,
)

TELLING: Telling[State, Event] = Telling(
    describe_event=telling.tell,
    losses=telling.losses,
    points_spent=telling.cost,
    event_marks=telling.trace,
    columns=report.COLUMNS,
    report=report.report,
    describe_state=report.text,
    figures_by_field=report.stands,
    draw_board=draw,
    figures=PIECES | STONES,
    rules_text=markdown_reader(__file__, "RULES"),
    lessons_text=markdown_reader(__file__, "LESSONS"),
    worth=WORTH,
)

RULES: RuleSet[State, Event, Order] = RuleSet(
    slug="bollwerk",
    title=Phrase("Bollwerk"),
    seating=SEATING,
    judgement=JUDGEMENT,
    notation=NOTATION,
    knowledge=KNOWLEDGE,
    composing=Composing(
        sketch=sketching.sketch,
        legal_choices=choices.legal,
        possible_captures=striking.strikes,
        unaffordable_fields=choices.afar,
        levels=(
            BotLevel("casual", Phrase("casual"), partial(propose, CASUAL)),
            BotLevel("strong", Phrase("strong"), partial(propose, STRONG)),
        ),
    ),
    telling=TELLING,
    art=ARTIST,
)
