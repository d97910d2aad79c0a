"""Armies as tokens for the artist of a board."""

from __future__ import annotations

from collections.abc import Iterator

from conquest.kit.hidden_army.model import UNKNOWN, ArmyState
from conquest.kit.picture import Token
from conquest.kit.picture.symbols import HIDDEN


def army_tokens(state: ArmyState) -> Iterator[Token]:
    """Yield the pieces of all seats and of set-ups; a hidden one shows only its owner."""
    for seat, camp in state.camps.items():
        for square, rank in camp.items():
            yield Token(square, seat, rank)
    for square, piece in state.pieces.items():
        yield Token(square, piece.seat, HIDDEN if piece.rank == UNKNOWN else piece.rank)
