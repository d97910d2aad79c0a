"""Write the data of every board that is designed here."""

from __future__ import annotations

from conquest.islands.board import FOLDER

from . import DESIGNS, write_design

for board in DESIGNS:
    (FOLDER / f"{board}.json").write_bytes(write_design(board))
