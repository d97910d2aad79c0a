"""Strict reading of JSON, and events as plain data."""

from __future__ import annotations

import pytest

from conquest.core import Fault
from conquest.islands.events import EVENTS, Moved
from conquest.kit import codec


def test_an_event_is_packed_and_unpacked() -> None:
    event = Moved(seat="south", order="S1-S2", piece="S", path=("S1", "S2"))
    kind, data = codec.pack_event(event)
    assert (kind, data["path"]) == ("moved", ["S1", "S2"])
    assert codec.unpack_event(EVENTS, kind, data) == event


@pytest.mark.parametrize(
    ("kind", "data"),
    [("flown", {}), ("moved", {}), ("moved", {"seat": 7}), ("turn_ended", {"seat": "south"})],
)
def test_unpacking_an_invalid_event_is_a_fault(kind: str, data: dict[str, object]) -> None:
    with pytest.raises(Fault):
        codec.unpack_event(EVENTS, kind, data)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "nonsense",
        '{"a": 1, "a": 2}',
        "NaN",
        "[Infinity]",
        "[" * 200_000,
        "1" * 5000,
        "{} {}",
    ],
)
def test_invalid_json_is_a_fault(text: str) -> None:
    with pytest.raises(Fault):
        codec.read_json(text)


def test_valid_json_is_read() -> None:
    assert codec.read_json('{"a": [1, null, "\\ud800"]}') == {"a": [1, None, "\ud800"]}
