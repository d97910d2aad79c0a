"""The generated boards: what Grand Conquest and games for two or three rely on."""

from __future__ import annotations

import json
import math
from collections import Counter, deque
from collections.abc import Callable, Iterable
from itertools import combinations, pairwise
from typing import Any

import pytest

from conquest.core import Edge, Point
from conquest.islands import board
from conquest.islands.board import FOLDER, Board
from conquest.islands.designs import DESIGNS, three, two, write_design
from conquest.islands.picture import maps
from conquest.kit.picture.geometry import rotate_point, sample_edge
from tests.conquest.islands.test_board_data import meet, off

GREAT, THREE, TWO = "great-islands", "three-islands", "two-islands"
BY_BOARD = pytest.mark.parametrize("name", [GREAT, THREE, TWO])
ARMY = {"S": 10, "E": 4, "K": 4, "B": 4, "G": 2}


def data(name: str) -> dict[str, Any]:
    drawn: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return drawn


def edges(name: str, *kinds: str) -> list[dict[str, Any]]:
    return [edge for edge in data(name)["edges"] if edge["kind"] in kinds]


def ends(edge: dict[str, Any]) -> frozenset[str]:
    return frozenset((edge["a"], edge["b"]))


def lines(name: str) -> list[tuple[Edge, list[Point]]]:
    drawn = maps.chart_of(name)
    return [(way, sample_edge(drawn, way, 14)) for way in drawn.ways]


def steps(near: Callable[[str], Iterable[str]], starts: Iterable[str]) -> dict[str, int]:
    far = dict.fromkeys(starts, 0)
    queue = deque(far)
    while queue:
        here = queue.popleft()
        for there in near(here):
            if there not in far:
                far[there] = far[here] + 1
                queue.append(there)
    return far


def on_foot(ground: Board, here: str) -> list[str]:
    """Return where an empty board's roads lead; harbours are water then (CR11)."""
    ways = ground.roads.get(here, ()) if ground.kinds[here] != "harbour" else ()
    return [way.to for way in ways if ground.kinds[way.to] != "harbour"]


def elephant_steps(ground: Board, here: str) -> list[str]:
    """Return where an elephant of Conquest goes from a field: neither onto ropes nor down stairs,
    nor into the grail (C35, C43, C44)."""
    ways = [way.to for way in ground.roads.get(here, ()) if way.kind in "->"]
    return [field for field in ways if ground.kinds[field] not in ("harbour", "grail")]


def castle_road(seat: str) -> list[str]:
    return [f"{seat}{number:02d}" for number in range(1, 11)]


# --- what every board has -------------------------------------------------------------------


@pytest.mark.parametrize("name", DESIGNS)
def test_stored_boards_match_their_designs(name: str) -> None:
    """Mended by ``make board``."""
    assert write_design(name) == (FOLDER / f"{name}.json").read_bytes()


@BY_BOARD
def test_designed_fields_have_names_of_their_own_however_typed(name: str) -> None:
    names = [field["id"].lower() for field in data(name)["fields"]]
    assert len(set(names)) == len(names) == {GREAT: 407, THREE: 348, TWO: 182}[name]


@BY_BOARD
def test_designed_edges_join_each_pair_of_fields_once(name: str) -> None:
    pairs = [ends(edge) for edge in data(name)["edges"]]
    assert len(set(pairs)) == len(pairs)
    assert set().union(*pairs) == {field["id"] for field in data(name)["fields"]}


@BY_BOARD
def test_every_seat_of_a_designed_board_has_an_army(name: str) -> None:
    """GR2, A68: camels start where chariots do."""
    ground = board.named_board(name)
    for seat in ground.order:
        army = Counter(letter for owner, letter in ground.setup.values() if owner == seat)
        assert army == {**ARMY, {GREAT: "M", THREE: "C", TWO: "C"}[name]: 2}


@BY_BOARD
def test_each_tower_has_one_drawbridge_and_the_arrow_slits_of_a_castle(name: str) -> None:
    """A75: a tower shoots at both its neighbours, and past its gate to either side."""
    ground = board.named_board(name)
    for towers in ground.castles.values():
        for one, other in pairwise((*towers, towers[0])):
            assert other in ground.fire[one]
        for tower in towers:
            (way,) = ground.roads[tower]
            assert (way.kind, way.to in ground.starts) == ("-", True)
            ring = {road.to for road in ground.roads[way.to]} & ground.starts
            assert len({*ground.fire[tower]} & ring - {way.to}) == 2
    assert len(edges(name, "drawbridge")) == 5 * len(ground.order)


