"""The inbox: one row for every mail that has come in."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class IncomingMail(models.Model):
    """A mail to one of our addresses, stored before its sender hears that it has arrived.

    ``key`` names it, so that it exists only once. ``proved_key`` names what a handled mail of a
    certain author says, so that it acts only once. ``raw`` and ``envelope`` are encrypted: a mail
    may tell hidden plans, and an address that it was sent to acts for a person. ``person`` is who
    has written it, if that is known, ``outcome`` what came of it, in one word for the staff.
    ``address_key`` and ``person_key`` say in which rooms it waits, until it is handled.
    """

    class Door(models.TextChoices):
        WEBHOOK = "webhook"
        LMTP = "lmtp"
        SMTP = "smtp"
        IMAP = "imap"
        TRIAL = "trial"

    class Status(models.TextChoices):
        WAITING = "waiting"
        HANDLED = "handled"
        DEAD = "dead"

    key = models.CharField(max_length=80, unique=True)
    proved_key = models.CharField(max_length=80, blank=True, default="", db_default="")
    address_key = models.CharField(max_length=40, blank=True, default="", db_default="")
    person_key = models.CharField(max_length=40, blank=True, default="", db_default="")
    door = models.CharField(max_length=10, choices=Door)
    envelope = models.BinaryField()
    raw = models.BinaryField()
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.CASCADE,
        related_name="+",
        db_index=False,
    )
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    outcome = models.CharField(max_length=40, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    arrived_at = models.DateTimeField()
    next_at = models.DateTimeField()
    lease = models.UUIDField(null=True)
    handled_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name = _("incoming mail")
        verbose_name_plural = _("incoming mails")
        indexes: ClassVar = [
            models.Index(fields=["next_at", "id"], name="mail_due", condition=Q(status="waiting")),
            models.Index(
                fields=["address_key"], name="mail_waiting_address", condition=Q(status="waiting")
            ),
            models.Index(
                fields=["person_key", "id"],
                name="mail_waiting_person",
                condition=Q(status="waiting"),
            ),
            models.Index(fields=["handled_at"], name="mail_handled", condition=Q(status="handled")),
            models.Index(fields=["id"], name="mail_dead", condition=Q(status="dead")),
            models.Index(fields=["person", "-handled_at"], name="mail_person"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["proved_key"], condition=~Q(proved_key=""), name="mail_acts_once"
            ),
            models.CheckConstraint(
                condition=Q(status="handled", handled_at__isnull=False)
                | ~Q(status="handled") & Q(handled_at__isnull=True),
                name="mail_handled_at",
            ),
        ]

    def __str__(self) -> str:
        return f"mail {self.pk}"
