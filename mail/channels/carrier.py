"""Brings notices to channels: from the outbox as letters are, and apart from them.

A channel that fails pauses by itself, and neither letters nor other channels wait for it. A notice
is sent first and marked after, so that each channel is told of it at least once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from threading import Event
from time import monotonic

import structlog
from billiard.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import translation

from mail import breaker, compose, crypto, failpoints, outbox, parallel
from mail.channels import guard, notices, push, registration, sender, states, webhooks
from mail.channels.guard import BarredError
from mail.channels.notices import Notice, NoticeWriter
from mail.channels.sender import NoAnswerError
from mail.letters import Letter
from mail.models import Channel, Delivery, Queue
from mail.outbox import NotNowError, QuietUntil, SentCallback, Writer

SECONDS = 5.0
TEST = "channel-test"
UNREADABLE, SILENT, BARRED, REFUSED = "unreadable", "silent", "barred", "refused"

log = structlog.get_logger()


NO_LETTERS: Mapping[str, Writer] = {}
GONE = {404, 410}  # what push services say of a browser that wants nothing any more


class ChannelError(Exception):
    """A channel has not taken a notice; its words are the word for why."""


class HostAwayError(Exception):
    """The site's own mail host does not answer, which says nothing of a second address."""


class ChannelGoneError(Exception):
    """A channel is no more, for good."""


