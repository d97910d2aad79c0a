"""The chain of commitments: hashes of secrets that were fixed before anybody could know them."""

from __future__ import annotations

from datetime import UTC
from typing import ClassVar

from django.db import models
from django.db.models import Q

from conquest.kit import commitments
from conquest.kit.commitments import ChainedEntry, CommitmentEntry
from games.models.game import Game


class Commitment(models.Model):
    """An entry of the one chain of this site. Rows are only ever inserted; a trigger guards that.

    Entries are numbered without a gap from 1, under a lock. The commitment to a set-up names its
    ``seat`` and the event ``seq``. Nothing here tells who plays or what a game is called. Of one
    that ``is_blind``, to a set-up of a private game, the chain tells the day and the hash alone.
    """

    class Kind(models.TextChoices):
        SEED = commitments.SEED
        EARLIER = commitments.EARLIER
        KEY = commitments.KEY
        SET_UP = commitments.SET_UP

    # The primary key, so that without the lock one of two would be refused, and the chain not fork.
    number = models.PositiveIntegerField(primary_key=True)
    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, related_name="commitments", db_index=False
    )
    kind = models.CharField(max_length=20, choices=Kind)
    seat = models.CharField(max_length=20, blank=True)
    seq = models.PositiveIntegerField(default=0)
    is_blind = models.BooleanField(default=False, db_default=False)
    commitment = models.CharField(max_length=64)
    at = models.DateTimeField()
    link = models.CharField(max_length=64)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(number__gt=0), name="commitment_from_one"),
            models.UniqueConstraint(fields=["game", "kind", "seq"], name="commitment_once"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.kind} of game {self.game_id}"

    @property
    def chained_entry(self) -> ChainedEntry:
        """The entry in the form in which everybody can check it."""
        entry = CommitmentEntry(
            number=self.number,
            at=f"{self.at.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%fZ}",
            game=self.game_id,
            kind=self.kind,
            commitment=self.commitment,
            seat=self.seat,
            seq=self.seq,
        )
        return ChainedEntry(commitments.blind_entry(entry) if self.is_blind else entry, self.link)
