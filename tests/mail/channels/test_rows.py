"""Rows of channels: written with the letter, by its statement, and never in its way."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.db import IntegrityError, connection
from django.db.models import Q
from django.test.utils import CaptureQueriesContext

from accounts.models import Person
from mail import outbox
from mail.channels import registration
from mail.models import Channel, Delivery, Queue


def post(person: Person, now: datetime, **more: Any) -> None:
    letter = outbox.build_delivery(
        key="seat-1", kind="seat", address=person.email, person_id=person.pk, now=now, **more
    )
    outbox.post_letters([letter])


def keys() -> list[str]:
    return sorted(row.key for row in Delivery.objects.all())


def test_a_letter_is_a_row_for_each_channel_that_is_on(
    webhook: Channel, alice: Person, now: datetime
) -> None:
    off = registration.add_webhook(
        alice.pk, "json", "ntfy.sh", "https://ntfy.sh/b", says_little=False, now=now
    )
    Channel.objects.filter(pk=off.pk).update(switched_off_at=now)
    post(alice, now)
    post(alice, now)
    assert keys() == ["seat-1", f"seat-1#{webhook.pk}"]


def test_channels_take_no_statement_of_their_own(
    webhook: Channel, bob: Person, now: datetime
) -> None:
    statements = []
    for person in (bob, webhook.person):
        Delivery.objects.all().delete()
        with CaptureQueriesContext(connection) as seen:
            post(person, now)
        statements.append(len(seen))
    assert statements[0] == statements[1]
    assert len(keys()) == 2


def test_people_without_channels_have_their_letter_alone(
    webhook: Channel, bob: Person, now: datetime
) -> None:
    post(bob, now)
    assert keys() == ["seat-1"]


def test_codes_go_to_no_channel(webhook: Channel, now: datetime) -> None:
    post(webhook.person, now, queue=Queue.CODES)
    assert keys() == ["seat-1"]


def test_a_letter_goes_to_the_address_and_a_notice_to_none(
    webhook: Channel, alice: Person, now: datetime
) -> None:
    post(alice, now)
    (letter,) = outbox.claim_letters(now, 9)
    (notice,) = outbox.claim_letters(now, 9, Queue.CHANNELS)
    assert (letter.address, letter.channel_id) == (alice.email, None)
    assert (notice.address, notice.channel_id) == ("", webhook.pk)
    assert outbox.forward_letters(alice.pk, "new@example.org") == 1


def test_a_channel_that_is_taken_away_takes_its_rows_along(webhook: Channel, now: datetime) -> None:
    post(webhook.person, now)
    registration.remove_channels(Q(person=webhook.person))
    assert keys() == ["seat-1"]


def test_one_has_ten_at_most_and_each_once(alice: Person, now: datetime) -> None:
    def add(number: int) -> None:
        url = f"https://ntfy.sh/{number}"
        registration.add_webhook(alice.pk, "json", "ntfy.sh", url, says_little=False, now=now)

    add(0)
    with pytest.raises(registration.ChannelLimitError):
        add(0)
    for number in range(1, 10):
        add(number)
    with pytest.raises(registration.ChannelLimitError):
        add(10)
    with pytest.raises(IntegrityError, match="channel_ten_at_most"):
        Channel.objects.update(place=11)
