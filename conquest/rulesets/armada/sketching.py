"""A turn in the making: a way that grows square by square, a throw, an answer.

Where a hidden rank or chance decides, a step says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial, reduce

from conquest.core import (
    Choice,
    Mark,
    Phrase,
    PlannedStep,
    Refused,
    Seat,
    Sketch,
    Unforeseen,
    as_sentence,
)
from conquest.rulesets.armada import refusals, setup_draft
from conquest.rulesets.armada.board import Square
from conquest.rulesets.armada.choices import (
    activation_choice,
    aim_choices,
    answer_choices,
    proposal_choices,
    sort_choices,
    throw_choices,
    throw_tray,
)
from conquest.rulesets.armada.evolution import evolve
from conquest.rulesets.armada.ground import LINE, ground_for
from conquest.rulesets.armada.marks import event_marks
from conquest.rulesets.armada.model import EVENTS, Event, State
from conquest.rulesets.armada.moves import check_activation, full_path, legal_activations
from conquest.rulesets.armada.odds import odds_marks, throw_odds
from conquest.rulesets.armada.orders import (
    Activation,
    AllyOrder,
    Order,
    ThrowOrder,
    read_order,
    split_words,
    write_activation,
    write_order,
)
from conquest.rulesets.armada.rules import decide, to_act
from conquest.rulesets.armada.telling import activation_label, describe_event, odds_phrase
from conquest.rulesets.armada.words import figure_name, rank_name

NAMED = {made: kind for kind, made in EVENTS.items()}
GOES_ON = Phrase("The way can go on, or be handed in as it is.")
THROW = Phrase("Throw at %(aim)s")
ALL_ARE_ASKED = Phrase(
    "All who are not defeated are asked; one who refuses is enough to prevent it."
    " It takes effect with the next round and is for good."
)


@dataclass(frozen=True, slots=True)
class _PlayedText:
    """A text as far as it was played: the position reached, its steps, why it stops."""

    state: State
    close: State
    steps: tuple[PlannedStep, ...] = ()
    order: Order | None = None
    refused: Refused | None = None
    rest: tuple[str, ...] = ()


def sketch(state: State, seat: Seat, text: str) -> Sketch[State]:
    """Return what a text would do as a seat hands it in, as far as can be foreseen.

    Nothing is raised: a refusal is an answer.
    """
    words = split_words(text)
    if to_act(state).get(seat) == "setup" and setup_draft.is_setup_draft(words):
        return setup_draft.sketch_setup(state, seat, text)
    drawn = _play_order(state, seat, words)
    further = _choice_lister(state, seat, drawn)
    return Sketch(
        steps=drawn.steps,
        pauses=(),
        state=drawn.state,
        close=drawn.close,
        refused=drawn.refused,
        rest=drawn.rest,
        list_choices=further,
        refusal_for=partial(refusal_for, state, seat, drawn.order),
        tray=throw_tray(state, seat),
        lacks=_order_remark(state, seat, drawn.order, further),
    )


def _order_remark(
    state: State, seat: Seat, order: Order | None, further: Callable[[], tuple[Choice, ...]]
) -> Phrase | None:
    """Say that a way can go on, how likely a throw is void, out, or makes a unit fall, or what an
    alliance comes to."""
    if isinstance(order, AllyOrder):
        return ALL_ARE_ASKED
    if isinstance(order, ThrowOrder):
        return odds_phrase(throw_odds(state, seat, order.aim))
    return GOES_ON if order is not None and further() else None


def _play_order(state: State, seat: Seat, words: tuple[str, ...]) -> _PlayedText:
    """Play the one order of a text; what stands behind it is refused (O8)."""
    if not words:
        return _PlayedText(state, state)
    try:
        order = read_order(words[0], state, seat)
        step, after, close = _plan_step(state, seat, order)
    except Refused as refused:
        return _PlayedText(state, state, refused=refused.at_order(0), rest=words)
    drawn = _PlayedText(after, close, (step,), order)
    if len(words) > 1:
        return _refuse_second_order(drawn, state, seat, words)
    return drawn


def _refuse_second_order(
    drawn: _PlayedText, state: State, seat: Seat, words: tuple[str, ...]
) -> _PlayedText:
    assert drawn.order is not None
    try:
        others = [read_order(word, state, seat) for word in words[1:]]
        decide(state, seat, (drawn.order, *others))
    except Refused as refused:
        return replace(drawn, refused=refused.at_order(1), rest=words[1:])
    except Unforeseen:
        return replace(drawn, refused=refusals.second_order().at_order(1), rest=words[1:])
    return drawn


def _plan_step(state: State, seat: Seat, order: Order) -> tuple[PlannedStep, State, State]:
    """Return an order as a step, the position after it, and the last one of the same turn."""
    try:
        events = decide(state, seat, (order,))
    except Unforeseen as unforeseen:
        return _unforeseen_step(state, seat, order, unforeseen), state, state
    after = reduce(evolve, events, state)
    told = describe_event(events[0], seat, state)
    marks = tuple(mark for event in events for mark in event_marks(event))
    kinds = tuple(NAMED[type(event)] for event in events)
    step = PlannedStep(write_order(order), told, marks=marks, kinds=kinds)
    return step, after, _last_state_of_turn(state, events)


def _last_state_of_turn(state: State, events: Iterable[Event]) -> State:
    """Return the last position of the same turn."""
    close, number = state, state.number
    for event in events:
        state = evolve(state, event)
        if state.number == number:
            close = state
    return close


def _unforeseen_step(state: State, seat: Seat, order: Order, unforeseen: Unforeseen) -> PlannedStep:
    """Return a step of which nobody knows what will come of it."""
    why = as_sentence(unforeseen.phrase)
    match order:
        case Activation():
            named = figure_name(state.pieces[order.path[0]].rank, order.path[0])
            told = Phrase("%(name)s: %(label)s", name=named, label=activation_label(state, order))
            way = Mark("arrow", full_path(order.path), seat)
            return PlannedStep(
                write_activation(order), as_sentence(told), marks=(way,), unforeseen=why
            )
        case ThrowOrder():
            likely = odds_marks(throw_odds(state, seat, order.aim))
            marks = (*likely, Mark("ring", (order.aim,), seat))
            told = Phrase(THROW.template, aim=order.aim)
            return PlannedStep(write_order(order), told, marks=marks, unforeseen=why)
        case _:
            return PlannedStep(write_order(order), None, unforeseen=why)


def _choice_lister(
    state: State, seat: Seat, drawn: _PlayedText
) -> Callable[[], tuple[Choice, ...]]:
    """Return what works out what can follow: anything at first, then a longer way."""
    if drawn.refused:
        return tuple
    match drawn.order:
        case None:
            return partial(first_choices, state, seat)
        case Activation() as turn:
            return partial(longer_choices, state, seat, turn)
        case ThrowOrder(aim=aim):
            return lambda: sort_choices(aim_choices(state, aim))
        case _:
            return tuple


def first_choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Return what a text can begin with: of ways to one square the shortest."""
    match to_act(state).get(seat):
        case "turn":
            found = (
                activation_choice(state, turn)
                for turn in _shortest_activations(legal_activations(state, seat))
            )
            return sort_choices((*found, *proposal_choices(state, seat)))
        case "throw":
            return sort_choices(throw_choices(state))
        case "consent":
            return sort_choices(answer_choices(state))
        case _:
            return ()