@BY_BOARD
def test_every_harbour_lies_on_a_quay_and_a_lane(name: str) -> None:
    ground = board.named_board(name)
    for harbour in (field for field, kind in ground.kinds.items() if kind == "harbour"):
        assert len(ground.roads[harbour]) == 1
        assert ground.lanes[harbour]


@BY_BOARD
def test_designed_boards_are_connected_at_sea(name: str) -> None:
    ground = board.named_board(name)
    water = {field for field, kind in ground.kinds.items() if kind in ("sea", "harbour")}
    assert steps(lambda here: ground.lanes.get(here, ()), [min(water)]).keys() == water


@BY_BOARD
def test_designed_fields_have_room_between_them(name: str) -> None:
    spots = maps.chart_of(name).fields.values()
    assert min(math.dist(a, b) for a, b in combinations(spots, 2)) >= 58


@BY_BOARD
def test_no_designed_way_leads_past_a_foreign_field(name: str) -> None:
    near = [
        (way.start, way.end, field)
        for way, line in lines(name)
        for field, at in maps.chart_of(name).fields.items()
        if field not in (way.start, way.end) and any(off(at, a, b) < 30 for a, b in pairwise(line))
    ]
    assert near == []


@BY_BOARD
def test_designed_ways_cross_only_below_bridges_and_in_underpasses(name: str) -> None:
    crossing = Counter(
        tuple(sorted((one.kind, other.kind)))
        for (one, line), (other, there) in combinations(lines(name), 2)
        if not {one.start, one.end} & {other.start, other.end} and meet(line, there)
    )
    passes = crossing.pop(("road", "wild"))
    assert passes == len([edge for edge in edges(name, "wild") if "under" in edge])
    assert crossing.keys() <= {("bridge", "lane"), ("lane", "suspension")}


# --- what Grand Conquest has beside ---------------------------------------------------------


@BY_BOARD
def test_wild_paths_cross_no_road_but_in_an_underpass(name: str) -> None:
    """GR13: roads shut in every wilderness; steps cross none, an underpass the one it names."""
    ways = {frozenset((way.start, way.end)): line for way, line in lines(name)}
    roads = [ends(edge) for edge in edges(name, "road")]
    for edge in edges(name, "wild"):
        crossed = [
            road for road in roads if not road & ends(edge) and meet(ways[ends(edge)], ways[road])
        ]
        assert crossed == ([frozenset(edge["under"].split("-"))] if "under" in edge else [])


@BY_BOARD
def test_every_wilderness_can_be_left_and_be_shot_into(name: str) -> None:
    """G26: from all round it; a catapult never stands in it."""
    ground = board.named_board(name)
    for area in (field for field, kind in ground.kinds.items() if kind == "wild"):
        beside = {*ground.wild[area], *ground.fire.get(area, ())}
        kinds = {ground.kinds[field] for field in beside}
        assert kinds <= {"wild", "land"}
        assert len([field for field in beside if ground.kinds[field] == "land"]) >= 4
        assert len(ground.wild[area]) >= 2


@BY_BOARD
def test_wild_paths_shorten_ways_on_every_island(name: str) -> None:
    """Somewhere on every island a knight comes sooner to a field through the wilderness."""
    ground = board.named_board(name)
    for seat in ground.castles:
        home = [
            field
            for field in ground.regions
            if ground.regions[field] == f"island-{seat[0].upper()}"
        ]
        saved = 0
        for field in home:
            by_road = steps(lambda here: on_foot(ground, here), [field])
            wild = steps(lambda here: [*on_foot(ground, here), *ground.wild.get(here, ())], [field])
            saved = max(saved, *(by_road[other] - wild[other] for other in home))
        assert saved >= {GREAT: 4, THREE: 4, TWO: 1}[name]


@BY_BOARD
def test_catapults_shoot_over_the_coast_at_what_lies_nearest(name: str) -> None:
    """G31, A75."""
    ground = board.named_board(name)
    at = maps.chart_of(name).fields
    sea = [field for field, kind in ground.kinds.items() if kind in ("sea", "harbour")]
    for edge in (edge for edge in edges(name, "fire") if "coast" in edge["tags"]):
        one, other = sorted(ends(edge), key=sea.__contains__)
        assert (one not in sea, other in sea) == (True, True)
        land = [field for field in at if ground.kinds[field] == "land"]
        far = math.dist(at[one], at[other])
        nearest = (
            min(math.dist(at[one], at[field]) for field in sea),
            min(math.dist(at[other], at[field]) for field in land),
        )
        assert far < min(200, max(nearest) + 0.6)
    for tower in (tower for towers in ground.castles.values() for tower in towers):
        assert not {*ground.fire[tower]} & {*sea}


