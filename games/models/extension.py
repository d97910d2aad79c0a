"""Extensions: the time that players who are asked have taken beyond what the pace gives."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models.decision import Decision
from games.models.game import Game, Seat


class Extension(models.Model):
    """The person at a seat has taken ``hours`` more for a decision, due ``until`` then.

    It is the extension with that ``number`` of the ``allowed`` ones that the table gives each seat.
    ``form_key`` is the key of the form that took it: sent twice, it takes one.
    """

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="extensions", db_index=False
    )
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="+", db_index=False)
    decision = models.ForeignKey(Decision, on_delete=models.CASCADE, related_name="extensions")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="extensions"
    )
    number = models.PositiveSmallIntegerField()
    allowed = models.PositiveSmallIntegerField()
    hours = models.PositiveSmallIntegerField()
    until = models.DateTimeField()
    at = models.DateTimeField()
    form_key = models.CharField(max_length=64, blank=True, default="")

    class Meta:
        verbose_name = _("extension")
        verbose_name_plural = _("extensions")
        constraints: ClassVar = [
            # Numbers without a gap up to what is allowed: one more than that finds no number.
            models.UniqueConstraint(fields=["game", "seat", "number"], name="extension_numbered"),
            models.CheckConstraint(
                condition=Q(number__gte=1, number__lte=F("allowed")), name="extension_allowed"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.hours} hours more in {self.game}"
