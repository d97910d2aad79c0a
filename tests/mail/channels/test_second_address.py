"""A second address gets letters about games, all or those that the first has failed to take."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from anymail.signals import AnymailTrackingEvent, EventType, RejectReason

from accounts import bounces, email_change, letters, own_channels
from accounts.models import FormerAddress, Person
from games.letters import channel_notices, writers
from games.models import Decision, Game
from games.play import notices
from games.replies import letters as replies
from games.replies.answers import Answer, post_answer_letter
from mail import compose, outbox
from mail.channels import carrier, failover, order, registration, states
from mail.models import Breaker, Channel, ChannelOrder, Delivery, Queue

SECOND = "alice@second.example.org"
MINUTE = timedelta(minutes=1)


@pytest.fixture
def second(game: Game, alice: Person, now: datetime) -> Channel:
    Delivery.objects.all().delete()
    return registration.add_second_address(alice.pk, SECOND, now=now)


def send(now: datetime) -> None:
    carrier.deliver_notices(
        channel_notices.WRITERS,
        letters={**channel_notices.LETTERS, **replies.WRITERS},
        told=writers.note_delivery,
        clock=lambda: now,
    )


def ask(game: Game, now: datetime) -> Decision:
    """Have Alice asked for the turn that the game began with."""
    decision = Decision.objects.get(game=game, closed_at=None)
    decision.told_at = None
    decision.save()
    notices.notify_players(game, [decision], now=now)
    return decision


def test_letters_go_there_too_with_their_pictures(
    second: Channel, game: Game, now: datetime, mailoutbox: list[Any]
) -> None:
    decision = ask(game, now)
    send(now)
    (letter,) = mailoutbox
    assert letter.to == [SECOND]
    assert letter.attachments
    decision.refresh_from_db()
    assert decision.told_at == now
    row = Delivery.objects.get(channel=second)
    assert (row.status, row.address) == ("sent", "")


def test_no_code_and_nothing_of_an_account_goes_there(
    second: Channel, alice: Person, now: datetime
) -> None:
    letters.post_code_letter(
        address=alice.email, code="ABC", kind="sign_in", language="en", now=now, person_id=alice.pk
    )
    account = outbox.build_delivery(
        key="account-1", kind="account", address=alice.email, person_id=alice.pk, now=now,
        tells_channels=False,
    )  # fmt: skip
    outbox.post_letters([account])
    assert not Delivery.objects.filter(channel=second).exists()
    assert not {letters.KIND, "account", "invitation"} & channel_notices.LETTERS.keys()


def test_who_wants_no_letters_gets_none_there(
    second: Channel, game: Game, alice: Person, now: datetime, mailoutbox: list[Any]
) -> None:
    ask(game, now)
    Person.objects.filter(pk=alice.pk).update(letters=False)
    send(now)
    assert (mailoutbox, Delivery.objects.get(channel=second).status) == ([], "withdrawn")
    Delivery.objects.all().delete()
    game.refresh_from_db()
    ask(game, now)
    assert not Delivery.objects.filter(channel=second).exists()


def test_one_after_another_it_gets_what_the_first_has_failed_to_take(
    second: Channel, game: Game, alice: Person, now: datetime, mailoutbox: list[Any]
) -> None:
    order.tell_in_turn(alice.pk)
    ask(game, now)
    assert not Delivery.objects.filter(channel=second).exists()
    Person.objects.filter(pk=alice.pk).update(bounced_at=now)
    failover.pass_on_failing(clock=lambda: now, quiet_until=lambda row, now: None)
    send(now)
    assert [letter.to for letter in mailoutbox] == [[SECOND]]
    assert Delivery.objects.get(channel=None).passed_on is True
    assert ChannelOrder.objects.get().channels == [0, second.pk]


def test_a_suppressed_first_address_is_passed_over_from_the_beginning(
    second: Channel, game: Game, alice: Person, now: datetime, mailoutbox: list[Any]
) -> None:
    Person.objects.filter(pk=alice.pk).update(bounced_at=now)
    order.tell_in_turn(alice.pk)
    ask(game, now)
    send(now)
    assert [letter.to for letter in mailoutbox] == [[SECOND]]


@pytest.mark.parametrize(
    ("error", "failures", "is_off"),
    [
        (compose.AddressRefusedError("no such user (550)"), 1, True),
        (compose.HostError("silent"), 0, False),
        (compose.UndeliverableError("busy (451)", permanent=False), 1, False),
    ],
)
def test_an_address_that_takes_no_letters_is_switched_off(
    second: Channel,
    game: Game,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    failures: int,
    is_off: bool,
) -> None:
    """The site's own mail host that does not answer says nothing of an address."""

    def refuse(*given: Any) -> None:
        raise error

    monkeypatch.setattr(compose, "send_letter", refuse)
    ask(game, now)
    send(now)
    second.refresh_from_db()
    assert (second.failures, second.switched_off_at == now) == (failures, is_off)
    assert Delivery.objects.get(channel=second).status == "waiting"


