"""How the boards of the islands are designed, from short descriptions.

``python -m conquest.islands.designs`` writes what they come to as data, into
``conquest/islands/boards/``. "four-islands" is kept as it was drawn once: games of other
programs stand on it. Nothing here is needed where the data is read; coasts and faces need
shapely, and chance is used with fixed seeds only, so that every run writes the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from . import great, three, two
from .sketch import BoardDesign

__all__ = ["DESIGNS", "write_design"]

DESIGNS: Mapping[str, Callable[[], BoardDesign]] = {
    "great-islands": great.design_great_islands,
    "three-islands": three.design_three_islands,
    "two-islands": two.design_two_islands,
}


def write_design(board: str) -> bytes:
    """Write the data of a board as it is designed."""
    return msgspec.json.encode(DESIGNS[board]().as_data(board)) + b"\n"
