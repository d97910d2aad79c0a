"""The pool of substitutes, and whom of it was asked to play on at an absent seat."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game, Seat


class PoolEntry(models.Model):
    """A person wants to be asked when a substitute is looked for in games of a rule set.

    ``asked_at`` is when they were last asked by this entry: those of long ago come first.
    """

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="pool_entries",
        db_index=False,
    )
    ruleset = models.CharField(max_length=30)
    asked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("entry in the pool of substitutes")
        verbose_name_plural = _("entries in the pool of substitutes")
        indexes: ClassVar = [
            models.Index("ruleset", F("asked_at").asc(nulls_first=True), name="pool_of_ruleset"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "ruleset"], name="pool_entry_once"),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.ruleset}"


class SubstituteAsk(models.Model):
    """A person of the pool was asked whether they play on at an absent ``seat``: once in a game,
    whatever has come of it."""

    class Outcome(models.TextChoices):
        OPEN = "", _("open")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        TAKEN = "taken", _("somebody else was first")

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="substitute_asks", db_index=False
    )
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="substitute_asks")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="substitute_asks",
        db_index=False,
    )
    asked_at = models.DateTimeField()
    outcome = models.CharField(max_length=10, choices=Outcome, blank=True, default=Outcome.OPEN)

    class Meta:
        verbose_name = _("question to a substitute")
        verbose_name_plural = _("questions to substitutes")
        indexes: ClassVar = [
            # How often somebody was asked of late.
            models.Index(fields=["person", "-asked_at"], name="substitute_ask_of"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "person"], name="substitute_ask_once"),
            models.CheckConstraint(
                condition=Q(outcome__in=["", "accepted", "declined", "taken"]),
                name="substitute_ask_outcome",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} for {self.seat}"
