"""Generate the boards of the islands from short descriptions.

``python -m conquest.islands.designs`` writes their data into ``conquest/islands/boards/``.
"four-islands" is not generated but kept as it was drawn once: games of other programs depend on
it. The site reads the data only. Coasts and faces need shapely; random numbers have fixed seeds,
so that every run writes the same bytes.
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
    """Return the generated data of a board, as JSON bytes."""
    return msgspec.json.encode(DESIGNS[board]().as_data(board)) + b"\n"
