"""The guards that controls take away, each by a function of its name."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import threading
import time
import uuid
from collections.abc import Callable, Collection, Iterable
from contextlib import closing, nullcontext
from datetime import datetime
from email.message import EmailMessage
from email.policy import default
from types import ModuleType, SimpleNamespace
from typing import Any

import msgspec
import psycopg
from anymail.webhooks import amazon_ses
from django.conf import settings
from django.db import connection, transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from accounts import invitation_optout, limits, unsubscribe
from accounts.models import Person
from config import log_limit
from games import tasks
from games.agreements import pauses
from games.letters import withdrawals, writers
from games.models import Decision, Game, PlayersPause, Seat
from games.play import (
    attempts,
    bots,
    clock,
    decisions,
    fairness,
    interventions,
    lock_queue,
    store,
    tables,
    turns,
)
from games.play.turns import submission
from games.replies.handling import answer_mail
from inbox import authentication, conversation, handling, postbox, received
from inbox import store as mail_store
from inbox.authentication import SenderVerdict
from inbox.authors import read_author
from inbox.handling import MailOutcome
from inbox.management.commands import postbox as postbox_command
from inbox.models import IncomingMail
from inbox.postbox import Postbox
from inbox.reading import message as reading
from leagues import standings
from mail import breaker, compose, crypto, failpoints, outbox, parallel, provider
from mail.channels import carrier, failover, guard, sender
from mail.channels.notices import Notice
from mail.hooks import carrier as hook_carrier
from mail.letters import Letter
from mail.models import Channel, Delivery, HookDelivery, ProgramHook
from mail.outbox import ProgramNews
from records import dumps
from seasons import advancing, game_results, tending
from seasons.models import Fixture
from tests.servers import PATIENCE

View = Callable[[HttpRequest, str], HttpResponse]


def replace_names(module: ModuleType, **names: Any) -> None:
    """Put other values in the place of a module's own; fail where it has no such name."""
    assert names.keys() <= vars(module).keys(), names.keys() - vars(module).keys()
    vars(module).update(names)


def send_before_mark() -> None:
    """Mark a letter as sent first and send it after."""

    def mark_first(
        delivery: Delivery,
        office: outbox.Office,
        line: compose.SmtpConnection,
        way: breaker.CircuitState,
    ) -> bool:
        letter = office.writers[delivery.kind](delivery, office.clock())
        assert letter is not None
        if not outbox.close_delivery(delivery, Delivery.Status.SENT, sent_at=office.clock()):
            return False
        failpoints.hit("after_mark")
        compose.send_letter(letter, delivery, line)
        return True

    outbox._send_delivery = mark_first


def channels_lead_to_a_receiver() -> None:
    """Send the notices of all channels to a receiver of the test, whatever their host."""
    port = int(os.environ["RECEIVER_PORT"])
    replace_names(
        sender,
        SECONDS=PATIENCE,
        connect=lambda target: socket.create_connection(("127.0.0.1", port), PATIENCE),
    )
    replace_names(guard, look_up=lambda host: ["8.8.8.8"])


def mark_notices_first() -> None:
    """Mark a notice, or a letter to a second address, as sent first and send it after."""
    send = carrier._hand_over

    def mark_first(
        channel: Channel,
        delivery: Delivery,
        notice: Notice | Letter,
        clock: Callable[[], datetime],
    ) -> bool:
        outbox.close_delivery(delivery, Delivery.Status.SENT, sent_at=clock())
        failpoints.hit("after_mark")
        return send(channel, delivery, notice, clock)

    carrier._hand_over = mark_first


def mark_news_first() -> None:
    """Mark news for a program as sent first and post them after."""
    post = hook_carrier.post_payload

    def mark_first(
        hook: ProgramHook, row: HookDelivery, payload: hook_carrier.Payload, now: datetime
    ) -> None:
        HookDelivery.objects.filter(pk=row.pk).update(status="sent", sent_at=now, lease=None)
        failpoints.hit("after_mark")
        post(hook, row, payload, now)

    hook_carrier.post_payload = mark_first


