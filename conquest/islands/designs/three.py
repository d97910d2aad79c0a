"""The three islands: three copies of the southern one of four round the grail, and isles between.

Only the southern third is described; the others are rotated copies of it. Coordinates are
relative to the middle of the board; those in a strait to its axis, which leads from the middle
out between two islands.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from shapely.affinity import rotate
from shapely.geometry import LineString
from shapely.ops import unary_union

from conquest.core import Point

from . import coasts, great, wilds
from .sketch import BoardDesign

NAME = {"de": "Drei Inseln", "en": "Three Islands"}
SIZE, ORIGIN = (2730, 2560), (1365, 1280)
SEATS = "SWE"
THIRDS = range(3)
NEARER = 35  # how much nearer to the middle the islands lie than those of four
PLATEAU = 44

# How many of the fields that go round the middle lie in a third.
SHARES: Mapping[str, int] = {"C": 8, "P": 3, "G": 2, "CH": 1}
ROUND: Mapping[str, tuple[float, float]] = {  # degrees clockwise from the south, and how far out
    "C01": (0, 285), "C02": (16, 288), "C03": (31, 298), "C04": (45, 312),
    "C05": (60, 318), "C06": (75, 312), "C07": (89, 298), "C08": (104, 288),
    "P1": (0, 200), "P2": (45, 206), "P3": (75, 206), "G1": (0, 126), "G2": (0, 49),
    "CH1": (60, 386),
}  # fmt: skip
STRAIT: Mapping[str, Point] = {  # how far along the axis, and aside towards the south
    "IS1": (834, 0), "IS2": (928, 84), "IS3": (928, -84), "IS4": (1008, 0), "ISH1": (1086, 0),
    "M119": (610, 0), "M120": (726, 128), "M121": (726, -128),
    "M122": (952, 186), "M123": (952, -186),
}  # fmt: skip
SEA: Mapping[str, Point] = {
    "M101": (262, 360), "M102": (84, 394), "M103": (-84, 394), "M104": (-262, 360),
    "M105": (-424, 245),
    "M106": (941, 670), "M107": (835, 860), "M108": (715, 1035), "M109": (550, 1150),
    "M110": (362, 1180), "M111": (178, 1184), "M112": (0, 1186), "M113": (-178, 1184),
    "M114": (-362, 1180), "M115": (-550, 1150), "M116": (-715, 1035), "M117": (-835, 860),
    "M118": (-941, 670),
}  # fmt: skip
RINGS: Mapping[str, Sequence[str]] = {
    "road": ("C01 C02 C03 C04 C05 C06 C07 C08", "P1 P2 P3", "G2"),
    "lane": (
        "M101 M102 M103 M104 M105",
        "M106 M107 M108 M109 M110 M111 M112 M113 M114 M115 M116 M117 M118",
    ),
}
WAYS: Mapping[str, Sequence[str]] = {
    "road": ("P1 G1 G2", "IS1 IS2 IS4 IS3 IS1"),
    "lane": (
        "M105 M119", "M119 M120 M122 M118", "M119 M121 M123 M206", "M122 M117", "M123 M207",
        "CH1 M105", "ISH1 M118", "ISH1 M206",
        "SH1 M114", "SH2 M114", "SH2 M113", "SH3 M113",
        "SH4 M111", "SH5 M111", "SH5 M110", "SH6 M110",
    ),
}  # fmt: skip
QUAYS = (("CH1", "C05"), ("ISH1", "IS4"))
BRIDGES: Sequence[tuple[str, tuple[str, str], Sequence[str]]] = (
    ("bridge", ("S11", "C01"), ("BS1", "BS2")),
    ("bridge", ("W15", "IS1"), ("BWS1", "BWS2")),
    ("suspension", ("S27", "IS1"), ("BSW1", "BSW2")),
)
STAIR, ROPE, SLIT = ("C04", "P2"), ("C06", "P3"), ("C01", "P1")


def design_three_islands() -> BoardDesign:
    """Return the board for three players."""
    # Fields of all thirds first: connections lead from each third into the next.
    board, four = BoardDesign(NAME, SIZE, ORIGIN), great.copy_four_islands()
    for turn in THIRDS:
        _settle_home(board, four, turn)
        _settle_third(board, turn)
    for turn in THIRDS:
        _join_home(board, four, turn)
        _join_third(board, turn)
    _close_rings(board)
    for turn, seat in enumerate(SEATS):
        wilds.lay_wild_paths(board, f"wild-{seat}", _home_wilds(four, turn))
    wilds.cut_slits(
        board, [(rotated_name(SLIT[0], turn), rotated_name(SLIT[1], turn)) for turn in THIRDS]
    )
    wilds.aim_from_castles(board)
    wilds.aim_into_wilds(board)
    wilds.aim_over_coasts(board)
    _draw_coasts(board)
    return board


def rotated_name(name: str, turns: int = 1) -> str:
    """Return the name of the field that lies a number of thirds on, clockwise.

    S12 becomes W12, M103 M203, C01 C09 and BSW1 BWE1.
    """
    return rotated_name(_name_in_next_third(name), turns - 1) if turns else name


def _name_in_next_third(name: str) -> str:
    letters = name.rstrip("0123456789")
    number = name.removeprefix(letters)
    if letters in SHARES:
        share = SHARES[letters]
        return f"{letters}{(int(number) - 1 + share) % (3 * share) + 1:0{len(number)}}"
    if letters == "M":
        return f"M{int(number[0]) % 3 + 1}{number[1:]}"
    turned = str.maketrans("SWE", "WES")
    if letters[0] in SEATS:
        return name[0].translate(turned) + name[1:]
    return name.translate(turned)


def _rotate_point(at: Point, turn: int) -> Point:
    """Return a point of the southern third rotated by a number of thirds, clockwise."""
    angle = turn * math.tau / 3
    return (
        at[0] * math.cos(angle) - at[1] * math.sin(angle),
        at[0] * math.sin(angle) + at[1] * math.cos(angle),
    )


def _home_point(four: BoardDesign, at: Point, turn: int) -> Point:
    """Return where a point of the southern island of four lies, rotated by ``turn`` thirds."""
    return _rotate_point((at[0] - four.size[0] / 2, at[1] - four.size[1] / 2 - NEARER), turn)


def _settle_home(board: BoardDesign, four: BoardDesign, turn: int) -> None:
    """Add the fields of a seat's home island, with its castle and harbours."""
    for name, field in four.fields.items():
        if name[0] != "S":
            continue
        owner: dict[str, Any] = {"seat": SEATS[turn]} if "seat" in field else {}
        if "start" in field:
            owner["start"] = {**field["start"], "seat": SEATS[turn]}
        region = f"{field['region'][:-1]}{SEATS[turn]}"
        at = _home_point(four, four.point_of(name), turn)
        board.add_field(
            rotated_name(name, turn), at, field["terrain"], region, *field["tags"], **owner
        )


