"""Turns that a player asks to take back: who has agreed, and what became of it."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game, Seat


class TakeBack(models.Model):
    """The person at a seat asks to take a turn back, so that the game goes on as it was after the
    event ``to``.

    It lapses at ``lapses_at``, or as soon as the game has gone on since ``version`` or that person
    does not play at the seat any more; nothing has to run for that. Once all have agreed it
    ``happened`` as the event of that number. ``form_key`` is the key of the form that asked for it.
    """

    class Outcome(models.TextChoices):
        OPEN = "", _("open")
        AGREED = "agreed", _("agreed")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("withdrawn")
        LAPSED = "lapsed", _("lapsed")

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="take_backs", db_index=False
    )
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="+", db_index=False)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="take_backs"
    )
    asked_at = models.DateTimeField()
    lapses_at = models.DateTimeField()
    version = models.PositiveIntegerField()
    to = models.PositiveIntegerField()
    outcome = models.CharField(max_length=10, choices=Outcome, blank=True, default=Outcome.OPEN)
    closed_at = models.DateTimeField(null=True)
    happened = models.PositiveIntegerField(null=True)
    form_key = models.CharField(max_length=64, blank=True, default="")

    class Meta:
        verbose_name = _("take-back")
        verbose_name_plural = _("take-backs")
        constraints: ClassVar = [
            # Others are asked once for each position of a game.
            models.UniqueConstraint(
                fields=["game", "person", "version"], name="take_back_asked_once"
            ),
            models.UniqueConstraint(
                fields=["game"], condition=Q(outcome=""), name="take_back_one_open"
            ),
            models.CheckConstraint(
                condition=Q(to__gte=1, to__lt=F("version")), name="take_back_goes_back"
            ),
            models.CheckConstraint(
                condition=Q(outcome="agreed", happened__gt=F("version"))
                | ~Q(outcome="agreed") & Q(happened=None),
                name="take_back_happened",
            ),
            models.CheckConstraint(
                condition=Q(outcome="", closed_at=None) | ~Q(outcome="") & ~Q(closed_at=None),
                name="take_back_closed",
            ),
            models.CheckConstraint(
                condition=Q(outcome__in=["", "agreed", "refused", "withdrawn", "lapsed"]),
                name="take_back_outcome",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.game} back to {self.to}"

    def is_open(self, now: datetime) -> bool:
        """Whether it can still be agreed on."""
        has_gone_on = self.game.version != self.version or not self.game.is_running
        is_there = self.seat.person_id == self.person_id and not self.seat.is_absent
        is_asked = self.outcome == self.Outcome.OPEN and now < self.lapses_at
        return is_asked and is_there and not has_gone_on


class TakeBackConsent(models.Model):
    """A person has agreed to a turn that another takes back."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    take_back = models.ForeignKey(TakeBack, on_delete=models.CASCADE, related_name="consents")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("consent to a take-back")
        verbose_name_plural = _("consents to take-backs")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game", "take_back", "person"], name="take_back_consent_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.take_back}"
