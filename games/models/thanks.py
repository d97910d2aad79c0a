"""Thanks for a game, from one of its players to the others."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.game import Game


class Thanks(models.Model):
    """A person has thanked the others for a game that is over, once and for good."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="thanks", db_index=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "thanks"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "person"], name="thanks_once"),
        ]

    def __str__(self) -> str:
        return f"{self.person} for {self.game}"
