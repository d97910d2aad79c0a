"""How many mails may wait: for one of our addresses, for one person, for nobody that we know, and
in all. Who floods the inbox fills their own room, and others still come in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.db.models import QuerySet
from django.utils.module_loading import import_string

from inbox.addresses import find_reply_token, recipient_key
from inbox.models import IncomingMail
from mail import crypto

MOST_OF_ADDRESS, MOST_OF_PERSON, MOST_OF_STRANGERS = 20, 100, 200
MOST_WAITING = 2_000  # more than a gigabyte, if each is as large as it may be


class TooManyError(Exception):
    """More mails are waiting than people write: strangers must be at work, or nobody."""


class RoomFullError(TooManyError):
    """More mails are waiting for one address or one person than they write; others may come."""


@dataclass(frozen=True, slots=True)
class WaitingRooms:
    """Where a mail waits: with those to the same address, and with those of the same person, or of
    nobody that we know. The keys tell who that is to nobody who has the database alone."""

    address_key: str
    person_key: str
    most_of_person: int


def find_rooms(recipient: str) -> WaitingRooms:
    """Return where a mail to an address waits."""
    # Asked of the token's own mark, not of the number in it: else a stranger who writes the numbers
    # of people into tokens could fill the rooms of all of them.
    token = find_reply_token([recipient])
    person = _find_token_person(token) if token else None
    return WaitingRooms(
        crypto.fingerprint("inbox.address", recipient_key(recipient)),
        crypto.fingerprint("inbox.person", "strangers" if person is None else str(person)),
        MOST_OF_STRANGERS if person is None else MOST_OF_PERSON,
    )


def check_room(rooms: WaitingRooms | None = None) -> None:
    """Make sure that there is room for one more mail, of anybody or in these ``rooms``.

    Doors that look at the same moment pass a bound by one each, and there are few of them: a lock
    would let all wait for the slowest.

    :raises TooManyError: if there is room for nobody.
    :raises RoomFullError: if there is none in these rooms.
    """
    waiting = IncomingMail.objects.filter(status=IncomingMail.Status.WAITING)
    if _is_full(waiting, MOST_WAITING):
        raise TooManyError
    if rooms is not None and (
        _is_full(waiting.filter(address_key=rooms.address_key), MOST_OF_ADDRESS)
        or _is_full(waiting.filter(person_key=rooms.person_key), rooms.most_of_person)
    ):
        raise RoomFullError


def _is_full(waiting: QuerySet[IncomingMail], most: int) -> bool:
    return waiting[:most].count() == most


def _find_token_person(token: str) -> int | None:
    # By a setting, since people are known above the inbox.
    find: Callable[[str], int | None] = import_string(settings.REPLY_TOKEN_READER)
    return find(token)
