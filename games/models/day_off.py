"""Days on which the clocks of a person rest, at tables that heed them."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class DayOff(models.Model):
    """A ``day``, where its person lives, that they have off or are on vacation.

    One that ``ends_by_turn`` is given back an hour after its person has played a turn on an earlier
    day in the same row of days: at ``ends_at``.
    """

    class Kind(models.TextChoices):
        VACATION = "vacation", _("Vacation")
        HOLIDAY = "holiday", _("Days off")

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    day = models.DateField()
    kind = models.CharField(max_length=10, choices=Kind)
    ends_by_turn = models.BooleanField(default=False, db_default=False)
    ends_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("day off")
        verbose_name_plural = _("days off")
        indexes: ClassVar = [
            models.Index(
                fields=["ends_at"], name="day_off_to_end", condition=Q(ends_at__isnull=False)
            ),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "day"], name="day_off_once"),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.day}"
