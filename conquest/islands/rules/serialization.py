"""A state as bytes and back: the snapshot of a running game."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from conquest.core import Fault
from conquest.islands.model import State

_encoder = msgspec.json.Encoder()


def freeze(state: State) -> bytes:
    """Write a state as JSON bytes; of the board only its key."""
    return _encoder.encode(state)


def make_thaw(kind: type[State]) -> Callable[[bytes], State]:
    """Return what reads the states of a game that ``freeze`` wrote; it raises ``Fault`` if they
    are something else."""
    decoder = msgspec.json.Decoder(kind)

    def thaw(frozen: bytes) -> State:
        try:
            return decoder.decode(frozen)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise Fault(f"this is no frozen game: {error}") from error

    return thaw
