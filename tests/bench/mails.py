"""Mails with orders that come in and are answered, and what a claim costs among many."""

from __future__ import annotations

import statistics
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta

from django.conf import settings
from django.db import connection, transaction

from accounts.models import Person
from conquest import bench, registry
from conquest.bench import Measurements
from games.letters.reply_to import decision_reply_address
from games.models import Decision
from games.play import clock
from games.play.knowledge import known_game
from inbox import handling
from inbox.models import IncomingMail
from inbox.store import MailEnvelope, store_mail
from mail.models import Delivery
from tests import brokers, servers
from tests.bench import games, processor

GAMES = 40  # of each rule set, each with one mail of the person on turn
PEOPLE = 80  # enough that nobody writes more in a minute than is answered
WRITER = "writer"
ROUNDS = 4  # as often as each of them writes
TICK, SPREAD = 5, 120  # seconds: of the site, and over which mails come in
BACKLOG = 100_000
SITE = "play.example.org"
MAIL = """\
Authentication-Results: {site}; dmarc=pass header.from=example.org;\r
 spf=pass smtp.mailfrom=example.org\r
Message-ID: <{number}@example.org>\r
From: {sender}\r
To: {recipient}\r
Subject: Re: [Conquest 1] It is your turn\r
\r
{text}\r
\r
On Mon, 2 Mar 2026 at 12:00, Zugpost wrote:\r
> It is your turn\r
"""
WAIT = """
    INSERT INTO inbox_incomingmail (key, door, envelope, raw, status, outcome, attempts, arrived_at,
                                    next_at, error)
    SELECT 'backlog-' || n, 'lmtp', '', '', 'waiting', '', 0, now(), now() - interval '1 hour', ''
    FROM generate_series(1, %s) AS n
"""


def measure(figures: Measurements, env: Mapping[str, str]) -> None:
    """Answer mails as fast as two processes can, then those that come in one by one, and claim
    one before and behind a long backlog."""
    _begin_all()
    site = _with_replies(env)
    _store_rounds()
    with _workers({**site, "TICK": "1"}):
        figures.print_figure("mails answered by two processes", _rate(), "a second", 50)
    with _workers({**site, "TICK": str(TICK)}):
        figures.print_figure(
            f"from a mail to its answer in the outbox, TICK={TICK}, median", _wait(), "s", 6
        )
    figures.print_figure("a mail claimed, nothing else waiting", _claim(), "ms")
    with connection.cursor() as cursor:
        cursor.execute(WAIT, [BACKLOG])
        cursor.execute("ANALYZE inbox_incomingmail")
    figures.print_figure(f"a mail claimed among {BACKLOG:,} that wait", _claim(), "ms")
    IncomingMail.objects.all().delete()
    Delivery.objects.all().delete()


def measure_cost(env: Mapping[str, str]) -> processor.Used:
    """Return what a mail with orders costs, until its answer is in the outbox."""
    _begin_all()
    _store_rounds()
    waiting = IncomingMail.objects.filter(status="waiting")
    everything = waiting.count()
    with _workers({**_with_replies(env), "TICK": "1"}) as worker:
        servers.until(lambda: waiting.count() < everything - PEOPLE, "the first answers")
        left, used = waiting.count(), processor.read_used(worker)
        _wait_for_answers()
        return (processor.read_used(worker) - used).split(left)


def _with_replies(env: Mapping[str, str]) -> Mapping[str, str]:
    return {**env, "REPLY_ADDRESS": settings.REPLY_ADDRESS, "MAIL_AUTHSERV_IDS": SITE}


def _begin_all() -> None:
    people = games.people(PEOPLE, WRITER)
    for slug in registry.find_rulesets():
        _begin(bench.middle_game(registry.get_ruleset(slug)), people)


def _begin(middle: bench.BenchGame, people: Sequence[Person]) -> None:
    for seed in range(GAMES):
        first = 4 * seed % len(people)  # others in each game, as there is a pace for each person
        seated = [*people[first:], *people[:first]]
        games.begin(bench.BenchGame(middle.rules, seed, middle.events), seated)


