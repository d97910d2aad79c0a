"""Write a state as bytes and read it back: the snapshot of a running game."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from conquest.core import Fault
from conquest.islands.model import State

_encoder = msgspec.json.Encoder()


def freeze(state: State) -> bytes:
    """Write a state as JSON bytes; of its board only the key is written."""
    return _encoder.encode(state)


def make_thaw(kind: type[State]) -> Callable[[bytes], State]:
    """Return a function that reads the states of a game that ``freeze`` wrote.

    It raises ``Fault`` for any other bytes.
    """
    # A decoder is costly to build: one serves a game for the life of the process.
    decoder = msgspec.json.Decoder(kind)

    def thaw(frozen: bytes) -> State:
        try:
            return decoder.decode(frozen)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise Fault(f"this is no frozen game: {error}") from error

    return thaw
