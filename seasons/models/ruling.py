"""What directors and the staff have ruled in a competition, kept for good."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from seasons.models.competition import Competition
from seasons.models.entrant import Entrant
from seasons.models.fixture import Fixture


class Ruling(models.Model):
    """One act of a director, with its reason. Rows are only ever inserted; a trigger guards that.

    ``by`` did ``what`` to a ``competition``, to one of its games or people. ``until`` is a new day,
    ``successor`` who takes over a place, ``places`` how an adjudicated game counts, by seats.
    ``key`` is that of the form, so that a form sent twice counts once.
    """

    class What(models.TextChoices):
        POSTPONE = "postpone", _("postpone the end")
        REPLACE = "replace", _("give the place to somebody else")
        ADJUDICATE = "adjudicate", _("adjudicate a game")
        ANNUL = "annul", _("annul a game")
        WARN = "warn", _("warn")
        DISQUALIFY = "disqualify", _("disqualify")
        MESSAGE = "message", _("write to all")
        CALL_OFF = "call_off", _("call off")

    key = models.CharField(max_length=64, unique=True)
    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    competition = models.ForeignKey(Competition, on_delete=models.PROTECT, related_name="rulings")
    what = models.CharField(max_length=12, choices=What)
    reason = models.CharField(_("reason"), max_length=1_000)
    fixture = models.ForeignKey(
        Fixture, null=True, blank=True, on_delete=models.PROTECT, related_name="rulings"
    )
    entry = models.ForeignKey(
        Entrant, null=True, blank=True, on_delete=models.PROTECT, related_name="rulings"
    )
    successor = models.ForeignKey(
        Entrant,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
    )
    until = models.DateTimeField(null=True, blank=True)
    places = models.JSONField(null=True, blank=True)

    class Meta:
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")
        default_permissions = ("view",)
        permissions: ClassVar = [("direct", "Can direct all seasons and cups")]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(reason=""), name="ruling_has_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.get_what_display()}: {self.competition}"
