"""The parts of a state as plain JSON, and the digest that identifies a repeated position."""

from __future__ import annotations

import hashlib

import msgspec

from conquest.core import Json, Seat
from conquest.rulesets.bollwerk.model import State
from conquest.rulesets.bollwerk.sides import FREE, KINDS, LETTERS, SEATS, STONES, piece_sign

DIGEST_CHARS = 16  # fixed by the format of ``seen`` (5.2)
PIECES = {piece_sign(seat, letter): f"{seat} {letter}" for seat in SEATS for letter in LETTERS}
_encode_sorted = msgspec.json.Encoder(order="sorted").encode


def figures_by_square(state: State) -> tuple[dict[str, str], dict[str, str]]:
    """Return the pieces and the stones by square: ``{"e4": "white Q"}, {"e9": "RA"}``."""
    pieces, stones = dict[str, str](), dict[str, str]()
    for square, sign in zip(state.board.squares, state.cells, strict=True):
        if sign == FREE:
            continue
        if sign in STONES:
            stones[square] = STONES[sign]
        else:
            pieces[square] = PIECES[sign]
    return pieces, stones


def stock_counts(state: State) -> dict[Seat, dict[str, int]]:
    """Return the stocks of both seats in full (G32)."""
    return {seat: dict(zip(KINDS, state.stock[seat], strict=True)) for seat in SEATS}


def barred_squares(state: State) -> list[str]:
    """Return the barred squares by row, then by file."""
    return [state.board.squares[square] for square in sorted(state.barred)]


def position_key(state: State) -> Json:
    """Return what two positions must share to count as the same (HB9, G28)."""
    pieces, stones = figures_by_square(state)
    return {
        "barred": barred_squares(state),
        "pieces": pieces,
        "stock": stock_counts(state),
        "stones": stones,
        "turn": state.turn,
    }


def position_digest(state: State) -> str:
    """Return the digest of a position: hexadecimal digits of a SHA-256 (5.2)."""
    # Digests are stored and other programs compute them, so this exact text must not change (5.2).
    return hashlib.sha256(_encode_sorted(position_key(state))).hexdigest()[:DIGEST_CHARS]


def count_position(state: State) -> dict[str, int]:
    """Return ``seen`` with the current position counted once more."""
    digest = position_digest(state)
    return {**state.seen, digest: state.seen.get(digest, 0) + 1}
