"""How many mails wait: a flood fills the rooms of its sender, and shuts nobody else out."""

from __future__ import annotations

import base64
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import reply_address
from accounts.models import Person
from accounts.reply_address import Purpose, ReplyTopic, write_reply_address
from inbox import handling, store, waiting_rooms
from inbox.handling import MailOutcome
from inbox.models import IncomingMail
from inbox.store import MailEnvelope
from inbox.waiting_rooms import RoomFullError, TooManyError

pytestmark = pytest.mark.usefixtures("reply_address")
LMTP = IncomingMail.Door.LMTP


def address_of(person: Person, now: datetime, about: int = 1) -> str:
    """Return the address of one letter to a person."""
    expires_at = now + timedelta(days=1)
    topic = ReplyTopic(
        purpose=Purpose.SEAT, person_id=person.pk, about=about, expires_at=expires_at
    )
    return write_reply_address(topic, person)


def forge(address: str) -> str:
    """Return an address that names the same person, without the mark that only we can make."""
    token = address.partition("+")[2].partition("@")[0]
    raw = bytearray(base64.b32decode(f"{token.upper()}="))
    raw[-1] ^= 255
    return address.replace(token, base64.b32encode(raw).decode().rstrip("=").lower())


def bring(recipient: str, number: int, now: datetime) -> bool:
    """Bring a mail to a door."""
    raw = f"Message-ID: <{number}@example.org>\r\n\r\n".encode()
    return store.store_mail(raw, MailEnvelope(recipient=recipient), LMTP, now=now)


def fill(now: datetime, count: int, **fields: Any) -> None:
    """Let mails wait in a room, or anywhere."""
    IncomingMail.objects.bulk_create(
        IncomingMail(
            key=f"{fields}-{number}", door=LMTP, envelope=b"", raw=b"", arrived_at=now,
            next_at=now, **fields,
        )
        for number in range(count)
    )  # fmt: skip


def test_twenty_mails_wait_for_one_address(alice: Person, now: datetime) -> None:
    full, other = address_of(alice, now), address_of(alice, now, about=2)
    fill(now, 19, address_key=waiting_rooms.find_rooms(full).address_key)
    assert bring(full, 1, now)
    with pytest.raises(RoomFullError):
        bring(full, 2, now)
    assert bring(other, 2, now)


def test_all_spellings_of_an_address_have_one_room(alice: Person, now: datetime) -> None:
    address = address_of(alice, now)
    rooms = waiting_rooms.find_rooms(address)
    assert waiting_rooms.find_rooms(address.upper().replace("+", "%2B")) == rooms


def test_a_hundred_mails_wait_for_one_person(alice: Person, bob: Person, now: datetime) -> None:
    fill(now, 99, person_key=waiting_rooms.find_rooms(address_of(alice, now)).person_key)
    assert bring(address_of(alice, now, about=1), 1, now)
    with pytest.raises(RoomFullError):
        bring(address_of(alice, now, about=2), 2, now)
    assert bring(address_of(bob, now), 2, now)


def test_two_hundred_mails_wait_for_addresses_of_no_letter(alice: Person, now: datetime) -> None:
    forged = [forge(address_of(alice, now, about)) for about in (1, 2)]
    fill(now, 199, person_key=waiting_rooms.find_rooms(forged[0]).person_key)
    assert bring(forged[0], 1, now)
    with pytest.raises(RoomFullError):
        bring(forged[1], 2, now)
    with pytest.raises(RoomFullError):
        bring("reply+nobody@play.example.org", 2, now)
    assert bring(address_of(alice, now), 2, now)


def test_a_stranger_does_not_fill_the_room_of_a_person_by_their_number(
    alice: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting_rooms, "MOST_OF_PERSON", 1)
    for about in range(5):
        assert bring(forge(address_of(alice, now, about)), about, now)
    assert bring(address_of(alice, now), 9, now)


def test_a_number_alone_would_fill_the_room_of_a_person(
    alice: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: what a token says is believed without its mark."""
    monkeypatch.setattr(reply_address, "_has_tag", lambda *_given: True)
    monkeypatch.setattr(waiting_rooms, "MOST_OF_PERSON", 1)
    assert bring(forge(address_of(alice, now)), 1, now)
    with pytest.raises(RoomFullError):
        bring(address_of(alice, now, about=2), 2, now)


def test_two_thousand_mails_wait_in_all(alice: Person, now: datetime) -> None:
    fill(now, 1_999)
    assert bring(address_of(alice, now, about=1), 1, now)
    with pytest.raises(TooManyError) as refused:
        bring(address_of(alice, now, about=2), 2, now)
    assert not isinstance(refused.value, RoomFullError)


@pytest.mark.parametrize("status", ["handled", "dead"])
def test_mails_that_wait_no_more_take_no_room(
    status: str, alice: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting_rooms, "MOST_OF_ADDRESS", 1)
    monkeypatch.setattr(waiting_rooms, "MOST_WAITING", 1)
    address = address_of(alice, now)
    bring(address, 1, now)
    handled_at = now if status == "handled" else None
    IncomingMail.objects.update(status=status, handled_at=handled_at)
    assert bring(address, 2, now)


def test_a_mail_that_is_stored_is_found_in_a_full_room(
    alice: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its sender has not heard yet that we have it."""
    monkeypatch.setattr(waiting_rooms, "MOST_OF_ADDRESS", 1)
    assert bring(address_of(alice, now), 1, now)
    assert not bring(address_of(alice, now), 1, now)


def test_a_handled_mail_forgets_where_it_waited(alice: Person, now: datetime) -> None:
    bring(address_of(alice, now), 1, now)
    handling.handle_mails(lambda mail, at: MailOutcome("noted", alice.pk), clock=lambda: now)
    row = IncomingMail.objects.get()
    assert (row.status, row.address_key, row.person_key) == ("handled", "", "")


def test_keys_of_rooms_cannot_be_worked_out_from_the_database(
    alice: Person, now: datetime, settings: Any
) -> None:
    address = address_of(alice, now)
    rooms = waiting_rooms.find_rooms(address)
    settings.SECRET_KEY = "another"
    other = waiting_rooms.find_rooms(address_of(alice, now))
    assert rooms.person_key != other.person_key
    assert waiting_rooms.find_rooms(address).address_key != rooms.address_key


def test_rooms_are_counted_no_further_than_their_bounds(alice: Person, now: datetime) -> None:
    with CaptureQueriesContext(connection) as queries:
        waiting_rooms.check_room(waiting_rooms.find_rooms(address_of(alice, now)))
    counts = [one["sql"] for one in queries if "COUNT" in one["sql"]]
    assert len(counts) == 3
    assert all("LIMIT" in sql for sql in counts)
