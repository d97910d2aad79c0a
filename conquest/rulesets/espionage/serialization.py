"""Convert a state to bytes and back, for the snapshot of a running game."""

from __future__ import annotations

import msgspec

from conquest.core import Fault
from conquest.rulesets.espionage.model import State

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(State)


def freeze(state: State) -> bytes:
    """Return a state as JSON bytes."""
    return _encoder.encode(state)


def thaw(frozen: bytes) -> State:
    """Return the state that ``freeze`` wrote.

    :raises Fault: if the bytes are not a state.
    """
    try:
        return _decoder.decode(frozen)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Fault(f"this is no frozen game: {error}") from error
