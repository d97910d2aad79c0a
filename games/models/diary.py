"""What people write for themselves about a game: a note, and a diary by turns."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.game import Game

MAX_WORDS_CHARS = 2000


class Diary(models.Model):
    """What a person keeps of a game: a ``note`` that nobody else ever sees, and since when all may
    read their entries, if they have opened them; only of a game that is over."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    note = models.TextField(default="", blank=True)
    opened_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "diaries"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "person"], name="diary_one_for_each_person"),
        ]

    def __str__(self) -> str:
        return f"{self.person}: the diary of {self.game}"


class DiaryEntry(models.Model):
    """What a player wrote while a ``turn`` of theirs or of others was played."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    turn = models.PositiveIntegerField()
    text = models.TextField()
    written_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "diary entries"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game", "person", "turn"], name="diary_entry_one_for_each_turn"
            ),
            models.CheckConstraint(condition=~models.Q(text=""), name="diary_entry_says_something"),
        ]

    def __str__(self) -> str:
        return f"{self.person}: turn {self.turn} in {self.game}"
