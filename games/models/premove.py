"""Premoves: turns that are handed in before they are asked for."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.game import Game, Seat


class Premove(models.Model):
    """A turn that waits until its seat is asked for one; nobody else ever sees it before.

    It depends on what its author saw: which of their pieces ``stood`` on which field, and, if it
    ``is_careful``, which of these fields were in ``reach`` of others. If that had changed when the
    turn was asked for, something was offered to them, or the turn could not be carried out, it was
    ``dropped`` for that reason, at a ``field`` if there is one; in the turn ``dropped_in`` its
    author is notified.
    """

    class Reason(models.TextChoices):
        LOST = "lost"
        REACHED = "reached"
        REFUSED = "refused"
        OFFERED = "offered"

    game = models.ForeignKey(
        Game, null=True, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    # One row for each seat: the premove of a substitute takes its place.
    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="premove")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    text = models.TextField()
    stood = models.JSONField()
    reach = models.JSONField()
    is_careful = models.BooleanField()
    version = models.PositiveIntegerField()
    filed_at = models.DateTimeField()
    dropped = models.CharField(max_length=10, choices=Reason, blank=True)
    dropped_in = models.PositiveIntegerField(null=True, blank=True)
    field = models.CharField(max_length=10, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(text=""), name="premove_says"),
            models.CheckConstraint(
                condition=Q(dropped="", dropped_in=None) | ~Q(dropped="") & ~Q(dropped_in=None),
                name="premove_dropped_in",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: premove"
