"""The outbox: one row for every letter that somebody must get."""

from __future__ import annotations

from datetime import timedelta
from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.functions import RandomUUID
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Queue(models.TextChoices):
    """What is sent apart from the rest: nobody waits at a page for a letter, but for a code."""

    CODES = "codes"
    LETTERS = "letters"


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
    token = models.UUIDField(db_default=RandomUUID(), editable=False)
    queue = models.CharField(max_length=10, choices=Queue, db_default=Queue.LETTERS)
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
        verbose_name = _("letter")
        verbose_name_plural = _("letters")
        indexes: ClassVar = [
            models.Index(
                fields=["queue", "next_at", "id"],
                name="delivery_due",
                condition=Q(status="waiting"),
            ),
            models.Index(fields=["person", "-id"], name="delivery_person"),
            models.Index(fields=["id"], name="delivery_dead", condition=Q(status="dead")),
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

    @property
    def message_name(self) -> str:
        """Return what the letter is called on its way, every time it is sent, and no other: where
        a backup was restored, numbers are given a second time."""
        return f"delivery-{self.pk}-{self.token.hex}"


class Breaker(models.Model):
    """How the mail host has answered lately: ``failures`` in a row; if it is out of order, since
    when, and when the next letter is tried, after a ``pause`` that grows."""

    queue = models.CharField(max_length=10, choices=Queue, primary_key=True)
    failures = models.PositiveIntegerField(default=0)
    opened_at = models.DateTimeField(null=True)
    probe_at = models.DateTimeField(null=True)
    pause = models.DurationField(default=timedelta)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(opened_at=None, probe_at=None)
                | Q(opened_at__isnull=False, probe_at__isnull=False),
                name="breaker_open_until",
            ),
        ]

    def __str__(self) -> str:
        return self.queue
