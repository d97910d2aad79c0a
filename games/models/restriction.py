"""What people may not do for a time, as the staff has decided."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Restriction(models.Model):
    """What a person may not do ``until`` a time: one row of a kind for each, which ends by itself.

    Why, and by whom, is kept by the interventions.
    """

    class Kind(models.TextChoices):
        SILENCE = "silence", _("words off")
        NO_TABLES = "no_tables", _("no new tables")
        UNRATED = "unrated", _("no games that count")

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    kind = models.CharField(max_length=10, choices=Kind)
    until = models.DateTimeField()

    class Meta:
        verbose_name = _("restriction")
        verbose_name_plural = _("restrictions")
        default_permissions = ("view",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "kind"], name="restriction_one_of_a_kind"),
            models.CheckConstraint(
                condition=Q(kind__in=["silence", "no_tables", "unrated"]),
                name="restriction_of_a_kind",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.person}"
