"""The outbox: one row for every letter that somebody must get."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.functions import RandomUUID
from django.db import models
from django.db.models import F, Func, Q, Value
from django.utils.translation import gettext_lazy as _

from mail import crypto


class Queue(models.TextChoices):
    """What is sent apart from the rest: nobody waits at a page for a letter, but for a code."""

    CODES = "codes"
    LETTERS = "letters"
    CHANNELS = "channels"


class Channel(models.Model):
    """A place where a person hears of things, beside letters: ``sealed`` is its address, encrypted,
    of which only ``host`` is shown, and ``mark`` its fingerprint.

    ``failures`` counts those in a row, which began at ``failing_since``; nothing is tried before
    ``next_at``, and nothing at all once it is ``switched_off_at``.
    """

    class Kind(models.TextChoices):
        WEBHOOK = "webhook"
        PUSH = "push"
        EMAIL = "email"

    class Form(models.TextChoices):
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        MATRIX = "matrix", "Matrix (Hookshot)"
        NTFY = "ntfy", "ntfy"
        JSON = "json", "JSON"
        PUSH = "push", _("this device")
        EMAIL = "email", _("a second address")

    MOST = 10

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="channels", db_index=False
    )
    place = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    form = models.CharField(max_length=10, choices=Form)
    host = models.CharField(max_length=253)
    sealed = models.BinaryField()
    mark = models.CharField(max_length=40)
    says_little = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    works_since = models.DateTimeField(null=True)
    failing_since = models.DateTimeField(null=True)
    failures = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=20, blank=True)
    next_at = models.DateTimeField()
    switched_off_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("channel")
        verbose_name_plural = _("channels")
        constraints: ClassVar = [
            # No more than ten of a person, whatever two pages do at once.
            models.UniqueConstraint(fields=["person", "place"], name="channel_place_unique"),
            models.UniqueConstraint(fields=["person", "mark"], name="channel_once"),
            models.CheckConstraint(
                condition=Q(place__gte=1, place__lte=10), name="channel_ten_at_most"
            ),
            models.CheckConstraint(
                condition=Q(failures=0, failing_since=None)
                | Q(failures__gt=0, failing_since__isnull=False),
                name="channel_failing_since",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.form} {self.host}"

    @property
    def second_address(self) -> str:
        """The address that letters go to, too, "" for other channels or without the key."""
        opened = crypto.decrypt(bytes(self.sealed)) if self.kind == self.Kind.EMAIL else None
        return opened.decode() if opened else ""


class ChannelOrder(models.Model):
    """The order in which a person's channels are told, one after another; people without a row are
    told by all at once.

    ``channels`` are numbers of channels, 0 for letters to their address. One that is gone does not
    matter, and one that is missing comes last.
    """

    LETTERS, MOST = 0, 30

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    channels = ArrayField(models.BigIntegerField(), default=list)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(channels__len__lte=30), name="channel_order_short"),
        ]

    def __str__(self) -> str:
        return f"order of {self.pk}"


class Delivery(models.Model):
    """A letter on its way. ``key`` names what it is about, so that it exists only once.

    The letter itself is written when it is sent, from ``kind`` and ``about``, so that it tells
    the present and is withdrawn when there is nothing more to tell. After it was sent, it may be
    ``delivered_at`` its mailbox, or ``returned_at``, as far as its provider tells. One that
    ``is_gathered`` leaves in one letter with all others of its person that are due then.

    Where channels are told one after another, ``passed_on`` says whether the next one has been
    given what this one has failed to carry; it is None where all are told at once. What a device
    may show still, and is to be replaced once it is settled, ``is_shown``.
    """

    class Status(models.TextChoices):
        WAITING = "waiting"
        SENT = "sent"
        WITHDRAWN = "withdrawn"
        DEAD = "dead"

    key = models.CharField(max_length=120, unique=True)
    token = models.UUIDField(db_default=RandomUUID(), editable=False)
    queue = models.CharField(max_length=10, choices=Queue, db_default=Queue.LETTERS)
    kind = models.CharField(max_length=40)
    about = models.JSONField(default=dict)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.CASCADE,
        related_name="+",
        db_index=False,
    )
    address = models.EmailField()
    channel = models.ForeignKey(
        Channel, null=True, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField()
    next_at = models.DateTimeField()
    lease = models.UUIDField(null=True)
    sent_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=300, blank=True)
    delivered_at = models.DateTimeField(null=True)
    returned_at = models.DateTimeField(null=True)
    is_gathered = models.BooleanField(default=False, db_default=False)
    passed_on = models.BooleanField(null=True)
    failing_since = models.DateTimeField(null=True)
    is_shown = models.BooleanField(default=False, db_default=False)
    # Not stored: the letters that leave together with this one, and whether this one is a part of
    # such a letter; how many letters an hour its person wants at most, and whether their address
    # takes any; whether channels are told, too, and when; whether it is for a second address.
    others: Sequence[Delivery] = ()
    is_part = False
    most_an_hour: int | None = None
    takes_letters = True
    tells_channels = True
    is_for_second_address = False
    channels_at: datetime | None = None

    class Meta:
        verbose_name = _("letter")
        verbose_name_plural = _("letters")
        indexes: ClassVar = [
            models.Index(
                fields=["queue", "next_at", "id"],
                name="delivery_due",
                condition=Q(status="waiting"),
            ),
            models.Index(fields=["person", "-id"], name="delivery_person"),
            models.Index(
                fields=["person", "next_at", "id"],
                name="delivery_gathered",
                condition=Q(status="waiting", is_gathered=True),
            ),
            models.Index(
                fields=["channel"], name="delivery_channel", condition=Q(channel__isnull=False)
            ),
            models.Index(fields=["id"], name="delivery_dead", condition=Q(status="dead")),
            models.Index(fields=["id"], name="delivery_shown", condition=Q(is_shown=True)),
            models.Index(
                fields=["id"],
                name="delivery_to_pass_on",
                condition=Q(passed_on=False)
                & (Q(status__in=["waiting", "dead"]) | Q(returned_at__isnull=False)),
            ),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(status="sent", sent_at__isnull=False)
                | ~Q(status="sent") & Q(sent_at__isnull=True),
                name="delivery_sent_at",
            ),
            models.CheckConstraint(
                condition=Q(queue="channels", channel__isnull=False)
                | ~Q(queue="channels") & Q(channel=None),
                name="delivery_queue_of_channel",
            ),
            # One channel at a time has what is told one after another.
            models.UniqueConstraint(
                Func(F("key"), Value("#"), Value(1), function="split_part"),
                name="delivery_one_at_a_time",
                condition=Q(passed_on=False),
            ),
            models.CheckConstraint(
                condition=~Q(queue="codes") | Q(passed_on=None), name="delivery_codes_by_letter"
            ),
        ]

    def __str__(self) -> str:
        return self.key

    @property
    def whole(self) -> list[Delivery]:
        """This letter and those that leave together with it, in the order of their rows."""
        return sorted([self, *self.others], key=lambda one: one.pk)

    @property
    def message_name(self) -> str:
        """Return what the letter is called on its way, every time it is sent, and no other: where
        a backup was restored, numbers are given a second time."""
        return f"delivery-{self.pk}-{self.token.hex}"


class ProgramHook(models.Model):
    """An address of a person's program that is told of what happens to them, and of what their
    program accounts play if it ``hears_of_bots``: ``sealed`` is the address, encrypted, of which
    only ``host`` is shown; what is posted there is signed by the secret in ``sealed_secret``, and
    until ``old_until`` by the one before it, too.

    ``failures`` counts those in a row, which began at ``failing_since``; nothing is tried before
    ``next_at``, and nothing at all once it is ``switched_off_at``.
    """

    MOST = 5

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    place = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60)
    host = models.CharField(max_length=253)
    sealed = models.BinaryField()
    sealed_secret = models.BinaryField()
    sealed_old_secret = models.BinaryField(null=True)
    old_until = models.DateTimeField(null=True)
    topics = ArrayField(models.CharField(max_length=20))
    hears_of_bots = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField()
    works_since = models.DateTimeField(null=True)
    failing_since = models.DateTimeField(null=True)
    failures = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=20, blank=True)
    next_at = models.DateTimeField()
    switched_off_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name, verbose_name_plural = "program hook", "program hooks"
        constraints: ClassVar = [
            # No more than five of a person, whatever two pages do at once.
            models.UniqueConstraint(fields=["person", "place"], name="hook_place_unique"),
            models.CheckConstraint(
                condition=Q(place__gte=1, place__lte=5), name="hook_five_at_most"
            ),
            models.CheckConstraint(condition=~Q(topics=[]), name="hook_has_topics"),
            models.CheckConstraint(
                condition=Q(failures=0, failing_since=None)
                | Q(failures__gt=0, failing_since__isnull=False),
                name="hook_failing_since",
            ),
            models.CheckConstraint(
                condition=Q(sealed_old_secret=None, old_until=None)
                | Q(sealed_old_secret__isnull=False, old_until__isnull=False),
                name="hook_old_secret_until",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.host}"


class HookDelivery(models.Model):
    """What a program hook is told once, and how that went. ``key`` names what it is about, so that
    it exists only once; ``message`` is its id for the program, the same each time it is sent."""

    class Status(models.TextChoices):
        WAITING = "waiting"
        SENT = "sent"
        WITHDRAWN = "withdrawn"
        FAILED = "failed"

    hook = models.ForeignKey(
        ProgramHook, on_delete=models.CASCADE, related_name="deliveries", db_index=False
    )
    key = models.CharField(max_length=120)
    message = models.UUIDField(db_default=RandomUUID(), editable=False)
    kind = models.CharField(max_length=20)
    about = models.JSONField(default=dict)
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField()
    next_at = models.DateTimeField()
    lease = models.UUIDField(null=True)
    sent_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=20, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = "delivery to a program", "deliveries to programs"
        indexes: ClassVar = [
            models.Index(
                fields=["next_at", "id"],
                name="hook_delivery_due",
                condition=Q(status="waiting"),
            ),
            models.Index(fields=["hook", "-id"], name="hook_delivery_latest"),
            models.Index(fields=["created_at"], name="hook_delivery_old"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hook", "key"], name="hook_delivery_once"),
            models.CheckConstraint(
                condition=Q(status="sent", sent_at__isnull=False)
                | ~Q(status="sent") & Q(sent_at__isnull=True),
                name="hook_delivery_sent_at",
            ),
        ]

    def __str__(self) -> str:
        return self.key

    @property
    def message_name(self) -> str:
        """Its id for the program, by which it knows what it was told already."""
        return f"msg_{self.message.hex}"


class Breaker(models.Model):
    """How the mail host has answered lately: ``failures`` in a row; if it is out of order, since
    when, and when the next letter is tried, after a ``pause`` that grows."""

    queue = models.CharField(max_length=10, choices=Queue, primary_key=True)
    failures = models.PositiveIntegerField(default=0)
    opened_at = models.DateTimeField(null=True)
    probe_at = models.DateTimeField(null=True)
    pause = models.DurationField(default=timedelta)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(opened_at=None, probe_at=None)
                | Q(opened_at__isnull=False, probe_at__isnull=False),
                name="breaker_open_until",
            ),
        ]

    def __str__(self) -> str:
        return self.queue
