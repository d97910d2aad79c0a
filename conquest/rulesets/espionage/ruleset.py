"""Espionage, a game of hidden ranks for two players, after the one on BrainKing."""

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
from conquest.rulesets.espionage import (
    bot,
    choices,
    picture,
    position,
    report,
    rules,
    sketching,
    telling,
    view,
)
from conquest.rulesets.espionage.adjudication import ADJUDICATION
from conquest.rulesets.espionage.army import PATTERNS
from conquest.rulesets.espionage.evolution import evolve
from conquest.rulesets.espionage.model import EVENTS, KINDS, PIECES, QUIET_MOVES, Event, State
from conquest.rulesets.espionage.orders import NOTATION, Order
from conquest.rulesets.espionage.ranks import RANKS, SEATS
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
        tables.seats_option(Phrase("Who plays White"), Phrase("White has the first turn.")),
    ),
    table_layout=position.table_layout,
    is_board_named=False,
)

# Espionage counts no points (O7), and no word ends a turn.
JUDGEMENT: Judgement[State, Event, Order] = Judgement(
    events=EVENTS,
    decision_kinds=rules.DECISION_KINDS,
    open_case=position.open_case,
    start_game=position.start_game,
    decide=rules.decide,
    evolve=evolve,
    numbers_drawn=lambda state: state.drawn,  # all for volcanoes (O16)
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
    write_view=view.write_view,
    read_view=view.read_view,
    witness=view.witness,
    mask=view.mask,
    # No rule depends on where a piece was set up, so positions do not have it; views do.
    beside=("homes",),
    has_hidden_pieces=True,
    uncovers=view.uncovers,
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
    figures={rank: NAMES[rank] for rank in RANKS},
    rules_text=markdown_reader(__file__, "RULES"),
    lessons_text=markdown_reader(__file__, "LESSONS"),
    sample_game=sample_reader(__file__),
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
)
