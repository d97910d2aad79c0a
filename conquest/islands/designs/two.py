"""The two islands: two home islands, isles between them, and the sea all round.

Only the southern half is described; the northern one is the same, turned by half a turn.
Coordinates are relative to the middle of the board.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from shapely.affinity import rotate

from conquest.core import Point

from . import coasts, wilds
from .sketch import BoardDesign
from .wilds import Area, Underpass, Wilds

NAME = {"de": "Zwei Inseln", "en": "Two Islands"}
SIZE, ORIGIN = (1680, 2280), (840, 1140)
KEEP = (-150, 620)

COAST: Mapping[str, Point] = {
    "S11": (-470, 415), "S12": (-300, 375), "S13": (-140, 365), "S14": (10, 355),
    "S15": (150, 310), "S16": (300, 300), "S17": (440, 370), "S18": (535, 530),
    "S19": (460, 720), "S20": (310, 805), "S21": (170, 800), "S22": (30, 850),
    "S23": (-150, 865), "S24": (-310, 830), "S25": (-450, 770), "S26": (-562, 590),
}  # fmt: skip
INLAND: Mapping[str, tuple[Point, str]] = {
    "S27": ((100, 560), "elephant"), "S28": ((215, 500), "rider"), "S29": ((330, 440), ""),
    "S30": ((105, 690), "elephant"), "S31": ((235, 660), "rider"), "S32": ((380, 610), ""),
    "S33": ((40, 770), "chariot"), "S34": ((-400, 620), "elephant"),
    "S35": ((-330, 460), "elephant"), "S36": ((-415, 515), "rider"),
    "S37": ((-335, 765), "chariot"), "S38": ((25, 450), "rider"),
}  # fmt: skip
ISLES: Mapping[str, Point] = {
    "C1": (75, 25), "C4": (-25, 75), "IS1": (345, 130), "IS2": (330, 20), "IS3": (450, 60),
    "RS1": (-400, 200), "RS2": (-510, 220),
}  # fmt: skip
HARBOURS: Mapping[str, tuple[Point, str, str]] = {
    "SH1": ((-520, 845), "S25", "ship"), "SH2": ((-325, 925), "S24", "ship"),
    "SH3": ((40, 940), "S22", "galleon"), "SH4": ((185, 890), "S21", "galleon"),
    "SH5": ((335, 895), "S20", "ship"), "SH6": ((530, 805), "S19", "ship"),
    "ISH1": ((540, 20), "IS3", ""), "RSH1": ((-595, 180), "RS2", ""),
    "CH1": ((-45, 165), "C4", ""),
}  # fmt: skip
SEA: Mapping[str, Point] = {
    "M101": (672, 90), "M102": (680, 300), "M103": (682, 510), "M104": (672, 715),
    "M105": (590, 910), "M106": (400, 990), "M107": (215, 985), "M108": (0, 1010),
    "M109": (-220, 1000), "M110": (-430, 975), "M111": (-600, 900), "M112": (-675, 710),
    "M113": (-682, 500), "M114": (-680, 290), "M115": (-673, 90),
    "M116": (500, 185), "M117": (205, 165), "M118": (20, 225), "M119": (-170, 220),
    "M120": (-320, 290), "M121": (-195, 95), "M122": (-420, 75),
}  # fmt: skip

ROADS = """
S01 S02 S03 S04 S05 S06 S07 S08 S09 S10 S01
S11 S12 S13 S14 S15 S16 S17 S18 S19 S20 S21 S22 S23 S24 S25 S26 S11
S01 S13; S02 S38 S14; S03 S27 S28 S29 S17; S28 S15; S04 S30 S31 S32 S18; S28 S31; S29 S32
S31 S21; S05 S33 S22; S06 S23; S07 S37 S24; S08 S34 S26; S09 S34 S36; S10 S35 S36 S11; S35 S12
C1 C3 C2 C4 C1; IS1 IS2 IS3 IS1; RS1 RS2
"""
LANES = """
M101 M102 M103 M104 M105 M106 M107 M108 M109 M110 M111 M112 M113 M114 M115 M201
SH1 M111; SH1 M112; SH2 M110; SH2 M109; SH3 M108; SH3 M107; SH4 M107; SH5 M107; SH5 M106
SH6 M105; SH6 M104
M102 M116 M117 M118 M119 M120 M114; M119 M121 M217; M121 M122 M115
CH1 M118; CH1 M119; ISH1 M101; ISH1 M116; RSH1 M114; RSH1 M115
"""
WILDS = Wilds(
    areas={
        "SW1": Area((112, 461), ("S38",)),
        "SW2": Area((268, 378), ("S16",)),
        "SW3": Area((294, 565), ("S32",)),
        "SW4": Area((303, 724), ("S20",)),
        "SW5": Area((150, 612), ("S04",)),
        "SW6": Area((-401, 705), ("S07", "S25")),
        "SW7": Area((-486, 535), ("S11",)),
    },
    passes=(
        Underpass("SW1", "SW2", ("S15", "S28")),
        Underpass("SW2", "SW3", ("S28", "S29")),
        Underpass("SW3", "SW4", ("S31", "S32")),
        Underpass("SW3", "SW5", ("S28", "S31")),
        Underpass("SW6", "SW7", ("S26", "S34")),
    ),
    slits=(("S01", "S38"), ("S19", "S32"), ("S13", "S38"), ("S36", "S34")),
)


def design_two_islands() -> BoardDesign:
    """Return the board for two players."""
    board = BoardDesign(NAME, SIZE, ORIGIN)
    _settle_half(board)
    for field in list(board.fields.values()):
        _settle_image(board, field)
    _join_half(board)
    for edge in list(board.edges.values()):
        _join_image(board, edge)
    for south in (WILDS, WILDS.rename_and_move(opposite_name, lambda at: (-at[0], -at[1]))):
        home = next(iter(south.areas))[0]
        wilds.lay_wild_paths(board, f"wild-{home}", south)
    wilds.aim_from_castles(board)
    wilds.aim_into_wilds(board)
    wilds.aim_over_coasts(board)
    _draw_coasts(board)
    return board


def opposite_name(name: str) -> str:
    """Return the name of the field half a turn on: N12 for S12, M203 for M103, C2 for C1."""
    if name[0] == "M":
        return f"M{3 - int(name[1])}{name[2:]}"
    if name[0] == "C":
        return f"{name[:-1]}{(int(name[-1]) - 1 ^ 1) + 1}"
    return name.translate(str.maketrans("SN", "NS"))


def _settle_half(board: BoardDesign) -> None:
    """Add the fields of the southern half."""
    for number in range(10):
        start = {"seat": "S", "piece": "soldier"}
        at = _point_round_keep(36 * number, 139)
        board.add_field(f"S{number + 1:02d}", at, "land", "island-S", "start", start=start)
    for number in range(5):
        at = _point_round_keep(72 * number, 67)
        board.add_field(f"ST{number + 1}", at, "land", "castle-S", "castle", seat="S")
    for name, at in COAST.items():
        board.add_field(name, at, "land", "island-S")
    for name, (at, piece) in INLAND.items():
        board.add_field(name, at, "land", "island-S", *_start_tags(piece), **_start_data(piece))
    for name, at in ISLES.items():
        board.add_field(name, at, "land", "isles")
    for name, (at, _, piece) in HARBOURS.items():
        region = "coast-S" if piece else "coast-isles"
        board.add_field(
            name, at, "sea", region, "harbour", *_start_tags(piece), **_start_data(piece)
        )
    for name, at in SEA.items():
        region = "inner-sea" if name >= "M116" else "outer-sea"
        board.add_field(name, at, "sea", region)


def _point_round_keep(degrees: float, radius: float) -> Point:
    """Return a point round the keep, clockwise from the side that faces the other island."""
    angle = math.radians(degrees)
    return KEEP[0] + radius * math.sin(angle), KEEP[1] - radius * math.cos(angle)


def _start_tags(piece: str) -> list[str]:
    return ["start"] if piece else []


def _start_data(piece: str) -> dict[str, Any]:
    return {"start": {"seat": "S", "piece": piece}} if piece else {}


def _settle_image(board: BoardDesign, field: Mapping[str, Any]) -> None:
    owner = {key: value for key, value in field.items() if key in ("seat", "start")}
    if "seat" in owner:
        owner["seat"] = "N"
    if "start" in owner:
        owner["start"] = {**owner["start"], "seat": "N"}
    at = (board.origin[0] - field["x"], board.origin[1] - field["y"])
    region = field["region"].replace("-S", "-N")
    board.add_field(
        opposite_name(field["id"]), at, field["terrain"], region, *field["tags"], **owner
    )


def _join_half(board: BoardDesign) -> None:
    """Add the connections of the southern half, and those into the northern one."""
    for kind, ways in (("road", ROADS), ("lane", LANES)):
        for way in _split_paths(ways):
            board.chain_fields(kind, way)
    for number in range(5):
        board.join_fields("drawbridge", f"ST{number + 1}", f"S{2 * number + 1:02d}")
    for harbour, (_, field, _) in HARBOURS.items():
        board.join_fields("quay", harbour, field, tags=["quay"])
    board.lay_bridge("bridge", ("S16", "IS1"), ["BS1"])
    board.lay_bridge("suspension", ("C1", "IS2"), ["BSC1", "BSC2"])


def _split_paths(text: str) -> Iterator[list[str]]:
    return (way.split() for way in text.replace("\n", ";").split(";") if way.strip())


def _join_image(board: BoardDesign, edge: Mapping[str, Any]) -> None:
    one, other = opposite_name(edge["a"]), opposite_name(edge["b"])
    # Bridges bring fields of their own, which came after the other fields were copied.
    for end in (edge["a"], edge["b"]):
        if opposite_name(end) not in board.fields:
            _settle_image(board, board.fields[end])
    more = {key: value for key, value in edge.items() if key not in ("a", "b", "kind", "ctrl")}
    if "ctrl" in edge:
        turned = zip(edge["ctrl"], 2 * board.origin, strict=True)
        more["ctrl"] = [round(2 * middle - length, 1) for length, middle in turned]
    board.join_fields(edge["kind"], one, other, **more)


def _draw_coasts(board: BoardDesign) -> None:
    """Draw the coasts: the home island, the middle isle, and two more."""
    home = [name for name, field in board.fields.items() if field["region"] == "island-S"]
    south = coasts.coast_ring(board, [*home, *(f"ST{n}" for n in range(1, 6))], 17, 11)
    middle = coasts.coast_ring(board, ["C1", "C2", "C3", "C4"], 6, 5, folds=2)
    isles = [
        coasts.coast_ring(board, ["IS1", "IS2", "IS3"], 7, 3),
        coasts.coast_ring(board, ["RS1", "RS2"], 7, 4),
    ]
    board.outlines["island-S"] = coasts.outline_path(south)
    board.outlines["island-N"] = coasts.outline_path(_opposite_coast(south))
    board.outlines["isles"] = coasts.outline_path(middle, *isles, *map(_opposite_coast, isles))


def _opposite_coast(coast: Any) -> Any:
    return rotate(coast, 180, origin=ORIGIN)
