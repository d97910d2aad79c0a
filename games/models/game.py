"""A game from the open table to its end, and the seats at it."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.display_text import DisplayTextField
from accounts.email_normalize import mailbox
from accounts.models import Person
from conquest import registry
from conquest.core import Chart, RuleSet
from games.models.block import PlayerBlock

# Titles are in any language: "simple" neither stems words nor drops any. The index has the same.
TITLE_WORDS = SearchVector("title", config="simple")


MOST_FINISHED = 20  # games that a table may ask for


def new_invite_key() -> str:
    return secrets.token_urlsafe(16)


def new_seed() -> bytes:
    return secrets.token_bytes(32)


class Game(models.Model):
    """A table while ``open``, a game while ``running``, a record when ``over`` or ``annulled``.

    An annulled game counts for nothing. ``version`` counts the events, ``head`` is the hash of the
    last, and ``state`` the position after it, as the rule set froze it. ``words`` are the players'
    words for its chance once it has begun, in the order of seats before lots were drawn.
    ``rematch_of`` is the game that its players play again; each has one rematch, besides those
    called off. If ``paused_at`` is set, clocks stand still since then. A table that
    ``starts_itself`` begins when its last seat is taken. ``stand_in`` is the strength of the bot
    that plays for absent players, "" where silence does. ``warned_at`` is when the host was warned
    that the table will be called off. ``form_key`` is the key of the form that opened it: sent
    twice, it opens one table. ``archived_at`` is when the last of its events went to the archive.

    A public table may ask for reliability of those who sit down: in how many of ten times they
    answer in time (``asks_in_time``), how many games they have finished (``asks_finished``); and it
    may have one seat for somebody of whom too little is known (``welcomes_newcomer``). Program
    accounts sit down where it says so (``welcomes_programs``).
    """

    locked_at: datetime  # no column: when the row was locked, for whom has locked it

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        RUNNING = "running", _("running")
        OVER = "over", _("over")
        CALLED_OFF = "called_off", _("called off")
        ANNULLED = "annulled", _("annulled")

    ruleset = models.CharField(max_length=30)
    title = DisplayTextField(_("title"), max_length=60)
    board = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    pace = models.JSONField()
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="hosted"
    )
    is_private = models.BooleanField(_("only with an invitation"), default=False)
    is_rated = models.BooleanField(_("counts for the league"), default=True)
    may_try = models.BooleanField(_("players may try things out"), default=True)
    tells_standing = models.BooleanField(_("tells who has standing orders"), default=False)
    starts_itself = models.BooleanField(_("starts as soon as it is full"), default=False)
    stand_in = models.CharField(max_length=20, blank=True)
    asks_in_time = models.PositiveSmallIntegerField(default=0, db_default=0)
    asks_finished = models.PositiveSmallIntegerField(default=0, db_default=0)
    welcomes_newcomer = models.BooleanField(default=False, db_default=False)
    welcomes_programs = models.BooleanField(default=False, db_default=False)
    invite_key = models.CharField(max_length=30, unique=True, default=new_invite_key)
    version = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64, blank=True)
    state = models.BinaryField(default=b"")
    seed = models.BinaryField(default=new_seed)
    words = models.JSONField(default=list, blank=True)
    opened_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    moved_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    warned_at = models.DateTimeField(null=True, blank=True)
    archived_at = models.DateTimeField(null=True, blank=True, editable=False)
    form_key = models.CharField(max_length=64, blank=True, default="", db_default="")
    winners = models.JSONField(default=list)
    reason = models.CharField(max_length=30, blank=True)
    rematch_of = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="rematches",
        db_index=False,
    )

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        indexes: ClassVar = [
            models.Index(fields=["status", "-opened_at"], name="game_status"),
            models.Index(fields=["-ended_at"], name="game_ended", condition=Q(status="over")),
            models.Index(
                fields=["ruleset", "-ended_at"], name="game_ended_of", condition=Q(status="over")
            ),
            # What lists show: without these a list of many games is sorted for each page of it.
            models.Index(
                fields=["-moved_at", "-id"], name="game_moved", condition=Q(status="running")
            ),
            models.Index(
                fields=["host", "-opened_at"], name="game_open_of", condition=Q(status="open")
            ),
            models.Index(
                fields=["ruleset", "-opened_at"], name="game_opened_by", condition=Q(status="open")
            ),
            models.Index(
                fields=["ruleset", "-moved_at"], name="game_moved_by", condition=Q(status="running")
            ),
            GinIndex(TITLE_WORDS, name="game_title"),
            models.Index(
                fields=["ended_at"],
                name="game_to_archive",
                condition=Q(archived_at__isnull=True, ended_at__isnull=False),
            ),
            models.Index(
                fields=["paused_at"], name="game_paused", condition=Q(paused_at__isnull=False)
            ),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(status__in=["open", "called_off"], started_at__isnull=True)
                | Q(
                    status__in=["running", "over", "annulled"],
                    started_at__isnull=False,
                    version__gt=0,
                ),
                name="game_started",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["over", "annulled"], ended_at__isnull=False)
                | ~Q(status__in=["over", "annulled"]) & Q(ended_at__isnull=True),
                name="game_ended_at",
            ),
            models.CheckConstraint(
                condition=Q(paused_at=None) | Q(status="running"), name="game_paused_runs"
            ),
            models.UniqueConstraint(
                fields=["rematch_of"], condition=~Q(status="called_off"), name="game_one_rematch"
            ),
            models.UniqueConstraint(
                fields=["host", "form_key"], condition=~Q(form_key=""), name="game_one_of_a_form"
            ),
            models.CheckConstraint(
                condition=Q(is_private=False, asks_in_time__lte=9, asks_finished__lte=MOST_FINISHED)
                & (Q(welcomes_newcomer=False) | Q(asks_in_time__gt=0) | Q(asks_finished__gt=0))
                | Q(asks_in_time=0, asks_finished=0, welcomes_newcomer=False),
                name="game_asks_reliability",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("game" if self.started_at else "table", args=[self.pk])

    @property
    def rules(self) -> RuleSet:  # type: ignore[type-arg]
        return registry.get_ruleset(self.ruleset)

    @property
    def chart(self) -> Chart:
        """The chart of the board, with the places of its fields."""
        return self.rules.art.chart_of(self.board)

    @property
    def sample_field(self) -> str:
        """A field of the board, for examples in texts."""
        fields = list(self.chart.fields)
        return fields[len(fields) // 3]

    @property
    def has_colours(self) -> bool:
        """Whether sides have colours beside their names: White has none to choose."""
        return tuple(self.rules.seating.colours) != self.rules.seating.seats

    @property
    def has_lots(self) -> bool:
        """Whether seats are drawn by lot."""
        return self.rules.seating.table_layout(self.options).lots

    @property
    def is_running(self) -> bool:
        return self.status == self.Status.RUNNING

    @property
    def is_paused(self) -> bool:
        """Whether the staff or its players have paused it: nothing is asked, no clock runs."""
        return self.paused_at is not None

    @property
    def has_ended(self) -> bool:
        """Whether it is over or annulled, so that nothing of it is hidden any more."""
        return self.status in (self.Status.OVER, self.Status.ANNULLED)

    @property
    def can_be_tried(self) -> bool:
        """Whether its positions can be tried out; those of a finished game always can."""
        return self.started_at is not None and (self.may_try or not self.is_running)


class Seat(models.Model):
    """A seat at a table: its side, its colour, who plays it, and its result.

    ``word`` is what the first person here has added to the game's chance, if anything. ``level``
    is the strength of a bot that sits here. While the person is absent, or nobody sits here, a bot
    may be the ``stand_in``, or a friend of the person. One that is absent because of its person's
    days off is present again at ``absent_until``; ``back_at`` is when its person came back, perhaps
    before. ``looked_at`` is when the person last had the game open. ``absent_since`` is when the
    absence began for which a substitute is looked for, ``sought_at`` when people were first asked
    whether they play on here, and ``advertised_at`` since when anybody is invited to. Once the game
    is over, ``numbers`` holds what it counted of the seat, by the names of its lasting columns.
    Seats with the same ``side`` won or lost together; ``place`` is the place of the side, from 1.
    Sides that share a place have drawn.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="seats")
    name = models.CharField(max_length=20)
    order = models.PositiveSmallIntegerField()
    colour = models.CharField(max_length=20)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="seats",
    )
    stand_in = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="stands_in_at",
    )
    joined_at = models.DateTimeField(null=True, blank=True)
    looked_at = models.DateTimeField(null=True, blank=True)
    is_absent = models.BooleanField(default=False)
    absent_until = models.DateTimeField(null=True, blank=True)
    absent_since = models.DateTimeField(null=True, blank=True)
    sought_at = models.DateTimeField(null=True, blank=True)
    advertised_at = models.DateTimeField(null=True, blank=True)
    back_at = models.DateTimeField(null=True, blank=True)
    timeouts_in_row = models.PositiveSmallIntegerField(default=0)
    timeouts = models.PositiveIntegerField(default=0)
    level = models.CharField(max_length=20, blank=True)
    word = models.CharField(max_length=60, blank=True)
    numbers = models.JSONField(default=dict, blank=True)
    side = models.PositiveSmallIntegerField(null=True, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    has_won = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering: ClassVar = ["order"]
        indexes: ClassVar = [
            models.Index(
                fields=["game"], name="seat_absent", condition=Q(is_absent=True, place=None)
            ),
            models.Index(
                fields=["absent_until"],
                name="seat_to_return",
                condition=Q(absent_until__isnull=False),
            ),
            # A tick looks for those that wait for a substitute, the longest absent first.
            models.Index(
                fields=["absent_since"],
                name="seat_to_seek",
                condition=Q(absent_since__isnull=False, advertised_at=None, place=None),
            ),
            # Where somebody plays now: only ended games have given places.
            models.Index(fields=["person", "-id"], name="seat_playing", condition=Q(place=None)),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "name"], name="seat_name_unique"),
            models.UniqueConstraint(fields=["game", "order"], name="seat_order_unique"),
            # Deferred, since colours are swapped and people change seats by lot, row by row.
            models.UniqueConstraint(
                fields=["game", "colour"],
                name="seat_colour_unique",
                deferrable=models.Deferrable.DEFERRED,
            ),
            models.UniqueConstraint(
                fields=["game", "person"],
                name="seat_person_unique",
                deferrable=models.Deferrable.DEFERRED,
            ),
            models.UniqueConstraint(fields=["game", "stand_in"], name="seat_stand_in_unique"),
            models.CheckConstraint(
                condition=Q(stand_in=None) | Q(is_absent=True), name="seat_stand_in_for_absent"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.name}"

    @property
    def player(self) -> Person | None:
        """The person or bot that plays here now, if any: for an absent person the stand-in."""
        return self.stand_in or self.person

    @property
    def friend(self) -> Person | None:
        """The friend who plays here for the absent person, None if a bot does, or nobody."""
        return self.stand_in if self.stand_in and not self.stand_in.is_house else None

    @property
    def asked_person(self) -> Person | None:
        """Whom letters ask for what the seat owes: the friend who stands in, else the person."""
        return self.friend or self.person

    @property
    def can_be_taken_over(self) -> bool:
        """Whether a substitute may take it over: its person is absent, and not for days off; where
        a friend plays, once a substitute is looked for."""
        is_waited_for = self.friend is not None and not (self.sought_at or self.advertised_at)
        return self.is_absent and self.absent_until is None and not is_waited_for

    @property
    def rotation(self) -> int:
        """By how many quarters the board is turned for the person here, by their own choice."""
        if self.person is None or not self.person.own_side_near:
            return 0
        return self.game.rules.art.turned.get(self.name, 0)


