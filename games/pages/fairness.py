"""What everybody may know of how the chance and the secrets of a game are fixed."""

from __future__ import annotations

from dataclasses import dataclass

from games import queries
from games.models import Commitment, Seat


@dataclass(frozen=True, slots=True)
class Fairness:
    """What is committed of a game: its ``seed``, its ``key`` where words were added, and the
    ``set_ups`` with their seats; and the ``words``, with the seats of who said them, once they
    count."""

    seed: Commitment | None
    key: Commitment | None
    set_ups: tuple[tuple[Seat, Commitment], ...]
    words: tuple[tuple[Seat, str], ...]


def game_fairness(visit: queries.Visit) -> Fairness:
    """Return what is committed of a game; words stay hidden until it begins."""
    made = queries.game_commitments(visit.game)
    seats = {seat.name: seat for seat in visit.seats}
    has_begun = visit.game.started_at is not None
    kinds = {one.kind: one for one in made}
    return Fairness(
        seed=kinds.get(Commitment.Kind.SEED) or kinds.get(Commitment.Kind.EARLIER),
        key=kinds.get(Commitment.Kind.KEY),
        set_ups=tuple((seats[one.seat], one) for one in made if one.seat in seats),
        words=tuple((seat, seat.word) for seat in visit.seats if seat.word and has_begun),
    )
