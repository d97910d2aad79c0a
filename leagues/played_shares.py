"""For whom a game counts that several have played at a seat: by the share of its turns.

A game counts for somebody who has played at least half of what was handed in for their seat. Who
has played less has won nothing; as a substitute they have lost nothing either, since they came
late, while who had the seat from the beginning could have played.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Count, F, Q

from games.models import Departure, Seat, Submission


@dataclass(frozen=True, slots=True)
class PlayedShare:
    """How much of what was handed in for a seat is its person's ``own``; ``is_substitute`` tells
    that others had the seat before them."""

    own: int
    total: int
    is_substitute: bool

    def counts(self, *, is_lost: bool) -> bool:
        """Whether a game that is lost, or is not, counts for the person at the seat."""
        return 2 * self.own >= self.total or (is_lost and not self.is_substitute)


def read_shares(
    seats: Iterable[Seat], departures: Iterable[Departure]
) -> Mapping[int, PlayedShare]:
    """Return by seat the shares of those that may have been played by others, too: where somebody
    has left, or has let time run out."""
    left = {one.seat_id for one in departures}
    asked = [one.pk for one in seats if one.pk in left or one.timeouts]
    return {
        seat: PlayedShare(own, total, is_substitute=seat in left)
        for seat, own, total in _count_submissions(asked)
    }


def _count_submissions(seats: Collection[int]) -> Iterable[tuple[int, int, int]]:
    """Return of seats how many turns and answers their people have handed in, and how many all."""
    if not seats:
        return ()
    # What standing orders have answered was nobody's turn.
    handed_in = Submission.objects.filter(seat__in=seats, is_side_action=False)
    counted = handed_in.exclude(via=Submission.Via.STANDING).order_by().values("seat")
    own = Count("pk", filter=Q(person=F("seat__person")))
    return counted.annotate(own=own, total=Count("pk")).values_list("seat", "own", "total")
