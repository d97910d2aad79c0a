"""Program hooks are added, changed and taken away."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet

from mail import crypto
from mail.channels import guard
from mail.hooks import signatures
from mail.models import HookDelivery, ProgramHook

OVERLAP = timedelta(days=1)
TEST = "test"
SHOWN = 20


class HookLimitError(Exception):
    """A person has as many hooks as one may have."""


def add_hook(
    person_id: int,
    name: str,
    url: str,
    topics: Collection[str],
    *,
    now: datetime,
    hears_of_bots: bool = False,
) -> tuple[ProgramHook, str]:
    """Add a hook of a person; return it and the secret that signs what is posted there, which
    nobody can be shown a second time.

    :raises BarredError: where the address is none that may be posted to.
    :raises HookLimitError: with no place left.
    """
    secret = signatures.draw_secret()
    hook = ProgramHook(
        person_id=person_id,
        name=name,
        host=guard.read_address(url, settings.HOOK_HOSTS).host,
        sealed=crypto.encrypt(url.encode()),
        sealed_secret=crypto.encrypt(secret.encode()),
        topics=sorted(topics),
        hears_of_bots=hears_of_bots,
        created_at=now,
        next_at=now,
    )
    return _store_hook(hook), secret


def _store_hook(hook: ProgramHook) -> ProgramHook:
    taken = set(list_hooks(hook.person_id).values_list("place", flat=True))
    free = [place for place in range(1, ProgramHook.MOST + 1) if place not in taken]
    if not free:
        raise HookLimitError
    hook.place = free[0]
    try:
        with transaction.atomic():  # two pages at once may want the same place
            hook.save(force_insert=True)
    except IntegrityError as error:
        raise HookLimitError from error
    return hook


def list_hooks(person_id: int) -> QuerySet[ProgramHook]:
    """Select the hooks of a person."""
    return ProgramHook.objects.filter(person=person_id).order_by("place")


def choose_topics(hook: ProgramHook, topics: Collection[str], *, hears_of_bots: bool) -> None:
    """Have a hook told of some topics from now on, and of no others; of bots, too, or not."""
    rows = ProgramHook.objects.filter(pk=hook.pk)
    rows.update(topics=sorted(topics), hears_of_bots=hears_of_bots)


def renew_secret(hook: ProgramHook, *, now: datetime) -> str:
    """Give a hook a new secret and return it; the one before signs, too, for a day."""
    secret = signatures.draw_secret()
    # In one statement, so that of two at once each keeps the secret that it takes the place of.
    ProgramHook.objects.filter(pk=hook.pk).update(
        sealed_old_secret=F("sealed_secret"),
        old_until=now + OVERLAP,
        sealed_secret=crypto.encrypt(secret.encode()),
    )
    return secret


def remove_hook(person_id: int, pk: int) -> None:
    """Take a hook of a person away, with what waits for it or was posted there."""
    _remove_hooks(list_hooks(person_id).filter(pk=pk))


def remove_young_hooks(person_id: int, since: datetime) -> None:
    """Take away the hooks that a person has had since a moment, and those whose secret was renewed
    since: somebody else was shown it."""
    is_young = Q(created_at__gte=since) | Q(old_until__gte=since + OVERLAP)
    _remove_hooks(list_hooks(person_id).filter(is_young))


def lock_hooks(person_id: int) -> None:
    """Lock the hooks of a person in the caller's transaction, before their person: what posts to a
    hook holds it before it refers to the person, too."""
    list(list_hooks(person_id).select_for_update().values_list("pk", flat=True))


def _remove_hooks(chosen: QuerySet[ProgramHook]) -> None:
    with transaction.atomic():
        # Locked first: what posts to one now has ended before its rows are looked for.
        found = list(chosen.select_for_update().values_list("pk", flat=True))
        HookDelivery.objects.filter(hook__in=found).delete()
        ProgramHook.objects.filter(pk__in=found).delete()


def post_test(hook: ProgramHook, *, now: datetime) -> None:
    """Have a test posted to a hook, even while it pauses; one a minute at most."""
    ProgramHook.objects.filter(pk=hook.pk, next_at__gt=now).update(next_at=now)
    row = HookDelivery(
        hook=hook, key=f"{TEST}-{now:%Y%m%d%H%M}", kind=TEST, created_at=now, next_at=now
    )
    HookDelivery.objects.bulk_create([row], ignore_conflicts=True)


def list_latest(hook: ProgramHook) -> QuerySet[HookDelivery]:
    """Select what a hook was told last, the newest first."""
    return HookDelivery.objects.filter(hook=hook).order_by("-pk")[:SHOWN]
