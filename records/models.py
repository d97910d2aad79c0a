"""The rows of the public archive: finished public games, how they began, and the keys that sign."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models import Game

KEY_DIGITS = 32  # of the key of a way in which games began


class KeyEntry(models.Model):
    """An entry in the history of the keys that sign records: a key has begun, or was withdrawn.

    A key ends when the next one begins. Rows are only ever inserted; a trigger guards that.
    """

    class Kind(models.TextChoices):
        BEGUN = "begun", _("begun")
        WITHDRAWN = "withdrawn", _("withdrawn")

    # The primary key, so that of two processes that see a new key one is refused.
    number = models.PositiveIntegerField(primary_key=True)
    kind = models.CharField(max_length=10, choices=Kind)
    public_key = models.BinaryField()
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("entry of the keys of records")
        verbose_name_plural = _("entries of the keys of records")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(number__gt=0), name="key_entry_from_one"),
            models.UniqueConstraint(fields=["public_key", "kind"], name="key_entry_once"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.kind}"


class ChangedGame(models.Model):
    """A game that the archive has to look at: it has ended, was annulled, or counts otherwise.

    A trigger on games inserts them, so that a turn that ends a game waits for no archive.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="+")

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"game {self.game_id}"


class ArchivedGame(models.Model):
    """A finished public game as the archive is searched: made of the game, and made again if that
    changes.

    ``turns`` counts the turns of all seats; ``winners`` are seats, none where it was drawn.
    ``was_left`` says whether somebody has left it before its end.
    """

    game = models.OneToOneField(Game, on_delete=models.PROTECT, primary_key=True, related_name="+")
    ruleset = models.CharField(max_length=30)
    board = models.CharField(max_length=40)
    ended_at = models.DateTimeField()
    turns = models.PositiveIntegerField()
    winners = ArrayField(models.CharField(max_length=20))
    reason = models.CharField(max_length=30)
    was_left = models.BooleanField()

    class Meta:
        verbose_name = _("archived game")
        verbose_name_plural = _("archived games")
        indexes: ClassVar = [
            models.Index(fields=["-ended_at", "-game"], name="archived_newest"),
            models.Index(fields=["ruleset", "-ended_at", "-game"], name="archived_ruleset"),
        ]

    def __str__(self) -> str:
        return f"game {self.game_id}"


class ArchivedSeat(models.Model):
    """Who sat at a seat when an archived game ended, and whether they won."""

    game = models.ForeignKey(
        ArchivedGame, on_delete=models.CASCADE, related_name="seats", db_index=False
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    name = models.CharField(max_length=20)
    order = models.PositiveSmallIntegerField()
    has_won = models.BooleanField()
    ended_at = models.DateTimeField()

    class Meta:
        verbose_name = _("seat of an archived game")
        verbose_name_plural = _("seats of archived games")
        indexes: ClassVar = [
            models.Index(fields=["person", "-ended_at", "-game"], name="archived_person"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "name"], name="archived_seat_once"),
        ]

    def __str__(self) -> str:
        return f"{self.name} of game {self.game_id}"


class OpeningNode(models.Model):
    """A way in which games of a rule set began on a board: its last turn, and what came of it.

    ``depth`` counts the turns; at 0 it stands for all games there. ``wins`` counts games by the
    seats that won them. ``key`` is a hash of all that, so that it can stand in addresses.
    """

    key = models.CharField(max_length=KEY_DIGITS, primary_key=True)
    parent = models.ForeignKey(
        "self", null=True, on_delete=models.CASCADE, related_name="following", db_index=False
    )
    ruleset = models.CharField(max_length=30)
    board = models.CharField(max_length=40)
    depth = models.PositiveSmallIntegerField()
    turn = models.TextField()
    games = models.PositiveIntegerField(default=0)
    draws = models.PositiveIntegerField(default=0)
    wins = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("opening")
        verbose_name_plural = _("openings")
        indexes: ClassVar = [
            models.Index(fields=["parent", "-games"], name="opening_following"),
            models.Index(fields=["ruleset", "-games"], name="opening_boards", condition=Q(depth=0)),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(depth=0, parent=None) | Q(depth__gt=0, parent__isnull=False),
                name="opening_follows",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ruleset}: {self.turn}"


class OpeningPlay(models.Model):
    """That an archived game began in some way."""

    node = models.ForeignKey(
        OpeningNode, on_delete=models.CASCADE, related_name="plays", db_index=False
    )
    game = models.ForeignKey(
        ArchivedGame, on_delete=models.CASCADE, related_name="plays", db_index=False
    )
    ended_at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        indexes: ClassVar = [
            models.Index(fields=["node", "-ended_at", "-game"], name="opening_newest"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "node"], name="opening_once"),
        ]

    def __str__(self) -> str:
        return f"{self.node_id} in game {self.game_id}"


class ChangedMonth(models.Model):
    """A month in which games of a rule set have entered or left the archive since its file was
    made."""

    ruleset = models.CharField(max_length=30)
    month = models.DateField()

    class Meta:
        default_permissions = ()
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["ruleset", "month"], name="changed_month_once"),
        ]

    def __str__(self) -> str:
        return f"{self.ruleset}, {self.month:%Y-%m}"


class MonthlyDump(models.Model):
    """The records of all games of a rule set that ended in a month (UTC), as files to download.

    It is given out once it is whole: at ``made_at``. ``month`` is its first day.
    """

    ruleset = models.CharField(max_length=30)
    month = models.DateField()
    made_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("file of a month")
        verbose_name_plural = _("files of months")
        indexes: ClassVar = [
            models.Index(fields=["month"], name="dump_unmade", condition=Q(made_at=None)),
            models.Index(fields=["-month", "ruleset"], name="dump_newest"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["ruleset", "month"], name="dump_once"),
        ]

    def __str__(self) -> str:
        return f"{self.ruleset}, {self.month:%Y-%m}"


class DumpPart(models.Model):
    """A file of a month: ``size`` bytes, compressed, with the records of ``games``, of which the
    last one ended at ``last_at`` and has the number ``last_game``."""

    dump = models.ForeignKey(
        MonthlyDump, on_delete=models.CASCADE, related_name="parts", db_index=False
    )
    number = models.PositiveIntegerField()
    games = models.PositiveIntegerField()
    size = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    last_at = models.DateTimeField()
    last_game = models.BigIntegerField()

    class Meta:
        default_permissions = ()
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["dump", "number"], name="dump_part_once"),
        ]

    def __str__(self) -> str:
        return f"{self.dump}, {self.number}"

    @property
    def file_name(self) -> str:
        """What the file is called where it is downloaded."""
        return f"{self.dump.ruleset}-{self.dump.month:%Y-%m}-{self.number}.txt.gz"


class DumpChunk(models.Model):
    """A piece of a file, so that nobody holds it whole."""

    part = models.ForeignKey(
        DumpPart, on_delete=models.CASCADE, related_name="chunks", db_index=False
    )
    number = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        default_permissions = ()
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["part", "number"], name="dump_chunk_once"),
        ]

    def __str__(self) -> str:
        return f"{self.part}, {self.number}"
