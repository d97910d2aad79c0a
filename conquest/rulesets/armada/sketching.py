"""Sketches of unfinished turns: a way that grows square by square, a throw, an answer.

Where a hidden rank or chance decides, the step says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate

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
from conquest.kit.hidden_army import Square, is_draft, sketch_setup
from conquest.kit.sketch import step_of_events
from conquest.rulesets.armada import refusals
from conquest.rulesets.armada.army import SETUP
from conquest.rulesets.armada.choices import (
    activation_choice,
    aim_choices,
    answer_choices,
    proposal_choices,
    sort_by_length,
    sort_choices,
    throw_choices,
    throw_tray,
)
from conquest.rulesets.armada.evolution import evolve
from conquest.rulesets.armada.ground import LINE, ground_for
from conquest.rulesets.armada.marks import event_marks
from conquest.rulesets.armada.model import State
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
from conquest.rulesets.armada.words import NAMES, WORDS, own_figure

GOES_ON = Phrase("The way can go on, or be handed in as it is.")
THROW = Phrase("Throw at %(aim)s")
ALL_ARE_ASKED = Phrase(
    "All who are not defeated are asked; one who refuses is enough to prevent it."
    " It takes effect with the next round and is for good."
)


@dataclass(frozen=True, slots=True)
class _PlayedText:
    """A text as far as it was played: the position reached, its steps, and why it stops."""

    state: State
    close: State
    steps: tuple[PlannedStep, ...] = ()
    order: Order | None = None
    refused: Refused | None = None
    rest: tuple[str, ...] = ()


def sketch(state: State, seat: Seat, text: str) -> Sketch[State]:
    """Return what a text would do if a seat handed it in, as far as that can be foreseen.

    Nothing is raised: a refusal is part of the sketch.
    """
    words = split_words(text)
    if to_act(state).get(seat) == "setup" and is_draft(words):
        return sketch_setup(SETUP, state, seat, text)
    played = _play_order(state, seat, words)
    list_choices = _choice_lister(state, seat, played)
    return Sketch(
        state=played.state,
        close=played.close,
        steps=played.steps,
        refused=played.refused,
        rest=played.rest,
        list_choices=list_choices,
        refusal_for=partial(refusal_for, state, seat, played.order),
        tray=throw_tray(state, seat),
        lacks=_order_remark(state, seat, played.order, list_choices),
    )


def _order_remark(
    state: State, seat: Seat, order: Order | None, list_choices: Callable[[], tuple[Choice, ...]]
) -> Phrase | None:
    """Return the remark on an order: that a way can go on, the odds of a throw, or what an
    alliance leads to."""
    if isinstance(order, AllyOrder):
        return ALL_ARE_ASKED
    if isinstance(order, ThrowOrder):
        return odds_phrase(throw_odds(state, seat, order.aim))
    return GOES_ON if order is not None and list_choices() else None


def _play_order(state: State, seat: Seat, words: tuple[str, ...]) -> _PlayedText:
    """Play the first order of a text; any further order is refused (O8)."""
    if not words:
        return _PlayedText(state, state)
    try:
        order = read_order(words[0], state, seat)
        step, after, close = _plan_step(state, seat, order)
    except Refused as refused:
        return _PlayedText(state, state, refused=refused.at_order(0), rest=words)
    played = _PlayedText(after, close, (step,), order)
    if len(words) > 1:
        return _refuse_second_order(played, state, seat, words)
    return played


def _refuse_second_order(
    played: _PlayedText, state: State, seat: Seat, words: tuple[str, ...]
) -> _PlayedText:
    assert played.order is not None
    try:
        others = [read_order(word, state, seat) for word in words[1:]]
        decide(state, seat, (played.order, *others))
    except Refused as refused:
        return replace(played, refused=refused.at_order(1), rest=words[1:])
    # What the first order does may be open; a second one is refused in any case (O8).
    except Unforeseen:
        return replace(played, refused=refusals.second_order().at_order(1), rest=words[1:])
    return played


def _plan_step(state: State, seat: Seat, order: Order) -> tuple[PlannedStep, State, State]:
    """Return an order as a step, the position after it, and the last position of the same turn."""
    try:
        events = decide(state, seat, (order,))
    except Unforeseen as unforeseen:
        return _unforeseen_step(state, seat, order, unforeseen), state, state
    phrase = describe_event(events[0], seat, state)
    step = step_of_events(write_order(order), phrase, events, event_marks)
    positions = list(accumulate(events, evolve, initial=state))
    close = [after for after in positions if after.number == state.number][-1]
    return step, positions[-1], close


def _unforeseen_step(state: State, seat: Seat, order: Order, unforeseen: Unforeseen) -> PlannedStep:
    """Return the step of an order whose result cannot be foreseen."""
    why = as_sentence(unforeseen.phrase)
    match order:
        case Activation():
            unit = WORDS.figure_name(state.pieces[order.path[0]].rank, order.path[0])
            phrase = Phrase("%(name)s: %(label)s", name=unit, label=activation_label(state, order))
            way = Mark("arrow", full_path(order.path), seat)
            phrase = as_sentence(phrase)
            return PlannedStep(write_activation(order), phrase, marks=(way,), unforeseen=why)
        case ThrowOrder():
            odds = odds_marks(throw_odds(state, seat, order.aim))
            marks = (*odds, Mark("ring", (order.aim,), seat))
            phrase = Phrase(THROW.template, aim=order.aim)
            return PlannedStep(write_order(order), phrase, marks=marks, unforeseen=why)
        case _:
            return PlannedStep(write_order(order), None, unforeseen=why)


def _choice_lister(
    state: State, seat: Seat, played: _PlayedText
) -> Callable[[], tuple[Choice, ...]]:
    """Return the function that lists what can follow: any order at first, then longer ways."""
    if played.refused and played.order:  # a turn is one order, and that is there
        return tuple
    match played.order:
        case None:
            return partial(first_choices, state, seat)
        case Activation() as turn:
            return partial(longer_choices, state, seat, turn)
        case ThrowOrder(aim=aim):
            return lambda: sort_choices(aim_choices(state, aim))
        case _:
            return tuple


def first_choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Return what a text can begin with; of a unit's ways to one square only the shortest."""
    match to_act(state).get(seat):
        case "turn":
            shortest = _shortest_activations(legal_activations(state, seat))
            activations = (activation_choice(state, turn) for turn in shortest)
            return sort_choices((*activations, *proposal_choices(state, seat)))
        case "throw":
            return sort_choices(throw_choices(state))
        case "consent":
            return sort_choices(answer_choices(state))
        case _:
            return ()


