"""Set-ups that people keep for other games."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower


class SetUp(models.Model):
    """A whole set-up with a name that its person gave it; nobody else ever sees either.

    The ``pattern`` is in the notation of the rule set, for games of a ``kind``.
    """

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    ruleset = models.CharField(max_length=30)
    kind = models.CharField(max_length=30)
    name = models.CharField(max_length=40)
    pattern = models.TextField()
    kept_at = models.DateTimeField()

    class Meta:
        verbose_name = "set-up"
        verbose_name_plural = "set-ups"
        constraints: ClassVar = [
            models.UniqueConstraint(
                "person", "ruleset", "kind", Lower("name"), name="setup_name_unique"
            ),
            models.CheckConstraint(
                condition=Q(name__regex=r"^\S(.*\S)?$"), name="setup_name_stripped"
            ),
            models.CheckConstraint(condition=~Q(pattern=""), name="setup_is_whole"),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.ruleset} {self.kind}"
