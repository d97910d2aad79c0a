"""Conditional turns: what a player does if the other side does this or that."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game, Seat

MAX_DELAY = 24 * 60  # minutes


class ConditionalTurns(models.Model):
    """A tree of turns that waits until one of them is asked for; nobody else ever sees it before.

    ``foreseen`` are hashes of what the author would see after each turn of the other side that the
    tree answers, in its order. Where they see one of these, its answer is played: at once, or after
    a ``delay`` in minutes, at ``plays_at``. Else the tree has ``stopped``, in the turn
    ``stopped_in``.
    """

    class Reason(models.TextChoices):
        UNCOVERED = "uncovered"
        REFUSED = "refused"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    # One row for each seat: the turns of a substitute take its place.
    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="conditional_turns")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    text = models.TextField()
    foreseen = models.JSONField()
    delay = models.PositiveSmallIntegerField(default=0, db_default=0)
    version = models.PositiveIntegerField()
    filed_at = models.DateTimeField()
    plays_at = models.DateTimeField(null=True, blank=True)
    stopped = models.CharField(max_length=10, choices=Reason, blank=True)
    stopped_in = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("conditional turns")
        verbose_name_plural = _("conditional turns")
        indexes: ClassVar = [
            models.Index(
                fields=["plays_at"], name="conditional_due", condition=Q(plays_at__isnull=False)
            )
        ]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(text=""), name="conditional_says"),
            models.CheckConstraint(
                condition=Q(delay__lte=MAX_DELAY), name="conditional_delay_of_a_day"
            ),
            models.CheckConstraint(
                condition=Q(stopped="", stopped_in=None)
                | ~Q(stopped="") & Q(stopped_in__isnull=False, plays_at=None),
                name="conditional_stopped_in",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: conditional turns"
