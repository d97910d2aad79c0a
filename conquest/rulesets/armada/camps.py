"""Whole set-ups: the usual ones, and how they are written row by row (HK4, HK5)."""

from __future__ import annotations

from conquest.core import Phrase, Seat
from conquest.rulesets.armada.board import owner_rows
from conquest.rulesets.armada.model import Places

USUAL_CAMPS: tuple[tuple[Phrase, str], ...] = (
    (Phrase("King in the corner"), "11211 K2323"),
    (Phrase("King on the right"), "11211 2323K"),
    (Phrase("King in front"), "K1121 12323"),
    (Phrase("King on the flank"), "1112K 12323"),
    (Phrase("Twos on the wings"), "21112 K3132"),
)
"""The set-ups of the house, the front row first, as their owner sees them."""


def camp_from_rows(size: int, seat: Seat, rows: str) -> Places:
    """Return a set-up that is written row by row, the front row first, as its owner sees it."""
    squares = (square for line in owner_rows(seat, size) for square in line)
    return dict(zip(squares, rows.replace(" ", ""), strict=True))


def camp_to_rows(size: int, seat: Seat, camp: Places) -> str:
    """Return a whole set-up row by row, the front row first, as its owner sees it."""
    return " ".join("".join(camp[square] for square in line) for line in owner_rows(seat, size))


def mirror_places(size: int, seat: Seat, places: Places) -> Places:
    """Return places with left and right exchanged, as their owner sees them."""
    opposite = {
        square: line[-1 - place]
        for line in owner_rows(seat, size)
        for place, square in enumerate(line)
    }
    return {opposite[square]: rank for square, rank in places.items()}


def standard_camp(seat: Seat, size: int) -> Places:
    """Return the usual set-up: the King in a corner, from which he leaves along the edge."""
    return camp_from_rows(size, seat, USUAL_CAMPS[0][1])
