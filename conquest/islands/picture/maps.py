"""The maps of the islands: what the drawing reads of a board's data.

The rules read the same file and never its coordinates.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from conquest.core import Chart, Point, Way

BOARDS = "conquest.islands.boards"


@dataclass(frozen=True, slots=True)
class Field:
    """A place to stand on; ``seat`` is the owner of a tower."""

    id: str
    at: Point
    terrain: str
    region: str
    tags: frozenset[str]
    seat: str | None


@dataclass(frozen=True, slots=True)
class Map:
    """A board as it is drawn: where its fields lie, what they are, and the regions of land."""

    chart: Chart
    fields: Mapping[str, Field]
    regions: Mapping[str, Mapping[str, Any]]


@cache
def read(board: str) -> Map:
    """Return the map of the board ``board`` (such as "four-islands"), from its data."""
    data = msgspec.json.decode((files(BOARDS) / f"{board}.json").read_bytes())
    fields = {field["id"]: _field(field) for field in data["fields"]}
    chart = Chart(
        size=(data["size"][0], data["size"][1]),
        fields={name: field.at for name, field in fields.items()},
        ways=tuple(_way(edge) for edge in data["edges"]),
    )
    return Map(chart, fields, data["regions"])


def chart(board: str) -> Chart:
    """Return where the fields of a board lie."""
    return read(board).chart


@cache
def artwork(board: str) -> dict[str, Any]:
    """Return the art computed for a board: outlines, decoration, places of labels."""
    art: dict[str, Any] = msgspec.json.decode((files(BOARDS) / f"{board}.art.json").read_bytes())
    return art


def _field(data: Mapping[str, Any]) -> Field:
    return Field(
        id=data["id"],
        at=(data["x"], data["y"]),
        terrain=data["terrain"],
        region=data["region"],
        tags=frozenset(data["tags"]),
        seat=data.get("seat"),
    )


def _way(data: Mapping[str, Any]) -> Way:
    start, end = next(iter(data.get("oneway", {}).values()), (data["a"], data["b"]))
    bend = data.get("ctrl")
    return Way(
        start=start,
        end=end,
        bend=((bend[0], bend[1]), (bend[2], bend[3])) if bend else None,
        kind=data["kind"],
    )
