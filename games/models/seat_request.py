"""Requests for seats: what somebody asks of the host who may not take an absent seat otherwise."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game, Seat


class SeatRequest(models.Model):
    """A person asks the host of a game to let them take over an absent ``seat``.

    It is open until it has an ``outcome``. ``form_key`` is the key of the form that made it: sent
    twice, it asks once. ``checked_at`` is when a tick last checked whether it has lapsed.
    """

    class Outcome(models.TextChoices):
        OPEN = "", _("open")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        LAPSED = "lapsed", _("lapsed")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seat_requests")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="requests")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="seat_requests"
    )
    asked_at = models.DateTimeField()
    outcome = models.CharField(max_length=10, choices=Outcome, blank=True, default=Outcome.OPEN)
    form_key = models.CharField(max_length=64, blank=True, default="")
    checked_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("request for a seat")
        verbose_name_plural = _("requests for seats")
        indexes: ClassVar = [
            # Every open page of a host asks for those of their games.
            models.Index(fields=["game"], name="seat_request_open", condition=Q(outcome="")),
            # A tick checks whether those that wait have lapsed, some of them at a time.
            models.Index(
                F("checked_at").asc(nulls_first=True),
                name="seat_request_to_check",
                condition=Q(outcome=""),
            ),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["seat", "person"], condition=Q(outcome=""), name="seat_request_open_once"
            ),
            models.UniqueConstraint(
                fields=["person", "form_key"],
                condition=~Q(form_key=""),
                name="seat_request_one_of_a_form",
            ),
            models.CheckConstraint(
                condition=Q(outcome__in=["", "accepted", "declined", "lapsed"]),
                name="seat_request_outcome",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} for {self.seat}"

    @property
    def is_open(self) -> bool:
        """Whether the host has still to say yes or no."""
        return self.outcome == self.Outcome.OPEN

    @property
    def is_accepted(self) -> bool:
        """Whether the host has said yes, and the person got the seat."""
        return self.outcome == self.Outcome.ACCEPTED

    @property
    def is_declined(self) -> bool:
        """Whether the host has said no."""
        return self.outcome == self.Outcome.DECLINED
