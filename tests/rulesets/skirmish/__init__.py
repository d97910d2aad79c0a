"""Skirmish: a small game for the tests that uses everything a rule set can have."""

from __future__ import annotations

from conquest.core import Judgement, Knowledge, Phrase, RuleSet
from conquest.kit.sketch import Sketcher
from tests.rulesets.skirmish import position, rules
from tests.rulesets.skirmish.board import ARTIST, SEATING
from tests.rulesets.skirmish.composing import build_composing, first_choices
from tests.rulesets.skirmish.evolution import evolve
from tests.rulesets.skirmish.model import EVENTS, Event, State
from tests.rulesets.skirmish.orders import NOTATION, Order
from tests.rulesets.skirmish.telling import TELLING

JUDGEMENT: Judgement[State, Event, Order] = Judgement(
    events=EVENTS,
    decision_kinds=rules.DECISION_KINDS,
    open_case=position.open_case,
    start_game=position.start_game,
    decide=rules.decide,
    evolve=evolve,
    numbers_drawn=lambda state: state.drawn,
    seats=lambda state: state.seats,
    to_act=rules.to_act,
    turn_number=lambda state: state.number,
    points_left=lambda state: None,
    outcome=lambda state: state.outcome,
    adjudication=rules.ADJUDICATION,
    side_actions=rules.side_actions,
    end_word=lambda state, seat: "",
    default_orders=rules.default_orders,
    suppose_turn=rules.suppose_turn,
    write_position=position.write_position,
    freeze=position.freeze,
    thaw=position.thaw,
)
KNOWLEDGE: Knowledge[State, Event] = Knowledge(
    write_view=position.write_view,
    read_view=position.read_view,
    witness=position.witness,
    has_hidden_pieces=True,
    uncovers=position.uncovers,
)
SKETCHER = Sketcher(
    judgement=JUDGEMENT,
    notation=NOTATION,
    knowledge=KNOWLEDGE,
    telling=TELLING,
    legal_choices=first_choices,
)
RULES: RuleSet[State, Event, Order] = RuleSet(
    slug="skirmish",
    title=Phrase("Skirmish"),
    seating=SEATING,
    judgement=JUDGEMENT,
    notation=NOTATION,
    knowledge=KNOWLEDGE,
    composing=build_composing(SKETCHER),
    telling=TELLING,
    art=ARTIST,
)
