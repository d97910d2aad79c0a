"""Blocks and mutes: whom people keep away from themselves."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class PlayerBlock(models.Model):
    """A ``person`` keeps the ``other`` away: the two come to no table together from then on. The
    other is never told."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocks", db_index=False
    )
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("block of a player")
        verbose_name_plural = _("blocks of players")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "other"], name="block_once"),
            models.CheckConstraint(condition=~Q(person=F("other")), name="block_of_another"),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.other}"


class Mute(models.Model):
    """A ``person`` wants to read no words of the ``other`` at the table of a game. The other is
    never told."""

    game = models.ForeignKey(
        "games.Game", on_delete=models.CASCADE, related_name="+", db_index=False
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mutes", db_index=False
    )
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("mute")
        verbose_name_plural = _("mutes")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "game", "other"], name="mute_once"),
            models.CheckConstraint(condition=~Q(person=F("other")), name="mute_of_another"),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.other} in {self.game}"
