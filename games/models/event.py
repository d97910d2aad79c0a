"""What happened in a game: append-only events, each hashed onto the one before."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game, Seat


class Submission(models.Model):
    """The text that a seat handed in, kept beside the events for the record and never replayed.

    ``key`` is the idempotency key: the same key gets the same receipt. One that
    ``is_side_action``, such as the offer of a draw, left the turn as it was.
    """

    class Via(models.TextChoices):
        WEB = "web"
        LETTER = "letter"
        API = "api"
        HOUSE = "house"
        STANDING = "standing"
        PREMOVE = "premove"
        FORESEEN = "foreseen"
        SILENCE = "silence"
        ABSENCE = "absence"
        AWAY = "away"

    # Turns that were said before they were asked for.
    AHEAD: ClassVar = (Via.PREMOVE, Via.FORESEEN)

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="submissions")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="+", db_index=False)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    key = models.CharField(max_length=64)
    text = models.TextField(blank=True)
    seen_version = models.PositiveIntegerField()
    first_seq = models.PositiveIntegerField()
    last_seq = models.PositiveIntegerField()
    via = models.CharField(max_length=10, choices=Via)
    is_side_action = models.BooleanField(default=False, db_column="is_beside")
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("submission")
        verbose_name_plural = _("submissions")
        indexes: ClassVar = [models.Index(fields=["seat", "-last_seq"], name="submission_latest")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["seat", "key"], name="submission_key_unique"),
            models.CheckConstraint(
                condition=Q(last_seq__gte=models.F("first_seq")), name="submission_has_events"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat} #{self.first_seq}"

    @property
    def is_ahead(self) -> bool:
        """Whether it was handed in before its turn was asked for."""
        return self.via in self.AHEAD


class EventFields(models.Model):
    """One thing that happened in a game, hashed onto the one before."""

    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=30)
    data = models.JSONField()
    hash = models.CharField(max_length=64)
    at = models.DateTimeField()

    game_id: int

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seq} {self.kind}"


class Event(EventFields):
    """One thing that happened. Rows are only ever inserted, or moved to the archive as they are; a
    trigger guards that."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="events", db_index=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "seq"], name="event_seq_unique"),
            models.CheckConstraint(condition=Q(seq__gt=0), name="event_seq_from_one"),
        ]


class ArchivedEvent(EventFields):
    """An event of a game that ended long ago, with all it had as an ``Event``, its number too.

    Triggers guard that rows are only ever inserted, and that none is in both tables.
    """

    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, related_name="archived_events", db_index=False
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "seq"], name="archived_event_seq_unique"),
        ]


class Snapshot(models.Model):
    """A stored position, so that only a few events must be replayed for any moment of a game."""

    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, related_name="snapshots", db_index=False
    )
    version = models.PositiveIntegerField()
    state = models.BinaryField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "version"], name="snapshot_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}@{self.version}"
