"""The legal steps, judged from what their mover knows (E5 to E9, HE5 to HE9, EP5).

Nothing in here looks at the rank of an enemy piece, so no refusal can reveal one.
"""

from __future__ import annotations

from collections.abc import Iterator

from conquest.core import Seat
from conquest.kit.hidden_army import UNKNOWN, Rank, Square, squares_around
from conquest.rulesets.espionage import refusals
from conquest.rulesets.espionage.model import KINDS, State
from conquest.rulesets.espionage.orders import PieceStep, write_step
from conquest.rulesets.espionage.ranks import can_move
from conquest.rulesets.espionage.words import NAMES, SEAT_NAMES


def legal_steps(state: State, seat: Seat) -> Iterator[PieceStep]:
    """Yield every legal first step of a seat."""
    for start, piece in state.pieces.items():
        if piece.seat == seat and can_move(piece.rank):
            for end in squares_around(start, state.size):
                if _can_enter(state, seat, end) and not _is_step_back(state, seat, start, end):
                    yield PieceStep(start, end)


def has_legal_step(state: State, seat: Seat) -> bool:
    """Return whether a seat has a legal first step (E32, HE19)."""
    return next(legal_steps(state, seat), None) is not None


def _can_enter(state: State, seat: Seat, end: Square) -> bool:
    occupant = state.pieces.get(end)
    return (occupant is None or occupant.seat != seat) and end not in state.volcanoes


def _is_step_back(state: State, seat: Seat, start: Square, end: Square) -> bool:
    # ``last`` names squares and not pieces: it binds any own piece that stands there (EP9).
    return f"{end}-{start}" in state.last.get(seat, ())


def check_first_step(state: State, seat: Seat, step: PieceStep) -> None:
    """Check the first step of a turn.

    :raises Illegal: if it cannot be made.
    """
    _check_piece(state, seat, step.start)
    _check_target(state, seat, step)


def _check_piece(state: State, seat: Seat, start: Square) -> None:
    piece = state.pieces.get(start)
    if piece is None or piece.seat != seat:
        raise refusals.no_piece(seat=SEAT_NAMES[seat], square=start)
    if not can_move(piece.rank):
        raise refusals.immobile_piece(piece.rank, start)


def _check_target(state: State, seat: Seat, step: PieceStep, left: Square = "") -> None:
    """Check where a step goes; ``left`` is the square that the first step of the turn has freed."""
    if step.end not in squares_around(step.start, state.size):
        raise refusals.too_far(start=step.start, end=step.end)
    if step.end in state.volcanoes:
        raise refusals.enters_volcano(square=step.end)
    occupant = state.pieces.get(step.end)
    if occupant is not None and occupant.seat == seat and step.end != left:
        raise refusals.own_piece(square=step.end)
    if _is_step_back(state, seat, step.start, step.end):
        raise refusals.goes_back(start=step.start, end=step.end)


def check_second_step(state: State, seat: Seat, first: PieceStep, second: PieceStep) -> None:
    """Check the second step of a turn, ``state`` being the position before the first (HE8, E7).

    A step onto the square that the first piece attacks is always allowed (HE7, EP6).

    :raises Illegal: if it is not allowed whatever the result of the first.
    """
    # From ``first.end`` only the first piece could go on, and no piece moves twice (HE8).
    if second.start == first.end:
        raise refusals.same_piece()
    if second.start == first.start:
        raise refusals.no_piece(seat=SEAT_NAMES[seat], square=first.start)
    _check_piece(state, seat, second.start)
    rank = state.pieces[second.start].rank
    if _are_one_kind(state, state.pieces[first.start].rank, rank):
        raise refusals.same_kind(piece=NAMES[rank])
    _check_target(state, seat, second, left=first.start)
    # On a free square the first piece stands for certain; after an attack only the ranks tell.
    if second.end == first.end and not is_attack_step(state, first):
        raise refusals.own_piece(square=second.end)


def _are_one_kind(state: State, one: Rank, other: Rank) -> bool:
    """Return whether two pieces are known to be of one kind where a turn takes two (E7)."""
    return state.pair == KINDS and one == other != UNKNOWN


def is_attack_step(state: State, step: PieceStep) -> bool:
    """Return whether a piece stands where a step goes; for a legal step it is an enemy."""
    return step.end in state.pieces


def certain_second_steps(state: State, seat: Seat, first: PieceStep) -> Iterator[PieceStep]:
    """Yield the second steps that are legal whatever the result of the first one (EP5)."""
    for second in possible_second_steps(state, seat, first):
        if second.end != first.end and not _may_be_one_kind(state, first.start, second.start):
            yield second


def _may_be_one_kind(state: State, *starts: Square) -> bool:
    """Return whether a hidden rank decides if two pieces are of two kinds."""
    # Nobody's own ranks are hidden: this is asked of turns that others are supposed to make.
    return state.pair == KINDS and any(state.pieces[at].rank == UNKNOWN for at in starts)


def possible_second_steps(state: State, seat: Seat, first: PieceStep) -> Iterator[PieceStep]:
    """Yield every step that may follow the first one, also onto the square it attacks (EP6)."""
    kind = state.pieces[first.start].rank
    is_attack = is_attack_step(state, first)
    for start, piece in state.pieces.items():
        is_able = piece.seat == seat and can_move(piece.rank)
        if not is_able or start == first.start or _are_one_kind(state, kind, piece.rank):
            continue
        for end in squares_around(start, state.size):
            is_free = end == first.start or _can_enter(state, seat, end)
            is_taken = end == first.end and not is_attack
            if is_free and not is_taken and not _is_step_back(state, seat, start, end):
                yield PieceStep(start, end)


def check_steps(state: State, seat: Seat, steps: tuple[PieceStep, ...]) -> None:
    """Check the steps of a turn, one or two, before any is carried out.

    :raises Illegal: if they are not a turn; the refusal reveals nothing that the seat cannot know.
    """
    check_first_step(state, seat, steps[0])
    if state.moves == 1:
        if len(steps) > 1:
            raise refusals.one_step_only()
        return
    if len(steps) > 1:
        check_second_step(state, seat, *steps)
        return
    # Only a step that is certain is compulsory: else the refusal would tell a rank (HE6, EP5).
    wanted = min(certain_second_steps(state, seat, steps[0]), key=write_step, default=None)
    if wanted is not None:
        raise refusals.second_move_missing(step=write_step(wanted))
