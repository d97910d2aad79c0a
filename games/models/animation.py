"""Animations of public games: what was asked for, and the file that a worker has made."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Animation(models.Model):
    """An animation of a public game as a file of one ``form``, in a language and a theme.

    ``shows`` is the mark of what the file shows, its game, title and names; a file whose mark is
    not that of the game now is not sent. ``digest`` is the hash of the file. ``tries`` counts how
    often a worker has begun since it was asked for: after each in vain fewer frames are drawn.
    ``wanted_on`` is the last day on which somebody has looked at it, or has asked for it.
    """

    class Form(models.TextChoices):
        GIF = "gif", "GIF"
        WEBP = "webp", "WebP"

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        READY = "ready", _("ready")
        FAILED = "failed", _("failed")

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="animations", db_index=False
    )
    form = models.CharField(max_length=4, choices=Form)
    language = models.CharField(max_length=10)
    theme = models.CharField(max_length=5)
    state = models.CharField(max_length=7, choices=State, default=State.WAITING)
    asked_at = models.DateTimeField()
    wanted_on = models.DateField()
    tries = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField(null=True)
    shows = models.CharField(max_length=64, blank=True)
    file = models.BinaryField(default=b"")
    digest = models.CharField(max_length=64, blank=True)

    class Meta:
        verbose_name = _("animation")
        verbose_name_plural = _("animations")
        indexes: ClassVar = [
            models.Index(
                fields=["asked_at"], name="animation_waiting", condition=Q(state="waiting")
            ),
            models.Index(fields=["-wanted_on", "-id"], name="animation_wanted"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game", "form", "language", "theme"], name="animation_once"
            ),
            models.CheckConstraint(
                condition=~Q(state="ready") | Q(made_at__isnull=False) & ~Q(digest=""),
                name="animation_ready_is_made",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.form}, {self.language}, {self.theme}"
