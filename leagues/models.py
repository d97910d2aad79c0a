"""How finished rated games went for each person, what came of it, and how people stand."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Cast, Coalesce
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

SURE = 3  # deviations
RESULT_FIELDS = (
    "game_id", "person_id", "ruleset", "ended_at", "ending", "side", "place", "numbers", "timeouts",
    "mu", "sigma",
)  # fmt: skip


class ResultFields(models.Model):
    """How one person did in a finished rated game.

    ``mu`` and ``sigma`` are the person's rating in this rule set after the game. Who shares a
    ``side`` has won or lost together; sides that share a ``place`` have drawn. A person
    who left the game has a result of their own, after all others, beside that of the person who
    took their seat.
    """

    class Ending(models.IntegerChoices):
        WON = 1, _("won")
        DRAWN = 2, _("drawn")
        LOST = 3, _("lost")
        LEFT = 4, _("left the game")

    ruleset = models.CharField(max_length=30)
    ended_at = models.DateTimeField()
    ending = models.PositiveSmallIntegerField(choices=Ending)
    side = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()
    numbers = models.JSONField(default=dict)
    timeouts = models.PositiveIntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        abstract = True

    @property
    def has_left(self) -> bool:
        return self.ending == self.Ending.LEFT


class Result(ResultFields):
    """A result that the league shows."""

    game = models.ForeignKey(
        "games.Game", on_delete=models.PROTECT, related_name="results", db_index=False
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="results", db_index=False
    )

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["ruleset", "person", "-ended_at", "-game"], name="result_person"),
            models.Index(fields=["person", "-ended_at", "-game"], name="result_newest"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "person"], name="result_once"),
        ]

    def __str__(self) -> str:
        return f"{self.person} {self.get_ending_display()} {self.game}"

    @property
    def initial(self) -> str | Promise:
        """The ending as one letter."""
        return {
            self.Ending.WON: pgettext_lazy("won", "W"),
            self.Ending.DRAWN: pgettext_lazy("drawn", "D"),
            self.Ending.LOST: pgettext_lazy("lost", "L"),
            self.Ending.LEFT: pgettext_lazy("left the game", "–"),
        }[self.Ending(self.ending)]


class QueuedGame(models.Model):
    """A game whose results are not shown as they should be: it has ended, was annulled, or comes
    after such a game.

    A trigger on games inserts them. Once it ``is_done``, its results are worked out and wait in
    ``StagedResult`` until those of all games of the rule set are; then all are shown at once.
    """

    game = models.OneToOneField(
        "games.Game", on_delete=models.PROTECT, primary_key=True, related_name="+"
    )
    ruleset = models.CharField(max_length=30)
    ended_at = models.DateTimeField()
    is_done = models.BooleanField(default=False)

    class Meta:
        indexes: ClassVar = [
            models.Index(
                fields=["ruleset", "ended_at", "game"],
                name="queued_due",
                condition=Q(is_done=False),
            ),
            models.Index(fields=["ruleset"], name="queued_ruleset"),
        ]

    def __str__(self) -> str:
        return str(self.game)


class StagedResult(ResultFields):
    """A result that is worked out and not shown yet."""

    game = models.ForeignKey(
        QueuedGame, on_delete=models.PROTECT, related_name="results", db_index=False
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["ruleset", "person", "-ended_at", "-game"], name="staged_person"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "person"], name="staged_once"),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.game}"


class LeagueStanding(models.Model):
    """A person's row in a league: what their shown results add up to.

    The league is that of a ``ruleset``, "" for all of them, in a ``season``, a calendar year in
    UTC, 0 for all time. ``numbers`` are sums by the lasting columns of the rule set, and ``mu`` and
    ``sigma`` the rating after the last game. There is no rating in all games together.
    Of all time ``sigma`` is that of the moment from which doubt ``grows_from`` on: half a year
    after the last game, or when it was brought up to date since, so that ranks follow; None if it
    grows no more.
    People are ranked by three deviations below the estimate, so that who stands first almost
    surely is worth most; in all games, where ratings cannot be compared, by wins.
    """

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="standings"
    )
    ruleset = models.CharField(max_length=30, blank=True)
    season = models.PositiveSmallIntegerField()
    games = models.PositiveIntegerField()
    wins = models.PositiveIntegerField()
    draws = models.PositiveIntegerField()
    timeouts = models.PositiveIntegerField()
    numbers = models.JSONField(default=dict)
    mu = models.FloatField(null=True)
    sigma = models.FloatField(null=True)
    grows_from = models.DateTimeField(null=True)
    ranking = models.GeneratedField(
        expression=Coalesce(F("mu") - SURE * F("sigma"), Cast("wins", models.FloatField())),
        output_field=models.FloatField(),
        db_persist=True,
    )

    class Meta:
        # A page reads its rows from one of these, whatever it is sorted by. Who is level stands
        # in the order of joining: by name, everybody who is level would be read for each page.
        indexes: ClassVar = [
            models.Index(fields=["ruleset", "season", "-ranking", "person"], name="standing_first"),
            *(
                models.Index(
                    fields=["ruleset", "season", f"-{sort}", "-ranking", "person"],
                    name=f"standing_{sort}",
                )
                for sort in ("games", "wins", "draws", "timeouts")
            ),
            models.Index(
                fields=["grows_from"],
                name="standing_grows",
                condition=Q(grows_from__isnull=False),
            ),
        ]
        constraints: ClassVar = [
            # With what own columns of a game are sorted by, so that the index is enough.
            models.UniqueConstraint(
                fields=["ruleset", "season", "person"],
                include=["numbers", "ranking"],
                name="standing_once",
            ),
            models.CheckConstraint(
                condition=Q(games__gt=0, games__gte=F("wins") + F("draws")), name="standing_adds_up"
            ),
            models.CheckConstraint(
                condition=Q(ruleset="", mu=None, sigma=None)
                | ~Q(ruleset="") & Q(mu__isnull=False, sigma__isnull=False),
                name="standing_rated",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.ruleset} {self.season}"
