"""Marks of how far people have followed a game."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.game import Game


class Seen(models.Model):
    """The last event of a game that was shown to a person."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    version = models.PositiveIntegerField()

    class Meta:
        verbose_name_plural = "seen"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "person"], name="seen_one_for_each"),
        ]

    def __str__(self) -> str:
        return f"{self.game}: seen to {self.version}"
