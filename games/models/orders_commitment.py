"""Hashes of the standing orders of all seats, made whenever something happens in a game."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class OrdersCommitment(models.Model):
    """What every seat's standing orders were after the event ``version``, none or some: by seat the
    hash of a salt and their text. Rows are only ever inserted; a trigger guards that."""

    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, related_name="orders_commitments", db_index=False
    )
    version = models.PositiveIntegerField()
    at = models.DateTimeField()
    commitments = models.JSONField()

    class Meta:
        verbose_name = _("commitment to standing orders")
        verbose_name_plural = _("commitments to standing orders")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "version"], name="orders_commitment_once"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.version}"
