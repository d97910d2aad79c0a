"""The data of the four islands: what the rules and the drawing rely on."""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter, deque
from collections.abc import Iterable
from importlib.resources import files
from itertools import combinations, pairwise
from typing import Any

import pytest

from conquest.core import Edge, Point
from conquest.islands.picture.maps import BOARDS, chart_of
from conquest.islands.picture.maps import read_map as read_map
from conquest.kit.picture.geometry import sample_edge

BOARD = json.loads((files(BOARDS) / "four-islands.json").read_text())
FIELDS: dict[str, dict[str, Any]] = {field["id"]: field for field in BOARD["fields"]}
EDGES: list[dict[str, Any]] = BOARD["edges"]
SEATS = "SWNE"
ON_LAND = {"road", "gate", "step", "bridge", "suspension"}

# The graph is a contract: running games stand on it. A change needs a board of another name.
GRAPH = "9226e10473583db78ad646d32bed2676974520d922ffb14e6c7731948498c801"

DISTANCES = """
               S  W  N  E
centre         5  5  5  5
nearest grail 11 11 11 11
middle grail  12 12 12 12
all grails    60 59 59 60
elephant up    9  9  9  9
ship to centre 9  9  9  9
"""

BETWEEN = """
             S-W S-N S-E W-N W-E N-E
knight        11  21  11  11  21  11
elephant      16  22  11  11  22  16
ship           9  20   9   9  20   9
"""


def ways_of(piece: str) -> dict[str, set[str]]:
    """Return the neighbours a piece may step to on an empty board."""
    near: dict[str, set[str]] = {}
    for edge in EDGES:
        kinds = {"lane"} if piece == "ship" else ON_LAND
        for here, there in ((edge["a"], edge["b"]), (edge["b"], edge["a"])):
            if edge["kind"] in kinds and open_to(piece, edge, here, there):
                near.setdefault(here, set()).add(there)
    return near


def open_to(piece: str, edge: dict[str, Any], here: str, there: str) -> bool:
    barred = {*edge.get("forbidden", ()), *FIELDS[there].get("forbidden", ())}
    return piece not in barred and edge.get("oneway", {}).get(piece, [here, there]) == [here, there]


def steps_from(starts: Iterable[str], piece: str) -> dict[str, int]:
    near, steps = ways_of(piece), dict.fromkeys(starts, 0)
    queue = deque(steps)
    while queue:
        here = queue.popleft()
        for there in near.get(here, ()):
            if there not in steps:
                steps[there] = steps[here] + 1
                queue.append(there)
    return steps


def castle_road(seat: str) -> list[str]:
    return [f"{seat}{n:02d}" for n in range(1, 11)]


def home_harbours(seat: str) -> list[str]:
    return [f"{seat}H{n}" for n in range(1, 7)]


def table(rows: dict[str, list[int]], heads: Iterable[str]) -> list[list[str]]:
    return [list(heads), *([*name.split(), *map(str, cells)] for name, cells in rows.items())]


def read(drawn: str) -> list[list[str]]:
    return [line.split() for line in drawn.strip().splitlines()]


def test_fields_have_names_of_their_own_however_typed() -> None:
    names = [field["id"].lower() for field in BOARD["fields"]]
    assert len(names) == 358
    assert len(set(names)) == len(names)


def test_edges_join_only_known_fields_and_each_pair_once() -> None:
    pairs = [frozenset((edge["a"], edge["b"])) for edge in EDGES]
    assert all(pair <= FIELDS.keys() and len(pair) == 2 for pair in pairs)
    assert len(set(pairs)) == len(pairs) == 488


def test_the_graph_of_the_four_islands_is_unchanged() -> None:
    drawn = {"x", "y"}
    fields = [{k: v for k, v in FIELDS[name].items() if k not in drawn} for name in sorted(FIELDS)]
    edges = [{k: v for k, v in edge.items() if k != "ctrl"} for edge in EDGES]
    edges.sort(key=lambda edge: sorted((edge["a"], edge["b"])))
    graph = json.dumps([fields, edges], sort_keys=True).encode()
    assert hashlib.sha256(graph).hexdigest() == GRAPH


def test_dead_ends_are_in_towers_only() -> None:
    degrees = Counter(end for edge in EDGES for end in (edge["a"], edge["b"]))
    assert {name for name in FIELDS if degrees[name] == 1} == {
        f"{seat}T{n}" for seat in SEATS for n in range(1, 6)
    }


@pytest.mark.parametrize("seat", SEATS)
def test_each_castle_has_five_towers_not_joined_to_each_other(seat: str) -> None:
    towers = {name for name, field in FIELDS.items() if field.get("seat") == seat}
    assert towers == {f"{seat}T{n}" for n in range(1, 6)}
    assert not [edge for edge in EDGES if {edge["a"], edge["b"]} <= towers]


@pytest.mark.parametrize("seat", SEATS)
def test_each_seat_sets_up_twenty_six_figures(seat: str) -> None:
    starts = [field["start"] for field in FIELDS.values() if "start" in field]
    assert Counter(start["piece"] for start in starts if start["seat"] == seat) == {
        "soldier": 10,
        "elephant": 4,
        "chariot": 2,
        "rider": 4,
        "ship": 4,
        "galleon": 2,
    }


