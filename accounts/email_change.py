"""Changes of e-mail address: proved by a code, announced to the old one, undone on objection."""

from __future__ import annotations

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.core.signing import BadSignature, Signer
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.urls import reverse

from accounts import letters, newcomers, own_channels, program_access
from accounts.email_normalize import mailbox
from accounts.models import FormerAddress, Person
from mail import outbox
from mail.hooks import registration as hooks

OBJECTIONS = timedelta(days=7)
BEFORE = timedelta(days=1)  # an intruder may have been signed in for as long before the change

_signer = Signer(salt="accounts.objection")


class AddressTakenError(Exception):
    """The address belongs to another account."""


def is_address_free(address: str) -> bool:
    """Return whether no account has an address. An account that never proved it does not
    count."""
    return not newcomers.confirmed_people().filter(mailbox=mailbox(address)).exists()


def change_email(person: Person, address: str, *, now: datetime) -> None:
    """Give a person the address that a code has proved to be theirs. The old one gets a notice and
    is free; waiting letters go to the new one.

    :raises TakenError: where another account has just got it.
    :raises Person.DoesNotExist: if the account has been deleted meanwhile.
    """
    try:
        with transaction.atomic():
            own_channels.lock_channels(person.pk)
            mine = Person.objects.lock_person(person.pk)
            left = FormerAddress.objects.create(person=mine, address=mine.email, left_at=now)
            _set_address(mine, address, now)
            letters.post_notice(
                address=left.address,
                kind="moved",
                language=mine.language,
                now=now,
                path=objection_path(left),
            )
    except IntegrityError as error:
        raise AddressTakenError from error


def objection_path(left: FormerAddress) -> str:
    """Return the path at which the reader of an old address can object to the change."""
    return reverse("objection", args=[_signer.sign(str(left.pk))])


def contestable_change(token: str, *, now: datetime) -> FormerAddress | None:
    """Return the change that a door is about, as long as there can be objections to it."""
    try:
        pk = _signer.unsign(token)
    except BadSignature:
        return None
    fresh = FormerAddress.objects.filter(left_at__gt=now - OBJECTIONS, may_object=True)
    return fresh.filter(pk=pk).first()


def restore_address(left: FormerAddress, *, now: datetime) -> None:
    """Give a person back an address they had, and remove what came with the change: all
    sessions, later addresses, and passkeys, providers, channels, tokens and hooks as young as it;
    bots as young as it are stopped.

    :raises TakenError: where another account has it meanwhile.
    :raises Person.DoesNotExist: if the account has been deleted meanwhile.
    """
    try:
        with transaction.atomic():
            own_channels.lock_channels(left.person_id)
            hooks.lock_hooks(left.person_id)
            mine = Person.objects.lock_person(left.person_id)
            given = mine.email
            since = FormerAddress.objects.filter(person=mine, left_at__gte=left.left_at)
            _set_address(mine, left.address, now)
            _revoke_access(mine, left.left_at - BEFORE, now)
            since.exclude(pk=left.pk).update(may_object=False)
            left.delete()
            FormerAddress.objects.create(person=mine, address=given, left_at=now, may_object=False)
    except IntegrityError as error:
        raise AddressTakenError from error


def _set_address(mine: Person, address: str, now: datetime) -> None:
    """Change the address wherever it stands; letters about signing in at the old one are void."""
    _address_squatters(address).delete()
    old, mine.email = mine.email, Person.objects.normalize_email(address)
    mine.reached_at, mine.bounced_at = now, None
    mine.save(update_fields=["email", "reached_at", "bounced_at"])
    EmailAddress.objects.filter(user=mine).delete()
    known = mine.email.lower()  # as allauth looks for it
    EmailAddress.objects.create(user=mine, email=known, primary=True, verified=True)
    outbox.forward_letters(mine.pk, mine.email)
    outbox.drop_letters(letters.KIND, old)
    own_channels.remove_second_address(mine.pk, mine.email)


def _address_squatters(address: str) -> QuerySet[Person]:
    """Select the accounts that gave an address and never proved it."""
    waiting = Person.objects.filter(newcomers.WAITING, is_staff=False)
    return waiting.filter(mailbox=mailbox(address))


def _revoke_access(mine: Person, since: datetime, now: datetime) -> None:
    Authenticator.objects.filter(user=mine, created_at__gte=since).delete()
    SocialAccount.objects.filter(user=mine, date_joined__gte=since).delete()
    own_channels.remove_young_channels(mine.pk, since)
    hooks.remove_young_hooks(mine.pk, since)
    program_access.revoke_tokens(mine, since=since, now=now)
    program_access.stop_young_programs(mine, since, now=now)
    mine.end_sessions()
