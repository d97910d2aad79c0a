"""Everybody against everybody in games of two, by the circle method."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

Pair: TypeAlias = tuple[int, int]
"""Two players by their numbers; the first one has the first seat."""


def pair_rounds(players: int) -> Sequence[Sequence[Pair]]:
    """Return rounds in which each of a number of players meets each other once; where that number
    is odd, one of them rests in each round.

    Everybody has the first seat as often as the second one, within one.
    """
    seats = players + players % 2  # the last one is nobody where the number is odd
    return [
        [pair for pair in _pair_round(number, seats) if max(pair) < players]
        for number in range(seats - 1)
    ]


def _pair_round(number: int, seats: int) -> Iterator[Pair]:
    """Yield the pairs of a round: the last player stays, the others go round a circle."""
    circle = seats - 1
    yield (number, circle) if number % 2 == 0 else (circle, number)
    for step in range(1, seats // 2):
        ahead, behind = (number + step) % circle, (number - step) % circle
        # At each step of the circle everybody stands ahead once and behind once.
        yield (ahead, behind) if step % 2 else (behind, ahead)
