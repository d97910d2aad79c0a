"""Snapshots of running games: a state as bytes, and back."""

from __future__ import annotations

import msgspec

from conquest.core import Fault
from conquest.rulesets.armada.model import State

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(State)


def freeze(state: State) -> bytes:
    """Return a state as JSON bytes."""
    return _encoder.encode(state)


def thaw(frozen: bytes) -> State:
    """Return the state that ``freeze`` wrote.

    :raises Fault: if the bytes are anything else.
    """
    # Damaged bytes can end in any of these: no JSON, no UTF-8, or nested too deeply.
    try:
        return _decoder.decode(frozen)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Fault(f"this is no frozen game: {error}") from error
