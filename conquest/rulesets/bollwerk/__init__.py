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
    captures,
    choices,
    ending,
    orders,
    position,
    report,
    rules,
    sketching,
    telling,
    view,
)
from conquest.rulesets.bollwerk.bot import CASUAL, STRONG, propose_orders
from conquest.rulesets.bollwerk.drawing import draw_board
from conquest.rulesets.bollwerk.evaluation import WORTH
from conquest.rulesets.bollwerk.evolution import evolve
from conquest.rulesets.bollwerk.model import EVENTS, QUIET_TURNS, Event, State
from conquest.rulesets.bollwerk.orders import Order
from conquest.rulesets.bollwerk.picture import ARTIST
from conquest.rulesets.bollwerk.serialization import freeze, thaw
from conquest.rulesets.bollwerk.sides import SEATS
from conquest.rulesets.bollwerk.supposing import suppose_turn
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
    table_layout=position.table_layout,
)

JUDGEMENT: Judgement[State, Event, Order] = Judgement(
    events=EVENTS,
    decision_kinds=rules.DECISION_KINDS,
    open_case=position.open_case,
    start_game=position.start_game,
    decide=rules.decide,
    evolve=evolve,
    numbers_drawn=rules.numbers_drawn,
    seats=rules.seats,
    to_act=rules.to_act,
    turn_number=rules.turn_number,
    points_left=rules.points_left,
    outcome=ending.outcome,
    side_actions=acts.side_actions,
    end_word=rules.end_word,
    default_orders=rules.default_orders,
    suppose_turn=suppose_turn,
    write_position=position.write_position,
    freeze=freeze,
    thaw=thaw,
)

NOTATION: Notation[State, Order] = Notation(
    read_orders=orders.read_orders,
    write_orders=orders.write_orders,
    split_words=orders.split_words,
    join_words=orders.join_words,
    between=orders.BETWEEN,
)

KNOWLEDGE: Knowledge[State, Event] = Knowledge(
    write_view=view.write_view,
    read_view=view.read_view,
    witness=view.witness,
    mask=lambda state, viewer: state,  # nothing is hidden from anybody (G36)
)

TELLING: Telling[State, Event] = Telling(
    describe_event=telling.describe_event,
    losses=telling.losses,
    points_spent=telling.points_spent,
    event_marks=telling.event_marks,
    columns=report.COLUMNS,
    report=report.report,
    describe_state=report.describe_state,
    figures_by_field=report.figures_by_field,
    draw_board=draw_board,
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
        legal_choices=choices.legal_choices,
        possible_captures=captures.possible_captures,
        unaffordable_fields=choices.unaffordable_fields,
        levels=(
            BotLevel("casual", Phrase("casual"), partial(propose_orders, CASUAL)),
            BotLevel("strong", Phrase("strong"), partial(propose_orders, STRONG)),
        ),
    ),
    telling=TELLING,
    art=ARTIST,
)
