"""The board in text names every part of every board."""

from __future__ import annotations

import pytest

from conquest.core import Phrase
from conquest.islands import board as boards
from conquest.islands.picture import ARTIST
from conquest.islands.telling.report import region_name


@pytest.mark.parametrize("name", ARTIST.boards)
def test_every_region_of_a_board_has_a_name(name: str) -> None:
    regions = set(boards.named_board(name).regions.values())
    assert regions
    assert Phrase("elsewhere") not in map(region_name, regions)
