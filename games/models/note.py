"""Notes of people about pieces of other players."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.game import Game

MAX_TEXT_CHARS = 40


class Note(models.Model):
    """A person's note about a ``piece`` of a game, by the piece's lasting name; nobody else ever
    sees it."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    piece = models.CharField(max_length=40)
    text = models.CharField(max_length=MAX_TEXT_CHARS)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game", "person", "piece"], name="note_one_for_each_piece"
            ),
            models.CheckConstraint(condition=~models.Q(text=""), name="note_says_something"),
        ]

    def __str__(self) -> str:
        return f"{self.person}: a note in {self.game}"
