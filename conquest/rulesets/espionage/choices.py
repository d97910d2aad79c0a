"""The legal choices: whole turns for referees, one step after the other for pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from conquest.core import Choice, Phrase, Seat
from conquest.kit.hidden_army import Square
from conquest.rulesets.espionage.model import State
from conquest.rulesets.espionage.moves import (
    certain_second_steps,
    is_attack_step,
    legal_steps,
    possible_second_steps,
)
from conquest.rulesets.espionage.orders import PieceStep, write_step
from conquest.rulesets.espionage.rules import suppose_turn, to_act
from conquest.rulesets.espionage.telling import attack_label
from conquest.rulesets.espionage.words import NAMES, WORDS


def legal_choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Return the turns a seat may hand in now, sorted by text; set-ups are not listed (O14)."""
    if to_act(state).get(seat) != "turn":
        return ()
    return _sort_choices(_turn_choices(state, seat))


def _turn_choices(state: State, seat: Seat) -> Iterator[Choice]:
    for first in legal_steps(state, seat):
        if state.moves == 1:
            yield step_choice(state, first)
            continue
        # One step is a whole turn only if no second one is certain (EP5).
        if next(certain_second_steps(state, seat, first), None) is None:
            yield step_choice(state, first)
        for second in possible_second_steps(state, seat, first):
            yield _pair_choice(state, first, second)


def first_choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Return the first steps of a turn, sorted by text; none if the seat owes no turn."""
    if to_act(state).get(seat) != "turn":
        return ()
    return _sort_choices(step_choice(state, first) for first in legal_steps(state, seat))


def second_choices(state: State, seat: Seat, first: PieceStep) -> tuple[Choice, ...]:
    """Return the steps that may follow the first; ``state`` is the position before it."""
    return _sort_choices(
        step_choice(state, second, left=first.start)
        for second in possible_second_steps(state, seat, first)
    )


def _sort_choices(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    return tuple(sorted(choices, key=lambda choice: choice.text))


def step_choice(state: State, step: PieceStep, *, left: Square = "") -> Choice:
    """Return a step as a page offers it; ``left`` is the square that the first step has freed."""
    piece = state.pieces[step.start]
    is_attack = is_attack_step(state, step) and step.end != left
    label = attack_label(state, step) if is_attack else Phrase("to %(end)s", end=step.end)
    start, end, name = step.start, step.end, WORDS.figure_name(piece.rank, step.start)
    way, kind = (start, end), NAMES[piece.rank]
    text = write_step(step)
    return Choice(text, start, start, end, 0, is_attack, label, way, name, kind, is_brief=True)


def _pair_choice(state: State, first: PieceStep, second: PieceStep) -> Choice:
    one, other = step_choice(state, first), step_choice(state, second, left=first.start)
    text, captures = f"{one.text} {other.text}", one.captures or other.captures
    label = Phrase("%(one)s; %(other)s", one=one.words, other=other.words)
    return Choice(text, first.start, first.start, first.end, 0, captures, label, one.way)


def possible_captures(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Return the attacks a seat could make if it were on turn now."""
    if state.outcome or not state.is_set_up:
        return ()
    supposed = suppose_turn(state, seat)
    return _sort_choices(
        step_choice(supposed, step)
        for step in legal_steps(supposed, seat)
        if is_attack_step(supposed, step)
    )