def longer_choices(state: State, seat: Seat, turn: Activation) -> tuple[Choice, ...]:
    """Return how a way can go on from where it ends, by the shortest way to each square."""
    path, done = turn.path, len(turn.path)
    if turn.link != "-" or ground_for(state, seat).reach == LINE:
        return ()
    grown = (
        one
        for one in legal_activations(state, seat)
        if one.path[:done] == path and one.path != path
    )
    return sort_choices(_longer_choice(state, one, done) for one in _shortest_activations(grown))


def _longer_choice(state: State, turn: Activation, done: int) -> Choice:
    """Return a longer way as it is picked from where the unit stands by now."""
    rank, now = state.pieces[turn.path[0]].rank, turn.path[done - 1]
    return replace(
        activation_choice(state, turn, replaces=True),
        piece=now,
        origin=now,
        way=turn.path[done - 1 :],
        name=figure_name(rank, now),
        kind=rank_name(rank),
    )


def _shortest_activations(found: Iterable[Activation]) -> Iterator[Activation]:
    """Yield of ways of one unit to one square the shortest, of those the first by text."""
    best: dict[tuple[Square, Square], Activation] = {}
    for turn in sorted(found, key=lambda one: (len(one.path), write_activation(one))):
        best.setdefault((turn.path[0], turn.path[-1]), turn)
    yield from best.values()


def refusal_for(
    state: State, seat: Seat, order: Order | None, piece: Square, target: Square, tool: str
) -> Refused | None:
    """Return why a unit cannot go to a square, ``None`` if it can or nothing is to be said."""
    if to_act(state).get(seat) != "turn" or tool:
        return None
    begun = order.path if isinstance(order, Activation) else (piece,)
    if piece != begun[-1] or (order is None and piece not in state.pieces):
        return None
    link = "*" if any(target in one.squares for one in state.blockers.values()) else "-"
    try:
        check_activation(state, seat, Activation((*begun, target), link))
    except Refused as refused:
        return refused
    return None
