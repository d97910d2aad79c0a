"""Build the rule set of a game of the family from its laws and its class of state."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TypeAlias

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
from conquest.islands.board import SEATS
from conquest.islands.bot import player
from conquest.islands.bot.weighing import WORTH, weigh_position
from conquest.islands.composing import choices, refusals, routes, sketching
from conquest.islands.events import EVENTS, Event
from conquest.islands.model import State
from conquest.islands.orders import BETWEEN, GERMAN, Order
from conquest.islands.picture import ARTIST
from conquest.islands.rules import judging, position, submissions, view
from conquest.islands.rules.adjudication import ADJUDICATION
from conquest.islands.rules.ending import outcome
from conquest.islands.rules.evolution import evolve_or_start, suppose_turn
from conquest.islands.rules.tally import points_left
from conquest.islands.telling import attacks, report, sentences, standing
from conquest.islands.telling.drawing import draw_board
from conquest.islands.words import COLOURS, FIGURES, SEAT_NAMES
from conquest.kit import codec
from conquest.kit.greedy import GreedyBot
from conquest.kit.sketch import Sketcher
from conquest.kit.texts import markdown_reader, sample_reader

FamilyRules: TypeAlias = RuleSet[State, Event, Order]

PLAYERS = Option(
    "players",
    Phrase("How many play"),
    ((4, Phrase("four")), (3, Phrase("three")), (2, Phrase("two"))),
)
PARTNERS = Option(
    "partners",
    Phrase("Who plays with whom"),
    (
        (False, Phrase("everybody for themselves")),
        (True, Phrase("partners: South and North against West and East")),
    ),
    only_if={"players": (4,)},
)


def build_ruleset(
    slug: str,
    kind: type[State],
    options: tuple[Option, ...],
    folder: str,
    events: Mapping[str, type[Event]],
) -> FamilyRules:
    """Return the rule set of the game whose laws are those of its ``kind`` of state.

    ``options`` are the options of a table, ``events`` the events that only this game has. The
    game's texts are read from beside the file ``folder``.
    """
    judgement, notation = _build_judgement(kind, events), _build_notation()
    knowledge = _build_knowledge(kind)
    telling = _build_telling(kind, folder)
    composing = _build_composing(kind, judgement, notation, knowledge, telling)
    return RuleSet(
        slug=slug,
        title=kind.laws.title,
        seating=_build_seating(kind, options),
        judgement=judgement,
        notation=notation,
        knowledge=knowledge,
        composing=composing,
        telling=telling,
        art=ARTIST,
        standing=standing.standing_orders(kind.laws),
    )


def _build_seating(kind: type[State], options: tuple[Option, ...]) -> Seating:
    return Seating(
        seats=SEATS,
        names=SEAT_NAMES,
        colours=COLOURS,
        options=(PLAYERS, *options, PARTNERS),
        table_layout=partial(position.table_layout, kind.laws),
    )


def _build_judgement(
    kind: type[State], events: Mapping[str, type[Event]]
) -> Judgement[State, Event, Order]:
    return Judgement(
        events={**EVENTS, **events},
        decision_kinds=judging.DECISION_KINDS,
        open_case=partial(position.open_case, kind),
        start_game=partial(position.start_game, kind),
        decide=judging.decide,
        evolve=partial(evolve_or_start, kind),
        numbers_drawn=judging.numbers_drawn,
        seats=judging.seats,
        to_act=judging.to_act,
        turn_number=judging.turn_number,
        points_left=points_left,
        outcome=outcome,
        adjudication=ADJUDICATION,
        side_actions=judging.side_actions,
        end_word=judging.end_word,
        default_orders=judging.default_orders,
        suppose_turn=suppose_turn,
        figures_added=kind.laws.figures_added,
        write_position=position.write_position,
        freeze=codec.freeze,
        thaw=codec.make_thaw(kind),
    )


def _build_notation() -> Notation[State, Order]:
    return Notation(
        read_orders=submissions.read_orders,
        write_orders=submissions.write_orders,
        split_words=submissions.split_words,
        join_words=submissions.join_words,
        between=BETWEEN,
        insist="anyway",
        german=GERMAN,
    )


def _build_knowledge(kind: type[State]) -> Knowledge[State, Event]:
    return Knowledge(
        write_view=view.write_view,
        read_view=partial(view.read_view, kind),
        witness=view.witness,
        mask=view.mask,
    )


def _build_telling(kind: type[State], folder: str) -> Telling[State, Event]:
    laws = kind.laws
    return Telling(
        describe_event=partial(sentences.describe_event, laws),
        losses=partial(attacks.losses, laws),
        points_spent=partial(sentences.points_spent, laws),
        event_marks=partial(sentences.event_marks, laws),
        columns=report.columns(laws),
        report=report.report,
        describe_state=report.describe_state,
        figures_by_field=report.figures_by_field,
        draw_board=draw_board,
        figures={letter: FIGURES[letter] for letter in laws.ranges},
        rules_text=markdown_reader(folder, "RULES"),
        lessons_text=markdown_reader(folder, "LESSONS"),
        join_events=sentences.join_events,
        dropped_orders=sentences.dropped_orders,
        worth=WORTH,
        sample_game=sample_reader(folder),
    )


def _build_composing(
    kind: type[State],
    judgement: Judgement[State, Event, Order],
    notation: Notation[State, Order],
    knowledge: Knowledge[State, Event],
    telling: Telling[State, Event],
) -> Composing[State]:
    actions = kind.laws.special_actions
    sketcher = Sketcher(
        judgement=judgement,
        notation=notation,
        knowledge=knowledge,
        telling=telling,
        legal_choices=choices.legal_choices,
        refusal_for=refusals.refusal_for,
        tray=actions.tray_tools if actions else None,
    )
    return Composing(
        sketch=partial(sketching.sketch, sketcher.sketch),
        legal_choices=choices.legal_choices,
        possible_captures=choices.possible_captures,
        unaffordable_fields=choices.unaffordable_fields,
        routes=routes.routes,
        levels=_build_levels(judgement, notation),
        branching=sketching.make_branching(),
    )


def _build_levels(
    judgement: Judgement[State, Event, Order], notation: Notation[State, Order]
) -> tuple[BotLevel[State], ...]:
    """Return the bots, from the weakest to the strongest."""
    greedy = GreedyBot(
        judgement=judgement,
        notation=notation,
        legal_choices=choices.legal_choices,
        weigh=weigh_position,
    )
    seasoned = partial(player.propose_orders, player.SEASONED)
    return (
        BotLevel("greedy", Phrase("casual"), greedy.propose_orders),
        BotLevel("seasoned", Phrase("seasoned"), seasoned),
        BotLevel("strong", Phrase("strong"), partial(player.propose_orders, player.STRONG)),
    )
