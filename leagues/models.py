"""How a finished rated game went for each person, and what it made of the person's rating."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Result(models.Model):
    """One person's share in a finished rated game; rows are replaced, never changed.

    ``mu`` and ``sigma`` are the person's rating in this rule set after the game. Who shares a
    ``side`` has won or lost together; sides that share a ``place`` have drawn. A person
    who left the game has a result of their own, after all others, beside that of the person who
    took their seat.
    """

    class Ending(models.IntegerChoices):
        WON = 1, _("won")
        DRAWN = 2, _("drawn")
        LOST = 3, _("lost")
        LEFT = 4, _("left the game")

    game = models.ForeignKey("games.Game", on_delete=models.PROTECT, related_name="results")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="results"
    )
    ruleset = models.CharField(max_length=30)
    ended_at = models.DateTimeField()
    ending = models.PositiveSmallIntegerField(choices=Ending)
    side = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()
    numbers = models.JSONField(default=dict)
    timeouts = models.PositiveIntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["ruleset", "person", "-ended_at", "-game"], name="result_person"),
            models.Index(fields=["ended_at", "game"], name="result_ended"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "person"], name="result_once"),
        ]

    def __str__(self) -> str:
        return f"{self.person} {self.get_ending_display()} {self.game}"

    @property
    def has_left(self) -> bool:
        return self.ending == self.Ending.LEFT

    @property
    def initial(self) -> str | Promise:
        """The ending as one letter."""
        return {
            self.Ending.WON: pgettext_lazy("won", "W"),
            self.Ending.DRAWN: pgettext_lazy("drawn", "D"),
            self.Ending.LOST: pgettext_lazy("lost", "L"),
            self.Ending.LEFT: pgettext_lazy("left the game", "–"),
        }[self.Ending(self.ending)]
