"""Pauses of games by consent: what players propose, who has agreed, and what became of it."""

from __future__ import annotations

from datetime import timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game

MOST_DAYS = 30


class PlayersPause(models.Model):
    """A person proposes to pause a game until a moment; it is open until it has an ``outcome``.

    Where silence agrees, it has agreed at ``silent_at``. The game has been paused by it since
    ``started_at``, until it has an ``ended_at``; ``ended_by`` is the player who ended it, None if
    its time came. A game whose ``paused_at`` is another moment was paused by the staff.
    ``checked_at`` is when a tick last looked at it, ``form_key`` the key of the form that made it.
    """

    class Outcome(models.TextChoices):
        OPEN = "", _("open")
        AGREED = "agreed", _("agreed")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="pauses")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="pauses", db_index=False
    )
    proposed_at = models.DateTimeField()
    until = models.DateTimeField()
    silent_at = models.DateTimeField(null=True)
    outcome = models.CharField(max_length=10, choices=Outcome, blank=True, default=Outcome.OPEN)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
    )
    form_key = models.CharField(max_length=64, blank=True, default="")
    checked_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("pause")
        verbose_name_plural = _("pauses")
        indexes: ClassVar = [
            # How often somebody has proposed one lately.
            models.Index(fields=["person", "-proposed_at"], name="pause_proposed"),
            models.Index(
                F("checked_at").asc(nulls_first=True),
                name="pause_to_check",
                condition=Q(outcome=""),
            ),
            models.Index(
                fields=["until"],
                name="pause_to_end",
                condition=Q(started_at__isnull=False, ended_at__isnull=True),
            ),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game"], condition=Q(outcome=""), name="pause_one_open"
            ),
            models.UniqueConstraint(
                fields=["game"],
                condition=Q(started_at__isnull=False, ended_at__isnull=True),
                name="pause_one_at_a_time",
            ),
            models.UniqueConstraint(
                fields=["game", "person", "form_key"],
                condition=~Q(form_key=""),
                name="pause_one_of_a_form",
            ),
            models.CheckConstraint(
                condition=Q(until__gt=F("proposed_at"))
                # A day is longer than 24 hours where clocks are put back.
                & Q(until__lte=F("proposed_at") + timedelta(days=MOST_DAYS + 1)),
                name="pause_is_bounded",
            ),
            models.CheckConstraint(
                condition=Q(outcome="agreed", started_at__isnull=False)
                | ~Q(outcome="agreed") & Q(started_at__isnull=True, ended_at__isnull=True),
                name="pause_agreed",
            ),
            models.CheckConstraint(
                condition=Q(outcome__in=["", "agreed", "declined", "withdrawn"]),
                name="pause_outcome",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} until {self.until}"

    @property
    def is_open(self) -> bool:
        """Whether somebody has still to agree."""
        return self.outcome == self.Outcome.OPEN

    @property
    def is_running(self) -> bool:
        """Whether its game is paused by it now, and not by the staff."""
        is_under_way = self.started_at is not None and self.ended_at is None
        return is_under_way and self.game.paused_at == self.started_at


class PauseConsent(models.Model):
    """A person has agreed to a pause that another proposes."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    pause = models.ForeignKey(PlayersPause, on_delete=models.CASCADE, related_name="consents")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("consent to a pause")
        verbose_name_plural = _("consents to pauses")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "pause", "person"], name="pause_consent_once"),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.pause}"
