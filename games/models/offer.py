"""Offers: what one seat can accept from others beside its turn, such as a draw."""

from __future__ import annotations

from django.db import models

from games.models.game import Game, Seat


class PendingOffer(models.Model):
    """Something that is offered to a seat, for as long as the rules let it stand.

    ``version`` is the game's version that made it. Once its person has ``declined_at`` a time, they
    are not asked for it any more. The rules know no such answer: by them it stands as before.
    """

    game = models.ForeignKey(
        Game, null=True, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    # One row for each seat: the rules say what is offered, and only one thing at a time.
    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="offer")
    version = models.PositiveIntegerField()
    opened_at = models.DateTimeField()
    declined_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.seat}: offer #{self.version}"

    @property
    def is_open(self) -> bool:
        """Whether its person has still to say yes or no."""
        return self.declined_at is None
