"""Iron Armada as a rule set: its parts put together for the site, the judge and the tests."""

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
from conquest.rulesets.armada import (
    acts,
    bot,
    choices,
    ending,
    marks,
    orders,
    position,
    report,
    rules,
    sketching,
    telling,
    throw_film,
    view,
)
from conquest.rulesets.armada.board import SEATS
from conquest.rulesets.armada.campaign import CAMPAIGN
from conquest.rulesets.armada.drawing import draw_board
from conquest.rulesets.armada.evolution import evolve
from conquest.rulesets.armada.model import ALWAYS, EVENTS, PHASE_4, Event, State
from conquest.rulesets.armada.orders import Order
from conquest.rulesets.armada.patterns import PATTERNS
from conquest.rulesets.armada.picture import ARTIST
from conquest.rulesets.armada.ranks import RANKS
from conquest.rulesets.armada.serialization import freeze, thaw
from conquest.rulesets.armada.supposing import suppose_turn
from conquest.rulesets.armada.words import COLOURS, NAMES, SEAT_NAMES

SEATING = Seating(
    seats=SEATS,
    names=SEAT_NAMES,
    colours=COLOURS,
    options=(
        Option(
            "players",
            Phrase("Players"),
            (
                (2, Phrase("two, on 11×11 squares")),
                (3, Phrase("three, on 13×13 squares")),
                (4, Phrase("four, on 13×13 squares")),
            ),
        ),
        Option(
            "king",
            Phrase("The King can be captured"),
            (
                (PHASE_4, Phrase("once nothing else of his army lives")),
                (ALWAYS, Phrase("at any time")),
            ),
            about=Phrase("The written rules can be read either way."),
        ),
        Option(
            "terrain",
            Phrase("Mountain and monastery"),
            ((False, Phrase("no")), (True, Phrase("yes"))),
            about=Phrase("Closed squares that nobody can destroy; better not in a first game."),
            only_if={"players": (3, 4)},
        ),
        Option(
            "seats",
            Phrase("Who sits where"),
            (
                (position.LOT, Phrase("the lot decides")),
                (position.CHOICE, Phrase("as you sit down")),
            ),
            about=Phrase("South has the first turn."),
        ),
    ),
    table_layout=position.table_layout,
    is_board_named=False,
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
    mask=view.mask,
    beside=("tracks",),  # what all have seen of units; only guesses use it, no rule does
    has_hidden_pieces=True,
)

TELLING: Telling[State, Event] = Telling(
    describe_event=telling.describe_event,
    losses=telling.losses,
    points_spent=telling.points_spent,
    event_marks=marks.event_marks,
    columns=report.COLUMNS,
    report=report.report,
    describe_state=report.describe_state,
    figures_by_field=report.figures_by_field,
    draw_board=draw_board,
    figures={rank: NAMES[rank] for rank in RANKS},
    rules_text=markdown_reader(__file__, "RULES"),
    lessons_text=markdown_reader(__file__, "LESSONS"),
    identities=report.identities,
    film_shots=throw_film.film_shots,
)

RULES: RuleSet[State, Event, Order] = RuleSet(
    slug="armada",
    title=Phrase("Iron Armada"),
    seating=SEATING,
    judgement=JUDGEMENT,
    notation=NOTATION,
    knowledge=KNOWLEDGE,
    composing=Composing(
        sketch=sketching.sketch,
        legal_choices=choices.legal_choices,
        possible_captures=choices.possible_captures,
        unaffordable_fields=choices.unaffordable_fields,
        levels=(
            BotLevel("casual", Phrase("casual"), partial(bot.propose_orders, bot.CASUAL)),
            BotLevel("strong", Phrase("strong"), partial(bot.propose_orders, bot.STRONG)),
        ),
        patterns=PATTERNS,
    ),
    telling=TELLING,
    art=ARTIST,
    campaign=CAMPAIGN,
)