def _settle_third(board: BoardDesign, turn: int) -> None:
    """Add all other fields of a third."""
    strait = f"strait-{SEATS[turn]}{rotated_name(SEATS[turn])}"
    for name, (degrees, far) in ROUND.items():
        angle = math.radians(degrees)
        _place_field(board, name, (-far * math.sin(angle), far * math.cos(angle)), strait, turn)
    for name, (along, aside) in STRAIT.items():
        _place_field(board, name, _strait_point(along, aside), strait, turn)
    for name, at in SEA.items():
        _place_field(board, name, at, "inner-sea" if name < "M106" else "outer-sea", turn)


def _strait_point(along: float, aside: float) -> Point:
    """Return a point in the strait between the south and the west."""
    sine, cosine = math.sin(math.tau / 6), math.cos(math.tau / 6)
    return aside * cosine - along * sine, along * cosine + aside * sine


def _place_field(board: BoardDesign, name: str, at: Point, sea: str, turn: int) -> None:
    """Add a field of the southern third, rotated by ``turn`` thirds.

    Its terrain, region and tags follow from the letters of its name.
    """
    where: Point = _rotate_point(at, turn)
    name, letters = rotated_name(name, turn), name.rstrip("0123456789")
    match letters:
        case "M":
            board.add_field(name, where, "sea", sea)
        case "CH" | "ISH":
            board.add_field(name, where, "sea", _COASTS[letters], "harbour")
        case "G":
            barred = ["elephant", "chariot"]
            board.add_field(name, where, "land", "grail", "grail", forbidden=barred)
        case _:
            board.add_field(name, where, "land", _LANDS[letters])


