"""Bollwerk 178, a chess with stones by Stefan Bogdanski (2021), for two players."""

from __future__ import annotations

from functools import partial

from conquest.core import (
    BotLevel,
    Composing,
    Judgement,
    Knowledge,
    Option,
    Phrase,
    RuleSet,
    Seating,
    Telling,
)
from conquest.kit import codec, duel, tables
from conquest.kit.texts import markdown_reader, sample_reader
from conquest.rulesets.bollwerk import (
    choices,
    picture,
    position,
    report,
    rules,
    sketching,
    telling,
)
from conquest.rulesets.bollwerk.adjudication import ADJUDICATION
from conquest.rulesets.bollwerk.bot import CASUAL, STRONG, propose_orders
from conquest.rulesets.bollwerk.evaluation import WORTH
from conquest.rulesets.bollwerk.evolution import evolve
from conquest.rulesets.bollwerk.model import EVENTS, QUIET_TURNS, Event, State
from conquest.rulesets.bollwerk.orders import NOTATION, Order
from conquest.rulesets.bollwerk.sides import SEATS
from conquest.rulesets.bollwerk.words import COLOURS, PIECES, SEAT_NAMES, STONE_NAMES

SEATING = Seating(
    seats=SEATS,
    names=SEAT_NAMES,
    colours=COLOURS,
    options=(
        tables.seats_option(
            Phrase("Who plays White"), Phrase("White has the first turn."), tables.CHOICE
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

# Bollwerk counts no points (O7) and draws no numbers, and no word ends a turn.
JUDGEMENT: Judgement[State, Event, Order] = Judgement(
    events=EVENTS,
    decision_kinds=rules.DECISION_KINDS,
    open_case=position.open_case,
    start_game=position.start_game,
    decide=rules.decide,
    evolve=evolve,
    offers=(duel.DrawOffered,),
    seats=lambda state: SEATS,
    to_act=rules.to_act,
    turn_number=lambda state: state.number,  # counted from 1 (O17)
    outcome=lambda state: state.outcome,
    adjudication=ADJUDICATION,
    side_actions=rules.side_actions,
    default_orders=rules.default_orders,
    suppose_turn=rules.suppose_turn,
    write_position=position.write_position,
    freeze=codec.freeze,
    thaw=codec.make_thaw(State),
)

KNOWLEDGE: Knowledge[State, Event] = Knowledge(
    write_view=position.write_view,
    read_view=position.read_view,
    witness=position.witness,
    mask=lambda state, viewer: state,  # nothing is hidden from anybody (G36)
)

TELLING: Telling[State, Event] = Telling(
    describe_event=telling.describe_event,
    losses=telling.losses,
    event_marks=telling.event_marks,
    columns=report.COLUMNS,
    report=report.report,
    describe_state=report.describe_state,
    figures_by_field=report.figures_by_field,
    draw_board=picture.draw_board,
    figures=PIECES | STONE_NAMES,
    rules_text=markdown_reader(__file__, "RULES"),
    lessons_text=markdown_reader(__file__, "LESSONS"),
    sample_game=sample_reader(__file__),
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
        possible_captures=choices.possible_captures,
        levels=(
            BotLevel("casual", Phrase("casual"), partial(propose_orders, CASUAL)),
            BotLevel("strong", Phrase("strong"), partial(propose_orders, STRONG)),
        ),
    ),
    telling=TELLING,
    art=picture.ARTIST,
)
