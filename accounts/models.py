"""A person who plays: no password, an address, a language and a time zone."""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.core.exceptions import ValidationError
from django.db import connection, models
from django.db.models.functions import Lower
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from accounts import deleted_user
from accounts.email_normalize import mailbox
from accounts.manners import Manner, Topic, next_digest
from accounts.name_search import NAME_ENDINGS
from accounts.names import likeness
from accounts.quiet_hours import end_of_quiet
from db.postgres.prepared import prepared_cursor

MAX_NOTE_CHARS = 200

GUESTS = "guest.invalid"  # RFC 2606: no letter ever goes there
PROGRAMS = "programs.invalid"
HOURS, MOST_AN_HOUR = 24, 60
REMINDER_MARKS = (168, 72, 48, 24, 12, 6, 3, 1)  # hours before a deadline


def default_digest_hours() -> list[int]:
    """Return the hour of a digest where its reader has chosen none."""
    return [8]


def manner_field(name: Any) -> models.CharField[Any, Any]:
    """Return the field of a person that holds the manner for a topic."""
    return models.CharField(
        name, max_length=10, choices=Manner, default=Manner.NOW, db_default=Manner.NOW.value
    )


def check_zone(name: str) -> None:
    """Refuse a name that is not that of a time zone.

    :raises ValidationError: with one sentence.
    """
    if name not in zoneinfo.available_timezones():
        raise ValidationError(_("This time zone is not known."))


def known_zone(name: str) -> str:
    """Return the time zone of a name, UTC where there is none of that name."""
    return name if name in zoneinfo.available_timezones() else "UTC"


_known_person: ContextVar[Person | None] = ContextVar("known_person", default=None)


class PersonManager(BaseUserManager["Person"]):
    def create_user(self, email: str, **fields: Any) -> Person:
        """Make a person without a password; sign-in is by mailed code or passkey."""
        person = self.model(email=self.normalize_email(email), **fields)
        person.set_unusable_password()
        person.save()
        return person

    def create_superuser(self, email: str, **fields: Any) -> Person:
        """Make a person who may do everything, under the first part of the address."""
        fields.pop("password", None)
        first = {"is_staff": True, "is_superuser": True, "name": email.partition("@")[0].lower()}
        return self.create_user(email, **first | fields)

    def get(self, *args: Any, **fields: Any) -> Person:
        """Return the one person who is looked for.

        Each request of somebody who is signed in asks for one by number alone: Django would make
        that statement each time, which takes it longer than PostgreSQL to answer.
        """
        # Managers of relations are classes of their own, and look among fewer people.
        if args or fields.keys() != {"pk"} or type(self) is not PersonManager:
            return super().get(*args, **fields)
        known = _known_person.get()
        if known is not None and known.pk == fields["pk"]:
            return known
        return self._get_by_number(fields["pk"])

    @contextmanager
    def reuse_person(self, person: Person | None) -> Iterator[None]:
        """Let nobody read a person who has just been read, for as long as this lasts."""
        token = _known_person.set(person)
        try:
            yield
        finally:
            _known_person.reset(token)

    def _get_by_number(self, pk: Any) -> Person:
        names, query = self._query_by_number
        with prepared_cursor(self.db) as cursor:
            cursor.execute(query, [self.model._meta.pk.get_prep_value(pk)])
            row = cursor.fetchone()
        if row is None:
            raise self.model.DoesNotExist("Nobody has this number.")
        return self.model.from_db(self.db, names, row)

    @cached_property
    def _query_by_number(self) -> tuple[Sequence[str], str]:
        """The names of a person's fields, and the statement that reads them."""
        meta = self.model._meta
        columns = ", ".join(str(field.column) for field in meta.concrete_fields)
        names = [field.attname for field in meta.concrete_fields]
        return names, f"SELECT {columns} FROM {meta.db_table} WHERE id = %s"

    def lock_person(self, pk: int, *, no_key: bool = False) -> Person:
        """Lock the row of a person until the transaction ends; return it as it is then.

        With ``no_key`` rows that refer to the person, such as turns, can be written meanwhile.

        :raises Person.DoesNotExist: if its account has been deleted meanwhile.
        """
        person = self.select_for_update(no_key=no_key).get(pk=pk)
        if person.is_deleted or person.leaving_at:
            raise Person.DoesNotExist
        return person

    def keep_person(self, pk: int) -> None:
        """Keep others from locking a person as a whole until the transaction ends, as each row
        that refers to them does."""
        table = connection.ops.quote_name(self.model._meta.db_table)
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT 1 FROM {table} WHERE id = %s FOR KEY SHARE", [pk])

    def get_by_natural_key(self, username: str | None) -> Person:
        return self.get(mailbox=mailbox(username or ""))


