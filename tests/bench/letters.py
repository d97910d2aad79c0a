"""Letters written with their pictures and handed to a mail server, and what a claim costs."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager

from django.core.cache import caches
from django.db import connection, transaction

from accounts.models import Person
from conquest import bench, registry
from conquest.bench import BenchGame, Measurements
from games.letters import digests, writers
from games.play import clock
from mail import outbox
from mail.models import Delivery
from tests import brokers, servers
from tests.bench import games, memory, processor
from tests.servers import PostOffice, Server

EACH = 60  # games of each rule set
FIRST = 20  # letters until boards are painted and connections open
BACKLOG = 100_000
ROUNDS = 40  # as often as all letters are sent again, some 5,000 in all
IN_DIGEST = 20
QUIET = 3  # choices of the turn that makes each position another one
WAIT = """
    INSERT INTO mail_delivery (queue, key, kind, about, address, status, attempts, created_at,
                               next_at, error)
    SELECT 'letters', 'backlog-' || n, 'started', '{"game": 0}', 'nobody@example.org', 'waiting',
           0, now(), now(), ''
    FROM generate_series(1, %s) AS n
"""


def measure(figures: Measurements, env: Mapping[str, str], people: Sequence[Person]) -> None:
    """Send letters about as many positions, then once more to see what is kept of pictures, and
    claim a letter before and behind a long backlog."""
    _begin_all(people)
    with _workers(env) as (office, worker):
        figures.print_figure("letters with pictures never painted", _rate(office), "a second", 20)
        _wait_again()
        figures.print_figure("letters with pictures kept", _rate(office), "a second", 20)
        before = memory.held(worker)
        for _ in range(ROUNDS):
            _send_again(office)
        share = 100 * memory.held(worker) / before
        figures.print_figure(
            f"memory of the worker, {ROUNDS} times as many letters later", share, "%", 110
        )
    figures.print_figure("a claim, nothing else waiting", _claim(), "ms")
    with connection.cursor() as cursor:
        cursor.execute(WAIT, [BACKLOG])
        cursor.execute("ANALYZE mail_delivery")
    figures.print_figure(f"a claim among {BACKLOG:,} letters that wait", _claim(), "ms")
    _measure_digest(figures, people)
    Delivery.objects.all().delete()


def _measure_digest(figures: Measurements, people: Sequence[Person]) -> None:
    """Write a digest about games of all rule sets, with pictures never painted and kept ones."""
    _begin_all(people)
    waiting = Delivery.objects.filter(status="waiting").select_related("person").order_by("pk")
    rows = list(waiting)[:: max(1, waiting.count() // IN_DIGEST)][:IN_DIGEST]
    _digest_cost(rows)  # until boards are painted
    caches["pictures"].clear()
    for words in ("never painted", "kept"):
        figures.print_figure(
            f"a digest of {len(rows)} games, pictures {words}", _digest_cost(rows), "s of a core", 1
        )


def _digest_cost(rows: Sequence[Delivery]) -> float:
    """Return the seconds of a core that the writing of a digest takes."""
    began, now, parts = time.process_time(), clock.now(), []
    for row in rows:
        row.is_part = True
        letter = writers.WRITERS[row.kind](row, now)
        assert letter is not None
        parts.append((row, letter))
    whole = digests.join_letters(parts, now)
    assert len(whole.pictures) == len(rows)
    return time.process_time() - began


def measure_cost(env: Mapping[str, str], people: Sequence[Person]) -> processor.Used:
    """Return what a letter costs whose picture was never painted, as that of each new turn."""
    _begin_all(people)
    everything = Delivery.objects.filter(status="waiting").count()  # before any is sent
    with _workers(env) as (office, worker):
        servers.until(lambda: len(office.letters) >= FIRST, "the first letters")
        first, used = len(office.letters), processor.read_used(worker)
        servers.until(lambda: len(office.letters) >= everything, "all letters", 600)
        return (processor.read_used(worker) - used).split(everything - first)


def _begin_all(people: Sequence[Person]) -> None:
    """Let a letter to the player on turn wait for each of many games, and no other."""
    Delivery.objects.all().delete()
    for slug in registry.find_rulesets():
        _begin(bench.middle_game(registry.get_ruleset(slug)), people)
    Delivery.objects.exclude(kind="decision").delete()  # news of tables, too late by now


def _begin(middle: BenchGame, people: Sequence[Person]) -> None:
    """Begin games whose positions differ, each with a letter to the player on turn."""
    for seed in range(EACH):
        match = BenchGame(middle.rules, seed, middle.events)
        match.play_quiet_turn(QUIET)
        games.begin(match, people)


@contextmanager
def _workers(env: Mapping[str, str]) -> Iterator[tuple[PostOffice, Server]]:
    """Run a beat, and a worker for letters as deploy/start does, for a mail server of our own."""
    assert brokers.urls(), "no broker answers here"
    with ExitStack() as site:
        office = site.enter_context(servers.post_office())
        sending = {**env, "BROKER_URL": brokers.any_url(), "EMAIL_URL": office.url}
        site.enter_context(servers.beat(sending))
        command = servers.module("celery", "-A", "config.celery", "worker", "--queues")
        command += ["zugpost.letters", "--concurrency", "2", "--loglevel", "WARNING"]
        yield office, site.enter_context(servers.running(command, sending, "letters"))


def _wait_again() -> None:
    """Let all letters wait once more."""
    Delivery.objects.update(status="waiting", sent_at=None, attempts=0, next_at=clock.now())


def _send_again(office: PostOffice) -> None:
    _wait_again()
    waiting = Delivery.objects.filter(status="waiting")
    servers.until(lambda: not waiting.exists(), "all letters again", 600)
    office.letters.clear()


def _rate(office: PostOffice) -> float:
    """Return how many letters came in each second, once the first ones had."""
    before, everything = len(office.letters), Delivery.objects.filter(status="waiting").count()
    servers.until(lambda: len(office.letters) >= before + FIRST, "the first letters")
    began, first = time.perf_counter(), len(office.letters)
    servers.until(lambda: len(office.letters) >= before + everything, "all letters", 600)
    rate = (len(office.letters) - first) / (time.perf_counter() - began)
    servers.until(lambda: not Delivery.objects.filter(status="waiting").exists(), "the marks")
    return rate


def _claim() -> float:
    """Return the milliseconds of claiming a letter, which goes back."""
    spans = []
    for number in range(50):
        key, now = f"claimed-{number}", clock.now()
        outbox.post_letters(
            [outbox.build_delivery(key=key, kind="started", address="a@example.org", now=now)]
        )
        with transaction.atomic():
            began = time.perf_counter()
            assert outbox.claim_letters(clock.now(), 1)
            spans.append(1000 * (time.perf_counter() - began))
            transaction.set_rollback(True)
    return statistics.median(spans)
