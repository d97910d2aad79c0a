"""Interventions of the staff in games and accounts, kept for good."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game, Seat

ABOUT_PEOPLE = [
    "close", "no_tables", "rated", "rename", "reopen", "silence", "speak", "tables", "unrated",
    "unwarn", "warn",
]  # fmt: skip
TOLD_TO_PERSON = [*ABOUT_PEOPLE, "retitle"]


class Intervention(models.Model):
    """One act of the staff. Rows are only ever inserted; a trigger guards that.

    ``by`` did ``what`` to a ``game``, one of its seats, or to the account of a ``person``, and
    gave a ``reason``. With a ``seat``, ``person`` is who sat there before, ``successor`` who sits
    there since. ``until`` is the new deadline, or the end of a measure. ``key`` is that of the
    form, so that a form sent twice counts once.
    """

    class What(models.TextChoices):
        RETRY = "retry", _("try again")
        EXTEND = "extend", _("extend the deadline")
        PAUSE = "pause", _("pause")
        RESUME = "resume", _("go on")
        VACATE = "vacate", _("vacate the seat")
        REPLACE = "replace", _("put somebody else on the seat")
        ANNUL = "annul", _("annul")
        RETITLE = "retitle", _("reset the title")
        CLOSE = "close", _("close the account")
        REOPEN = "reopen", _("open the account again")
        WARN = "warn", _("warn")
        UNWARN = "unwarn", _("take the warning back")
        SILENCE = "silence", _("switch words off")
        SPEAK = "speak", _("switch words on again")
        NO_TABLES = "no_tables", _("no new tables")
        TABLES = "tables", _("new tables again")
        UNRATED = "unrated", _("no games that count")
        RATED = "rated", _("games that count again")
        RENAME = "rename", _("reset the name")

    key = models.CharField(max_length=32, unique=True)
    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    what = models.CharField(max_length=10, choices=What)
    reason = models.CharField(_("reason"), max_length=500)
    game = models.ForeignKey(
        Game, null=True, blank=True, on_delete=models.PROTECT, related_name="interventions"
    )
    seat = models.ForeignKey(
        Seat, null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="interventions",
    )
    successor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
    )
    until = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("intervention")
        verbose_name_plural = _("interventions")
        default_permissions = ("view",)
        permissions: ClassVar = [
            ("retry", "Can have a decision tried again"),
            ("extend", "Can extend a deadline"),
            ("pause", "Can pause a game"),
            ("resume", "Can let a paused game go on"),
            ("vacate", "Can vacate a seat"),
            ("replace", "Can put somebody else on a seat"),
            ("annul", "Can annul a game"),
            ("retitle", "Can reset the title of a table"),
            ("close", "Can close an account"),
            ("reopen", "Can open a closed account"),
            ("warn", "Can warn a person"),
            ("unwarn", "Can take a warning back"),
            ("silence", "Can switch somebody's words off"),
            ("speak", "Can switch somebody's words on again"),
            ("no_tables", "Can keep somebody from new tables"),
            ("tables", "Can let somebody open tables again"),
            ("unrated", "Can keep somebody from games that count"),
            ("rated", "Can let somebody play games that count again"),
            ("rename", "Can reset somebody's name"),
            ("see_health", "Can see how the site does"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(reason=""), name="intervention_has_reason"),
            models.CheckConstraint(
                condition=Q(what__in=ABOUT_PEOPLE, person__isnull=False, game=None)
                | ~Q(what__in=ABOUT_PEOPLE) & Q(game__isnull=False),
                name="intervention_is_about",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_what_display()}: {self.game or self.person}"
