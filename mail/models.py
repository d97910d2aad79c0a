"""The outbox: one row for every letter that somebody must get."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q


class Delivery(models.Model):
    """A letter on its way. ``key`` names what it is about, so that it exists only once.

    The letter itself is written when it is sent, from ``kind`` and ``about``, so that it tells
    the present and is withdrawn when there is nothing more to tell.
    """

    class Status(models.TextChoices):
        WAITING = "waiting"
        SENT = "sent"
        WITHDRAWN = "withdrawn"
        DEAD = "dead"

    key = models.CharField(max_length=120, unique=True)
    kind = models.CharField(max_length=40)
    about = models.JSONField(default=dict)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.CASCADE,
        related_name="+",
        db_index=False,
    )
    address = models.EmailField()
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField()
    next_at = models.DateTimeField()
    lease = models.UUIDField(null=True)
    sent_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name_plural = "deliveries"
        indexes: ClassVar = [
            models.Index(
                fields=["next_at"], name="delivery_waiting", condition=Q(status="waiting")
            ),
            models.Index(fields=["person", "-id"], name="delivery_person"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(status="sent", sent_at__isnull=False)
                | ~Q(status="sent") & Q(sent_at__isnull=True),
                name="delivery_sent_at",
            ),
        ]

    def __str__(self) -> str:
        return self.key