class Person(AbstractBaseUser, PermissionsMixin):
    """Somebody who plays; ``likeness`` is what names are compared by, ``mailbox`` addresses.

    ``bounced_at`` is when a letter came back for good, or its reader complained, if no letter has
    reached them since; ``reached_at`` when a test letter has, or when the address was proved.
    ``last_day_off`` is the last one of their days off, so that nobody else's are looked for.
    ``reminder_hours`` are empty where one reminder comes when a quarter of the time is left.
    A guest has no address: the one in the row takes no letters. ``leaving_at`` is when the deletion
    of the account began, until it is done.

    A program account (``is_program``, "bot" to people) has no address either: its ``owner`` answers
    for it, and ``stopped_at`` is since when they let it do nothing. It stays one when it is
    deleted, so that what was rated apart stays so. ``programs_made_at`` is when an owner has made
    those of the last month.
    """

    email = models.EmailField(_("email address"), unique=True)
    name = deleted_user.NameField(_("name"), max_length=40)
    language = models.CharField(
        _("language"), max_length=5, choices=settings.LANGUAGES, default=settings.LANGUAGE_CODE
    )
    time_zone = models.CharField(
        _("time zone"), max_length=60, default="UTC", validators=[check_zone]
    )
    letters = models.BooleanField(
        _("letters"), default=True, help_text=_("Send me a letter when something is asked of me.")
    )
    reminders = models.BooleanField(
        _("reminders"), default=True, help_text=_("Remind me before a deadline.")
    )
    nudges = models.BooleanField(_("nudges"), default=True, db_default=True)
    quiet_from = models.PositiveSmallIntegerField(_("quiet from"), null=True, blank=True)
    quiet_to = models.PositiveSmallIntegerField(_("quiet until"), null=True, blank=True)
    urgent_breaks_quiet = models.BooleanField(
        _("urgent letters in quiet hours"), default=True, db_default=True
    )
    letters_while_looking = models.BooleanField(
        _("letters while looking"), default=False, db_default=False
    )
    turns_manner = manner_field(_("turns"))
    answers_manner = manner_field(_("answers"))
    events_manner = manner_field(_("what happens"))
    tables_manner = manner_field(_("tables and seats"))
    words_manner = manner_field(_("words at tables"))
    digest_hours = ArrayField(
        models.SmallIntegerField(),
        verbose_name=_("hours of digests"),
        default=default_digest_hours,
        db_default=[8],
    )
    letters_an_hour = models.PositiveSmallIntegerField(_("letters an hour"), null=True, blank=True)
    reminder_hours = ArrayField(
        models.SmallIntegerField(),
        verbose_name=_("hours before a deadline"),
        default=list,
        db_default=[],
        blank=True,
    )
    likeness = models.CharField(max_length=200, unique=True, editable=False)
    mailbox = models.CharField(max_length=320, unique=True, editable=False)
    unsubscribe_round = models.PositiveIntegerField(default=0, editable=False)
    reply_round = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    own_side_near = models.BooleanField(_("own side near"), default=True)
    one_tap = models.BooleanField(_("one tap"), default=False, db_default=False)
    turns_at_once = models.BooleanField(_("turns at once"), default=False, db_default=False)
    orders_wait = models.BooleanField(_("standing orders wait"), default=False, db_default=False)
    back_on = models.DateField(
        _("away, back on"),
        null=True,
        blank=True,
        help_text=_(
            "Until that day nobody waits for your answers to captures: your standing orders give"
            " them at once, or else what counts when the time is up. Your turns wait as ever."
        ),
    )
    vacation_by_itself = models.BooleanField(
        _("vacation by itself"), default=False, db_default=False
    )
    last_day_off = models.DateField(null=True, blank=True, editable=False)
    bounced_at = models.DateTimeField(null=True, blank=True, editable=False)
    reached_at = models.DateTimeField(null=True, blank=True, editable=False)
    is_house = models.BooleanField(default=False, editable=False)
    is_guest = models.BooleanField(default=False, db_default=False, editable=False)
    is_program = models.BooleanField(default=False, db_default=False, editable=False)
    owner = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        editable=False,
        on_delete=models.PROTECT,
        related_name="program_accounts",
        db_index=False,
    )
    stopped_at = models.DateTimeField(null=True, blank=True, editable=False)
    programs_made_at = ArrayField(
        models.DateTimeField(), default=list, db_default=[], blank=True, editable=False
    )
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(auto_now_add=True)
    leaving_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = PersonManager()
    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        constraints: ClassVar = [
            models.UniqueConstraint(
                Lower("name"),
                name="person_name_unique",
                violation_error_message=_("This name is taken."),
            ),
            models.UniqueConstraint(Lower("email"), name="person_email_unique"),
            models.CheckConstraint(condition=~models.Q(name=""), name="person_has_name"),
            models.CheckConstraint(
                condition=models.Q(quiet_from=None, quiet_to=None)
                | models.Q(quiet_from__isnull=False, quiet_to__isnull=False)
                & models.Q(quiet_from__lt=24, quiet_to__lt=24)
                & ~models.Q(quiet_from=models.F("quiet_to")),
                name="person_quiet_hours",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    turns_manner__in=Manner.values,
                    answers_manner__in=Manner.values,
                    events_manner__in=Manner.values,
                    tables_manner__in=Manner.values,
                ),
                name="person_manners",
            ),
            models.CheckConstraint(
                condition=models.Q(words_manner__in=Manner.values), name="person_words_manner"
            ),
            models.CheckConstraint(
                condition=models.Q(
                    digest_hours__len__gt=0, digest_hours__contained_by=[*range(HOURS)]
                ),
                name="person_digest_hours",
            ),
            models.CheckConstraint(
                condition=models.Q(letters_an_hour=None)
                | models.Q(letters_an_hour__gte=1, letters_an_hour__lte=MOST_AN_HOUR),
                name="person_letters_an_hour",
            ),
            models.CheckConstraint(
                condition=models.Q(reminder_hours__contained_by=[*REMINDER_MARKS]),
                name="person_reminder_hours",
            ),
            models.CheckConstraint(
                condition=models.Q(is_guest=False)
                | models.Q(
                    email__endswith=f"@{GUESTS}", is_staff=False, is_superuser=False, is_house=False
                ),
                name="person_guest_has_no_address",
            ),
            models.CheckConstraint(
                condition=models.Q(is_program=False, owner=None, stopped_at=None)
                | models.Q(
                    is_program=True,
                    is_staff=False,
                    is_superuser=False,
                    is_house=False,
                    is_guest=False,
                ),
                name="person_program_account",
            ),
        ]
        indexes: ClassVar = [
            GinIndex(NAME_ENDINGS, name="person_name_endings"),
            models.Index(
                fields=["leaving_at"],
                name="person_leaving",
                condition=models.Q(leaving_at__isnull=False),
            ),
            models.Index(
                fields=["joined_at"], name="person_guest", condition=models.Q(is_guest=True)
            ),
            models.Index(fields=["id"], name="person_house", condition=models.Q(is_house=True)),
            models.Index(fields=["id"], name="person_program", condition=models.Q(is_program=True)),
            models.Index(
                fields=["owner"], name="person_owner", condition=models.Q(owner__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keep by what name and address are compared beside them."""
        name = deleted_user.stored_name(self)
        # Without its mark the name of a former player is a number, which somebody may be called.
        self.likeness = name if deleted_user.is_placeholder_name(name) else likeness(name)
        self.mailbox = mailbox(self.email)
        if {"name", "email"} & set(kwargs.get("update_fields") or ()):
            kwargs["update_fields"] = {*kwargs["update_fields"], "likeness", "mailbox"}
        super().save(*args, **kwargs)

    def end_sessions(self) -> None:
        """End all sessions: they hang on a secret that is now replaced."""
        self.set_unusable_password()
        self.save(update_fields=["password"])

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        return zoneinfo.ZoneInfo(self.time_zone)

    def is_away(self, now: datetime) -> bool:
        """Whether the day has not come yet on which the person is back."""
        return self.back_on is not None and now.astimezone(self.zone).date() < self.back_on

    def quiet_until(self, now: datetime) -> datetime | None:
        """Return until when the person wants no letters, None if they want them now."""
        if self.quiet_from is None or self.quiet_to is None:
            return None
        return end_of_quiet(now, (self.quiet_from, self.quiet_to), self.zone)

    def manner(self, topic: Topic) -> Manner:
        """Return how the person wants to hear of things of a topic."""
        return Manner(getattr(self, topic))

    def wants(self, topic: Topic) -> bool:
        """Whether the person hears of things of a topic, by letters or by channels."""
        return self.hears_notices and self.manner(topic) != Manner.NEVER

    def next_digest(self, now: datetime) -> datetime:
        """Return when the next digest comes to the person, which may be now."""
        return next_digest(now, self.digest_hours, self.zone)

    @property
    def hears_letters(self) -> bool:
        """Whether letters about games can and may be sent."""
        return self.letters and self.is_active and self.takes_letters

    @property
    def hears_notices(self) -> bool:
        """Whether they hear of games by letters or, where they have any, by channels."""
        return self.is_active and self._has_address

    @property
    def takes_letters(self) -> bool:
        """Whether there is an address that letters reach."""
        return self.bounced_at is None and self._has_address

    @property
    def _has_address(self) -> bool:
        return not (self.is_house or self.is_guest or self.is_program)

    @property
    def is_machine(self) -> bool:
        """Whether nobody plays there by hand: a house player, or a program account."""
        return self.is_house or self.is_program

    @property
    def answerable(self) -> Person:
        """Who answers for what is done here: the owner of a program account, else themselves."""
        return self.owner or self

    def addresses_ever_held(self) -> list[tuple[str, datetime | None]]:
        """Return each address they have or had, with the moment until which it was theirs."""
        if self.is_guest or self.is_program:
            return []
        former = self.former_addresses.values_list("address", "left_at")
        return [(self.email, None), *former]

    @property
    def is_deleted(self) -> bool:
        """Whether the account was deleted, so that nothing but its row is left."""
        return deleted_user.is_placeholder_name(deleted_user.stored_name(self))


class Tries(models.Model):
    """How often codes were tried in one sign-in; ``process`` does not tell whose it is."""

    process = models.CharField(max_length=12, primary_key=True)
    number = models.PositiveSmallIntegerField()
    at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "tries"

    def __str__(self) -> str:
        return self.process


class InvitationOptOut(models.Model):
    """An address whose owner wants no invitations; ``mark`` is its hash, so that it is not kept."""

    mark = models.CharField(max_length=64, primary_key=True)
    at = models.DateTimeField()

    class Meta:
        db_table = "accounts_refusal"  # its name of old, so that the last release finds it, too

    def __str__(self) -> str:
        return self.mark


class FormerAddress(models.Model):
    """An address that a person had before. Its reader may object to the change for a while; what
    was sent there is deleted with the account."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="former_addresses")
    address = models.EmailField()
    left_at = models.DateTimeField()
    may_object = models.BooleanField(default=True)

    class Meta:
        verbose_name_plural = "former addresses"

    def __str__(self) -> str:
        return f"former address {self.pk}"


class PlayerNote(models.Model):
    """What a ``person`` notes ``about`` another one; nobody else ever sees it."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+", db_index=False)
    about = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    text = models.CharField(max_length=MAX_NOTE_CHARS)

    class Meta:
        verbose_name_plural = "notes about players"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "about"], name="player_note_one_for_each"),
            models.CheckConstraint(condition=~models.Q(text=""), name="player_note_says_something"),
        ]

    def __str__(self) -> str:
        return f"{self.person}: a note about {self.about}"


class FormerName(models.Model):
    """A name that a person had before, for the staff."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="former_names")
    name = models.CharField(max_length=40)
    left_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "former names"

    def __str__(self) -> str:
        return self.name


class SignInTrace(models.Model):
    """What sign-ins of a person have left, as ``mark``: a keyed hash that only another account can
    be compared with."""

    class Kind(models.TextChoices):
        DEVICE = "device", _("device")
        PASSKEY = "passkey", _("passkey")
        MAILBOX = "mailbox", _("mailbox")
        NETWORK = "network", _("network of a week")

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=10, choices=Kind)
    mark = models.CharField(max_length=64)
    seen_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "sign-in traces"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "mark"], name="sign_in_trace_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["mark"], name="sign_in_trace_mark"),
            models.Index(fields=["seen_at"], name="sign_in_trace_seen"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} of {self.person}"


class LookalikePair(models.Model):
    """Two accounts that look like one person, ``seen_at`` last; the staff sets a pair aside, with a
    note that says why."""

    first = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+", db_index=False)
    second = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    found_at = models.DateTimeField(_("found"))
    seen_at = models.DateTimeField(_("seen last"))
    set_aside_at = models.DateTimeField(_("set aside"), null=True, blank=True)
    set_aside_by = models.ForeignKey(
        Person, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    note = models.CharField(_("note"), max_length=500, blank=True)

    class Meta:
        verbose_name = _("pair of accounts that look alike")
        verbose_name_plural = _("accounts that look alike")
        default_permissions = ("view",)
        permissions: ClassVar = [("set_aside_pair", "Can set pairs of accounts aside")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["first", "second"], name="lookalike_pair_once"),
            models.CheckConstraint(
                condition=models.Q(first__lt=models.F("second")), name="lookalike_pair_in_order"
            ),
            models.CheckConstraint(
                condition=models.Q(set_aside_at=None, note="")
                | models.Q(set_aside_at__isnull=False) & ~models.Q(note=""),
                name="lookalike_pair_set_aside_with_note",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["-found_at"], name="lookalike_pair_found"),
            models.Index(fields=["seen_at"], name="lookalike_pair_seen"),
        ]

    def __str__(self) -> str:
        return f"{self.first} · {self.second}"
