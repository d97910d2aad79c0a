"""Attempts at tasks that have not succeeded yet."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.decision import Decision
from games.models.game import Game


class Attempt(models.Model):
    """A task that was begun for a decision and has not succeeded since.

    ``count`` tells how often in a row it was begun, ``retry_at`` when it may be tried again, and
    ``error`` what went wrong, "" if the worker went down with it. Success deletes the row.
    """

    class Task(models.TextChoices):
        SILENCE = "silence"
        HOUSE = "house"
        AHEAD = "ahead"
        HANDOVER = "handover"
        ORDERS = "orders"

    game = models.ForeignKey(
        Game, null=True, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    decision = models.ForeignKey(
        Decision, on_delete=models.CASCADE, related_name="attempts", db_index=False
    )
    task = models.CharField(max_length=10, choices=Task)
    count = models.PositiveIntegerField()
    retry_at = models.DateTimeField()
    error = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name = _("attempt")
        verbose_name_plural = _("attempts")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["decision", "task"], name="attempt_one_for_each"),
        ]

    def __str__(self) -> str:
        return f"{self.decision}: {self.task}"
