"""Who takes part in a season or cup."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from seasons.models.competition import Competition


class Entrant(models.Model):
    """A person who takes part in a competition, or wants to.

    Somebody in the ``reserve`` has entered after the entries closed, and takes over the place of
    somebody who leaves. An entry that ``is_lasting`` counts for the seasons after this one, too.
    ``at_once`` is how many games they wish to have at once. Once it is drawn, ``seeding`` is their
    place by strength, from 1, and ``mu`` and ``sigma`` their rating then. ``rank`` is their place
    in the end, in a season among all divisions.
    """

    class Left(models.TextChoices):
        WITHDREW = "withdrew", _("withdrew")
        VANISHED = "vanished", _("has not played")
        DISQUALIFIED = "disqualified", _("disqualified")
        REPLACED = "replaced", _("replaced")

    competition = models.ForeignKey(
        Competition, on_delete=models.CASCADE, related_name="entries", db_index=False
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="entries", db_index=False
    )
    entered_at = models.DateTimeField()
    is_reserve = models.BooleanField(default=False)
    is_lasting = models.BooleanField(default=False)
    at_once = models.PositiveSmallIntegerField(default=3)
    seeding = models.PositiveIntegerField(null=True, blank=True)
    mu = models.FloatField(null=True, blank=True)
    sigma = models.FloatField(null=True, blank=True)
    left_at = models.DateTimeField(null=True, blank=True)
    left = models.CharField(max_length=12, choices=Left, blank=True)
    rank = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        indexes: ClassVar = [
            models.Index(fields=["person", "-entered_at"], name="entry_of_person"),
            models.Index(
                fields=["competition", "entered_at"],
                name="entry_in_reserve",
                condition=Q(is_reserve=True, left_at=None),
            ),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["competition", "person"], name="entry_once"),
            models.UniqueConstraint(
                fields=["competition", "seeding"],
                condition=Q(seeding__isnull=False),
                name="entry_seeding",
            ),
            models.CheckConstraint(
                condition=Q(left_at=None, left="") | Q(left_at__isnull=False) & ~Q(left=""),
                name="entry_left",
            ),
            models.CheckConstraint(condition=Q(at_once__gte=1), name="entry_at_once"),
            models.CheckConstraint(
                condition=Q(is_reserve=False) | Q(seeding=None), name="entry_reserve_not_drawn"
            ),
            models.CheckConstraint(
                condition=Q(mu=None, sigma=None) | Q(mu__isnull=False, sigma__isnull=False),
                name="entry_rating",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.competition}"

    @property
    def has_left(self) -> bool:
        return self.left_at is not None
