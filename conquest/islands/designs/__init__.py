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
from .sketch import Sketch

__all__ = ["DESIGNS", "written"]

DESIGNS: Mapping[str, Callable[[], Sketch]] = {
    "great-islands": great.designed,
    "three-islands": three.designed,
    "two-islands": two.designed,
}


def written(board: str) -> bytes:
    """Write the data of a board as it is designed."""
    return msgspec.json.encode(DESIGNS[board]().data(board)) + b"\n"
