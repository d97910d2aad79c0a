"""The tasks of workers at every tick: look in the database for what is due, and do it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from random import SystemRandom
from time import monotonic, thread_time
from typing import TypeVar

import structlog
from billiard.exceptions import SoftTimeLimitExceeded
from celery import shared_task
from django.conf import settings

from accounts import bounces
from accounts.tasks import deliver_codes
from games.agreements import pauses
from games.letters import channel_notices, digests, withdrawals, writers
from games.models import Attempt
from games.play import (
    account_deletion,
    attempts,
    bots,
    clock,
    days_off,
    decisions,
    guests,
    notices,
    program_accounts,
    seat_requests,
    substitute_search,
    tables,
    turns,
)
from games.replies import handling as reply_handling
from games.replies import letters as replies
from games.replies import previews
from games.replies.dead_mails import tell_author
from games.replies.screening import why_unwanted
from games.sharing import animations
from inbox import handling
from mail import outbox, parallel
from mail.channels import carrier, failover

BATCH = 100
DICE = SystemRandom()
SECONDS = 5.0  # what is left is done by the next tick: other tasks wait for the worker, too

Due = TypeVar("Due")

log = structlog.get_logger()


@shared_task
def send_letters() -> int:
    """Send the letters that are due; and meanwhile codes, too, as letters that hang may keep the
    only worker busy for minutes."""
    with parallel.repeat_meanwhile(deliver_codes, settings.TICK):
        return outbox.deliver_letters(
            {**writers.WRITERS, **replies.WRITERS},
            told=writers.note_delivery,
            clock=clock.now,
            refused=bounces.mark_bounced,
            join=digests.join_letters,
            hold_until=digests.hold_until,
            quiet_until=digests.quiet_until,
        )


@shared_task
def send_notices() -> int:
    """Send the notices to channels that are due; return how many. What a channel has failed to
    carry is given to the next one before, and devices that show what is settled are told so."""
    _settle_shown()
    failover.pass_on_failing(clock=clock.now, quiet_until=digests.quiet_until)
    return carrier.deliver_notices(
        channel_notices.WRITERS,
        letters={**channel_notices.LETTERS, **replies.WRITERS},
        told=writers.note_delivery,
        clock=clock.now,
        quiet_until=digests.quiet_until,
    )


def _settle_shown() -> None:
    """Tell devices what is settled; what fails there keeps no notice back."""
    try:
        withdrawals.post_settled(clock.now())
    except SoftTimeLimitExceeded:
        raise
    except Exception:
        log.exception("devices cannot be told what is settled")


@shared_task
def answer_mails() -> int:
    """Handle the mails that have come in; return how many."""
    return handling.handle_mails(
        reply_handling.answer_mail,
        why_unwanted=why_unwanted,
        tell_author=tell_author,
        clock=clock.now,
    )


@shared_task
def expire_decisions() -> int:
    """Answer the decisions whose time is up; one that fails does not stop the others."""
    resolved = 0
    due = (
        decisions.resolvable_decisions(clock.now())
        .order_by("due_at")
        .values_list("pk", flat=True)[:BATCH]
    )
    # The time is asked for again for each, since a tick takes seconds.
    for pk in within_tick(due):
        with attempts.attempt_task(pk, Attempt.Task.SILENCE, now=clock.now()):
            turns.begin_vacation(pk, now=clock.now())
            resolved += turns.expire_decision(pk, now=clock.now())
    return resolved


@shared_task
def play_delayed_turns() -> int:
    """Play the answers that were said ahead and have waited as long as their authors wanted; return
    how many. One that fails does not stop the others."""
    now, played = clock.now(), 0
    due = attempts.select_ready(
        decisions.delayed_decisions(now), Attempt.Task.AHEAD, now=now
    ).values_list("pk", flat=True)[:BATCH]
    for pk in within_tick(due):
        with attempts.attempt_task(pk, Attempt.Task.AHEAD, now=clock.now()):
            played += turns.play_delayed_turn(pk, now=clock.now())
    return played


@shared_task
def answer_by_orders() -> int:
    """Let standing orders answer that take a while, as their owners would; return how many have.
    One that fails does not stop the others."""
    answered = 0
    for pk in within_tick(turns.list_delayed_orders(clock.now())):
        with attempts.attempt_task(pk, Attempt.Task.ORDERS, now=clock.now()):
            answered += turns.answer_by_delayed_orders(pk, DICE.random(), now=clock.now())
    return answered


@shared_task
def send_reminders() -> int:
    """Post the reminders that are due."""
    return notices.post_reminders(clock.now())


@shared_task
def tend_tables() -> int:
    """Warn the hosts of idle tables, and call off those that were warned in time; return how many
    there were. Previews that are too old to be answered go, too, and animations at which nobody has
    looked; requests for seats lapse, pauses by consent begin and end, and so do days off;
    substitutes are looked for, and programs that were stopped leave their seats."""
    now, tended = clock.now(), _tend_pauses() + _tend_days_off() + _hand_over_seats()
    tended += _seek_substitutes() + _withdraw_stopped_programs()
    previews.purge_previews(now)
    animations.purge_animations(now)
    for pk in within_tick(seat_requests.check_requests(now)):
        tended += seat_requests.lapse_request(pk, now=clock.now())
    for due, do in (
        (tables.abandoned_tables, tables.call_off_table),
        (tables.idle_tables, tables.warn_host),
    ):
        for pk in within_tick(due(now).order_by("opened_at").values_list("pk", flat=True)[:BATCH]):
            # It may have begun, or was called off, since the query.
            with suppress(tables.TableRejected):
                do(pk, now=clock.now())
                tended += 1
    return tended


def _tend_pauses() -> int:
    """Let pauses end whose last day has come, and begin where silence has agreed; one that fails
    does not stop the others. Return how many."""
    tended = 0
    for list_pauses, tend in (
        (pauses.list_due_pauses, pauses.end_due_pause),
        (pauses.check_proposals, pauses.settle_proposal),
    ):
        for pk in within_tick(list_pauses(clock.now())):
            try:
                tended += tend(pk, now=clock.now())
            except SoftTimeLimitExceeded:
                raise
            except Exception:
                log.exception("a pause cannot be tended", pause=pk)
    return tended


def _tend_days_off() -> int:
    """Let days off end an hour after a turn, and people play again whose days off have ended; one
    that fails does not stop the others. Return how many."""
    tended = 0
    for list_due, tend in (
        (days_off.list_ended, turns.end_by_turn),
        (turns.list_seats_to_return, turns.end_handover),
    ):
        for pk in within_tick(list_due(clock.now())):
            try:
                tend(pk, now=clock.now())
                tended += 1
            except SoftTimeLimitExceeded:
                raise
            except Exception:
                log.exception("days off cannot be tended", of=pk)
    return tended


def _hand_over_seats() -> int:
    """Let others play for people who have more days off in a row than their table bears; return
    for how many. One that fails does not stop the others."""
    handed_over = 0
    for pk in within_tick(turns.list_handovers(clock.now())):
        with attempts.attempt_task(pk, Attempt.Task.HANDOVER, now=clock.now()):
            handed_over += turns.hand_over(pk, now=clock.now())
    return handed_over


def _seek_substitutes() -> int:
    """Go on with the search for substitutes; one that fails does not stop the others. Return for
    how many seats."""
    sought, due = 0, substitute_search.due_seats(clock.now()).values_list("pk", flat=True)
    for pk in within_tick(due[: substitute_search.AT_ONCE]):
        try:
            sought += substitute_search.seek_substitute(pk, now=clock.now())
        except SoftTimeLimitExceeded:
            raise
        except Exception:
            log.exception("no substitute can be looked for", seat=pk)
    return sought


def _withdraw_stopped_programs() -> int:
    """Let programs leave that were stopped; one that cannot does not stop the others. Return how
    many."""
    withdrawn = 0
    for program in within_tick(program_accounts.list_stopped_players()[:BATCH]):
        try:
            program_accounts.stop_program(program, now=clock.now())
            withdrawn += 1
        except SoftTimeLimitExceeded:
            raise
        except Exception:
            log.exception("a program cannot leave", program=program.pk)
    return withdrawn


@shared_task
def forget_guests() -> int:
    """Forget the guests whom no browser keeps any more; one that fails does not stop the others.
    Return how many."""
    forgotten = 0
    for guest in within_tick(guests.list_forgotten_guests(clock.now(), BATCH)):
        try:
            guests.forget_guest(guest, now=clock.now())
            forgotten += 1
        except SoftTimeLimitExceeded:
            raise
        except Exception:
            log.exception("a guest cannot be forgotten", guest=guest.pk)
    return forgotten


@shared_task
def delete_accounts() -> int:
    """Go on with the deletions of accounts that have begun; return how many steps were done."""
    return sum(1 for _step in within_tick(account_deletion.delete_accounts(clock.now)))


@shared_task
def play_bots() -> int:
    """Let bots answer their decisions; one that fails does not stop the others. A new site has no
    bots: they are created first."""
    bots.get_or_create_bots()
    pending = decisions.bot_decisions().filter(game__paused_at=None)
    waiting = attempts.select_ready(pending, Attempt.Task.HOUSE, now=clock.now())
    played = 0
    waiting = waiting.select_related("seat__person", "seat__stand_in", "seat__game").order_by(
        "opened_at"
    )[:BATCH]
    for decision in within_tick(waiting):
        with attempts.attempt_task(decision.pk, Attempt.Task.HOUSE, now=clock.now()):
            played += bots.answer_decision(decision, now=clock.now())
    return played


@shared_task
def make_animations() -> int:
    """Make the animations of public games that people have asked for; return how many."""
    made = 0
    for pk in within_tick(animations.due_animations()):
        made += animations.make_animation(pk, now=clock.now(), timer=thread_time)
    return made


def within_tick(due: Iterable[Due]) -> Iterator[Due]:
    """Yield what is due until the time of a tick is used up."""
    end = monotonic() + SECONDS
    for item in due:
        yield item
        if monotonic() > end:
            return
