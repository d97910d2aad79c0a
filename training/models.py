"""Rows of the training: completed lessons, and best results in missions."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from conquest.core import MOST_STARS


class CompletedLesson(models.Model):
    """A lesson of a rule set that a person has completed."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="completed_lessons",
        db_index=False,
    )
    ruleset = models.CharField(max_length=30)
    number = models.PositiveSmallIntegerField()

    class Meta:
        # The names of the part of an export, and in the administration.
        verbose_name = verbose_name_plural = "learned"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["person", "ruleset", "number"], name="lesson_completed_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.ruleset} {self.number}"


class MissionScore(models.Model):
    """A mission that a person has won, with the most stars and the fewest rounds of all runs."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="mission_scores",
        db_index=False,
    )
    ruleset = models.CharField(max_length=30)
    mission = models.CharField(max_length=30)
    stars = models.PositiveSmallIntegerField()
    rounds = models.PositiveSmallIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["person", "ruleset", "mission"], name="mission_score_once"
            ),
            models.CheckConstraint(
                condition=models.Q(stars__range=(1, MOST_STARS)), name="mission_score_stars"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.ruleset} {self.mission} {self.stars}"
