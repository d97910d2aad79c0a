"""Whole set-ups: the usual ones, and set-ups written row by row (HK4, HK5)."""

from __future__ import annotations

from conquest.core import Phrase, Seat
from conquest.rulesets.armada.board import owner_rows
from conquest.rulesets.armada.model import Places

# The first one is the set-up of a seat that stays silent.
USUAL_CAMPS: tuple[tuple[Phrase, str], ...] = (
    (Phrase("King in the corner"), "11211 K2323"),
    (Phrase("King on the right"), "11211 2323K"),
    (Phrase("King in front"), "K1121 12323"),
    (Phrase("King on the flank"), "1112K 12323"),
    (Phrase("Twos on the wings"), "21112 K3132"),
)
"""Set-ups that the site offers and bots use, as their owner sees them, the front row first."""


def camp_from_rows(size: int, seat: Seat, rows: str) -> Places:
    """Return the set-up written in rows as its owner sees them, the front row first."""
    squares = (square for line in owner_rows(seat, size) for square in line)
    return dict(zip(squares, rows.replace(" ", ""), strict=True))


def camp_to_rows(size: int, seat: Seat, camp: Places) -> str:
    """Return a whole set-up as rows as its owner sees them, the front row first."""
    return " ".join("".join(camp[square] for square in line) for line in owner_rows(seat, size))


def mirror_places(size: int, seat: Seat, places: Places) -> Places:
    """Return places with left and right exchanged from their owner's point of view."""
    opposite = {
        square: line[-1 - place]
        for line in owner_rows(seat, size)
        for place, square in enumerate(line)
    }
    return {opposite[square]: rank for square, rank in places.items()}


def standard_camp(seat: Seat, size: int) -> Places:
    """Return the standard set-up: the King in a corner, from where it leaves along the edge."""
    return camp_from_rows(size, seat, USUAL_CAMPS[0][1])
