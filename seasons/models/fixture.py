"""How a competition is played: stages, groups of people, and their games."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models import Game
from seasons.models.competition import Competition
from seasons.models.entrant import Entrant


class Stage(models.Model):
    """A part of a competition that begins and ends on its day: a season, a round of a cup.

    Its ``groups`` are written in slices, so ``group_count`` tells how many there will be; it
    ``is_drawn`` when all are there.
    """

    competition = models.ForeignKey(
        Competition, on_delete=models.CASCADE, related_name="stages", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    group_count = models.PositiveIntegerField()
    is_drawn = models.BooleanField(default=False)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("stage")
        verbose_name_plural = _("stages")
        indexes: ClassVar = [
            models.Index(
                fields=["ends_at"], name="stage_open", condition=Q(settled_at__isnull=True)
            ),
            models.Index(fields=["id"], name="stage_undrawn", condition=Q(is_drawn=False)),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["competition", "number"], name="stage_once"),
            models.CheckConstraint(
                condition=Q(ends_at__gt=F("begins_at")), name="stage_takes_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.competition}, {self.number}"


class Group(models.Model):
    """People who play against each other in a stage: a division, a group, a table of a cup.

    A worker has something to do for it at ``due_at``: games to begin, a table to work out, people
    to be told how much time is left. ``told`` counts of what they were told so far.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="groups")
    number = models.PositiveIntegerField()
    due_at = models.DateTimeField(null=True, blank=True)
    told = models.PositiveSmallIntegerField(default=0)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("group")
        verbose_name_plural = _("groups")
        indexes: ClassVar = [
            models.Index(fields=["due_at"], name="group_due", condition=Q(due_at__isnull=False)),
            models.Index(
                fields=["stage"], name="group_unsettled", condition=Q(settled_at__isnull=True)
            ),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["stage", "number"], name="group_once"),
        ]

    def __str__(self) -> str:
        return f"{self.stage}: {self.number}"


class Member(models.Model):
    """A place in a group, and how it stands: ``points`` are half points.

    ``entry`` has it now; somebody who takes it over takes over its points, too. ``ties`` are the
    values of the tie-breaks in their order. Of a hundred futures ``rises`` end among those who go
    up or on, ``falls`` among those who go down, ``leads`` in the first place. ``can_rise`` and
    ``has_risen`` tell what is still possible and what is certain. ``moved`` is what has come of it:
    1 up or on, -1 down.
    """

    group = models.ForeignKey(
        Group, on_delete=models.CASCADE, related_name="members", db_index=False
    )
    entry = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="members")
    order = models.PositiveSmallIntegerField()
    rank = models.PositiveSmallIntegerField()
    points = models.PositiveSmallIntegerField(default=0)
    played = models.PositiveSmallIntegerField(default=0)
    wins = models.PositiveSmallIntegerField(default=0)
    ties = models.JSONField(default=list)
    rises = models.PositiveSmallIntegerField(null=True, blank=True)
    falls = models.PositiveSmallIntegerField(null=True, blank=True)
    leads = models.PositiveSmallIntegerField(null=True, blank=True)
    can_rise = models.BooleanField(default=True)
    has_risen = models.BooleanField(default=False)
    moved = models.SmallIntegerField(default=0)

    class Meta:
        verbose_name = _("place in a group")
        verbose_name_plural = _("places in groups")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["group", "order"], name="member_order"),
            models.UniqueConstraint(fields=["group", "entry"], name="member_once"),
            models.CheckConstraint(condition=Q(moved__gte=-1, moved__lte=1), name="member_moved"),
        ]

    def __str__(self) -> str:
        return f"{self.entry.person}: {self.group}"


class Fixture(models.Model):
    """A game that a group has to play, in the order of its ``round``.

    Once it ``counts``, each of its seats has a place; one that is void counts for nobody. An
    adjudicated one counts as its position stood on the last day, or as a director has said.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("waits")
        RUNNING = "running", _("running")
        PLAYED = "played", _("played")
        ADJUDICATED = "adjudicated", _("adjudicated")
        VOID = "void", _("does not count")

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="fixtures")
    round = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=12, choices=Status, default=Status.WAITING)
    game = models.OneToOneField(
        Game, null=True, blank=True, on_delete=models.PROTECT, related_name="fixture"
    )
    began_at = models.DateTimeField(null=True, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("fixture")
        verbose_name_plural = _("fixtures")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["group", "number"], name="fixture_once"),
            models.CheckConstraint(
                condition=Q(status="waiting", game=None, began_at=None, settled_at=None)
                | Q(status="running", game__isnull=False, settled_at=None)
                | Q(status__in=["played", "adjudicated"], game__isnull=False)
                & Q(settled_at__isnull=False)
                | Q(status="void", settled_at__isnull=False),
                name="fixture_status",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.group}: {self.number}"

    @property
    def counts(self) -> bool:
        return self.status in (self.Status.PLAYED, self.Status.ADJUDICATED)

    @property
    def is_open(self) -> bool:
        return self.status in (self.Status.WAITING, self.Status.RUNNING)


class FixtureSeat(models.Model):
    """Who has which seat in a fixture, who plays together by ``side``, and with what result.

    Somebody who ``has_left`` the game stands behind all others there.
    """

    fixture = models.ForeignKey(
        Fixture, on_delete=models.CASCADE, related_name="seats", db_index=False
    )
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="seats")
    order = models.PositiveSmallIntegerField()
    side = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    has_left = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("seat in a fixture")
        verbose_name_plural = _("seats in fixtures")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["fixture", "order"], name="fixture_seat_order"),
            models.UniqueConstraint(fields=["fixture", "member"], name="fixture_seat_once"),
        ]

    def __str__(self) -> str:
        return f"{self.fixture}: {self.order}"


class EndedGame(models.Model):
    """A game of a competition that has ended, or was annulled, and was not looked at since.

    A trigger on games inserts them, so that a turn that ends a game waits for no group.
    """

    game = models.OneToOneField(Game, on_delete=models.PROTECT, primary_key=True, related_name="+")

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return str(self.game)
