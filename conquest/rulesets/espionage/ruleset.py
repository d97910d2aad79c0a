"""Espionage, a game of hidden ranks after BrainKing's, for two players."""

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
from conquest.rulesets.espionage import (
    acts,
    choices,
    ending,
    house,
    orders,
    position,
    report,
    rules,
    sketching,
    telling,
    view,
)
from conquest.rulesets.espionage.drawing import draw
from conquest.rulesets.espionage.evolution import evolve
from conquest.rulesets.espionage.model import EVENTS, KINDS, PIECES, QUIET_MOVES, Event, State
from conquest.rulesets.espionage.orders import Order
from conquest.rulesets.espionage.patterns import PATTERNS
from conquest.rulesets.espionage.picture import ARTIST
from conquest.rulesets.espionage.ranks import RANKS, SEATS
from conquest.rulesets.espionage.serialization import freeze, thaw
from conquest.rulesets.espionage.supposing import suppose
from conquest.rulesets.espionage.words import COLOURS, NAMES, SEAT_NAMES

SEATING = Seating(
    seats=SEATS,
    names=SEAT_NAMES,
    colours=COLOURS,
    options=(
        Option(
            "size",
            Phrase("Board and armies"),
            (
                (10, Phrase("10×10, thirty pieces each")),
                (8, Phrase("8×8, sixteen pieces each (small, a house variant)")),
            ),
        ),
        Option(
            "moves",
            Phrase("Moves in a turn"),
            ((2, Phrase("two")), (1, Phrase("one (fast)"))),
        ),
        Option(
            "pair",
            Phrase("The two moves are made by"),
            ((KINDS, Phrase("two kinds of pieces")), (PIECES, Phrase("any two pieces"))),
            about=Phrase("A general and a spy are two kinds; two spies are not."),
            only_if={"moves": (2,)},
        ),
        Option(
            "open",
            Phrase("Ranks"),
            ((False, Phrase("hidden")), (True, Phrase("open to both sides"))),
            about=Phrase("Also in an open game both set up at once, unseen."),
        ),
        Option(
            "quiet",
            Phrase("Moves without a fight until the game is drawn"),
            between=position.QUIET_AT_TABLES,
            start=QUIET_MOVES,
            about=Phrase("Single moves of both sides in a row in which nobody attacks."),
        ),
        Option(
            "seats",
            Phrase("Who plays White"),
            (
                (position.LOT, Phrase("the lot decides")),
                (position.CHOICE, Phrase("as you sit down")),
            ),
            about=Phrase("White has the first turn."),
        ),
    ),
    table_layout=position.table,
    is_board_named=False,
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
    mask=view.mask,
    beside=("homes",),
    has_hidden_pieces=True,
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
    figures={rank: NAMES[rank] for rank in RANKS},
    rules_text=markdown_reader(__file__, "RULES"),
    lessons_text=markdown_reader(__file__, "LESSONS"),
    identities=report.identities,
)

RULES: RuleSet[State, Event, Order] = RuleSet(
    slug="espionage",
    title=Phrase("Espionage"),
    seating=SEATING,
    judgement=JUDGEMENT,
    notation=NOTATION,
    knowledge=KNOWLEDGE,
    composing=Composing(
        sketch=sketching.sketch,
        legal_choices=choices.legal,
        possible_captures=choices.strikes,
        unaffordable_fields=choices.afar,
        levels=(
            BotLevel("casual", Phrase("casual"), partial(house.propose, house.CASUAL)),
            BotLevel("strong", Phrase("strong"), partial(house.propose, house.STRONG)),
        ),
        patterns=PATTERNS,
    ),
    telling=TELLING,
    art=ARTIST,
)
