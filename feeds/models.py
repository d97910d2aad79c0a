"""Who has private addresses for a calendar and a feed."""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

MOST_HOURS = 72


def new_key() -> str:
    return secrets.token_urlsafe(12)


class PrivateFeed(models.Model):
    """The addresses of a person's calendar and feed, which hold ``key``, signed; the calendar rings
    ``alarm_hours`` before each deadline, or not at all."""

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="private_feed"
    )
    key = models.CharField(max_length=20, default=new_key)
    alarm_hours = models.PositiveSmallIntegerField(
        _("reminder, hours before a deadline"),
        null=True,
        blank=True,
        validators=[MaxValueValidator(MOST_HOURS)],
        help_text=_("Your calendar reminds you then. Empty: not at all."),
    )

    class Meta:
        # The name of the part of an export, and in the administration.
        verbose_name = verbose_name_plural = "private feed"
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(alarm_hours__lte=MOST_HOURS), name="feed_alarm_in_days"
            )
        ]

    def __str__(self) -> str:
        return str(self.person)
