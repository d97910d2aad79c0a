"""Days on which the clocks of a person rest, at tables that heed them."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class DayOff(models.Model):
    """A ``day``, where its person lives, that they have off or are on vacation."""

    class Kind(models.TextChoices):
        VACATION = "vacation", _("Vacation")
        HOLIDAY = "holiday", _("Days off")

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    day = models.DateField()
    kind = models.CharField(max_length=10, choices=Kind)

    class Meta:
        verbose_name = _("day off")
        verbose_name_plural = _("days off")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "day"], name="day_off_once"),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.day}"
