"""Best results of people in the missions of a campaign."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from conquest.core import MOST_STARS


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
        db_table = "games_laurel"  # as it was called at first: a table keeps its name
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "ruleset", "mission"], name="laurel_once"),
            models.CheckConstraint(
                condition=models.Q(stars__range=(1, MOST_STARS)), name="laurel_stars"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.ruleset} {self.mission} {self.stars}"