def test_a_mail_host_that_is_out_of_order_is_left_in_peace(
    second: Channel, game: Game, now: datetime, mailoutbox: list[Any]
) -> None:
    Breaker.objects.create(
        queue=Queue.LETTERS, failures=3, opened_at=now, probe_at=now + 60 * MINUTE
    )
    ask(game, now)
    send(now)
    second.refresh_from_db()
    assert (mailoutbox, second.failures) == ([], 0)


def come_back(row: Delivery, now: datetime, recipient: str) -> None:
    """Let a provider tell that a letter came back from an address."""
    event = AnymailTrackingEvent(
        event_type=EventType.BOUNCED,
        reject_reason=RejectReason.BOUNCED,
        recipient=recipient,
        timestamp=now,
        metadata={"delivery": row.message_name},
    )
    bounces.handle_tracking_event(event)


def test_a_letter_that_came_back_from_there_switches_it_off_and_nobody_else(
    second: Channel, game: Game, alice: Person, now: datetime, mailoutbox: list[Any]
) -> None:
    ask(game, now)
    send(now)
    row = Delivery.objects.get(channel=second)
    come_back(row, now, "mallory@example.net")
    second.refresh_from_db()
    assert second.switched_off_at is None
    come_back(row, now, SECOND.upper())
    second.refresh_from_db()
    row.refresh_from_db()
    alice.refresh_from_db()
    assert (second.error, row.returned_at, alice.bounced_at) == ("refused", now, None)
    assert second.switched_off_at == now


def test_who_answers_from_there_is_answered_there(
    second: Channel, alice: Person, now: datetime, mailoutbox: list[Any]
) -> None:
    Person.objects.filter(pk=alice.pk).update(bounced_at=now)
    answer = Answer(outcome="help", brief="Help", headline="What you can say")
    given: dict[str, Any] = {"now": now, "message_id": "<1@example.org>"}
    for _time in range(2):
        post_answer_letter("answer-1", alice, answer, author="Alice@second.example.org", **given)
    send(now)
    assert [letter.to for letter in mailoutbox] == [[SECOND]]
    post_answer_letter("answer-2", alice, answer, author=alice.email, **given)
    assert Delivery.objects.get(key="answer-2").channel is None
    assert own_channels.find_second_address(alice.pk + 1, SECOND) is None


def test_a_test_letter_goes_there(second: Channel, now: datetime, mailoutbox: list[Any]) -> None:
    carrier.post_test(second, now)
    send(now)
    (letter,) = mailoutbox
    assert (letter.to, letter.subject.startswith("A test: ")) == ([SECOND], True)


def test_the_account_given_back_has_no_address_that_came_with_its_loss(
    alice: Person, now: datetime
) -> None:
    """It could play by letter; one that was there long before stays."""
    old = registration.add_second_address(alice.pk, "old@example.org", now=now - timedelta(days=9))
    email_change.change_email(alice, "intruder@example.org", now=now)
    registration.add_second_address(alice.pk, SECOND, now=now + MINUTE)
    left = FormerAddress.objects.get(person=alice)
    email_change.restore_address(left, now=now + timedelta(days=1))
    assert list(Channel.objects.filter(person=alice)) == [old]


def test_a_second_address_that_becomes_the_first_is_no_channel_any_more(
    second: Channel, alice: Person, now: datetime
) -> None:
    email_change.change_email(alice, SECOND.upper(), now=now)
    assert not Channel.objects.filter(pk=second.pk).exists()


def test_what_a_provider_tells_again_switches_nothing_off_again(
    second: Channel, game: Game, alice: Person, now: datetime
) -> None:
    ask(game, now)
    send(now)
    sent = Delivery.objects.get(channel=second)
    for _time in range(2):
        states.switch_on(second, now)
        come_back(sent, now, SECOND)
    second.refresh_from_db()
    assert second.switched_off_at is None
