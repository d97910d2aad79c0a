"""Plain JSON: events and states written for storage and read back, documents read strictly."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec

from conquest.core import Fault, Json, State

Event = TypeVar("Event")


def pack_event(event: object) -> tuple[str, Json]:
    """Return the kind of an event and its data as plain JSON."""
    data: Json = msgspec.json.decode(msgspec.json.encode(event))
    return data.pop("kind"), data


def unpack_event(events: Mapping[str, type[Event]], kind: str, data: Json) -> Event:
    """Return the event that ``pack_event`` took apart; ``events`` maps kinds to classes.

    :raises Fault: if there is no such kind or the data does not fit it.
    """
    if kind not in events:
        raise Fault(f"there is no event of kind {kind[:40]!r}")
    try:
        return msgspec.convert({"kind": kind, **data}, events[kind])
    except (msgspec.ValidationError, RecursionError) as error:
        raise Fault(f"an event {kind!r} has wrong data: {error}") from error


freeze = msgspec.json.Encoder().encode
"""Write a state as JSON bytes."""


def make_thaw(kind: type[State]) -> Callable[[bytes], State]:
    """Return a function that reads the states of a class that ``freeze`` wrote.

    It raises ``Fault`` for any other bytes.
    """
    # a decoder is costly to build: one serves a game for the life of the process
    decode = msgspec.json.Decoder(kind).decode

    def thaw(frozen: bytes) -> State:
        # damaged bytes can end in any of these: no JSON, no UTF-8, or nested too deeply
        try:
            return decode(frozen)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise Fault(f"this is no frozen game: {error}") from error

    return thaw


def read_json(text: str) -> Any:
    """Read one JSON document strictly: no key twice, no NaN, no excessive nesting.

    :raises Fault: if it is not such a document.
    """
    try:
        return json.loads(text, object_pairs_hook=_unique_object, parse_constant=_refuse_constant)
    except RecursionError as error:
        raise Fault("the JSON is nested too deeply") from error
    except ValueError as error:  # wider than JSONDecodeError: numbers of too many digits, too
        raise Fault(f"this is not JSON: {error}") from error


def _unique_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    unique = dict(pairs)
    # by itself json would silently keep the last of two equal keys
    if len(unique) != len(pairs):
        raise Fault("a key stands twice in one JSON object")
    return unique


def _refuse_constant(word: str) -> None:
    raise Fault(f"{word} is not a number of JSON")