# --- the great islands ----------------------------------------------------------------------


def test_the_great_islands_keep_all_of_the_four_islands() -> None:
    few, many = board.named_board("four-islands"), board.named_board(GREAT)
    assert few.kinds.items() <= many.kinds.items()
    assert few.castles == many.castles
    assert few.lanes == many.lanes
    assert {f for f, kind in many.kinds.items() if kind != "wild"} - few.kinds.keys() == {"C26"}
    for field, ways in few.roads.items():
        assert {*many.roads[field]} - {*ways} <= {many.roads["C26"][0], *_to_the_grail(many)}
    drawn = maps.chart_of("four-islands").fields
    assert drawn.items() <= maps.chart_of(GREAT).fields.items()
    assert {f: s for f, s in few.setup.items() if s[1] != "C"}.items() <= many.setup.items()


def _to_the_grail(ground: Board) -> set[board.Road]:
    return {way for ways in ground.roads.values() for way in ways if way.to == "C26"}


def test_a_rope_bridge_leads_up_to_the_grail_of_the_great_islands() -> None:
    """G11, A91."""
    ground = board.named_board(GREAT)
    assert board.Road("P8", "=") in ground.roads["C26"]
    assert board.Road("C26", "-") in ground.roads["C22"]
    grail = [
        sorted(
            steps(lambda here: on_foot(ground, here), castle_road(seat))[g] for g in ground.grail
        )
        for seat in "SWNE"
    ]
    assert grail == [[11, 11, 12, 12, 13]] * 4


def test_the_great_islands_are_the_same_for_every_seat() -> None:
    """A quarter turn takes every wild path and every shot to another."""
    turned = str.maketrans("SWNE", "WNES")
    size = maps.chart_of(GREAT).size[0]
    at = maps.chart_of(GREAT).fields
    image = {
        field: next(other for other, (u, v) in at.items() if math.dist((u, v), (size - y, x)) < 0.3)
        for field, (x, y) in at.items()
        if field not in ("C25", "C26")
    }
    for kind in ("wild", "fire"):
        pairs = {ends(edge) for edge in edges(GREAT, kind)}
        assert {frozenset(image[end] for end in pair) for pair in pairs} == pairs
    for field in (field for field in at if field[1] == "W" and field[0] in "SWNE"):
        assert image[field] == field[0].translate(turned) + field[1:]


# --- the two islands ------------------------------------------------------------------------


def test_two_islands_are_the_same_half_a_turn_on() -> None:
    at, (width, height) = maps.chart_of(TWO).fields, maps.chart_of(TWO).size
    for field, (x, y) in at.items():
        assert at[two.opposite_name(field)] == pytest.approx((width - x, height - y))
    joined = {(ends(edge), edge["kind"]) for edge in data(TWO)["edges"]}
    assert {(frozenset(map(two.opposite_name, pair)), kind) for pair, kind in joined} == joined
    ground = board.named_board(TWO)
    other = {"south": "north", "north": "south"}
    assert {
        two.opposite_name(f): (other[s], letter) for f, (s, letter) in ground.setup.items()
    } == (ground.setup)


def test_two_islands_are_22_steps_by_land_and_9_by_sea_apart() -> None:
    ground = board.named_board(TWO)
    assert ground.order == ("south", "north")
    assert (ground.grail, ground.central) == ((), frozenset())
    walked = steps(lambda here: on_foot(ground, here), castle_road("S"))
    assert min(walked[field] for field in castle_road("N")) == 22
    sailed = steps(lambda here: ground.lanes.get(here, ()), [f"SH{n}" for n in range(1, 7)])
    assert min(sailed[f"NH{n}"] for n in range(1, 7)) == 9


def test_elephants_of_two_islands_are_parted_by_the_bridges() -> None:
    """C44: they come over by ship."""
    ground = board.named_board(TWO)
    ropes = {field for field, ways in ground.roads.items() if any(w.kind == "=" for w in ways)}
    decks = {"BSC1", "BSC2", "BNC1", "BNC2"}
    assert ropes == {"C1", "C2", "IS2", "IN2", *decks}
    assert "N01" not in steps(lambda here: {*on_foot(ground, here)} - decks, ["S01"])
    assert "N01" in steps(lambda here: on_foot(ground, here), ["S01"])


def test_dead_ends_of_two_islands_are_towers_and_lonely_isles() -> None:
    ground = board.named_board(TWO)
    ends_ = {
        f for f, ways in ground.roads.items() if len(ways) == 1 and ground.kinds[f] != "harbour"
    }
    assert ends_ == {*ground.castles["south"], *ground.castles["north"], "RS1", "RN1"}