def passing_on_in_one_transaction() -> None:
    """Commit that a notice was given to the next channel before it was."""
    replace_names(failover, failpoints=SimpleNamespace(hit=_commit_and_hit))


def settling_in_one_transaction() -> None:
    """Commit that a device is told what is settled before it is."""
    replace_names(withdrawals, failpoints=SimpleNamespace(hit=_commit_and_hit))


def answering_in_one_transaction() -> None:
    """Commit what the staff has done before the appeal that it answers is."""

    def commit_behind(name: str) -> None:
        if name == "after_commit":
            _commit_and_hit(name)

    replace_names(interventions, failpoints=SimpleNamespace(hit=commit_behind))


def arranging_in_one_transaction() -> None:
    """Commit a game of a competition before it is known to be one."""
    replace_names(tending, failpoints=SimpleNamespace(hit=_commit_and_hit))


def ending_in_one_transaction() -> None:
    """Commit that a stage has ended before the next one is there."""
    replace_names(advancing, failpoints=SimpleNamespace(hit=_commit_and_hit))


def lock_of_fixtures() -> None:
    """Let two workers begin the same game."""
    replace_names(
        game_results,
        lock_fixture=lambda pk: Fixture.objects.select_related("game", "group__stage").get(pk=pk),
    )


def _commit_and_hit(name: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("COMMIT")
    failpoints.hit(name)


def lease_at_sending() -> None:
    """Send a letter without asking whether the lease is still ours."""
    outbox.renew_lease = lambda deliveries, now: True


def letters_in_the_transaction() -> None:
    """Post letters in a hook behind the commit of what they tell."""
    post = outbox.post_letters

    def post_later(deliveries: Iterable[Delivery], news: Iterable[ProgramNews] = ()) -> None:
        letters, told = list(deliveries), list(news)

        def hook() -> None:
            failpoints.hit("before_post")
            post(letters, told)

        transaction.on_commit(hook)

    outbox.post_letters = post_later


def limit_of_repeats() -> None:
    """Log each failure of the broker, however many there are."""
    replace_names(log_limit, REPEAT_SECONDS=0)


def game_lock() -> None:
    """Change games without the lock on their row."""
    store.LOCK = store.LOCK.replace(store.LOCKING, "")


def impatience_of_the_queue() -> None:
    """Let who stands in the queue for a game's lock stay there, however long nothing moves."""
    replace_names(lock_queue, PATIENCE=PATIENCE)


def game_lock_at_once() -> None:
    """Change games without the lock, once six have read the same version."""
    game_lock()
    six, enter = threading.Barrier(6), store.lock_game

    def enter_at_once(game_id: int) -> tuple[Game, dict[str, Seat]]:
        game, seats = enter(game_id)
        if game.version > 1:
            six.wait(PATIENCE)
        return game, seats

    store.lock_game = enter_at_once


def game_lock_for_two() -> None:
    """Change games without the lock, once two have read the same."""
    game_lock()
    both, enter = threading.Barrier(2), store.lock_game

    def enter_at_once(game_id: int) -> tuple[Game, dict[str, Seat]]:
        found = enter(game_id)
        both.wait(PATIENCE)
        return found

    store.lock_game = enter_at_once


def consents_at_once() -> None:
    """Let two agree to a pause without the lock, once both have seen who has still to agree."""
    game_lock()
    both, look = threading.Barrier(2), pauses.awaited_seats

    def look_at_once(pause: PlayersPause, seats: Collection[Seat]) -> list[Seat]:
        awaited = look(pause, seats)
        both.wait(PATIENCE)  # after the look: the slower one would see what the faster one commits
        return awaited

    replace_names(pauses, awaited_seats=look_at_once)


def expected_version() -> None:
    """Append events without a look at the version they follow."""
    condition = " AND version = %(expected)s"
    assert condition in store.APPEND
    store.APPEND = store.APPEND.replace(condition, "")


def one_transaction() -> None:
    """Store each row of a move by itself."""
    game_lock()
    replace_names(submission, transaction=SimpleNamespace(atomic=nullcontext))


def letters_in_the_database() -> None:
    """Let each message carry a letter, which is sent without a look at the database's state."""
    from config.celery import app

    @app.task(name="send_letter")
    def send_letter(pk: int) -> None:
        delivery = Delivery.objects.get(pk=pk)
        letter = writers.WRITERS[delivery.kind](delivery, clock.now())
        assert letter is not None
        with closing(compose.SmtpConnection()) as line:
            compose.send_letter(letter, delivery, line)


def no_broker_in_the_web() -> None:
    """Wake the workers by a message from the web server."""
    from config.celery import app

    submit = turns.submit

    def submit_and_wake(
        orders: turns.Orders, *, now: datetime | None = None
    ) -> turns.SubmissionReceipt:
        receipt = submit(orders, now=now)
        app.send_task("games.tasks.send_letters")
        return receipt

    turns.submit = submit_and_wake


def database_clock() -> None:
    """Ask the own machine's clock."""
    clock.now = timezone.now
    lock = store.lock_game

    def lock_by_own_clock(game_id: int) -> tuple[Game, dict[str, Seat]]:
        game, seats = lock(game_id)
        game.locked_at = timezone.now()
        return game, seats

    store.lock_game = lock_by_own_clock


def health_of_a_game() -> None:
    """Let the process die of the game that POISONED names."""
    load = store.load_state

    def die_of_one(game: Game, version: int | None = None) -> Any:
        if game.pk == int(os.environ["POISONED"]):
            os.kill(os.getpid(), signal.SIGKILL)
        return load(game, version)

    store.load_state = die_of_one


def counted_attempts() -> None:
    """Forget how often a decision has been tried."""
    replace_names(attempts, attempt_task=lambda pk, task, now: nullcontext())


def database_patience() -> None:
    """Wait for the database as long as it takes."""
    from db.postgres import base

    base.Connection.wait = psycopg.Connection.wait  # type: ignore[method-assign]
    settings.DATABASES["default"]["OPTIONS"].pop("connect_timeout")


def transaction_limits() -> None:
    """Let statements behind a pooler take as long as they take."""
    from db.postgres import base

    replace_names(base, LIMIT_TRANSACTION="SELECT %s::text")


def standby_age() -> None:
    """Read from the standby however old what it has is, and however long it takes."""
    from db.postgres import standby

    always = SimpleNamespace(is_fresh=lambda: True, forget=lambda: None)
    replace_names(standby, freshness=always, PATIENCE=PATIENCE)


def lasting_ticks() -> None:
    """Let ticks expire by the clock of the worker that reads them."""
    from config.celery import app

    for entry in app.conf.beat_schedule.values():
        entry["options"] = {"expires": 10 * entry["schedule"]}


def breaker_of_the_mail_host() -> None:
    """Try letter after letter, however often the mail host has failed."""
    replace_names(breaker, record_failure=lambda queue, way, now: False)


def codes_beside_letters() -> None:
    """Send letters alone for as long as they take."""
    replace_names(parallel, repeat_meanwhile=lambda work, seconds: nullcontext())


def quick_house_players() -> None:
    """Let each house player think for a third of a second."""
    answer = bots.answer_decision

    def think(decision: Decision, *, now: datetime) -> bool:
        time.sleep(0.3)
        return answer(decision, now=now)

    replace_names(bots, answer_decision=think)


def short_ticks() -> None:
    """Let a tick go on until nothing is left, however long that takes."""
    from config.celery import app

    tasks.SECONDS = float("inf")
    app.conf.task_annotations = None


def told_deadlines() -> None:
    """Let deadlines fall, whether anybody has been told of them or not."""

    def late(now: datetime) -> QuerySet[Decision]:
        return Decision.objects.filter(closed_at=None, due_at__lte=now)

    replace_names(decisions, overdue_decisions=late)


def oldest_deadlines_first() -> None:
    """Answer deadlines in the order in which their decisions opened."""
    due = decisions.resolvable_decisions

    def due_by_number(now: datetime) -> QuerySet[Decision]:
        found, order = due(now), QuerySet.order_by
        vars(found).update(order_by=lambda *_: order(found, "pk"))
        return found

    replace_names(decisions, resolvable_decisions=due_by_number)


def buttons() -> None:
    """Let the doors of letters do what they are for as soon as somebody looks at them."""

    def at_once(page: View) -> View:
        def acting(request: HttpRequest, token: str) -> HttpResponse:
            request.method = "POST"
            return page(request, token)

        return csrf_exempt(acting)

    replace_names(unsubscribe, unsubscribe_page=at_once(unsubscribe.unsubscribe_page))
    replace_names(invitation_optout, optout_page=at_once(invitation_optout.optout_page))


def hands() -> None:
    """Let a script press the button of the door that stops letters."""
    page = unsubscribe.unsubscribe_page

    def pressing(request: HttpRequest, token: str) -> HttpResponse:
        if "script" in request.GET:
            return HttpResponse("document.querySelector('main form').submit()", "text/javascript")
        response = page(request, token)
        if request.method == "GET":
            response.write('<script src="?script"></script>')
        return response

    replace_names(unsubscribe, unsubscribe_page=csrf_exempt(pressing))


def counted_tries() -> None:
    """Judge every code, once six wait to be judged."""
    six = threading.Barrier(6)

    def judge_at_once(*_: Any) -> bool:
        six.wait(PATIENCE)
        return True

    replace_names(limits, may_try_code=judge_at_once)


def counted_invitations() -> None:
    """Count what a host has sent without a lock on them, once four have counted."""
    four, bound = threading.Barrier(4), tables._limit_invitations

    def bound_at_once(*given: Any, **more: Any) -> None:
        bound(*given, **more)
        four.wait(PATIENCE)

    replace_names(tables, _lock_person=lambda person: None, _limit_invitations=bound_at_once)


def form_lock() -> None:
    """Look for the table of a form without a lock on its host, once three have looked."""
    three = threading.Barrier(3)

    def find_at_once(host: Person, form_key: str) -> Game | None:
        known = Game.objects.filter(host=host, form_key=form_key).first()
        three.wait(PATIENCE)
        return known

    replace_names(tables, _find_by_form=find_at_once)


def chain_lock() -> None:
    """Append to the chain of commitments without its lock, once two have seen its end."""
    two, end = threading.Barrier(2), fairness._last_entry

    def end_at_once() -> tuple[int, str]:
        found = end()
        two.wait(PATIENCE)
        return found

    replace_names(fairness, LOCK="SELECT 1", _last_entry=end_at_once)


def one_publication() -> None:
    """Commit each statement by which results and standings change over."""
    run = standings._run

    def run_and_commit(
        statements: Iterable[str], ruleset: str, name: str, numbers: list[int]
    ) -> None:
        run([f"{statement}; COMMIT" for statement in statements], ruleset, name, numbers)

    standings._run = run_and_commit


def one_archive() -> None:
    """Commit the copies of events by themselves, without the triggers that would refuse that."""
    store.ARCHIVE = f"SET session_replication_role = replica; {store.ARCHIVE}; COMMIT"


def transaction_of_a_part() -> None:
    """Commit the pieces of the file of a month before the file is whole."""
    hit = failpoints.hit

    def commit_first(name: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute("COMMIT")
        hit(name)

    replace_names(dumps, failpoints=SimpleNamespace(hit=commit_first))


def mails_marked_with_their_effect() -> None:
    """Mark a mail as handled first, and act on it after."""

    def mark_first(mail: IncomingMail, what: received.ReceivedMail, desk: Any) -> None:
        handling._mark_handled(mail, MailOutcome("seen"), desk.clock())
        failpoints.hit("before_mail_handled")
        desk.handler(what, desk.clock())

    replace_names(handling, _handle_mail=mark_first)


def transaction_of_a_mail() -> None:
    """Commit what a mail does before the mail is marked as handled."""

    def mark_after(mail: IncomingMail, what: received.ReceivedMail, desk: Any) -> None:
        outcome = desk.handler(what, desk.clock())
        failpoints.hit("before_mail_handled")
        handling._mark_handled(mail, outcome, desk.clock())

    replace_names(handling, _handle_mail=mark_after)


def mails_stored_first() -> None:
    """Act on a mail while it is being brought, and store it after."""
    store = mail_store.store_mail

    def act_first(
        raw: bytes, envelope: mail_store.MailEnvelope, door: Any, *, now: datetime
    ) -> bool:
        closed = crypto.encrypt(msgspec.json.encode(envelope)), crypto.encrypt(raw)
        row = IncomingMail(envelope=closed[0], raw=closed[1], arrived_at=now)
        answer_mail(received.read_mail(row, now), now)
        return store(raw, envelope, door, now=now)

    replace_names(mail_store, store_mail=act_first)


def mail_keys() -> None:
    """Store a mail as often as it comes, and act on it each time."""
    replace_names(mail_store, mail_key=lambda *given: uuid.uuid4().hex)
    replace_names(received, _proved_key=lambda *given: uuid.uuid4().hex)


def mails_stored_before_they_are_confirmed() -> None:
    """Confirm a mail, and store it a moment later."""

    async def confirm_first(self: Postbox, raw: bytes, envelope: mail_store.MailEnvelope) -> str:
        loop = asyncio.get_running_loop()
        loop.call_later(1, loop.run_in_executor, None, self._store, raw, envelope)
        return postbox.STORED

    Postbox._store_copy = confirm_first  # type: ignore[method-assign]


def grace_of_the_postbox() -> None:
    """Let a postbox that is told to end wait for what is under way as long as it takes."""
    replace_names(postbox, GRACE_SECONDS=PATIENCE)


def alarm_of_the_postbox() -> None:
    """Let a postbox that is told to end do so by itself, however long that takes."""
    replace_names(postbox_command, LAST_SECONDS=int(PATIENCE))


def proof_of_authors() -> None:
    """Believe that each mail is from the author whom it names."""

    def believe(raw: bytes, message: EmailMessage, *given: Any, **more: Any) -> SenderVerdict:
        return SenderVerdict(read_author(message), True, "believed")

    replace_names(authentication, judge_sender=believe)


def doubt_of_results_at_webhooks() -> None:
    """Believe results in the name of our server also where it has not written them."""
    judge = authentication.judge_sender

    def believe(*given: Any, **more: Any) -> SenderVerdict:
        return judge(*given, **{**more, "servers": settings.MAIL_AUTHSERV_IDS})

    replace_names(authentication, judge_sender=believe)


def tolerance_of_heads() -> None:
    """Read heads as the library does, with all that it raises."""

    def parse(name: str, value: str) -> Any:
        return default.header_fetch_parse(name, value)

    replace_names(reading, _parse_header=parse)


def limits_of_reading() -> None:
    """Take mails apart however large and entangled they are."""
    limits = ("MAX_HEAD_BYTES", "MAX_HEAD_LINES", "MAX_PART_HEADS_BYTES", "MAX_PARTS", "MAX_DEPTH")
    replace_names(reading, **dict.fromkeys(limits, 10**9))


def limits_of_the_postbox() -> None:
    """Keep all of a line in memory, however long it is."""
    replace_names(conversation, MAX_WASTE=10**9)
    conversation.Conversation.line_length_limit = 10**9


def library_of_amazon() -> None:
    """Let webhooks of Amazon be without its library, which fetches mails that it does not hand
    on."""
    replace_names(amazon_ses, _get_anymail_boto3_params=lambda kwargs: ({}, {}))
    replace_names(provider, check_backend=lambda: None)
