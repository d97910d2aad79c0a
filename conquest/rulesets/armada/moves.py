"""The ways of units: which there are, and why a way is none (K4 to K12, K26 to K34)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from conquest.core import Seat
from conquest.rulesets.armada import refusals
from conquest.rulesets.armada.board import Square, adjacent_squares, next_square, straight_path
from conquest.rulesets.armada.ground import LINE, Ground, ground_for
from conquest.rulesets.armada.model import State
from conquest.rulesets.armada.orders import Activation
from conquest.rulesets.armada.ranks import KING, UNKNOWN, Rank

_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def full_path(path: tuple[Square, ...]) -> tuple[Square, ...]:
    """Return every square of a way, those of straight hops written out (I4).

    :raises Illegal: where it goes askew, or not at all (I8).
    """
    found = [path[0]]
    for start, end in pairwise(path):
        if start == end:
            raise refusals.same_square_twice()
        hop = straight_path(start, end)
        if not hop:
            raise refusals.not_straight(start, end)
        found += hop
    return tuple(found)


def check_activation(state: State, seat: Seat, turn: Activation) -> tuple[tuple[Square, ...], str]:
    """Return every square of a unit's way and its last link: ``-``, ``x`` or ``*``.

    :raises Illegal: if the unit cannot go it.
    """
    land = ground_for(state, seat)
    rank = _check_unit(land, turn.path[0])
    path = full_path(turn.path)
    link = "x" if turn.link == "-" and land.is_enemy(path[-1]) else turn.link
    _check_length(land, path, link)
    is_home = land.is_king_at_home(path[0], rank)
    for square in path[1:-1]:
        if barred := land.passing_refusal(rank, square, is_home=is_home):
            raise barred
        is_home = is_home and land.is_king_at_home(square, rank)
    _check_end(land, rank, path, link, is_home=is_home)
    return path, link


def _check_unit(land: Ground, square: Square) -> Rank:
    """Return the rank of the unit that is to be activated (K11, K12, I9)."""
    if not land.is_own(square):
        raise refusals.no_unit(land.seat, square)
    rank = land.pieces[square].rank
    if rank not in (land.active, KING, UNKNOWN):
        raise refusals.inactive_unit(rank, square, land.active)
    return rank


def _check_length(land: Ground, path: tuple[Square, ...], link: str) -> None:
    """Check that a way is as long as the phase lets it be, and comes nowhere twice."""
    if len(set(path)) < len(path):
        raise refusals.same_square_twice()
    if land.reach == LINE:
        if (
            not straight_path(path[0], path[-1])
            or len(straight_path(path[0], path[-1])) != len(path) - 1
        ):
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
                raise refusals.onto_blocker(end)
            if land.is_own(end):
                raise refusals.own_unit(end)
            if barred := land.passing_refusal(rank, end, is_home=is_home):
                raise barred


def _check_blow(land: Ground, rank: Rank, path: tuple[Square, ...], *, is_home: bool) -> None:
    """Check a blow at a blocker, from where the unit may stand (I6, I54)."""
    end = path[-1]
    if not land.touched.get(end):
        raise refusals.no_blocker(end, is_terrain=end in land.touched)
    if len(path) > 2 and land.is_own(path[-2]):
        raise refusals.no_standing_square(path[-2])
    if shut := land.zone_refusal(rank, end, is_home=is_home):
        raise shut


def _check_attack(land: Ground, rank: Rank, end: Square, *, is_home: bool) -> None:
    """Check an attack on a unit; into a live enemy zone it is one, too (I5, I12, I13)."""
    if not land.is_enemy(end):
        raise refusals.no_enemy(end, is_zone=land.is_enemy_zone(end))
    if not land.is_enemy_zone(end) and (shut := land.zone_refusal(rank, end, is_home=is_home)):
        raise shut


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
        for step in _STEPS:
            yield from _line_activations(land, rank, start, step)
    else:
        yield from _path_activations(
            land, rank, (start,), is_home=land.is_king_at_home(start, rank)
        )


def _line_activations(
    land: Ground, rank: Rank, start: Square, step: tuple[int, int]
) -> Iterator[Activation]:
    path: tuple[Square, ...] = (start,)
    is_home = land.is_king_at_home(start, rank)
    while after := next_square(path[-1], step, land.size):
        for link in _possible_links(land, rank, path, after, is_home=is_home):
            yield Activation((start, after), link)
        if land.passing_refusal(rank, after, is_home=is_home):
            return
        path, is_home = (*path, after), is_home and land.is_king_at_home(after, rank)


def _path_activations(
    land: Ground, rank: Rank, path: tuple[Square, ...], *, is_home: bool
) -> Iterator[Activation]:
    for after in adjacent_squares(path[-1], land.size):
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
    """Yield by what link a way can end on a square, if it can."""
    if land.touched.get(after):
        stands = len(path) == 1 or not land.is_own(path[-1])
        if stands and not land.zone_refusal(rank, after, is_home=is_home):
            yield "*"
    elif land.is_enemy(after):
        if land.is_enemy_zone(after) or not land.zone_refusal(rank, after, is_home=is_home):
            yield "x"
    elif not land.is_own(after) and not land.passing_refusal(rank, after, is_home=is_home):
        yield "-"


def can_act(state: State, seat: Seat) -> bool:
    """Return whether a seat can activate any unit (HK30); one whose ranks nobody knows may."""
    return UNKNOWN in state.ranks_of(seat) or next(legal_activations(state, seat), None) is not None
