"""Drafts: plans that were not handed in yet."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.game import Game, Seat


class Draft(models.Model):
    """What a person plans for their seat; nobody else ever sees it.

    ``number`` counts how often it was saved. So of two pages open at once, the one that has not
    seen the newest plan does not overwrite it.
    """

    game = models.ForeignKey(
        Game, null=True, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="+", db_index=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    text = models.TextField(blank=True)
    version = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    kept_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["seat", "person"], name="draft_one_for_each"),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: draft {self.number}"
