"""Failover: where somebody wants their channels one after another, the next one carries what the
one before has failed to carry for ten minutes."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import Q

from accounts.models import Person
from games.letters import channel_notices, writers
from games.models import Decision, Game
from games.play import notices
from mail import compose, outbox
from mail.channels import carrier, failover, order, registration
from mail.models import Breaker, Channel, ChannelOrder, Delivery, Queue
from tests import stage
from tests.mail.channels.receiver import Receiver

MINUTE = timedelta(minutes=1)
LETTERS = ChannelOrder.LETTERS


@pytest.fixture
def asked(game: Game, webhook: Channel) -> Decision:
    """Alice's open turn; nothing was posted about it yet, and nobody knows of it."""
    Delivery.objects.all().delete()
    decision = Decision.objects.get(game=game, closed_at=None)
    decision.told_at = None
    decision.save()
    return decision


def want(person: Person, *channels: int) -> None:
    ChannelOrder.objects.update_or_create(
        person_id=person.pk, defaults={"channels": list(channels)}
    )


def post(decision: Decision, now: datetime, **more: Any) -> None:
    person = decision.seat.person
    assert person is not None
    more = {"address": person.email} | more
    letter = outbox.build_delivery(
        key=f"decision-{decision.pk}",
        kind="decision",
        person_id=person.pk,
        about={"decision": decision.pk},
        now=now,
        **more,
    )
    outbox.post_letters([letter])


def add_webhook(person: Person, path: str, now: datetime) -> Channel:
    url = f"https://ntfy.sh/{path}"
    return registration.add_webhook(person.pk, "ntfy", "ntfy.sh", url, says_little=False, now=now)


def pass_on(now: datetime) -> int:
    return failover.pass_on_failing(clock=lambda: now, quiet_until=lambda row, now: None)


def send_notices(now: datetime) -> None:
    carrier.deliver_notices(channel_notices.WRITERS, told=writers.note_delivery, clock=lambda: now)


def send_letters(now: datetime) -> None:
    outbox.deliver_letters(writers.WRITERS, told=writers.note_delivery, clock=lambda: now)


def states() -> dict[str, tuple[str, bool | None]]:
    """Return what became of each row, by what stands for its channel in its key."""
    return {
        row.key.partition("#")[2] or "letter": (row.status, row.passed_on)
        for row in Delivery.objects.all()
    }


