"""What bots try in Grand Conquest in addition: storming a castle, and guarding their own."""

from __future__ import annotations

from collections.abc import Iterator

from conquest.islands.model import State, side_of
from conquest.islands.pieces import LAND
from conquest.islands.rules.steps import step_tables

ENGINE = "W"


def storm_texts(state: State) -> Iterator[str]:
    """Yield submissions that might bring a siege engine of the seat on turn into a castle (G34).

    They are candidates: the judge decides which of them are legal.
    """
    board, own = state.board, side_of(state, state.turn)
    towers = {
        tower for seat in state.seats if seat not in own for tower in board.castles.get(seat, ())
    }
    steps = step_tables(state.ground, state.laws).steps[ENGINE]
    for field, stack in state.pieces.items():
        if stack.seat == state.turn and stack.letter == ENGINE:
            for middle in (field, *steps.get(field, ())):
                for tower in sorted(towers & {*steps.get(middle, ())}):
                    yield from _tower_storms(field, middle, tower)


def _tower_storms(field: str, middle: str, tower: str) -> Iterator[str]:
    """Yield submissions that enter a tower from the field beside it."""
    # Directly; by a soldier who climbs in and lowers the bridge (GR22); by one who clears an open
    # tower first.
    approach = "" if field == middle else f"{field}-{middle}; "
    yield f"{approach}{middle}-{tower}"
    yield f"{approach}S@{middle}-{tower}; lower {tower}; {middle}-{tower}"
    yield f"{approach}S@{middle}-{tower}; {middle}-{tower}"


def guard_texts(state: State) -> Iterator[str]:
    """Yield orders that raise the bridges of own towers with enemies nearby (G38)."""
    near, own = step_tables(state.ground, state.laws).near, side_of(state, state.turn)
    for tower in state.board.castles.get(state.turn, ()):
        stacks = (state.pieces.get(field) for field in near[tower])
        if any(stack and stack.seat not in own and stack.letter in LAND for stack in stacks):
            yield f"raise {tower}"
