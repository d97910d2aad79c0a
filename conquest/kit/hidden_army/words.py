"""Seats, ranks and pieces in words and as figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from conquest.core import Figure, Phrase, Seat, Viewer
from conquest.kit.hidden_army.model import UNKNOWN, ArmyState, Mustered, Places, Rank
from conquest.kit.hidden_army.squares import Square, sort_squares
from conquest.kit.wording import join_phrases


def count_ranks(ranks: Iterable[Rank], order: str) -> dict[Rank, int]:
    """Return the number of pieces of each rank that occurs, in an ``order`` of ranks."""
    listed = list(ranks)
    return {rank: listed.count(rank) for rank in order if rank in listed}


@dataclass(frozen=True, slots=True)
class ArmyWords:
    """The words of a game: the names of its ``seats``, its ``ranks`` in their order, and what one
    (``names``) and ``many`` pieces of a rank are called; hidden pieces have a name, too."""

    seats: Mapping[Seat, Phrase]
    ranks: str
    names: Mapping[Rank, Phrase]
    many: Mapping[Rank, Phrase]

    def list_seats(self, seats: Iterable[Seat]) -> Phrase:
        """Return the names of seats: "South, West"."""
        return join_phrases([self.seats[seat] for seat in seats])

    def list_ranks(self, ranks: Iterable[Rank]) -> Phrase:
        """Return ranks with their counts: "2 corporals, general"."""
        counts = count_ranks(ranks, self.ranks).items()
        return join_phrases([self._counted_rank(rank, n) for rank, n in counts])

    def _counted_rank(self, rank: Rank, n: int) -> Phrase:
        if n == 1:
            return self.names[rank]
        return Phrase("%(n)s %(pieces)s", n=n, pieces=self.many[rank])

    def figure_name(self, rank: Rank, square: Square) -> Phrase:
        """Return the name of a piece with its square: "general e4", "hidden piece b8"."""
        return Phrase("%(piece)s %(square)s", piece=self.names[rank], square=square)

    def place_name(self, rank: Rank, square: Square) -> Phrase:
        """Return where a piece stands or is lost: "general on e4"."""
        return Phrase("%(piece)s on %(square)s", piece=self.names[rank], square=square)

    def owned_figure(self, seat: Seat, rank: Rank) -> Figure:
        """Return a piece as a figure: "general of White", "hidden piece of Black"."""
        names = {"piece": self.names[rank], "seat": self.seats[seat]}
        return Figure(seat, Phrase("%(piece)s of %(seat)s", **names))

    def camp_figures(self, camps: Mapping[Seat, Places]) -> dict[Square, Figure]:
        """Return the figure on each square of the set-ups handed in so far."""
        return {
            square: self.owned_figure(seat, rank)
            for seat, camp in camps.items()
            for square, rank in camp.items()
        }

    def rank_groups(self, state: ArmyState, seat: Seat) -> Iterator[Phrase]:
        """Yield the squares of a seat's pieces, a phrase for each rank: "spy a1 b2"."""
        standing = {at: piece.rank for at, piece in state.pieces.items() if piece.seat == seat}
        placed = standing or state.camps.get(seat, {})
        for rank in (*self.ranks, UNKNOWN):
            if squares := sort_squares(at for at, other in placed.items() if other == rank):
                name = self.names[rank]
                yield Phrase("%(name)s %(squares)s", name=name, squares=" ".join(squares))

    def describe_setup(self, event: Mustered, viewer: Viewer) -> Phrase:
        """Return the sentence for a set-up that was handed in."""
        if event.seat == viewer:
            return Phrase("You set up your army.")
        return Phrase("%(seat)s has set up the army.", seat=self.seats[event.seat])


def setup_status(state: ArmyState, seat: Seat) -> Phrase:
    """Return whether a seat has handed in its set-up."""
    return Phrase("has set up") if seat in state.camps else Phrase("is setting up")
