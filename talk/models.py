"""What was said at tables, and how far people have read it."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models import Game

MAX_TEXT_CHARS = 2_000


class Audience(models.TextChoices):
    """To whom something is said; the labels stand beside what they have read."""

    ALL = "all", _("to all")
    PLAYERS = "players", _("to the players")
    PARTNERS = "partners", _("among partners")
    WATCHERS = "watchers", _("among spectators")


class Remark(models.Model):
    """What a person has said at a table: a ``text`` of theirs, or the ready-made ``courtesy`` of
    that key.

    One that was withdrawn keeps its text, which nobody reads any more. ``form_key`` is the key of
    the form or mail that said it: sent twice, it counts once. What is said among partners names
    the seats of their ``side``: who takes over one of these reads it, and who leaves it does not.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    audience = models.CharField(max_length=10, choices=Audience)
    side = models.CharField(max_length=60, blank=True, default="", db_default="")
    text = models.CharField(max_length=MAX_TEXT_CHARS, blank=True)
    courtesy = models.CharField(max_length=20, blank=True)
    said_at = models.DateTimeField()
    edited_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    form_key = models.CharField(max_length=64, blank=True)

    class Meta:
        verbose_name = _("words at a table")
        verbose_name_plural = _("words at tables")
        indexes: ClassVar = [
            # The newest words to each audience, however many were said to others.
            models.Index(fields=["game", "audience", "-id"], name="remark_newest"),
            models.Index(fields=["person", "-said_at"], name="remark_of_person"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(text="", courtesy__gt="") | Q(text__gt="", courtesy=""),
                name="remark_says_one_thing",
            ),
            models.CheckConstraint(
                condition=Q(audience__in=["all", "players", "watchers"], side="")
                | Q(audience="partners", side__gt=""),
                name="remark_to_somebody",
            ),
            models.CheckConstraint(
                condition=Q(edited_at=None) | Q(text__gt="", edited_at__gte=F("said_at")),
                name="remark_edited_after",
            ),
            models.UniqueConstraint(
                fields=["game", "person", "form_key"],
                condition=~Q(form_key=""),
                name="remark_of_a_form",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} at {self.game}"


class ReadMark(models.Model):
    """Up to which remark a person has read the words at a table, ``read_to``, and about which they
    were written to last, ``told_to``: they get no other letter before they have read that one."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    read_to = models.BigIntegerField(default=0, db_default=0)
    told_to = models.BigIntegerField(default=0, db_default=0)

    class Meta:
        verbose_name_plural = "read words"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "person"], name="read_mark_one_for_each"),
        ]

    def __str__(self) -> str:
        return f"{self.person} at {self.game}: {self.read_to}"


class TalkTerms(models.Model):
    """What a host has said about words at their table, other than usual: whether players read what
    ``watchers_are_heard`` say while the game runs."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="+")
    watchers_are_heard = models.BooleanField(default=False, db_default=False)

    class Meta:
        verbose_name = verbose_name_plural = _("terms of talk")

    def __str__(self) -> str:
        return str(self.game)
