"""What a game is worth: a player is compared with each opponent, one at a time."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Meeting: TypeAlias = tuple[int, int]
"""An opponent, and the half points that a player has against them."""

WIN, LEVEL, LOSS = 2, 1, 0


@dataclass(frozen=True, slots=True)
class Played:
    """A game as it counts: its players in the order of the seats, who of them play together, and
    the place of each, from 1."""

    players: tuple[int, ...]
    sides: tuple[int, ...]  # players with the same number play together
    places: tuple[int, ...]  # equal places are level


def list_meetings(played: Played, left: Collection[int] = ()) -> Mapping[int, Sequence[Meeting]]:
    """Return whom each player of a game has met, on other sides. Nobody has met those who have
    ``left``, and they have met nobody; who has met nobody is left out."""
    seats = [
        seat
        for seat in zip(played.players, played.sides, played.places, strict=True)
        if seat[0] not in left
    ]
    found = {
        player: [
            (other, WIN if place < other_place else LEVEL if place == other_place else LOSS)
            for other, other_side, other_place in seats
            if other_side != side
        ]
        for player, side, place in seats
    }
    return {player: meetings for player, meetings in found.items() if meetings}


def score_game(played: Played, left: Collection[int] = ()) -> Mapping[int, int]:
    """Return the half points of each player: two for each opponent they have left behind, one for
    each who is level.

    What was achieved against somebody who has ``left`` counts for nobody, so that all who stay are
    compared by the same opponents.
    """
    met = list_meetings(played, left)
    return {player: sum_points(met.get(player, ())) for player in played.players}


def sum_points(meetings: Sequence[Meeting]) -> int:
    """Return the half points of meetings."""
    return sum(points for _opponent, points in meetings)


def is_win(meetings: Sequence[Meeting]) -> bool:
    """Whether nobody of a game is placed before a player with these meetings, and not all of them
    are level."""
    points = {one for _opponent, one in meetings}
    return WIN in points and LOSS not in points