class SecondAddressRefusedError(Exception):
    """A second address takes no letters, for good."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeOffice:
    """How notices are written, and letters to second addresses; ``told`` is called in the
    transaction that marks one as sent."""

    writers: Mapping[str, NoticeWriter]
    letters: Mapping[str, Writer]
    told: SentCallback
    clock: Callable[[], datetime]


def deliver_notices(
    writers: Mapping[str, NoticeWriter],
    *,
    told: SentCallback,
    clock: Callable[[], datetime],
    letters: Mapping[str, Writer] = NO_LETTERS,
    quiet_until: QuietUntil = lambda delivery, now: None,
    seconds: float = SECONDS,
) -> int:
    """Send the notices that are due, and claim none after ``seconds``; return how many were
    claimed. ``letters`` write what goes to second addresses; ``quiet_until`` says until when the
    reader of one that is late wants none, None if they want it now."""
    end = monotonic() + seconds
    office = NoticeOffice(writers=writers, letters=letters, told=told, clock=clock)

    def carry(stop: Event) -> int:
        total = 0
        while not stop.is_set() and monotonic() < end:
            claimed = outbox.claim_letters(clock(), 1, Queue.CHANNELS)
            if not claimed:
                break
            if not _wait_for_quiet(claimed[0], quiet_until, office):
                _carry_notice(claimed[0], office)
            total += 1
        return total

    return parallel.run(outbox.count_due(clock(), settings.LETTERS_AT_ONCE, Queue.CHANNELS), carry)


def _wait_for_quiet(delivery: Delivery, quiet_until: QuietUntil, office: NoticeOffice) -> bool:
    """Put off a notice that could not leave when its reader wanted it, if they have quiet hours
    now, until these end; return whether it was put off.

    The clock of what it asks for starts now: nobody gains time by that.
    """
    now = office.clock()
    until = quiet_until(delivery, now) if delivery.error else None
    if until is None:
        return False
    with transaction.atomic():
        outbox.put_off([delivery], NotNowError("quiet hours"), now=now, counts=False, until=until)
        office.told(delivery, now)
    return True


def _carry_notice(delivery: Delivery, office: NoticeOffice) -> None:
    """Send a notice, put it off or give it up."""
    clock = office.clock
    if delivery.attempts > outbox.MAX_ATTEMPTS:  # it took its workers down with it
        outbox.mark_dead([delivery], "too many attempts")
        return
    try:
        _try_notice(delivery, office)
    except NotNowError as error:
        outbox.put_off([delivery], error, now=clock(), counts=False)
    except SoftTimeLimitExceeded as error:  # the notice may be why, so that the attempt counts
        outbox.put_off([delivery], error, now=clock())
        raise
    except Exception as error:
        log.exception("notice failed", delivery=delivery.pk, kind=delivery.kind)
        outbox.put_off([delivery], error, now=clock())


def _try_notice(delivery: Delivery, office: NoticeOffice) -> None:
    clock = office.clock
    channel = Channel.objects.select_related("person").filter(pk=delivery.channel_id or 0).first()
    if outbox.withdraw_if_told(delivery):
        return
    notice = _write_notice(channel, delivery, office) if channel else None
    if channel is None or notice is None:
        outbox.close_delivery(delivery, Delivery.Status.WITHDRAWN)
        return
    if not states.claim_attempt(channel, clock()):
        later = max(channel.next_at, clock() + states.PAUSES[0])
        waits = NotNowError("the channel is paused")
        outbox.put_off([delivery], waits, now=clock(), counts=False, until=later)
        return
    failpoints.hit("before_notice")
    if outbox.renew_lease([delivery], clock()) and _hand_over(channel, delivery, notice, clock):
        is_shown = channel.kind == Channel.Kind.PUSH and _is_question(notice)
        outbox.mark_sent([delivery], office.told, clock(), is_shown=is_shown)
        states.record_success(channel, clock())


def _hand_over(
    channel: Channel, delivery: Delivery, notice: Notice | Letter, clock: Callable[[], datetime]
) -> bool:
    """Send a notice; return whether it was taken. If not, it waits, or its channel is no more."""
    try:
        if isinstance(notice, Letter):
            send_second_letter(channel, delivery, notice)
        else:
            send_notice(channel, notice, clock())
    except ChannelGoneError:
        registration.remove_channels(Q(pk=channel.pk))
    except SecondAddressRefusedError as error:
        states.switch_off(channel, REFUSED, clock())
        outbox.put_off([delivery], error, now=clock())
    except HostAwayError as error:  # no fault of the address
        outbox.put_off([delivery], error, now=clock(), counts=False)
    except ChannelError as error:
        _note_failure(channel, delivery, error, clock())
    else:
        return True
    return False


def _is_question(notice: Notice | Letter) -> bool:
    return isinstance(notice, Notice) and bool(notice.about) and not notice.is_settled


def _note_failure(channel: Channel, delivery: Delivery, error: ChannelError, now: datetime) -> None:
    later = states.record_failure(channel, str(error), now)
    # Where others get through, it is this notice that the channel does not take.
    outbox.put_off([delivery], error, now=now, dies=channel.failures == 0, until=later)


def _write_notice(
    channel: Channel, delivery: Delivery, office: NoticeOffice
) -> Notice | Letter | None:
    """Return what a channel is told, None if nothing any more.

    :raises NotNowError: when the next channel has to carry it, and was not given it yet.
    """
    person = channel.person
    if not person.is_active or person.leaving_at:
        return None
    if channel.switched_off_at:
        if delivery.passed_on is False:
            raise NotNowError("the next channel has to carry it")
        return None
    with translation.override(person.language):
        if channel.kind == Channel.Kind.EMAIL:
            return _write_second_letter(delivery, office)
        if delivery.kind == TEST:
            return notices.write_test(person.language)
        # What channels do not tell of, such as answers to mails, has no writer.
        write = office.writers.get(delivery.kind)
        notice = write(delivery, office.clock()) if write else None
        return notices.hide_subject(notice) if notice and channel.says_little else notice


def _write_second_letter(delivery: Delivery, office: NoticeOffice) -> Letter | None:
    """Return the letter that a second address gets, None if there is nothing to say any more."""
    if delivery.kind == TEST:
        return notices.write_test_letter()
    delivery.is_for_second_address = True
    write = office.letters.get(delivery.kind)
    return write(delivery, office.clock()) if write else None


def send_second_letter(channel: Channel, delivery: Delivery, letter: Letter) -> None:
    """Send a letter to a second address.

    :raises ChannelError: when it was not taken.
    :raises HostAwayError: when the site's own mail host does not answer.
    :raises SecondAddressRefusedError: when the address takes none.
    """
    delivery.address = channel.second_address
    if not delivery.address:
        raise ChannelError(UNREADABLE)
    if breaker.is_open(Queue.LETTERS):  # it would be waited for in vain
        raise HostAwayError(SILENT)
    try:
        with closing(compose.SmtpConnection()) as line:
            compose.send_letter(letter, delivery, line)
    except compose.AddressRefusedError as error:
        raise SecondAddressRefusedError(REFUSED) from error
    except compose.HostError as error:
        raise HostAwayError(SILENT) from error
    except compose.UndeliverableError as error:
        raise ChannelError(REFUSED) from error


def send_notice(channel: Channel, notice: Notice, now: datetime) -> None:
    """Send a notice to a channel.

    :raises ChannelError: when it was not taken.
    :raises ChannelGoneError: when nothing will be any more.
    """
    try:
        status = _post_notice(channel, notice, now)
    except BarredError as error:
        raise ChannelError(BARRED) from error
    except (NoAnswerError, OSError) as error:
        raise ChannelError(SILENT) from error
    if channel.kind == Channel.Kind.PUSH and status in GONE:
        raise ChannelGoneError
    if not 200 <= status < 300:  # redirects are followed nowhere
        raise ChannelError(str(status))


def _post_notice(channel: Channel, notice: Notice, now: datetime) -> int:
    """Post a notice to where a channel leads, and return the status of the answer."""
    opened = crypto.decrypt(bytes(channel.sealed))
    if opened is None:
        raise ChannelError(UNREADABLE)
    if channel.kind == Channel.Kind.PUSH:
        subscription = push.open_subscription(opened.decode())
        address = guard.read_address(subscription.endpoint, push_hosts())
        request = push.build_push(subscription, address.host, notice, now)
    else:
        address = guard.read_address(opened.decode(), settings.WEBHOOK_HOSTS)
        request = webhooks.FORMS[channel.form](notice)
    target = guard.find_target(address, guard.look_up)
    return sender.send_request(target, request, sender.connect)


def push_hosts() -> Collection[str]:
    """Return the push services that are sent to: none without a key."""
    return settings.PUSH_HOSTS if push.is_offered() else ()


def post_test(channel: Channel, now: datetime) -> None:
    """Have a test sent to a channel, even while it pauses; one a minute at most."""
    Channel.objects.filter(pk=channel.pk, next_at__gt=now).update(next_at=now)
    key = f"{TEST}-{channel.pk}-{now:%Y%m%d%H%M}"
    test = outbox.build_delivery(
        key=key, kind=TEST, address="", now=now, person_id=channel.person_id, queue=Queue.CHANNELS
    )
    post_to_channel(test, channel)


def post_to_channel(delivery: Delivery, channel: Channel) -> None:
    """Put what one channel alone is told into the outbox, in the caller's transaction; one that is
    there already stays as it is."""
    delivery.queue, delivery.channel, delivery.address = Queue.CHANNELS, channel, ""
    Delivery.objects.bulk_create([delivery], ignore_conflicts=True)
