"""Who names whom as the friend that plays for them while they are absent; it takes a yes.

Both can take it back at any time. What a friend plays already goes on until they step back there,
or its person is back.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import Person
from games.models import Seat, StandInFriend
from games.play import keeping_away, notices, substitutes

MOST_A_MONTH = 5  # friends whom a person asks
MONTH = timedelta(days=30)
MOST_FRIENDS = 3  # for whom a person plays
GOOD_FOR = timedelta(days=30)
Outcome = StandInFriend.Outcome
WAITING_OR_AGREED = Q(outcome__in=[Outcome.OPEN, Outcome.ACCEPTED])


class FriendRefused(Exception):
    """Why somebody cannot be asked to stand in, or cannot agree, in one sentence."""


def own_friend(person: Person) -> StandInFriend | None:
    """Return whom a person has asked, while they wait for a yes or have it."""
    rows = StandInFriend.objects.filter(WAITING_OR_AGREED, person=person)
    return rows.select_related("friend").first()


def asked_of(friend: Person) -> list[StandInFriend]:
    """Return who asks a person to play for them, or for whom they do; nobody whom they keep away or
    who keeps them away."""
    rows = StandInFriend.objects.filter(WAITING_OR_AGREED, friend=friend).order_by("-pk")
    found = list(rows.select_related("person"))
    blocked = keeping_away.find_blocked_pairs(friend, [row.person_id for row in found])
    away = {pk for pair in blocked.values_list("person", "other") for pk in pair}
    return [row for row in found if row.person_id not in away]


def seats_played_for_others(friend: Person) -> QuerySet[Seat]:
    """Select the seats at which a person plays for somebody now."""
    playing = Seat.objects.filter(stand_in=friend, place=None)
    return playing.select_related("game", "person").order_by("pk")


def name_friend(person: Person, name: str, *, now: datetime) -> StandInFriend:
    """Ask somebody, by their name, to play for a person while they are absent.

    Raises ``FriendRefused`` if there is no such player, or they cannot be asked.
    """
    found = Person.objects.filter(is_active=True, is_house=False, is_guest=False, is_program=False)
    friend = found.filter(name__iexact=name.strip()).first()
    if friend is None:
        raise FriendRefused(_("There is no player of this name."))
    with transaction.atomic():
        # Locked, so that two forms at once cannot both pass a limit.
        Person.objects.lock_person(person.pk, no_key=True)
        _require_askable(person, friend, now)
        row = StandInFriend.objects.create(person=person, friend=friend, asked_at=now)
        notices.notify_friend(row, "asked", now=now)
        return row


def accept(row_id: int, friend: Person, *, now: datetime) -> StandInFriend:
    """Agree to play for somebody while they are absent; raise ``FriendRefused`` if one cannot."""
    with transaction.atomic():
        Person.objects.lock_person(friend.pk, no_key=True)
        row = _lock_row(row_id, Q(friend=friend, outcome=Outcome.OPEN))
        agreed = StandInFriend.objects.filter(friend=friend, outcome=Outcome.ACCEPTED)
        if agreed.count() >= MOST_FRIENDS:
            words = _("You play for %(n)s people already.")
            raise FriendRefused(words % {"n": MOST_FRIENDS})
        return _close(row, Outcome.ACCEPTED, now)


def decline(row_id: int, friend: Person, *, now: datetime) -> StandInFriend:
    """Say no to somebody, or play for them no longer; raise ``FriendRefused`` if it is over."""
    with transaction.atomic():
        row = _lock_row(row_id, Q(friend=friend) & WAITING_OR_AGREED)
        return _close(row, Outcome.DECLINED, now)


def withdraw(person: Person) -> None:
    """Ask the friend of a person no longer."""
    # No letter: who waits for nothing is told nothing.
    StandInFriend.objects.filter(WAITING_OR_AGREED, person=person).update(outcome=Outcome.WITHDRAWN)


def _require_askable(person: Person, friend: Person, now: datetime) -> None:
    if own := keeping_away.find_own_block(person, [friend.pk]):
        raise FriendRefused(keeping_away.say_own_block(own))
    if friend == person or substitutes.is_same_person(person, friend):
        raise FriendRefused(_("Somebody else has to play for you."))
    asked = StandInFriend.objects.filter(person=person)
    if asked.filter(WAITING_OR_AGREED).exists():
        raise FriendRefused(_("You have asked somebody already."))
    recent = asked.filter(asked_at__gt=now - MONTH)
    if recent.filter(friend=friend, outcome=Outcome.DECLINED).exists():
        raise FriendRefused(_("%(name)s has said no.") % {"name": friend.name})
    if recent.count() >= MOST_A_MONTH:
        raise FriendRefused(_("You have asked several people of late. Please try again later."))


def _lock_row(row_id: int, which: Q) -> StandInFriend:
    rows = StandInFriend.objects.filter(which, pk=row_id).select_related("person", "friend")
    row = rows.select_for_update(of=("self",)).first()
    if row is None:
        raise FriendRefused(_("This is not asked any more."))
    return row


def _close(row: StandInFriend, outcome: StandInFriend.Outcome, now: datetime) -> StandInFriend:
    row.outcome = outcome
    row.save(update_fields=["outcome"])
    notices.notify_friend(row, outcome.value, now=now)
    return row