@contextmanager
def _workers(env: Mapping[str, str]) -> Iterator[servers.Server]:
    """Run a beat, and a worker of two processes for what comes in."""
    assert brokers.urls(), "no broker answers here"
    site = {**env, "BROKER_URL": brokers.any_url()}
    command = servers.module("celery", "-A", "config.celery", "worker", "--queues")
    command += ["zugpost.mails", "--concurrency", "2", "--loglevel", "WARNING"]
    with servers.beat(site), servers.running(command, site, "mails") as worker:
        yield worker


def _store_rounds() -> None:
    """Store as many mails of each person on turn as there are rounds."""
    for number in range(ROUNDS):
        for decision in _pending_of_writers():
            _store(decision, number)


def _rate() -> float:
    """Return how many mails are handled in a second, from the first to the last."""
    _wait_for_answers()
    handled = IncomingMail.objects.order_by("handled_at").values_list("handled_at", flat=True)
    first, last = handled.first(), handled.last()
    assert first is not None
    assert last is not None
    return handled.count() / (last - first).total_seconds()


def _wait() -> float:
    """Return the median of the seconds from a mail to its answer."""
    IncomingMail.objects.all().delete()
    decisions = _pending_of_writers()
    for decision in decisions:
        _store(decision, ROUNDS)
        time.sleep(SPREAD / len(decisions))
    _wait_for_answers()
    rows = IncomingMail.objects.values_list("arrived_at", "handled_at")
    return statistics.median((after - before).total_seconds() for before, after in rows if after)


def _wait_for_answers() -> None:
    """Wait until all mails are handled; fail if one of them was not answered by a preview."""
    waiting = IncomingMail.objects.filter(status="waiting")
    servers.until(lambda: not waiting.exists(), "all mails answered", 600)
    outcomes = set(IncomingMail.objects.values_list("outcome", flat=True))
    assert outcomes == {"preview"}, f"mails were not answered by previews alone: {outcomes}"


def _pending_of_writers() -> list[Decision]:
    # Others may be in more games than mails of one person are handled in a minute.
    return [one for one in pending_decisions() if str(one.seat.person).startswith(WRITER.title())]


def pending_decisions() -> list[Decision]:
    """Return what people owe in all games."""
    rows = Decision.objects.filter(closed_at=None, seat__person__is_house=False)
    return list(rows.select_related("game", "seat__game", "seat__person"))


def _store(decision: Decision, number: int) -> None:
    """Store a mail with orders of the person who owes a decision."""
    person, now = decision.seat.person, clock.now()
    assert person is not None
    recipient = decision_reply_address(decision, now)
    text = MAIL.format(
        site=SITE, number=f"{number}-{decision.pk}", sender=person.email, recipient=recipient,
        text=legal_order(decision),
    )  # fmt: skip
    envelope = MailEnvelope(recipient=recipient, sender=person.email)
    store_mail(text.encode(), envelope, IncomingMail.Door.LMTP, now=now)


def legal_order(decision: Decision) -> str:
    """Return an order with which the orders of a decision can begin."""
    known = known_game(decision.game, decision.seat.name)
    return known.rules.composing.legal_choices(known.state, decision.seat.name)[0].text


def _claim() -> float:
    """Return the milliseconds of claiming a mail, which goes back."""
    spans = []
    for _number in range(50):
        # Not by the door, which is shut while so long a backlog waits.
        now = clock.now() - timedelta(days=1)
        IncomingMail.objects.create(
            key=f"claimed-{uuid.uuid4()}", door=IncomingMail.Door.LMTP, arrived_at=now, next_at=now,
            envelope=b"", raw=b"",
        )  # fmt: skip
        with transaction.atomic():
            began = time.perf_counter()
            assert handling.claim_mail(clock.now())
            spans.append(1000 * (time.perf_counter() - began))
            transaction.set_rollback(True)
    return statistics.median(spans)
