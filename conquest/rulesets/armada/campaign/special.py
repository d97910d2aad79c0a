"""The special rules of missions: what follows a turn by them, as events (K45)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from conquest.core import Numbers, Seat
from conquest.rulesets.armada.board import Square, all_in_order, beside, spot
from conquest.rulesets.armada.campaign.data import Lots, Produce, Rain, Reinforce
from conquest.rulesets.armada.defeats import defeat
from conquest.rulesets.armada.ground import touched
from conquest.rulesets.armada.model import (
    Activated,
    Arrived,
    Event,
    State,
    Unit,
)
from conquest.rulesets.armada.orders import Throw, write_order
from conquest.rulesets.armada.progress import Progress
from conquest.rulesets.armada.ranks import KING
from conquest.rulesets.armada.rules import king_of, kings_lost
from conquest.rulesets.armada.throwing import throw


def dealt(state: State, rule: Lots, numbers: Numbers) -> State:
    """Return a position in which the ranks on some squares are dealt anew by lot."""
    ranks = [state.pieces[square].rank for square in rule.squares]
    for last in range(len(ranks) - 1, 0, -1):
        other = numbers(last + 1)
        ranks[last], ranks[other] = ranks[other], ranks[last]
    units = {at: Unit(rule.seat, rank) for at, rank in zip(rule.squares, ranks, strict=True)}
    return replace(state, pieces={**state.pieces, **units})


def rests(before: State, events: tuple[Event, ...], seat: Seat) -> bool:
    """Return whether a seat's King did nothing in what happened."""
    return not any(
        isinstance(event, Activated)
        and event.seat == seat
        and before.pieces[event.path[0]].rank == KING
        for event in events[:1]
    )


def produced(state: State, rule: Produce, rested: int) -> Iterator[Arrived]:
    """Yield the unit that a King brings who has rested so many turns in a row."""
    if rested < rule.every or state.ranks(rule.seat).count(rule.rank) >= rule.most:
        return
    beds = beside(king_of(state, rule.seat), state.size)
    if bed := next((at for at in beds if is_free(state, rule.seat, at)), None):
        yield Arrived(seat=rule.seat, square=bed, rank=rule.rank)


def is_free(state: State, seat: Seat, square: Square) -> bool:
    """Return whether a unit of a seat can arrive on a square."""
    owner = state.live.get(square)
    return square not in state.pieces and square not in touched(state) and owner in (None, seat)


def reinforce(progress: Progress, rule: Reinforce) -> None:
    """Let units arrive, each where it is told or as near to it as it can stand."""
    if rule.seat in progress.state.defeated:
        return
    for square, rank in rule.units.items():
        place = _nearest(progress.state, rule.seat, square)
        if place:
            progress.happen(Arrived(seat=rule.seat, square=place, rank=rank))


def _nearest(state: State, seat: Seat, square: Square) -> Square:
    free = (at for at in all_in_order(state.size) if is_free(state, seat, at))
    return min(free, key=lambda at: _apart(square, at), default="")


def _apart(one: Square, other: Square) -> int:
    (column, row), (right, up) = spot(one), spot(other)
    return abs(column - right) + abs(row - up)


def rain(progress: Progress, rule: Rain, ended: int) -> None:
    """Let a die fall after a round, and what it strikes be lost (K37, K38)."""
    state = progress.state
    if ended % rule.every or not state.pool:
        return
    aim = rule.aims[progress.numbers(f"rain {ended}") % len(rule.aims)]
    lost = list[Seat]()
    for event in throw(state, rule.seat, aim, write_order(Throw(aim)), progress.numbers):
        progress.happen(event)
        lost += kings_lost(event)
    defeat(progress, lost, rule.seat)
