"""Previews: what a person has sent by letter and has been shown, before it counts."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game, Seat


class Preview(models.Model):
    """A ``text`` of a person for their seat, written for the game at ``version``, that counts once
    they say yes. It is closed once they have said no, or have filed it for good."""

    class Kind(models.TextChoices):
        TURN = "turn"
        PREMOVE = "premove"
        STANDING = "standing"
        ACTION = "action"
        CONDITIONAL = "tree"

    game = models.ForeignKey(
        Game, null=True, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="+")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind)
    text = models.TextField()
    version = models.PositiveIntegerField()
    made_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("preview")
        verbose_name_plural = _("previews")
        indexes: ClassVar = [models.Index(fields=["made_at"], name="preview_made")]

    def __str__(self) -> str:
        return f"{self.seat}: preview {self.pk}"
