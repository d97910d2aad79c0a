"""The special rules of missions: the events that they add after a turn (K45)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from conquest.core import Numbers, Seat
from conquest.kit.hidden_army import Square, square_coordinates, squares_around
from conquest.rulesets.armada.board import squares_in_order
from conquest.rulesets.armada.campaign.schema import LotsRule, ProduceRule, RainRule, ReinforceRule
from conquest.rulesets.armada.defeats import defeat_seats
from conquest.rulesets.armada.evolution import Progress
from conquest.rulesets.armada.ground import closed_squares
from conquest.rulesets.armada.model import (
    Activated,
    Arrived,
    Event,
    State,
    Unit,
)
from conquest.rulesets.armada.orders import ThrowOrder, write_order
from conquest.rulesets.armada.ranks import KING
from conquest.rulesets.armada.rules import king_of, kings_lost
from conquest.rulesets.armada.throws import throw_die


def deal_lots(state: State, rule: LotsRule, numbers: Numbers) -> State:
    """Return a position in which the ranks on some squares are dealt by lot."""
    # Fisher-Yates: each deal is equally likely.
    ranks = [state.pieces[square].rank for square in rule.squares]
    for last in range(len(ranks) - 1, 0, -1):
        other = numbers(last + 1)
        ranks[last], ranks[other] = ranks[other], ranks[last]
    units = {at: Unit(rule.seat, rank) for at, rank in zip(rule.squares, ranks, strict=True)}
    return replace(state, pieces={**state.pieces, **units})


def has_king_rested(before: State, events: tuple[Event, ...], seat: Seat) -> bool:
    """Return whether a submission did not activate the King of a seat."""
    # A submission is one order (O8), so only its first event can be an activation.
    return not any(
        isinstance(event, Activated)
        and event.seat == seat
        and before.pieces[event.path[0]].rank == KING
        for event in events[:1]
    )


def produced_units(state: State, rule: ProduceRule, rested: int) -> Iterator[Arrived]:
    """Yield the unit that a King brings once it has rested for enough turns in a row."""
    if rested < rule.every or state.ranks_of(rule.seat).count(rule.rank) >= rule.most:
        return
    squares = squares_around(king_of(state, rule.seat), state.size)
    if square := next((at for at in squares if can_arrive(state, rule.seat, at)), None):
        yield Arrived(seat=rule.seat, square=square, rank=rule.rank)


def can_arrive(state: State, seat: Seat, square: Square) -> bool:
    """Return whether a unit of a seat can arrive on a square: it is free, and in no zone of
    others."""
    owner = state.live_zones.get(square)
    return (
        square not in state.pieces and square not in closed_squares(state) and owner in (None, seat)
    )


def bring_reinforcements(progress: Progress, rule: ReinforceRule) -> None:
    """Let units arrive, each on its square or on the nearest one where it can stand."""
    if rule.seat in progress.state.defeated:
        return
    for square, rank in rule.units.items():
        place = _nearest_arrival(progress.state, rule.seat, square)
        if place:
            progress.apply_event(Arrived(seat=rule.seat, square=place, rank=rank))


def _nearest_arrival(state: State, seat: Seat, square: Square) -> Square:
    free = (at for at in squares_in_order(state.size) if can_arrive(state, seat, at))
    return min(free, key=lambda at: _square_distance(square, at), default="")


def _square_distance(one: Square, other: Square) -> int:
    (column, row), (right, up) = square_coordinates(one), square_coordinates(other)
    return abs(column - right) + abs(row - up)


def drop_die(progress: Progress, rule: RainRule, ended: int) -> None:
    """Throw a die after a round; seats that lose their King by it are defeated (K37, K38)."""
    state = progress.state
    if ended % rule.every or not state.pool:
        return
    # Drawn by name, which leaves the count of the throws' own numbers alone.
    aim = rule.aims[progress.numbers(f"rain {ended}") % len(rule.aims)]
    kingless = list[Seat]()
    for event in throw_die(state, rule.seat, aim, write_order(ThrowOrder(aim)), progress.numbers):
        progress.apply_event(event)
        kingless += kings_lost(event)
    defeat_seats(progress, kingless, rule.seat)
