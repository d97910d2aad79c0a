"""What everybody may know about how the chance and the secrets of a game are committed to."""

from __future__ import annotations

from dataclasses import dataclass

from games import queries
from games.models import Commitment, Seat


@dataclass(frozen=True, slots=True)
class Fairness:
    """The commitments of a game: to its ``seed``, to its ``key`` where words were added, and to the
    ``set_ups`` by seat; and the ``words`` by the seats that said them, once they count."""

    seed: Commitment | None
    key: Commitment | None
    set_ups: tuple[tuple[Seat, Commitment], ...]
    words: tuple[tuple[Seat, str], ...]


@dataclass(frozen=True, slots=True)
class OrdersHashes:
    """What was committed last of the standing orders of all seats, after the event ``version``."""

    version: int
    by_seat: tuple[tuple[Seat, str], ...]


def committed_orders(visit: queries.Visit) -> OrdersHashes | None:
    """Return what was committed last of the standing orders of a game, None if it knows none."""
    made = visit.game.orders_commitments.order_by("-version").first()
    if made is None:
        return None
    seats = [seat for seat in visit.seats if seat.name in made.commitments]
    return OrdersHashes(made.version, tuple((seat, made.commitments[seat.name]) for seat in seats))


def game_fairness(visit: queries.Visit) -> Fairness:
    """Return the commitments of a game; words stay hidden until it begins."""
    commitments = queries.game_commitments(visit.game)
    seats = {seat.name: seat for seat in visit.seats}
    has_begun = visit.game.started_at is not None
    kinds = {commitment.kind: commitment for commitment in commitments}
    return Fairness(
        seed=kinds.get(Commitment.Kind.SEED) or kinds.get(Commitment.Kind.EARLIER),
        key=kinds.get(Commitment.Kind.KEY),
        set_ups=tuple((seats[one.seat], one) for one in commitments if one.seat in seats),
        words=tuple((seat, seat.word) for seat in visit.seats if seat.word and has_begun),
    )
