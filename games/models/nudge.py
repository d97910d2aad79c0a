"""Nudges: those who wait remind the one who is asked."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.decision import Decision
from games.models.game import Game, Seat


class Nudge(models.Model):
    """A person has reminded the one at a ``seat`` that they wait for a decision, ``on`` a day
    (UTC): each person once a day in a game, and each seat is reminded once a day."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="+", db_index=False)
    decision = models.ForeignKey(Decision, on_delete=models.CASCADE, related_name="nudges")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="nudges_sent"
    )
    on = models.DateField()
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("nudge")
        verbose_name_plural = _("nudges")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "person", "on"], name="nudge_once_a_day"),
            models.UniqueConstraint(fields=["game", "seat", "on"], name="nudged_once_a_day"),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.decision}"
