"""A throw as a film: flight, landing, the roll half step by half step, pushes and falls, with the
numbers drawn (HK24, K37 to K41). It needs no ranks, since all players see how units are pushed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, pairwise

from msgspec.structs import replace

from conquest.core import FilmShot, Mark, Phrase
from conquest.kit.hidden_army import Square, square_coordinates, square_name
from conquest.rulesets.armada.board import INWARDS, straight_path
from conquest.rulesets.armada.die_roll import (
    DiePoint,
    Roll,
    landing_point,
    roll_board,
    rolls_by_step,
    touched_squares,
)
from conquest.rulesets.armada.model import Blocker, Event, State, Threw
from conquest.rulesets.armada.words import SEAT_NAMES

FLIES = Phrase("%(seat)s: the die flies towards %(aim)s.")
LANDS = Phrase(
    "It lands %(across)s half squares across and %(along)s along from there (drawn: %(draws)s)."
)
ROLLS = Phrase("It rolls: half step %(n)s of %(all)s.")
SHOWS = Phrase("It lies still and shows %(n)s.")
STOPS = Phrase("It is stopped and shows %(n)s.")
PUSHED = Phrase("Pushed: %(ways)s.")
FALLS = Phrase("Over the edge: %(squares)s.")
OUT = Phrase("It leaves the board; it shows %(n)s.")
VOID = Phrase("It comes into a start zone: all goes back to its place.")


def film_shots(event: Event, before: State) -> tuple[FilmShot[State], ...]:
    """Return the shots of a throw, from the position before it; other events have no film."""
    return tuple(_throw_shots(event, before)) if isinstance(event, Threw) else ()


def _throw_shots(event: Threw, before: State) -> Iterator[FilmShot[State]]:
    stages = list(_roll_stages(event, before))
    flies = Phrase(FLIES.template, seat=SEAT_NAMES[event.seat], aim=event.aim)
    yield FilmShot(before, flies, _flight_marks(event, before))
    still = Roll("rests", (), {at: at for at in before.pieces})
    for number, (last, now) in enumerate(pairwise((still, *stages))):
        yield _stage_shot(event, before, last, now, _roll_phrase(event, number))
    if event.result == "rests":
        end = stages[-1]
        # A roll that nothing stops has one position more than half steps: the landing.
        is_stopped = len(end.path) <= event.draws[4]
        phrase = Phrase((STOPS if is_stopped else SHOWS).template, n=event.strength)
        yield FilmShot(
            _state_with_die(event, before, end, end.standing), phrase, _trail_marks(event, end)
        )


def _roll_stages(event: Threw, before: State) -> Iterator[Roll]:
    """Yield the roll up to each position of the die; none if it lands on a blocker."""
    one, other, third, fourth, steps, *_ = event.draws
    landing = landing_point(event.aim, one - other, third - fourth)
    rolls = rolls_by_step(roll_board(before, event.seat), frozenset(before.pieces), landing)
    done = 0
    for roll in islice(rolls, steps + 1):
        # A die that rests early gives the same roll again for the remaining half steps.
        if len(roll.path) > done:
            done = len(roll.path)
            yield roll


def _roll_phrase(event: Threw, number: int) -> Phrase:
    """Return how the die came to its next position: by landing, or by a half step."""
    one, other, third, fourth, steps, *_ = event.draws
    if number:
        return Phrase(ROLLS.template, n=number, all=steps)
    across, along = (f"{part:+}" if part else "0" for part in (one - other, third - fourth))
    drawn = f"{one + 1} {other + 1} {third + 1} {fourth + 1}"
    return Phrase(LANDS.template, across=across, along=along, draws=drawn)


def _stage_shot(
    event: Threw, before: State, last: Roll, now: Roll, phrase: Phrase
) -> FilmShot[State]:
    # A void roll carries no units: they are shown where they stood just before.
    standing = last.standing if now.result == "void" else now.standing
    for one in _stage_phrases(event, last, now):
        phrase = Phrase("%(one)s %(other)s", one=phrase, other=one)
    marks = (*_trail_marks(event, now), *_push_marks(last, now))
    return FilmShot(_state_with_die(event, before, now, standing), phrase, marks)


def _stage_phrases(event: Threw, last: Roll, now: Roll) -> Iterator[Phrase]:
    if now.result == "void":
        yield VOID
        return
    if ways := ", ".join("-".join(mark.fields) for mark in _push_marks(last, now)):
        yield Phrase(PUSHED.template, ways=ways)
    if fallen := [_square_before_fall(last, was) for was in now.fallen[len(last.fallen) :]]:
        yield Phrase(FALLS.template, squares=" ".join(fallen))
    if now.result == "out":
        yield Phrase(OUT.template, n=event.strength)


def _push_marks(last: Roll, now: Roll) -> Iterator[Mark]:
    """Yield an arrow for each unit that is pushed at a position."""
    if now.result != "void":
        went = {was: at for at, was in now.standing.items()}
        for at, was in last.standing.items():
            if went.get(was, at) != at:
                yield Mark("arrow", (at, went[was]))


def _square_before_fall(last: Roll, was: Square) -> Square:
    """Return the square from which a unit fell, by where it stood before the throw."""
    return next((at for at, whose in last.standing.items() if whose == was), was)


def _state_with_die(
    event: Threw, before: State, now: Roll, standing: Mapping[Square, Square]
) -> State:
    """Return the position with the die where it is now, and units where they were pushed."""
    pieces = {at: before.pieces[was] for at, was in standing.items()}
    squares = touched_squares(before.size, now.path[-1]) if now.path else None
    if not squares:
        return replace(before, pieces=pieces)
    die = Blocker(event.strength, squares)
    return replace(before, pieces=pieces, blockers={**before.blockers, squares[0]: die})


def _flight_marks(event: Threw, before: State) -> tuple[Mark, ...]:
    """Return the marks of a flight straight inwards from the thrower's side."""
    (column, row), (right, up) = square_coordinates(event.aim), INWARDS[event.seat]
    edge = 0 if right + up > 0 else before.size - 1
    start = square_name(edge, row) if right else square_name(column, edge)
    way = Mark("path", (start, *straight_path(start, event.aim)), event.seat)
    return (Mark("ring", (event.aim,), event.seat), way)


def _trail_marks(event: Threw, now: Roll) -> tuple[Mark, ...]:
    """Return the marks of the aim and of the path of the die since it landed."""
    squares = tuple(dict.fromkeys(_square_under_die(at) for at in now.path if min(at) >= 0))
    ring = Mark("ring", (event.aim,), event.seat)
    return (ring, Mark("path", squares, event.seat)) if len(squares) > 1 else (ring,)


def _square_under_die(at: DiePoint) -> Square:
    return square_name(at[0] // 2, at[1] // 2)
