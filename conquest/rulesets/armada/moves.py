"""The ways of units: which are legal, and why others are refused (K4 to K12, K26 to K34)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from conquest.core import Seat
from conquest.kit.hidden_army import STRAIGHT, UNKNOWN, Rank, Square, squares_around
from conquest.rulesets.armada import refusals
from conquest.rulesets.armada.board import next_square, straight_path
from conquest.rulesets.armada.ground import LINE, Ground, ground_for
from conquest.rulesets.armada.model import State
from conquest.rulesets.armada.orders import Activation
from conquest.rulesets.armada.ranks import KING
from conquest.rulesets.armada.words import SEAT_NAMES


def full_path(path: tuple[Square, ...]) -> tuple[Square, ...]:
    """Return every square of a way, with straight hops written out (I4).

    :raises Illegal: if a hop is not straight, or stays on its square (I8).
    """
    squares = [path[0]]
    for start, end in pairwise(path):
        if start == end:
            raise refusals.same_square_twice()
        hop = straight_path(start, end)
        if not hop:
            raise refusals.not_straight(start=start, end=end)
        squares += hop
    return tuple(squares)


def check_activation(state: State, seat: Seat, turn: Activation) -> tuple[tuple[Square, ...], str]:
    """Return every square of a unit's way and its last link: ``-``, ``x`` or ``*``.

    :raises Illegal: if the unit cannot go that way.
    """
    land = ground_for(state, seat)
    rank = _check_unit(land, turn.path[0])
    path = full_path(turn.path)
    # A hyphen before an enemy unit is read as an attack (I5).
    link = "x" if turn.link == "-" and land.is_enemy(path[-1]) else turn.link
    _check_length(land, path, link)
    is_home = land.is_king_at_home(path[0], rank)
    for square in path[1:-1]:
        if refusal := land.passing_refusal(rank, square, is_home=is_home):
            raise refusal
        # A King that has left its zone on this way may not come back in (I10).
        is_home = is_home and land.is_king_at_home(square, rank)
    _check_end(land, rank, path, link, is_home=is_home)
    return path, link


def _check_unit(land: Ground, square: Square) -> Rank:
    """Return the rank of the unit that is to be activated (K11, K12, I9).

    A hidden rank is let through: viewers of another seat's units cannot know better.
    """
    if not land.is_own(square):
        raise refusals.no_unit(seat=SEAT_NAMES[land.seat], square=square)
    rank = land.pieces[square].rank
    if rank not in (land.active, KING, UNKNOWN):
        raise refusals.inactive_unit(rank, square, land.active)
    return rank


def _check_length(land: Ground, path: tuple[Square, ...], link: str) -> None:
    """Check that a way is no longer than the phase allows, and visits no square twice (I8)."""
    if len(set(path)) < len(path):
        raise refusals.same_square_twice()
    if land.reach == LINE:
        # Of the same length as the straight path: no turns and no detour (HK8).
        if len(straight_path(path[0], path[-1])) != len(path) - 1:
            raise refusals.no_line()
    elif len(path) - 1 > land.reach:
        raise refusals.too_far(land.reach, is_blow=link == "*")


def _check_end(
    land: Ground, rank: Rank, path: tuple[Square, ...], link: str, *, is_home: bool
) -> None:
    end = path[-1]
    match link:
        case "*":
            _check_blow(land, rank, path, is_home=is_home)
        case "x":
            _check_attack(land, rank, end, is_home=is_home)
        case _:
            if land.touched.get(end):
                raise refusals.onto_blocker(square=end)
            if land.is_own(end):
                raise refusals.own_unit(square=end)
            if refusal := land.passing_refusal(rank, end, is_home=is_home):
                raise refusal


def _check_blow(land: Ground, rank: Rank, path: tuple[Square, ...], *, is_home: bool) -> None:
    """Check a blow at a blocker, and that the unit may stand where it strikes from (I6, I54)."""
    end = path[-1]
    if not land.touched.get(end):
        raise refusals.no_blocker(end, is_terrain=end in land.touched)
    # A unit that does not step first strikes from its own square.
    if len(path) > 2 and land.is_own(path[-2]):
        raise refusals.no_standing_square(square=path[-2])
    if refusal := land.zone_refusal(rank, end, is_home=is_home):
        raise refusal


def _check_attack(land: Ground, rank: Rank, end: Square, *, is_home: bool) -> None:
    """Check an attack on a unit, also on one in a live enemy zone (I5, I12, I13)."""
    if not land.is_enemy(end):
        raise refusals.no_enemy(end, is_zone=land.is_enemy_zone(end))
    # An attack into a live enemy zone does not enter it (I12); other live zones may be closed.
    if not land.is_enemy_zone(end) and (refusal := land.zone_refusal(rank, end, is_home=is_home)):
        raise refusal


def legal_activations(state: State, seat: Seat) -> Iterator[Activation]:
    """Yield every way of every unit that a seat can activate."""
    land = ground_for(state, seat)
    for square, unit in state.pieces.items():
        if unit.seat == seat and unit.rank in (land.active, KING):
            yield from unit_activations(land, square)


def unit_activations(land: Ground, start: Square) -> Iterator[Activation]:
    """Yield every way of a unit, the nearest squares of each direction first."""
    rank = land.pieces[start].rank
    if land.reach == LINE:
        for step in STRAIGHT:
            yield from _line_activations(land, rank, start, step)
    else:
        is_home = land.is_king_at_home(start, rank)
        yield from _path_activations(land, rank, (start,), is_home=is_home)


def _line_activations(
    land: Ground, rank: Rank, start: Square, step: tuple[int, int]
) -> Iterator[Activation]:
    path: tuple[Square, ...] = (start,)
    is_home = land.is_king_at_home(start, rank)
    while after := next_square(path[-1], step, land.size):
        # A line is written by its two ends only (I4).
        for link in _possible_links(land, rank, path, after, is_home=is_home):
            yield Activation((start, after), link)
        if land.passing_refusal(rank, after, is_home=is_home):
            return
        path, is_home = (*path, after), is_home and land.is_king_at_home(after, rank)


def _path_activations(
    land: Ground, rank: Rank, path: tuple[Square, ...], *, is_home: bool
) -> Iterator[Activation]:
    for after in squares_around(path[-1], land.size):
        if after in path:
            continue
        for link in _possible_links(land, rank, path, after, is_home=is_home):
            yield Activation((*path, after), link)
        if len(path) < land.reach and not land.passing_refusal(rank, after, is_home=is_home):
            further = is_home and land.is_king_at_home(after, rank)
            yield from _path_activations(land, rank, (*path, after), is_home=further)


def _possible_links(
    land: Ground, rank: Rank, path: tuple[Square, ...], after: Square, *, is_home: bool
) -> Iterator[str]:
    """Yield the link by which a way can end on a square, if it can end there."""
    if land.touched.get(after):
        has_room = len(path) == 1 or not land.is_own(path[-1])
        if has_room and not land.zone_refusal(rank, after, is_home=is_home):
            yield "*"
    elif land.is_enemy(after):
        if land.is_enemy_zone(after) or not land.zone_refusal(rank, after, is_home=is_home):
            yield "x"
    elif not land.is_own(after) and not land.passing_refusal(rank, after, is_home=is_home):
        yield "-"


def can_act(state: State, seat: Seat) -> bool:
    """Return whether a seat can activate any unit (HK30); a seat with hidden ranks always can."""
    # A masked position must not pass over a seat that may well have a move.
    return UNKNOWN in state.ranks_of(seat) or next(legal_activations(state, seat), None) is not None