def _join_home(board: BoardDesign, four: BoardDesign, turn: int) -> None:
    """Copy the connections of the southern island of four."""
    for edge in four.edges.values():
        if edge["a"][0] + edge["b"][0] != "SS":
            continue
        kind = "drawbridge" if edge["kind"] == "gate" else edge["kind"]
        more = {"tags": edge["tags"]} if kind == "quay" else {}
        if "ctrl" in edge:
            more["ctrl"] = _rotate_bend(four, edge["ctrl"], turn)
        board.join_fields(
            kind, rotated_name(edge["a"], turn), rotated_name(edge["b"], turn), **more
        )


def _rotate_bend(four: BoardDesign, bend: Sequence[float], turn: int) -> list[float]:
    (x, y), (u, v) = (_home_point(four, (bend[i], bend[i + 1]), turn) for i in (0, 2))
    right, down = ORIGIN
    return [round(length, 1) for length in (right + x, down + y, right + u, down + v)]


def _join_third(board: BoardDesign, turn: int) -> None:
    """Add all other connections of a third, and those into the next one."""
    for kind, ways in WAYS.items():
        for way in ways:
            board.chain_fields(kind, [rotated_name(name, turn) for name in way.split()])
    for harbour, field in QUAYS:
        board.join_fields(
            "quay", rotated_name(harbour, turn), rotated_name(field, turn), tags=["quay"]
        )
    for kind, (one, other), decks in BRIDGES:
        banks = rotated_name(one, turn), rotated_name(other, turn)
        board.lay_bridge(kind, banks, [rotated_name(deck, turn) for deck in decks])
    foot, top = rotated_name(STAIR[0], turn), rotated_name(STAIR[1], turn)
    up = {"elephant": [foot, top], "chariot": [foot, top]}
    board.join_fields("step", foot, top, oneway=up, tags=["obstacle", "step"])
    board.join_fields(
        "suspension", rotated_name(ROPE[0], turn), rotated_name(ROPE[1], turn), tags=["suspension"]
    )


def _close_rings(board: BoardDesign) -> None:
    """Add the connections that lead all the way round the middle."""
    for kind, rings in RINGS.items():
        for ring in rings:
            board.chain_fields(kind, [*_names_all_round(ring.split()), ring.split()[0]])


def _names_all_round(names: Sequence[str]) -> Iterator[str]:
    return (rotated_name(name, turn) for turn in THIRDS for name in names)


def _home_wilds(four: BoardDesign, turn: int) -> wilds.Wilds:
    return great.southern_wilds(four).rename_and_move(
        lambda name: rotated_name(name, turn), lambda at: _home_point(four, at, turn)
    )


def _draw_coasts(board: BoardDesign) -> None:
    """Draw the coasts: of the home islands, of the central island and of the isles."""
    home = [name for name in board.fields if name[0] == "S" and not name.startswith("SW")]
    ashore = [name for name in home if board.fields[name]["terrain"] == "land"]
    south = coasts.coast_ring(board, ashore, 17, 11)
    isle = coasts.coast_ring(board, ["IS1", "IS2", "IS3", "IS4"], 7, 3)
    middle = [*_names_all_round(RINGS["road"][0].split())]
    roads = (edge for edge in board.edges_of_kind("road") if edge["a"][0] == edge["b"][0] == "P")
    plateau = unary_union([LineString(board.edge_line(edge)) for edge in roads])
    for turn, seat in enumerate(SEATS):
        board.outlines[f"island-{seat}"] = coasts.outline_path(_rotate_coast(south, turn))
    board.outlines["isles"] = coasts.outline_path(*(_rotate_coast(isle, turn) for turn in THIRDS))
    board.outlines["centre"] = coasts.outline_path(coasts.coast_ring(board, middle, 8, 5, folds=3))
    board.outlines["grail-plateau"] = coasts.outline_path(plateau.convex_hull.buffer(PLATEAU))


def _rotate_coast(coast: Any, turn: int) -> Any:
    return rotate(coast, 120 * turn, origin=ORIGIN)


_LANDS: Mapping[str, str] = {"C": "centre", "P": "grail-plateau", "IS": "isles"}
_COASTS: Mapping[str, str] = {"CH": "coast-C", "ISH": "coast-isles"}
