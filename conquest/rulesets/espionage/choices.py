"""What can be done now: whole turns for referees, one step after the other for pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from conquest.core import Choice, Phrase, Seat
from conquest.rulesets.espionage.board import Square
from conquest.rulesets.espionage.model import State
from conquest.rulesets.espionage.moving import attacks, follows, seconds, steps
from conquest.rulesets.espionage.orders import Step, write_step
from conquest.rulesets.espionage.rules import to_act
from conquest.rulesets.espionage.supposing import suppose
from conquest.rulesets.espionage.telling import attack_label, walk_label
from conquest.rulesets.espionage.words import figure_name, rank_name


def legal(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Return the turns a seat may hand in now, sorted by text; set-ups are too many (O14)."""
    if to_act(state).get(seat) != "turn":
        return ()
    return tuple(sorted(_turns(state, seat), key=_text))


def _text(choice: Choice) -> str:
    return choice.text


def _turns(state: State, seat: Seat) -> Iterator[Choice]:
    for first in steps(state, seat):
        if state.moves == 1:
            yield choice(state, first)
            continue
        if next(seconds(state, seat, first), None) is None:
            yield choice(state, first)
        for second in follows(state, seat, first):
            yield _pair(state, first, second)


def first_choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Return what a turn can begin with."""
    if to_act(state).get(seat) != "turn":
        return ()
    return _sorted(choice(state, first) for first in steps(state, seat))


def second_choices(state: State, seat: Seat, first: Step) -> tuple[Choice, ...]:
    """Return the steps that can follow the first, ``state`` being the position before it."""
    return _sorted(
        choice(state, second, left=first.start) for second in follows(state, seat, first)
    )


def _sorted(found: Iterable[Choice]) -> tuple[Choice, ...]:
    return tuple(sorted(found, key=_text))


def choice(state: State, step: Step, *, left: Square = "") -> Choice:
    """Return a step as a page offers it; ``left`` is a square that a piece has left before."""
    piece = state.pieces[step.start]
    is_attack = attacks(state, step) and step.end != left
    label = attack_label(state, step) if is_attack else walk_label(step)
    return Choice(
        text=write_step(step),
        piece=step.start,
        origin=step.start,
        target=step.end,
        cost=0,
        captures=is_attack,
        label=label,
        way=(step.start, step.end),
        name=figure_name(piece.rank, step.start),
        kind=rank_name(piece.rank),
    )


def _pair(state: State, first: Step, second: Step) -> Choice:
    one, other = choice(state, first), choice(state, second, left=first.start)
    return Choice(
        text=f"{one.text} {other.text}",
        piece=first.start,
        origin=first.start,
        target=first.end,
        cost=0,
        captures=one.captures or other.captures,
        label=Phrase("%(one)s; %(other)s", one=one.words, other=other.words),
        way=(first.start, first.end),
    )


def strikes(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Return the attacks a seat could make if its turn began now."""
    if state.outcome or not state.is_set_up:
        return ()
    supposed = suppose(state, seat)
    return _sorted(
        choice(supposed, step) for step in steps(supposed, seat) if attacks(supposed, step)
    )


def afar(state: State, seat: Seat) -> dict[str, tuple[str, ...]]:
    """Return nothing: no square is too dear in Espionage."""
    return {}
