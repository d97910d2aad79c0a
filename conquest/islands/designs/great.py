"""The great islands: the four islands with wild paths, arrow slits and a bridge to the grail."""

from __future__ import annotations

import json
from collections.abc import Mapping

from conquest.islands.board import FOLDER
from conquest.kit.picture.geometry import turn_point

from . import wilds
from .sketch import BoardDesign
from .wilds import Area, Underpass, Wilds

SEATS = "SWNE"

# The eastern half of the southern island, as it lies on the board. The western half is its
# mirror image, and the other islands are the southern one turned.
EAST = Wilds(
    areas={
        "SW1": Area((1412, 1945), ("S12", "S32")),
        "SW2": Area((1553, 2055), ("S02", "S35")),
        "SW3": Area((1612, 2200), ("S04", "S38")),
        "SW4": Area((1815, 2318), ("S17", "S38")),
        "SW5": Area((1862, 2165), ("S15",)),
        "SW6": Area((1435, 2328), ("S20",)),
    },
    passes=(
        Underpass("SW1", "SW2", ("S02", "S32")),
        Underpass("SW2", "SW3", ("S34", "S35")),
        Underpass("SW3", "SW5", ("S35", "S38")),
        Underpass("SW4", "SW5", ("S16", "S38")),
        Underpass("SW4", "SW6", ("S19", "S37")),
    ),
    slits=(("S02", "S31"), ("S12", "S32"), ("S36", "S38"), ("S20", "S37")),
)
BEHIND = Underpass("SW6", "SW12", ("S06", "S21"))
CENTRAL = (("C01", "P1"), ("C07", "P3"), ("C13", "P5"), ("C19", "P7"))


def design_great_islands() -> BoardDesign:
    """Return the four islands with camels, wild paths, arrow slits and the bridge to the grail."""
    board = copy_four_islands()
    _bring_camels(board)
    _hang_drawbridges(board)
    _bridge_to_the_grail(board)
    south = southern_wilds(board)
    for turn, seat in enumerate(SEATS):
        wilds.lay_wild_paths(board, f"wild-{seat}", _turn_wilds(board, south, turn, seat))
    wilds.cut_slits(board, CENTRAL)
    wilds.aim_from_castles(board)
    wilds.aim_into_wilds(board)
    wilds.aim_over_coasts(board)
    return board


def copy_four_islands() -> BoardDesign:
    """Return a copy of the four islands, which can be changed."""
    drawn = json.loads((FOLDER / "four-islands.json").read_text("utf-8"))
    width, height = drawn["size"]
    board = BoardDesign({"de": "Große Inseln", "en": "Great Islands"}, (width, height))
    board.fields = {field["id"]: field for field in drawn["fields"]}
    board.edges = {frozenset((edge["a"], edge["b"])): edge for edge in drawn["edges"]}
    board.outlines = {
        name: region["outline"] for name, region in drawn["regions"].items() if "outline" in region
    }
    return board


def _bring_camels(board: BoardDesign) -> None:
    """Replace the chariots of the set-up by camels (A68)."""
    for field in board.fields.values():
        if field.get("start", {}).get("piece") == "chariot":
            field["start"]["piece"] = "camel"


def _hang_drawbridges(board: BoardDesign) -> None:
    """Give every gate a drawbridge (G38)."""
    for gate in list(board.edges_of_kind("gate")):
        gate["kind"] = "drawbridge"


def _bridge_to_the_grail(board: BoardDesign) -> None:
    """Add a suspension bridge to the grail, as long a way as over the third stair (G11)."""
    board.add_field("C26", turn_point(board.point_of("C25"), board.size, 2), "land", "centre")
    board.join_fields("road", "C22", "C26")
    board.join_fields("suspension", "C26", "P8", tags=["suspension"])


def southern_wilds(board: BoardDesign) -> Wilds:
    """Return the wilds of both halves of the southern island of four."""
    names, (width, _) = _mirror_names(board), board.size
    west = EAST.rename_and_move(names.__getitem__, lambda at: (width - at[0], at[1]))
    return Wilds(
        areas={**EAST.areas, **west.areas},
        passes=(*EAST.passes, BEHIND, *west.passes),
        slits=(*EAST.slits, *west.slits),
    )


def _mirror_names(board: BoardDesign) -> Mapping[str, str]:
    """Return, for each southern field and wilderness, its mirror image on the same island."""
    at = {board.point_of(name): name for name in board.fields if name[0] == "S"}
    fields = {name: at[round(board.size[0] - x, 1), y] for (x, y), name in at.items()}
    return fields | {name: f"SW{int(name[2:]) + len(EAST.areas)}" for name in EAST.areas}


def _turn_wilds(board: BoardDesign, south: Wilds, turn: int, seat: str) -> Wilds:
    """Return the wilds of a seat's island, which lies ``turn`` quarters on from the south."""
    return south.rename_and_move(
        lambda name: seat + name[1:], lambda at: turn_point(at, board.size, -turn)
    )
