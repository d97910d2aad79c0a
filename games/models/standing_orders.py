"""Standing orders: those of a seat in a game, and those with which a person begins games."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.game import Game, Seat


class Standing(models.Model):
    """The standing orders that a person has filed for their seat, one a line; nobody else ever
    sees them while the game runs.

    Each filing is a row of its own; the last one counts, and one without text means none. One
    with the number of a ``turn`` counts in that turn alone, before all others. The ``commitment``
    is the hash of ``salt`` and text; the record opens both at the end.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="+", db_index=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    text = models.TextField(blank=True)
    turn = models.PositiveIntegerField(null=True, blank=True)
    salt = models.BinaryField()
    commitment = models.CharField(max_length=64)
    version = models.PositiveIntegerField()
    filed_at = models.DateTimeField()

    class Meta:
        verbose_name = "standing orders"
        verbose_name_plural = "standing orders"
        indexes: ClassVar = [
            models.Index(fields=["seat", "person", "-id"], name="standing_latest"),
            models.Index(fields=["game", "id"], name="standing_of_game"),
            # What counts in a turn is found without all that was filed before it.
            models.Index(fields=["seat", "person", "turn", "-id"], name="standing_of_turn"),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: standing orders"


class StandingDefault(models.Model):
    """The standing orders with which a person begins games of a rule set."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    ruleset = models.CharField(max_length=30)
    text = models.TextField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "ruleset"], name="standing_default_one"),
            models.CheckConstraint(condition=~models.Q(text=""), name="standing_default_says"),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.ruleset}"
