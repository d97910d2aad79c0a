"""What people have reported, with what is meant as it was, what became of it, and appeals."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models import Game, Intervention
from talk.models import MAX_TEXT_CHARS, Remark

MAX_SENTENCE_CHARS, MAX_APPEAL_CHARS = 300, 1_000


class Reason(models.TextChoices):
    """Why something is reported: the short list."""

    INSULT = "insult", _("it insults or threatens somebody")
    HATRED = "hatred", _("it is hatred against a group")
    LURE = "lure", _("it advertises, or lures to other sites")
    FLOOD = "flood", _("it floods the table, or goes on though it was asked to stop")
    UNFAIR = "unfair", _("it is about cheating, or agrees on an outcome")
    PRIVATE = "private", _("it tells what somebody wants to keep private")
    OTHER = "other", _("something else")


class Report(models.Model):
    """What a ``person`` has reported about another one, ``about``: words at a ``game``, the title
    of a table, or a name.

    ``matter`` names what is meant: a person reports it once, and one answer answers all reports of
    it. ``evidence`` is what was to be read then, also if it was withdrawn or changed since, and
    ``stored`` what stood there when it was reported, where that was something else. It
    ``was_shown`` to its author, unless it was withdrawn by then. ``person`` is None once their
    account is deleted.
    """

    class Kind(models.TextChoices):
        WORDS = "words", _("words at a table")
        NAME = "name", _("a name")
        TITLE = "title", _("a title")

    class Outcome(models.TextChoices):
        OPEN = "open", _("open")
        ACTED = "acted", _("something was done")
        DISMISSED = "dismissed", _("nothing to be done")

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        db_index=False,
    )
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    game = models.ForeignKey(
        Game, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    remark = models.ForeignKey(
        Remark, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    kind = models.CharField(max_length=10, choices=Kind)
    matter = models.CharField(max_length=120)
    evidence = models.CharField(max_length=MAX_TEXT_CHARS)
    stored = models.CharField(max_length=MAX_TEXT_CHARS, blank=True)
    was_shown = models.BooleanField(default=True)
    reason = models.CharField(_("reason"), max_length=10, choices=Reason)
    sentence = models.CharField(max_length=MAX_SENTENCE_CHARS, blank=True)
    reported_at = models.DateTimeField()
    outcome = models.CharField(max_length=10, choices=Outcome, default=Outcome.OPEN)
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    note = models.CharField(max_length=500, blank=True)
    intervention = models.ForeignKey(
        Intervention, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        default_permissions = ("view",)
        permissions: ClassVar = [("settle_report", "Can answer reports")]
        indexes: ClassVar = [
            models.Index(fields=["about", "-reported_at"], name="report_about"),
            models.Index(fields=["matter"], name="report_matter"),
            # The queue of the staff: what is open, the oldest first.
            models.Index(
                F("settled_at").desc(nulls_first=True), F("reported_at"), name="report_queue"
            ),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "matter"], name="report_once_a_matter"),
            models.CheckConstraint(
                condition=Q(kind__in=["words", "title"], game__isnull=False)
                | Q(kind="name", game=None),
                name="report_of_something",
            ),
            models.CheckConstraint(
                condition=~Q(evidence="") & ~Q(person=F("about")), name="report_of_another"
            ),
            models.CheckConstraint(
                condition=Q(outcome="open", settled_at=None, intervention=None)
                | Q(outcome="acted", settled_at__isnull=False, intervention__isnull=False)
                | Q(outcome="dismissed", settled_at__isnull=False, intervention=None),
                name="report_settled_or_open",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}, {self.about}"


class Appeal(models.Model):
    """What the person of a measure says against it, once, and the one answer of the staff.

    Granted, the measure is ``taken_back`` by another intervention, whose reason is the answer;
    declined, the ``answer`` says why it stands.
    """

    class Outcome(models.TextChoices):
        OPEN = "open", _("open")
        GRANTED = "granted", _("taken back")
        DECLINED = "declined", _("it stands")

    intervention = models.OneToOneField(Intervention, on_delete=models.PROTECT, related_name="+")
    text = models.CharField(max_length=MAX_APPEAL_CHARS)
    made_at = models.DateTimeField()
    outcome = models.CharField(max_length=10, choices=Outcome, default=Outcome.OPEN)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    answer = models.CharField(max_length=500, blank=True)
    taken_back = models.ForeignKey(
        Intervention, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        default_permissions = ("view",)
        permissions: ClassVar = [("answer_appeal", "Can answer appeals")]
        indexes: ClassVar = [
            # The queue of the staff: what is open, the oldest first.
            models.Index(
                F("answered_at").desc(nulls_first=True), F("made_at"), name="appeal_queue"
            ),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(text=""), name="appeal_says_something"),
            models.CheckConstraint(
                condition=Q(outcome="open", answered_at=None, answer="", taken_back=None)
                | Q(outcome="granted", answered_at__isnull=False, taken_back__isnull=False)
                | Q(outcome="declined", answered_at__isnull=False, answer__gt="", taken_back=None),
                name="appeal_answered_or_open",
            ),
        ]

    def __str__(self) -> str:
        return str(self.intervention)
