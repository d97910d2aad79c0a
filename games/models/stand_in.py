"""Friends who stand in for people who are absent."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game, Seat


class StandInFriend(models.Model):
    """A person has asked a ``friend`` to play for them while they are absent, in all their games;
    the friend does from the yes on until one of the two takes it back."""

    class Outcome(models.TextChoices):
        OPEN = "", _("open")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="stand_in_friends"
    )
    friend = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="stands_in_for"
    )
    asked_at = models.DateTimeField()
    outcome = models.CharField(max_length=10, choices=Outcome, blank=True, default=Outcome.OPEN)

    class Meta:
        verbose_name = _("friend who stands in")
        verbose_name_plural = _("friends who stand in")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["person"],
                condition=Q(outcome__in=["", "accepted"]),
                name="stand_in_friend_one",
            ),
            models.CheckConstraint(
                condition=Q(outcome__in=["", "accepted", "declined", "withdrawn"]),
                name="stand_in_friend_outcome",
            ),
            models.CheckConstraint(
                condition=~Q(person=F("friend")), name="stand_in_friend_is_another"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.friend} for {self.person}"


class StandInTerm(models.Model):
    """A person has played at a ``seat`` for another ``since`` then ``until`` then, and has seen
    what it hides."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="+", db_index=False)
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="+", db_index=False)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="stand_in_terms"
    )
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("time as a stand-in")
        verbose_name_plural = _("times as stand-ins")
        indexes: ClassVar = [models.Index(fields=["game", "person"], name="stand_in_term_of")]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game", "seat"], condition=Q(until=None), name="stand_in_term_one_open"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} at {self.seat}"
