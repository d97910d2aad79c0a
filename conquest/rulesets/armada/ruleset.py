"""Iron Armada as a rule set: its parts put together for the site, the judge and the tests."""

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
from conquest.kit import codec, tables
from conquest.kit.texts import markdown_reader, sample_reader
from conquest.rulesets.armada import (
    bot,
    choices,
    marks,
    picture,
    position,
    report,
    rules,
    sketching,
    telling,
    throw_film,
    view,
)
from conquest.rulesets.armada.adjudication import ADJUDICATION
from conquest.rulesets.armada.army import PATTERNS
from conquest.rulesets.armada.board import SEATS
from conquest.rulesets.armada.campaign import CAMPAIGN
from conquest.rulesets.armada.evolution import evolve
from conquest.rulesets.armada.model import ALWAYS, EVENTS, PHASE_4, Event, State
from conquest.rulesets.armada.orders import NOTATION, Order
from conquest.rulesets.armada.ranks import RANKS
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
        tables.seats_option(Phrase("Who sits where"), Phrase("South has the first turn.")),
    ),
    table_layout=position.table_layout,
    is_board_named=False,
)

# Iron Armada counts no points (O7), and no word ends a turn: every turn is one order.
JUDGEMENT: Judgement[State, Event, Order] = Judgement(
    events=EVENTS,
    decision_kinds=rules.DECISION_KINDS,
    open_case=position.open_case,
    start_game=position.start_game,
    decide=rules.decide,
    evolve=evolve,
    numbers_drawn=lambda state: state.drawn,  # all by throws (O16)
    seats=lambda state: state.seats,  # in the order of play (I1)
    to_act=rules.to_act,
    turn_number=lambda state: state.number,  # counted from 1 (O17)
    outcome=lambda state: state.outcome,
    adjudication=ADJUDICATION,
    side_actions=rules.side_actions,
    default_orders=rules.default_orders,
    suppose_turn=rules.suppose_turn,
    defeated_seats=lambda state: state.defeated,
    write_position=position.write_position,
    freeze=codec.freeze,
    thaw=codec.make_thaw(State),
)

KNOWLEDGE: Knowledge[State, Event] = Knowledge(
    write_view=view.write_view,
    read_view=view.read_view,
    witness=view.witness,
    mask=view.mask,
    beside=("tracks",),  # what all have seen of units; only guesses use it, no rule does
    has_hidden_pieces=True,
    uncovers=view.uncovers,
)

TELLING: Telling[State, Event] = Telling(
    describe_event=telling.describe_event,
    losses=telling.losses,
    event_marks=marks.event_marks,
    columns=report.COLUMNS,
    report=report.report,
    describe_state=report.describe_state,
    figures_by_field=report.figures_by_field,
    draw_board=picture.draw_board,
    figures={rank: NAMES[rank] for rank in RANKS},
    rules_text=markdown_reader(__file__, "RULES"),
    lessons_text=markdown_reader(__file__, "LESSONS"),
    sample_game=sample_reader(__file__),
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
        levels=(
            BotLevel("casual", Phrase("casual"), partial(bot.propose_orders, bot.CASUAL)),
            BotLevel("strong", Phrase("strong"), partial(bot.propose_orders, bot.STRONG)),
        ),
        patterns=PATTERNS,
    ),
    telling=TELLING,
    art=picture.ARTIST,
    campaign=CAMPAIGN,
)