class Departure(models.Model):
    """A person has left a running game: a loss for them, whatever a substitute achieves."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="departures")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="departures")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="departures"
    )
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("departure")
        verbose_name_plural = _("departures")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "person"], name="departure_once"),
        ]

    def __str__(self) -> str:
        return f"{self.person} left {self.seat}"


class Removal(models.Model):
    """A host has removed a person from a table before the game began.

    They can neither sit down there again nor become a substitute once the game runs.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="removals")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="removals"
    )
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "person"], name="removal_once"),
        ]

    def __str__(self) -> str:
        return f"{self.person} from {self.game}"


class Invitation(models.Model):
    """An address that was invited to a table.

    For a rematch, ``seat`` is reserved for ``person``, who is shown by name: nobody learns their
    address by it. ``mailbox`` is the form of the address that is compared. It waits for an answer
    until its owner sits down or has ``declined_at`` a time.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="invitations")
    address = models.EmailField(_("email address"))
    mailbox = models.CharField(max_length=320, editable=False)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="+",
    )
    seat = models.ForeignKey(
        Seat, null=True, blank=True, on_delete=models.CASCADE, related_name="invitations"
    )
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    at = models.DateTimeField()
    declined_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        # Every open page asks for those to its reader.
        indexes: ClassVar = [
            models.Index(
                fields=["mailbox"], name="invitation_open", condition=Q(declined_at__isnull=True)
            ),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "mailbox"], name="invite_once"),
        ]

    def __str__(self) -> str:
        return f"{self.address} to {self.game}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the invitation with the mailbox of its address."""
        self.mailbox = mailbox(self.address)
        super().save(*args, **kwargs)

    @classmethod
    def sent_to(cls, person: Person) -> models.QuerySet[Invitation]:
        """Select the invitations of a person, by name or to their address: none by somebody whom
        they keep away, and none that somebody has sent who had kept them away by then."""
        # One of before stays: nobody is to see by it that they are kept away since.
        own = PlayerBlock.objects.filter(person=person, other=OuterRef("invited_by"))
        theirs = PlayerBlock.objects.filter(
            person=OuterRef("invited_by"), other=person, at__lte=OuterRef("at")
        )
        sent = cls.objects.filter(Q(person=person) | Q(mailbox=person.mailbox))
        return sent.exclude(Exists(own)).exclude(Exists(theirs))

    @property
    def invitee_name(self) -> str:
        """The person's name, or the address, as the host knows them."""
        return self.person.name if self.person else self.address