def longer_choices(state: State, seat: Seat, turn: Activation) -> tuple[Choice, ...]:
    """Return how a way can go on from where it ends, by the shortest way to each square."""
    path, done = turn.path, len(turn.path)
    # An attack ends a way, and a line is written by its two ends, so it cannot grow (I4).
    if turn.link != "-" or ground_for(state, seat).reach == LINE:
        return ()
    ways = legal_activations(state, seat)
    longer = (way for way in ways if way.path[:done] == path and way.path != path)
    return sort_choices(_longer_choice(state, way, done) for way in _shortest_activations(longer))


def _longer_choice(state: State, turn: Activation, done: int) -> Choice:
    """Return a longer way as a choice that starts where the drawn way ends now."""
    rank, now = state.pieces[turn.path[0]].rank, turn.path[done - 1]
    return replace(
        activation_choice(state, turn, replaces=True),
        piece=now,
        origin=now,
        way=turn.path[done - 1 :],
        name=own_figure(rank, now),
        kind=NAMES[rank],
    )


def _shortest_activations(activations: Iterable[Activation]) -> Iterator[Activation]:
    """Yield the shortest of each unit's ways to each square; of equal ones the first by text."""
    best: dict[tuple[Square, Square], Activation] = {}
    for turn in sort_by_length(activations):
        best.setdefault((turn.path[0], turn.path[-1]), turn)
    yield from best.values()


def refusal_for(
    state: State, seat: Seat, order: Order | None, piece: Square, target: Square, tool: str
) -> Refused | None:
    """Return why a unit cannot go to a square, ``None`` if it can or if that was not the question
    (a tool is in hand, or no turn is owed)."""
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
