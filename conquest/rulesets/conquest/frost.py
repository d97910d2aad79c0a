"""A state as bytes and back: the snapshot of a running game."""

from __future__ import annotations

from typing import Any

import msgspec

from conquest.core import Fault
from conquest.kit import board
from conquest.kit.board import Board
from conquest.rulesets.conquest.model import State


def _plain(value: object) -> Any:
    if isinstance(value, Board):
        return value.source
    raise TypeError(type(value))


def _rich(kind: type, value: object) -> Any:
    if kind is Board:
        return board.load(value)
    raise TypeError(kind)


_encoder = msgspec.json.Encoder(enc_hook=_plain)
_decoder = msgspec.json.Decoder(State, dec_hook=_rich)


def freeze(state: State) -> bytes:
    """Write a state as JSON bytes."""
    return _encoder.encode(state)


def thaw(frozen: bytes) -> State:
    """Read what ``freeze`` wrote.

    :raises Fault: if it is something else.
    """
    try:
        return _decoder.decode(frozen)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Fault(f"this is no frozen game: {error}") from error
