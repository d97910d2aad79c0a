"""The armies in a position that comes from outside, checked as they are read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from conquest.core import Fault, Seat
from conquest.kit.case_values import read_field, read_list, read_object
from conquest.kit.hidden_army.model import UNKNOWN, Rank
from conquest.kit.hidden_army.squares import Square, board_squares, sort_squares

Piece = TypeVar("Piece")


@dataclass(frozen=True, slots=True)
class ArmyReader:
    """Reads the pieces of a game: its ``ranks``, its word for a piece and for a rank, and an
    ``example`` of both."""

    ranks: str
    piece: str
    rank: str
    example: str

    def read_rank(self, text: object) -> Rank:
        """Return a rank, which may be hidden.

        :raises Fault: if there is no such rank.
        """
        rank = text.upper() if isinstance(text, str) else ""
        if rank not in (*self.ranks, UNKNOWN):
            raise Fault(f"there is no {self.rank} {str(text)[:20]!r}")
        return rank

    def read_piece(self, text: object, read_seat: Callable[[object], Seat]) -> tuple[Seat, Rank]:
        """Return the owner and the rank of a piece.

        :raises Fault: if the text names none.
        """
        words = text.split() if isinstance(text, str) else []
        if len(words) != 2:
            raise Fault(f"there is no {self.piece} {str(text)[:20]!r}; write {self.example!r}")
        return read_seat(words[0]), self.read_rank(words[1])

    def read_lost(self, given: object) -> str:
        """Return the ranks of lost pieces, one letter each.

        :raises Fault: if one is hidden, or none.
        """
        lost = read_list(given, f"the lost {self.piece}s are a list of ranks")
        ranks = "".join(map(self.read_rank, lost))
        if UNKNOWN in ranks:
            raise Fault(f"a lost {self.piece} is known to everybody")
        return ranks


def read_square(name: object, size: int) -> Square:
    """Return a square of a board by its name in any case.

    :raises Fault: if there is no such square.
    """
    return read_field(name, board_squares(size))


def read_by_square(
    given: object, size: int, name: str, read: Callable[[object], Piece]
) -> dict[Square, Piece]:
    """Return what stands on squares, row by row.

    :raises Fault: if two keys name the same square.
    """
    values = read_object(given, name)
    by_square = {read_square(key, size): read(value) for key, value in values.items()}
    # letters of either case are read, so that two keys can name one square
    if len(by_square) != len(values):
        raise Fault(f"the {name} name a square twice")
    return {square: by_square[square] for square in sort_squares(by_square)}