def test_the_four_islands_look_the_same_from_every_seat() -> None:
    """Each field has its image a quarter turn on, of the same terrain; C25 alone has none."""
    middle = BOARD["size"][0] / 2
    lone = []
    for field in FIELDS.values():
        x, y = middle - (field["y"] - middle), middle + (field["x"] - middle)
        images = [f for f in FIELDS.values() if math.dist((x, y), (f["x"], f["y"])) < 0.3]
        if [image["terrain"] for image in images] != [field["terrain"]]:
            lone.append(field["id"])
    assert lone == ["C25"]


def test_fields_are_named_alike_on_every_island() -> None:
    turned = dict(zip(SEATS, "WNES", strict=True))
    middle = BOARD["size"][0] / 2
    for seat, field in ((name[0], field) for name, field in FIELDS.items() if name[0] in turned):
        image = FIELDS[turned[seat] + field["id"][1:]]
        x, y = middle - (field["y"] - middle), middle + (field["x"] - middle)
        assert math.dist((x, y), (image["x"], image["y"])) < 0.3


@pytest.mark.parametrize(
    ("piece", "terrain", "count"), [("rider", "land", 254), ("ship", "sea", 104)]
)
def test_the_four_islands_are_connected_on_land_and_at_sea(
    piece: str, terrain: str, count: int
) -> None:
    all_ = {name for name, field in FIELDS.items() if field["terrain"] == terrain}
    assert steps_from([min(all_)], piece).keys() == all_
    assert len(all_) == count


def test_distances_from_castle_road_to_grail_are_unchanged() -> None:
    on_foot = {seat: steps_from(castle_road(seat), "rider") for seat in SEATS}
    grails = {seat: [on_foot[seat][f"G{n}"] for n in range(1, 6)] for seat in SEATS}
    elephants = {seat: steps_from(castle_road(seat), "elephant") for seat in SEATS}
    ships = {seat: steps_from(home_harbours(seat), "ship") for seat in SEATS}
    rows = {
        "centre": [min(on_foot[s][f"C{n:02d}"] for n in range(1, 25)) for s in SEATS],
        "nearest grail": [min(grails[s]) for s in SEATS],
        "middle grail": [on_foot[s]["G5"] for s in SEATS],
        "all grails": [sum(grails[s]) for s in SEATS],
        "elephant up": [min(elephants[s][f"P{n}"] for n in range(1, 9)) for s in SEATS],
        "ship to centre": [min(ships[s][f"CH{n}"] for n in range(1, 5)) for s in SEATS],
    }
    assert table(rows, SEATS) == read(DISTANCES)


def test_distances_between_the_seats_are_unchanged() -> None:
    pairs = list(combinations(SEATS, 2))

    def apart(piece: str, homes: Any) -> list[int]:
        steps = {seat: steps_from(homes(seat), piece) for seat in SEATS}
        return [min(steps[a][home] for home in homes(b)) for a, b in pairs]

    rows = {
        "knight": apart("rider", castle_road),
        "elephant": apart("elephant", castle_road),
        "ship": apart("ship", home_harbours),
    }
    assert table(rows, ("-".join(pair) for pair in pairs)) == read(BETWEEN)


def test_fields_have_room_between_them() -> None:
    spots = [(field["x"], field["y"]) for field in FIELDS.values()]
    assert min(math.dist(a, b) for a, b in combinations(spots, 2)) >= 60


def test_no_way_leads_past_a_foreign_field() -> None:
    near = [
        (way.start, way.end, field.id)
        for way, line in lines()
        for field in read_map("four-islands").fields.values()
        if field.id not in (way.start, way.end)
        and any(off(field.at, a, b) < 30 for a, b in pairwise(line))
    ]
    assert near == []


def test_ways_cross_only_where_a_lane_passes_under_a_bridge() -> None:
    crossing = {
        frozenset((one.kind, other.kind))
        for (one, line), (other, there) in combinations(lines(), 2)
        if not {one.start, one.end} & {other.start, other.end} and meet(line, there)
    }
    assert crossing == {frozenset(("lane", "bridge")), frozenset(("lane", "suspension"))}
    under = [edge for edge in EDGES if "under" in edge]
    assert len(under) == 8
    assert {edge["kind"] for edge in under} == {"lane"}


def lines() -> list[tuple[Edge, list[Point]]]:
    board = chart_of("four-islands")
    return [(way, sample_edge(board, way, 14)) for way in board.ways]


def off(point: Point, a: Point, b: Point) -> float:
    """Measure how far a point lies off the stretch from ``a`` to ``b``."""
    length = math.dist(a, b) ** 2
    share = ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / length
    share = max(0, min(1, share))
    return math.dist(point, (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))


def meet(one: list[Point], other: list[Point]) -> bool:
    if not overlap(one, other):
        return False
    return any(cross(*a, *b) for a in pairwise(one) for b in pairwise(other))


def overlap(one: list[Point], other: list[Point]) -> bool:
    return all(
        min(p[axis] for p in one) <= max(p[axis] for p in other)
        and min(p[axis] for p in other) <= max(p[axis] for p in one)
        for axis in (0, 1)
    )


def cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    return side(a, b, c) != side(a, b, d) and side(c, d, a) != side(c, d, b)


def side(a: Point, b: Point, c: Point) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0])