# --- the three islands ----------------------------------------------------------------------


def test_three_islands_are_the_same_a_third_of_a_turn_on() -> None:
    at, (width, height) = maps.chart_of(THREE).fields, maps.chart_of(THREE).size
    for field, spot in at.items():
        there = rotate_point(spot, (width / 2, height / 2), 120)
        assert at[three.rotated_name(field)] == pytest.approx(there, abs=0.3)
        assert three.rotated_name(field, 3) == field
    joined = {(ends(edge), edge["kind"]) for edge in data(THREE)["edges"]}
    assert {(frozenset(map(three.rotated_name, pair)), kind) for pair, kind in joined} == joined
    ground = board.named_board(THREE)
    next_ = {"south": "west", "west": "east", "east": "south"}
    assert {
        three.rotated_name(f): (next_[s], letter) for f, (s, letter) in ground.setup.items()
    } == (ground.setup)


def test_a_home_of_three_islands_is_that_of_the_great_islands() -> None:
    many, ground = board.named_board(GREAT), board.named_board(THREE)
    home = {field for field in many.kinds if field[0] == "S"}
    assert home == {field for field in ground.kinds if field[0] == "S"}
    for field in home:
        for ways, others in ((many.wild, ground.wild), (many.fire, ground.fire)):
            assert {*ways.get(field, ())} & home == {*others.get(field, ())} & home
        roads = {way for way in many.roads.get(field, ()) if way.to in home}
        assert roads == {way for way in ground.roads.get(field, ()) if way.to in home}


@pytest.mark.parametrize("seat", "SWE")
def test_the_grail_of_three_islands_is_11_to_13_steps_away(seat: str) -> None:
    ground = board.named_board(THREE)
    walked = steps(lambda here: on_foot(ground, here), castle_road(seat))
    assert min(walked[f"C{number:02d}"] for number in range(1, 25)) == 5
    assert sorted(walked[field] for field in ground.grail) == [11, 12, 12, 12, 13, 13]
    led_ = steps(lambda here: elephant_steps(ground, here), castle_road(seat))
    assert min(led_[f"P{number}"] for number in range(1, 10)) == 9
    sailed = steps(lambda here: ground.lanes.get(here, ()), [f"{seat}H{n}" for n in range(1, 7)])
    assert sorted(sailed[f"CH{number}"] for number in (1, 2, 3)) == [9, 9, 14]


@pytest.mark.parametrize(("one", "other"), [*combinations("SWE", 2)])
def test_three_islands_are_equally_far_apart(one: str, other: str) -> None:
    ground = board.named_board(THREE)
    assert ground.order == ("south", "west", "east")
    walked = steps(lambda here: on_foot(ground, here), castle_road(one))
    assert min(walked[field] for field in castle_road(other)) == 14
    led_ = steps(lambda here: elephant_steps(ground, here), castle_road(one))
    assert min(led_[field] for field in castle_road(other)) == 18
    sailed = steps(lambda here: ground.lanes.get(here, ()), [f"{one}H{n}" for n in range(1, 7)])
    assert min(sailed[f"{other}H{n}"] for n in range(1, 7)) == 11


def test_stairs_and_ropes_lead_up_to_the_grail_of_three_in_turn() -> None:
    """C43, C44, G11."""
    ground = board.named_board(THREE)
    ways = {
        field: way
        for field in sorted(ground.central)
        for way in ground.roads[field]
        if field[0] == "C" and way.to[0] == "P"
    }
    assert [way.kind for way in ways.values()] == [">", "="] * 3
    assert [field for field, way in ways.items() if way.kind == ">"] == ["C04", "C12", "C20"]


def test_neighbours_on_three_islands_are_joined_by_an_isle() -> None:
    """Each of three has a bridge of stone on one side and one of rope on the other."""
    ground = board.named_board(THREE)
    for one, other in (("S", "W"), ("W", "E"), ("E", "S")):
        isle = f"I{one}"
        kinds = {way.to: way.kind for way in ground.roads[f"{isle}1"]}
        assert kinds == {
            f"{isle}2": "-", f"{isle}3": "-", f"B{one}{other}2": "=", f"B{other}{one}2": "-",
        }  # fmt: skip
        assert ground.kinds[f"{isle}H1"] == "harbour"


def test_dead_ends_of_three_islands_are_towers() -> None:
    ground = board.named_board(THREE)
    ends_ = {
        f for f, ways in ground.roads.items() if len(ways) == 1 and ground.kinds[f] != "harbour"
    }
    assert ends_ == {tower for towers in ground.castles.values() for tower in towers}
