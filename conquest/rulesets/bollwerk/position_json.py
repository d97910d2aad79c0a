"""The parts of a state as plain JSON, and the digest that identifies a repeated position."""

from __future__ import annotations

import hashlib
import json

from conquest.core import Json, Seat
from conquest.rulesets.bollwerk.model import State
from conquest.rulesets.bollwerk.sides import FREE, KINDS, SEATS, STONES, seat_of

DIGEST_CHARS = 16  # fixed by the format of ``seen`` (5.2)


def pieces_by_square(state: State) -> dict[str, str]:
    """Return the pieces by square: ``{"e4": "white Q"}``."""
    return {
        square: f"{seat_of(sign)} {sign.upper()}"
        for square, sign in zip(state.board.squares, state.cells, strict=True)
        if sign != FREE and sign not in STONES
    }


def stones_by_square(state: State) -> dict[str, str]:
    """Return the stones by square: ``{"e9": "RA"}``."""
    return {
        square: STONES[sign]
        for square, sign in zip(state.board.squares, state.cells, strict=True)
        if sign in STONES
    }


def stock_counts(state: State) -> dict[Seat, dict[str, int]]:
    """Return the stocks of both seats in full (G32)."""
    return {seat: dict(zip(KINDS, state.stock[seat], strict=True)) for seat in SEATS}


def barred_squares(state: State) -> list[str]:
    """Return the barred squares by row, then by file."""
    return [state.board.squares[square] for square in sorted(state.barred)]


def position_key(state: State) -> Json:
    """Return what two positions must share to count as the same (HB9, G28)."""
    return {
        "barred": barred_squares(state),
        "pieces": pieces_by_square(state),
        "stock": stock_counts(state),
        "stones": stones_by_square(state),
        "turn": state.turn,
    }


def position_digest(state: State) -> str:
    """Return the digest of a position: hexadecimal digits of a SHA-256 (5.2)."""
    # Digests are stored and other programs compute them, so this exact text must not change (5.2).
    text = json.dumps(position_key(state), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:DIGEST_CHARS]


def count_position(state: State) -> dict[str, int]:
    """Return ``seen`` with the current position counted once more."""
    digest = position_digest(state)
    return {**state.seen, digest: state.seen.get(digest, 0) + 1}
