"""What a seat owes: the single source for clocks, letters and the dashboard."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from conquest.core import DecisionKind
from games.models.game import Game, Seat


class Decision(models.Model):
    """A turn or an answer that a seat owes.

    ``version`` is the game's version that asked for it, ``number`` the turn it belongs to.
    ``told_at`` is when a channel accepted the letter, or when the decision opened if nobody gets
    one. No deadline is enforced before it. ``hands_over_at`` is when others begin to play for a
    player who has more days off in a row than the table bears. ``orders_at`` is when standing
    orders are looked at that answer after a while: as it opens, to draw the moment of their answer,
    and then at that moment. ``time_left`` is what a closed one
    has left over, once its player has other days off than when it closed. ``is_for_bot`` tells of
    an open one that a bot answers, for itself or as a stand-in; triggers keep it, so that no way to
    change a seat forgets it.
    """

    class ClosedBy(models.TextChoices):
        ANSWER = "answer"
        SILENCE = "silence"
        ABSENCE = "absence"
        EVENTS = "events"
        STAFF = "staff"

    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, related_name="decisions", db_index=False
    )
    seat = models.ForeignKey(
        Seat, on_delete=models.PROTECT, related_name="decisions", db_index=False
    )
    kind = models.CharField(max_length=20)
    version = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    opened_at = models.DateTimeField()
    due_at = models.DateTimeField()
    told_at = models.DateTimeField(null=True, blank=True)
    remind_at = models.DateTimeField(null=True, blank=True)
    hands_over_at = models.DateTimeField(null=True, blank=True)
    orders_at = models.DateTimeField(null=True, blank=True)
    moves = models.PositiveIntegerField(default=0, db_default=0)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.CharField(max_length=10, choices=ClosedBy, blank=True)
    time_left = models.DurationField(null=True, blank=True)
    is_for_bot = models.BooleanField(default=False, db_default=False, editable=False)

    class Meta:
        verbose_name = _("decision")
        verbose_name_plural = _("decisions")
        # Every tick looks for what is due: these indexes hold open decisions alone and stay small.
        indexes: ClassVar = [
            models.Index(fields=["due_at"], name="decision_due", condition=Q(closed_at=None)),
            models.Index(
                fields=["remind_at"],
                name="decision_remind",
                condition=Q(closed_at=None, remind_at__isnull=False),
            ),
            models.Index(
                fields=["hands_over_at"],
                name="decision_hands_over",
                condition=Q(closed_at=None, hands_over_at__isnull=False),
            ),
            models.Index(
                fields=["orders_at"],
                name="decision_orders",
                condition=Q(closed_at=None, orders_at__isnull=False),
            ),
            models.Index(
                fields=["opened_at"],
                name="decision_for_bot",
                condition=Q(closed_at=None, is_for_bot=True),
            ),
            models.Index(fields=["game"], name="decision_open", condition=Q(closed_at=None)),
            models.Index(fields=["game", "-id"], name="decision_game"),
            models.Index(fields=["seat", "-version", "-id"], name="decision_seat"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["seat"], condition=Q(closed_at=None), name="decision_one_open"
            ),
            models.CheckConstraint(
                condition=Q(due_at__gte=F("opened_at")), name="decision_due_after"
            ),
            models.CheckConstraint(
                condition=Q(closed_at__isnull=True, closed_by="")
                | Q(closed_at__isnull=False) & ~Q(closed_by=""),
                name="decision_closed_by",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.kind}"

    @property
    def is_open(self) -> bool:
        return self.closed_at is None

    @property
    def ask(self) -> DecisionKind:
        """The kind of the decision, as its game declares it."""
        return self.game.rules.judgement.decision_kinds[self.kind]
