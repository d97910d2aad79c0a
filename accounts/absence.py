"""Absence: the day on which a person is back, and until which nobody waits for their answers."""

from __future__ import annotations

from datetime import date, datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import Person


def check_back_on(person: Person, back_on: date, now: datetime) -> None:
    """Refuse a day that is over where the person lives.

    :raises ValidationError: with one sentence.
    """
    if back_on < now.astimezone(person.zone).date():
        raise ValidationError(_("This day is over. Leave it empty if you are here."))


def save_back_on(person: Person, back_on: date | None) -> None:
    """Save on which day a person is back, ``None`` if they are here.

    :raises Person.DoesNotExist: if their account has been deleted meanwhile.
    """
    with transaction.atomic():
        # Locked, as the deletion of the account empties the row; but mails that are handled at the
        # same time hold its key, and wait for the game that a BACK has locked.
        locked = Person.objects.lock_person(person.pk, no_key=True)
        locked.back_on = back_on
        locked.save(update_fields=["back_on"])
    person.back_on = back_on
