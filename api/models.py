"""What lets programs in, and what they were answered."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

MAX_NAME_CHARS = 60
MAX_KEY_CHARS = 128


class Scope(models.TextChoices):
    """What a program may do for its person."""

    READ = "read", _("read what I see")
    PLAY = "play", _("play my games")
    TABLES = "tables", _("open tables, sit down, invite")
    TALK = "talk", _("read and say words at tables")


class AccessToken(models.Model):
    """What a program shows to act for a person, in ``scopes``, until it ends or is revoked.

    Only a ``digest`` of it is stored; ``start`` are its first signs, by which its person tells it
    from others.
    """

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="access_tokens"
    )
    name = models.CharField(_("name"), max_length=MAX_NAME_CHARS)
    scopes = ArrayField(models.CharField(max_length=10, choices=Scope), verbose_name=_("it may"))
    start = models.CharField(max_length=16)
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        # The name of the part of an export, and in the administration.
        verbose_name, verbose_name_plural = "access token", "access tokens"
        indexes: ClassVar = [
            models.Index(
                fields=["person", "-made_at"],
                name="token_of_person",
                condition=Q(revoked_at__isnull=True),
            )
        ]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(ends_at__gt=F("made_at")), name="token_ends"),
            models.CheckConstraint(condition=~Q(scopes=[]), name="token_has_scopes"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.start}…)"

    @property
    def scope_labels(self) -> list[str]:
        """What it may do, in words."""
        return [str(scope.label) for scope in Scope if scope in self.scopes]


class StoredAnswer(models.Model):
    """What a request was answered that brought an idempotency key: the same again is answered so
    for a day. ``request`` is a digest of what was asked for, ``body`` is encrypted."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=MAX_KEY_CHARS)
    request = models.CharField(max_length=64)
    body = models.BinaryField()
    at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name, verbose_name_plural = "stored answer", "stored answers"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "key"], name="answer_once"),
        ]

    def __str__(self) -> str:
        return f"{self.request[:8]} at {self.at}"
