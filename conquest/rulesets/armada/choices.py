"""The legal orders of a seat as choices, and its attacks, which pages show as threats (I47)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from conquest.core import Choice, Phrase, Seat, Tool
from conquest.kit.hidden_army import Square
from conquest.rulesets.armada.alliances import possible_allies
from conquest.rulesets.armada.board import squares_in_order
from conquest.rulesets.armada.ground import ground_for
from conquest.rulesets.armada.model import State
from conquest.rulesets.armada.moves import full_path, legal_activations
from conquest.rulesets.armada.orders import (
    ALLY,
    CONSENT,
    REFUSE,
    SKIP,
    Activation,
    ThrowOrder,
    write_activation,
    write_order,
)
from conquest.rulesets.armada.rules import suppose_turn, to_act
from conquest.rulesets.armada.telling import activation_label
from conquest.rulesets.armada.words import NAMES, SEAT_NAMES, own_figure

PROPOSE = Phrase("propose an alliance to %(seat)s")
DO_WITHOUT = Phrase("throw nothing")
DIE = "die"


def legal_choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Return the orders a seat may hand in now, sorted by text; set-ups are too many (O14)."""
    match to_act(state).get(seat):
        case "turn":
            choices = (*activation_choices(state, seat), *proposal_choices(state, seat))
        case "throw":
            choices = tuple(throw_choices(state))
        case "consent":
            choices = tuple(answer_choices(state))
        case _:
            choices = ()
    return sort_choices(choices)


def sort_choices(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    """Return choices sorted by their texts."""
    return tuple(sorted(choices, key=lambda choice: choice.text))


def activation_choices(state: State, seat: Seat) -> Iterator[Choice]:
    """Yield every way of every unit that a seat can activate."""
    for turn in legal_activations(state, seat):
        yield activation_choice(state, turn)


def activation_choice(state: State, turn: Activation, *, replaces: bool = False) -> Choice:
    """Return an activation as a choice; one that ``replaces`` takes the place of a shorter way."""
    start, end = turn.path[0], turn.path[-1]
    rank = state.pieces[start].rank
    return Choice(
        write_activation(turn),
        start,
        start,
        end,
        cost=0,
        captures=turn.link == "x",
        label=activation_label(state, turn),
        way=full_path(turn.path),
        name=own_figure(rank, start),
        kind=NAMES[rank],
        replaces=replaces,
        is_brief=True,
    )


def throw_choices(state: State) -> Iterator[Choice]:
    """Yield a throw at every square, and ``skip``; only ``skip`` if no die is left (K17)."""
    yield from aim_choices(state)
    yield _word_choice(SKIP, DO_WITHOUT)


def aim_choices(state: State, besides: Square = "") -> Iterator[Choice]:
    """Yield a throw at every square, except at ``besides``, whose throw the others replace."""
    for square in squares_in_order(state.size) if state.pool else ():
        if square != besides:
            label = Phrase("throw at %(square)s", square=square)
            text = write_order(ThrowOrder(square))
            yield Choice(text, "", "", square, 0, False, label, tool=DIE, replaces=bool(besides))


def throw_tray(state: State, seat: Seat) -> tuple[Tool, ...]:
    """Return the tray of a seat that owes a throw: a die, if any is left."""
    if to_act(state).get(seat) != "throw" or not state.pool:
        return ()
    return (Tool(DIE, Phrase("blocker die"), "die6", state.pool),)


def answer_choices(state: State) -> Iterator[Choice]:
    """Yield the answers to a proposal."""
    if state.proposal:
        one, other = SEAT_NAMES[state.proposal.seat], SEAT_NAMES[state.proposal.to]
        allied = Phrase("%(one)s and %(other)s may ally", one=one, other=other)
        yield _word_choice(CONSENT, allied)
        yield _word_choice(REFUSE, Phrase("no alliance"))


def proposal_choices(state: State, seat: Seat) -> Iterator[Choice]:
    """Yield the alliances that a seat on turn can propose (I18)."""
    for to in possible_allies(state, seat):
        yield _word_choice(f"{ALLY} {to}", Phrase(PROPOSE.template, seat=SEAT_NAMES[to]))


def _word_choice(text: str, label: Phrase) -> Choice:
    return Choice(text, "", "", "", 0, False, label)


def possible_captures(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Return the attacks that could capture a unit if a seat's turn began now, each by its
    shortest way; attacks into live zones capture nobody and are left out (K28)."""
    if state.outcome or not state.is_set_up or seat in state.defeated:
        return ()
    supposed, captures = suppose_turn(state, seat), dict[tuple[Square, Square], Choice]()
    land = ground_for(supposed, seat)
    # The shortest way comes first, and setdefault keeps it.
    for turn in sort_by_length(legal_activations(supposed, seat)):
        if turn.link == "x" and not land.is_enemy_zone(turn.path[-1]):
            captures.setdefault((turn.path[0], turn.path[-1]), activation_choice(supposed, turn))
    return sort_choices(captures.values())


def sort_by_length(turns: Iterable[Activation]) -> list[Activation]:
    """Return ways, the shortest first, and of equal ones the first by text."""
    return sorted(turns, key=lambda turn: (len(turn.path), write_activation(turn)))
