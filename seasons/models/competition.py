"""What is competed for: championships with their seasons, and cups."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.display_text import DisplayTextField
from games.models.game import MOST_FINISHED, new_invite_key, new_seed


class Terms(models.Model):
    """On what terms the games of a competition are played, and who may enter it.

    ``asks_in_time`` and ``asks_finished`` are what public tables ask for. In games of two
    ``meetings`` says how often each pair of a group meets; in others, how many games each of them
    has. ``at_once`` is how many games somebody has at once who wishes nothing else.
    """

    title = DisplayTextField(_("title"), max_length=60)
    ruleset = models.CharField(_("game"), max_length=30)
    options = models.JSONField(_("options"), default=dict, blank=True)
    pace = models.JSONField(_("pace"))
    group_size = models.PositiveSmallIntegerField(_("people in a group"), default=8)
    meetings = models.PositiveSmallIntegerField(_("meetings"), default=1)
    at_once = models.PositiveSmallIntegerField(_("games at once"), default=3)
    days = models.PositiveSmallIntegerField(_("days of a round"), default=90)
    asks_in_time = models.PositiveSmallIntegerField(_("asks to be in time"), default=0)
    asks_finished = models.PositiveSmallIntegerField(_("asks for finished games"), default=0)

    class Meta:
        abstract = True


class Championship(Terms):
    """Seasons of one game on the same terms, one after the other while it ``is_open``.

    Between the end of a season and the beginning of the next one lie ``break_days``.
    """

    break_days = models.PositiveSmallIntegerField(_("days between two seasons"), default=7)
    first_begins_at = models.DateTimeField(_("the first season begins"))
    is_open = models.BooleanField(_("there will be more seasons"), default=True)

    class Meta:
        verbose_name = _("championship")
        verbose_name_plural = _("championships")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(
                    group_size__gte=2,
                    meetings__gte=1,
                    at_once__gte=1,
                    days__gte=1,
                    break_days__gte=1,
                    asks_in_time__lte=9,
                    asks_finished__lte=MOST_FINISHED,
                ),
                name="championship_terms",
            ),
        ]

    def __str__(self) -> str:
        return self.title


class Competition(Terms):
    """A season of a championship, or a cup that ``directed_by`` has opened.

    It is played in stages of some ``days``: a season and a round robin in one, a Swiss cup in
    ``rounds``, others until few are left. It begins at ``begins_at``; a cup without that, when
    ``most_entries`` have entered. ``entry_closes_at`` is the same moment or earlier. ``tie_breaks``
    are names in the order in which they count. ``recurs`` is a rule of iCalendar by which a cup is
    opened again, without anybody, and ``repeats`` the one before. ``table_size`` is how many play a
    game, ``usual_turns`` how many turns each had in nine of ten games, when it was opened.
    """

    class Kind(models.TextChoices):
        SEASON = "season", _("season")
        ROUND_ROBIN = "round_robin", _("everybody against everybody")
        SWISS = "swiss", _("Swiss system")
        GROUPS = "groups", _("groups, then knock-out")
        KNOCKOUT = "knockout", _("knock-out")

    class Status(models.TextChoices):
        ENTRY = "entry", _("open for entries")
        RUNNING = "running", _("running")
        OVER = "over", _("over")
        CALLED_OFF = "called_off", _("called off")

    kind = models.CharField(_("kind"), max_length=12, choices=Kind)
    status = models.CharField(max_length=10, choices=Status, default=Status.ENTRY)
    championship = models.ForeignKey(
        Championship, null=True, blank=True, on_delete=models.PROTECT, related_name="seasons"
    )
    number = models.PositiveSmallIntegerField(default=0)
    table_size = models.PositiveSmallIntegerField()
    rounds = models.PositiveSmallIntegerField(_("rounds"), default=0)
    least_entries = models.PositiveSmallIntegerField(_("people at least"), default=2)
    most_entries = models.PositiveIntegerField(_("people at most"), null=True, blank=True)
    opened_at = models.DateTimeField()
    entry_closes_at = models.DateTimeField(null=True, blank=True)
    begins_at = models.DateTimeField(_("begins"), null=True, blank=True)
    began_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    usual_turns = models.PositiveSmallIntegerField(null=True, blank=True)
    is_rated = models.BooleanField(_("counts for the league"), default=True)
    is_private = models.BooleanField(_("only with its link"), default=False)
    invite_key = models.CharField(max_length=30, unique=True, default=new_invite_key)
    welcomes_bots = models.BooleanField(_("house players are welcome"), default=False)
    for_newcomers = models.BooleanField(_("for newcomers alone"), default=False)
    least_rating = models.PositiveSmallIntegerField(_("rating at least"), null=True, blank=True)
    most_rating = models.PositiveSmallIntegerField(_("rating at most"), null=True, blank=True)
    tie_breaks = models.JSONField(default=list)
    directed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="directed",
    )
    recurs = models.CharField(_("is repeated"), max_length=200, blank=True)
    repeats = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    seed = models.BinaryField(default=new_seed)
    form_key = models.CharField(max_length=64, blank=True, default="")

    class Meta:
        verbose_name = _("season or cup")
        verbose_name_plural = _("seasons and cups")
        indexes: ClassVar = [
            models.Index(fields=["status", "begins_at"], name="competition_due"),
            models.Index(fields=["status", "-opened_at", "-id"], name="competition_newest"),
            models.Index(fields=["id"], name="competition_recurs", condition=~Q(recurs="")),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["championship", "number"],
                condition=Q(championship__isnull=False),
                name="competition_season",
            ),
            models.UniqueConstraint(
                fields=["directed_by", "form_key"],
                condition=~Q(form_key=""),
                name="competition_one_of_a_form",
            ),
            models.UniqueConstraint(
                fields=["repeats"],
                condition=Q(repeats__isnull=False),
                name="competition_repeated_once",
            ),
            models.CheckConstraint(
                condition=Q(kind="season", championship__isnull=False, number__gte=1)
                & Q(begins_at__isnull=False)
                | ~Q(kind="season") & Q(championship=None, directed_by__isnull=False),
                name="competition_is_somebodys",
            ),
            models.CheckConstraint(
                condition=Q(begins_at__isnull=False) | Q(most_entries__isnull=False),
                name="competition_begins",
            ),
            models.CheckConstraint(
                condition=Q(entry_closes_at=None) | Q(entry_closes_at__lte=F("begins_at")),
                name="competition_entry_closes",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["entry", "called_off"], began_at=None)
                | Q(status__in=["running", "over"], began_at__isnull=False),
                name="competition_began",
            ),
            models.CheckConstraint(
                condition=Q(status="over", ended_at__isnull=False)
                | ~Q(status="over") & Q(ended_at=None),
                name="competition_ended",
            ),
            models.CheckConstraint(
                condition=Q(table_size__gte=2, group_size__gte=F("table_size"))
                & Q(meetings__gte=1, at_once__gte=1, days__gte=1),
                name="competition_terms",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title} {self.number}" if self.number else self.title

    def get_absolute_url(self) -> str:
        return reverse("competition", args=[self.pk])

    @property
    def is_season(self) -> bool:
        return self.kind == self.Kind.SEASON

    @property
    def is_running(self) -> bool:
        return self.status == self.Status.RUNNING


class Assistant(models.Model):
    """Somebody whom the director of a cup has named to direct it, too."""

    competition = models.ForeignKey(
        Competition, on_delete=models.CASCADE, related_name="assistants", db_index=False
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="assists"
    )

    class Meta:
        verbose_name = _("assistant")
        verbose_name_plural = _("assistants")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["competition", "person"], name="assistant_once"),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.competition}"
