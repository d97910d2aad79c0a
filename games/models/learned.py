"""Lessons that people have completed."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models


class Learned(models.Model):
    """A lesson of a rule set that a person has completed."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="learned", db_index=False
    )
    ruleset = models.CharField(max_length=30)
    number = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name_plural = "learned"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "ruleset", "number"], name="learned_once"),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.ruleset} {self.number}"