@pytest.fixture
def sick_host(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """A mail host that takes nothing for now, until something is in the list."""
    healthy: list[bool] = []
    send = compose.send_letter

    def send_or_fail(*given: Any) -> None:
        if not healthy:
            raise compose.UndeliverableError("busy (451)", permanent=False)
        send(*given)

    monkeypatch.setattr(compose, "send_letter", send_or_fail)
    return healthy


def test_in_turn_the_first_channel_alone_has_a_row(
    asked: Decision, webhook: Channel, alice: Person, now: datetime
) -> None:
    want(alice, LETTERS, webhook.pk)
    post(asked, now)
    assert states() == {"letter": ("waiting", False)}
    Delivery.objects.all().delete()
    want(alice, webhook.pk, LETTERS)
    post(asked, now)
    assert states() == {f"{webhook.pk}": ("waiting", False)}


def test_without_an_order_all_are_told_at_once(
    asked: Decision, webhook: Channel, now: datetime
) -> None:
    post(asked, now)
    assert states() == {"letter": ("waiting", None), f"{webhook.pk}": ("waiting", None)}
    assert pass_on(now + 60 * MINUTE) == 0


def test_without_an_address_the_first_channel_is_told(
    asked: Decision, webhook: Channel, alice: Person, now: datetime
) -> None:
    want(alice, LETTERS, webhook.pk)
    post(asked, now, address="")
    assert states() == {f"{webhook.pk}": ("waiting", False)}


def test_what_is_a_letters_alone_goes_to_no_channel(
    asked: Decision, webhook: Channel, alice: Person, now: datetime
) -> None:
    want(alice, webhook.pk, LETTERS)
    post(asked, now, tells_channels=False)
    assert states() == {"letter": ("waiting", None)}


def test_the_order_of_letters_of_one_statement_is_kept(
    asked: Decision, webhook: Channel, alice: Person, bob: Person, now: datetime
) -> None:
    want(alice, LETTERS)
    keys = ["b", "a", "d", "c"]
    outbox.post_letters(
        outbox.build_delivery(
            key=key, kind="seat", address=person.email, person_id=person.pk, now=now
        )
        for key, person in zip(keys, [alice, bob, alice, bob], strict=True)
    )
    assert [row.key for row in outbox.claim_letters(now, 9)] == keys


def test_a_letter_that_fails_for_ten_minutes_is_passed_on_and_told_once(
    received: Receiver,
    sick_host: list[bool],
    asked: Decision,
    webhook: Channel,
    alice: Person,
    now: datetime,
) -> None:
    want(alice, LETTERS, webhook.pk)
    post(asked, now)
    send_letters(now)
    send_letters(now + 5 * MINUTE)
    assert pass_on(now + 9 * MINUTE) == 0
    assert pass_on(now + 10 * MINUTE) == 1
    send_notices(now + 10 * MINUTE)
    asked.refresh_from_db()
    assert (len(received.posted), asked.told_at) == (1, now + 10 * MINUTE)
    sick_host.append(True)
    send_letters(now + 60 * MINUTE)
    assert states() == {"letter": ("withdrawn", True), f"{webhook.pk}": ("sent", False)}


def test_control_without_its_guard_it_would_be_told_twice(
    received: Receiver,
    sick_host: list[bool],
    asked: Decision,
    webhook: Channel,
    alice: Person,
    now: datetime,
    mailoutbox: list[Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(outbox, "withdraw_if_told", lambda delivery: False)
    want(alice, LETTERS, webhook.pk)
    post(asked, now)
    send_letters(now)
    pass_on(now + 10 * MINUTE)
    send_notices(now + 10 * MINUTE)
    sick_host.append(True)
    send_letters(now + 60 * MINUTE)
    assert (len(received.posted), len(mailoutbox)) == (1, 1)


def test_letters_that_a_sick_mail_host_leaves_untouched_are_passed_on(
    asked: Decision, webhook: Channel, alice: Person, now: datetime
) -> None:
    Breaker.objects.create(
        queue=Queue.LETTERS, failures=3, opened_at=now, probe_at=now + 60 * MINUTE
    )
    want(alice, LETTERS, webhook.pk)
    post(asked, now)
    assert pass_on(now + 9 * MINUTE) == 0
    assert pass_on(now + 10 * MINUTE) == 1


def test_what_waits_for_its_hour_is_not_passed_on(
    asked: Decision, webhook: Channel, alice: Person, now: datetime
) -> None:
    """A digest waits for its hour, whatever the mail host does meanwhile."""
    Breaker.objects.create(
        queue=Queue.LETTERS, failures=3, opened_at=now, probe_at=now + 60 * MINUTE
    )
    want(alice, LETTERS, webhook.pk)
    post(asked, now, not_before=now + 600 * MINUTE, is_gathered=True)
    assert pass_on(now + 60 * MINUTE) == 0
    assert pass_on(now + 600 * MINUTE) == 1


def test_a_suppressed_address_is_passed_over(
    received: Receiver, asked: Decision, webhook: Channel, alice: Person, now: datetime
) -> None:
    want(alice, LETTERS, webhook.pk)
    post(asked, now)
    Person.objects.filter(pk=alice.pk).update(bounced_at=now)
    send_letters(now)
    assert states() == {"letter": ("waiting", False)}  # withdrawn it would be lost
    assert pass_on(now) == 1
    send_notices(now)
    send_letters(now + MINUTE)
    assert states() == {"letter": ("withdrawn", True), f"{webhook.pk}": ("sent", False)}


@pytest.mark.parametrize("became", [{"status": "dead"}, {"status": "sent", "returned": True}])
def test_a_letter_that_died_or_came_back_is_passed_on_at_once(
    asked: Decision, webhook: Channel, alice: Person, now: datetime, became: dict[str, Any]
) -> None:
    want(alice, LETTERS, webhook.pk)
    post(asked, now)
    is_sent = became["status"] == "sent"
    Delivery.objects.update(status=became["status"], sent_at=now if is_sent else None)
    if is_sent:
        assert pass_on(now + 60 * MINUTE) == 0
        outbox.note_returned(Delivery.objects.get(), now)
    assert pass_on(now) == 1
    assert states()[f"{webhook.pk}"] == ("waiting", False)


def test_a_channel_that_fails_is_passed_on_to_the_next_and_so_on(
    received: Receiver, asked: Decision, webhook: Channel, alice: Person, now: datetime
) -> None:
    other = add_webhook(alice, "other", now)
    want(alice, webhook.pk, other.pk, LETTERS)
    received.statuses = [500]
    post(asked, now)
    send_notices(now)
    later = now + 10 * MINUTE
    assert pass_on(later) == 1
    send_notices(later)
    assert pass_on(later + 9 * MINUTE) == 0
    assert pass_on(later + 10 * MINUTE) == 1
    assert states()["letter"] == ("waiting", False)
    assert pass_on(later + 60 * MINUTE) == 0
    send_letters(later + 10 * MINUTE)
    received.statuses = [204]
    before = len(received.posted)
    send_notices(later + 900 * MINUTE)
    assert len(received.posted) == before
    assert {status for status, _passed in states().values()} == {"sent", "withdrawn"}


def test_a_channel_that_has_failed_for_long_is_passed_over_at_once(
    asked: Decision, webhook: Channel, alice: Person, now: datetime
) -> None:
    Channel.objects.update(failures=5, failing_since=now - 60 * MINUTE, next_at=now + 60 * MINUTE)
    want(alice, webhook.pk, LETTERS)
    post(asked, now)
    assert pass_on(now) == 1
    assert states()["letter"] == ("waiting", False)


def test_a_channel_that_is_switched_off_or_taken_away_loses_nothing(
    received: Receiver, asked: Decision, webhook: Channel, alice: Person, now: datetime
) -> None:
    other = add_webhook(alice, "other", now)
    want(alice, webhook.pk, other.pk, LETTERS)
    post(asked, now)
    Channel.objects.filter(pk=webhook.pk).update(switched_off_at=now)
    send_notices(now)
    assert pass_on(now) == 1
    registration.remove_channels(Q(pk=other.pk))
    assert states()["letter"] == ("waiting", False)


def test_a_browser_that_is_gone_loses_nothing(
    received: Receiver,
    asked: Decision,
    webhook: Channel,
    alice: Person,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def is_gone(*given: Any) -> None:
        raise carrier.ChannelGoneError

    monkeypatch.setattr(carrier, "send_notice", is_gone)
    want(alice, webhook.pk, LETTERS)
    post(asked, now)
    send_notices(now)
    assert states() == {"letter": ("waiting", False)}


def test_what_is_answered_meanwhile_is_withdrawn_by_the_next(
    received: Receiver,
    sick_host: list[bool],
    game: Game,
    asked: Decision,
    webhook: Channel,
    alice: Person,
    now: datetime,
) -> None:
    want(alice, LETTERS, webhook.pk)
    post(asked, now)
    send_letters(now)
    stage.hand_in(game, alice, "end", now=now + MINUTE)
    pass_on(now + 10 * MINUTE)
    send_notices(now + 10 * MINUTE)
    assert states()[f"{webhook.pk}"] == ("withdrawn", False)
    assert received.posted == []


def test_two_rows_of_one_notice_are_never_in_turn_at_once(
    asked: Decision, webhook: Channel, alice: Person, now: datetime
) -> None:
    want(alice, LETTERS, webhook.pk)
    post(asked, now)
    want(alice, webhook.pk, LETTERS)
    post(asked, now)  # again, with another one first
    assert states() == {"letter": ("waiting", False)}
    pass_on_twice = [failover.pass_on(Delivery.objects.get(key=f"decision-{asked.pk}").pk, now)]
    pass_on_twice.append(failover.pass_on(Delivery.objects.get(key=f"decision-{asked.pk}").pk, now))
    assert pass_on_twice == [True, False]
    with pytest.raises(IntegrityError, match="delivery_one_at_a_time"), transaction.atomic():
        Delivery.objects.update(passed_on=False)


def test_the_deadline_waits_while_no_channel_has_taken_it(
    asked: Decision, webhook: Channel, alice: Person, now: datetime
) -> None:
    want(alice, webhook.pk, LETTERS)
    post(asked, now)
    assert notices.is_letter_late(asked, now + MINUTE)
    failover.pass_on(Delivery.objects.get().pk, now)
    assert notices.is_letter_late(asked, now + MINUTE)
    Delivery.objects.filter(channel=None).update(status="sent", sent_at=now)
    assert not notices.is_letter_late(asked, now + MINUTE)


def test_what_the_next_channel_has_told_holds_no_deadline_up(
    asked: Decision, webhook: Channel, alice: Person, now: datetime
) -> None:
    """Else somebody could buy days with a channel that they break themselves."""
    want(alice, webhook.pk, LETTERS)
    post(asked, now)
    Delivery.objects.update(error="404", next_at=now + 60 * MINUTE)
    assert notices.is_letter_failing(asked)
    failover.pass_on(Delivery.objects.get().pk, now)
    Delivery.objects.filter(channel=None).update(status="withdrawn")
    assert not notices.is_letter_failing(asked)
    assert not notices.is_letter_late(asked, now + MINUTE)


def test_what_is_given_on_breaks_no_quiet_hours(
    asked: Decision, webhook: Channel, alice: Person, now: datetime
) -> None:
    want(alice, webhook.pk, LETTERS)
    post(asked, now)
    end = now + 300 * MINUTE
    row = Delivery.objects.get()
    Delivery.objects.update(error="NotNowError: quiet hours", next_at=end)
    assert failover.pass_on(row.pk, now, lambda row, at: end)
    assert Delivery.objects.get(channel=None).next_at == end


def test_an_order_is_changed_place_by_place(webhook: Channel, alice: Person, now: datetime) -> None:
    other, usable = add_webhook(alice, "other", now), order.usable_channels
    assert order.wanted_order(alice.pk) is None
    order.move_earlier(alice.pk, other.pk)
    order.tell_in_turn(alice.pk)
    assert order.wanted_order(alice.pk) == [LETTERS, webhook.pk, other.pk]
    order.move_earlier(alice.pk, other.pk)
    order.move_earlier(alice.pk, webhook.pk + 1000)
    order.move_earlier(alice.pk, LETTERS)
    assert order.wanted_order(alice.pk) == [LETTERS, other.pk, webhook.pk]
    assert usable(alice.pk, wants_letters=True, takes_letters=False) == [other.pk, webhook.pk]
    registration.remove_channels(Q(pk=other.pk))
    new = add_webhook(alice, "new", now)
    both = {"wants_letters": True, "takes_letters": True}
    assert usable(alice.pk, **both) == [LETTERS, webhook.pk, new.pk]
    order.tell_at_once(alice.pk)
    assert order.wanted_order(alice.pk) is None
