"""Reliability records: what people have done, or failed to do, while others waited for them."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class ReliabilityRecord(models.Model):
    """A turn or an answer that a person owed in a public game, or that game as a whole.

    It was ``is_kept`` if it was given in time, or the game played to its end; ``seconds`` is how
    long a turn or an answer took. What is excused has no row.
    """

    class Kind(models.TextChoices):
        TURN = "turn", _("turn")
        ANSWER = "answer", _("answer")
        GAME = "game", _("game")

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=10, choices=Kind)
    at = models.DateTimeField()
    is_kept = models.BooleanField()
    seconds = models.PositiveIntegerField(null=True)

    class Meta:
        verbose_name = _("reliability record")
        verbose_name_plural = _("reliability records")
        indexes: ClassVar = [
            # The latest of each kind are read, however many there are.
            models.Index(fields=["person", "kind", "-at"], name="reliability_latest"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(kind="game", seconds=None)
                | Q(kind__in=["turn", "answer"], seconds__isnull=False),
                name="reliability_kind",
            ),
            models.UniqueConstraint(
                fields=["person", "game"], condition=Q(kind="game"), name="reliability_game_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.kind} in {self.game}"
