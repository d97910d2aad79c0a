"""What hostile mails must not do: have an effect, make us write to strangers, or stop us."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from django.db.models import Count

from accounts.models import Person
from games.models import Draft
from games.replies import limits
from inbox.models import IncomingMail
from mail.models import Delivery
from tests import database, servers
from tests.faults import mails

MEGABYTE = 1024 * 1024
MOST_MEMORY = {
    "postbox": 180 * MEGABYTE,
    "webhook": 220 * MEGABYTE,
    "handler": 200 * MEGABYTE,
}
PEAK = re.compile(r"^VmHWM:\s+(\d+) kB$", re.MULTILINE)  # what getrusage() calls ru_maxrss
# Orders that nobody vouches for are kept as a draft, and their player hears of it.
MAY_CHANGE = {"inbox_incomingmail", "mail_delivery", "games_draft"}
FAILURE = re.compile(r'"level": "(error|critical)"|put off|Traceback|Worker \(pid')


@dataclass(frozen=True, slots=True)
class Stock:
    """All that there is before the mails come, the number of answers, and the time."""

    tables: database.State
    answers: int
    time: float


def take_stock() -> Stock:
    """Return what there is."""
    return Stock(_hash_tables(), count_answers(), time.monotonic())


def count_answers() -> int:
    """Return how many answers have been written."""
    return Delivery.objects.filter(kind="answer").count()


def read_peak(server: servers.Server) -> int:
    """Return the bytes of memory that a process that runs, or one of its children, has had at
    most."""
    pid = server.process.pid
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return max(map(_read_peak, [str(pid), *children]))


def find_effects(before: Stock) -> Iterator[str]:
    """Yield each effect that mails have had."""
    now = _hash_tables()
    changed = {name for name, hashed in now.items() if hashed != before.tables[name]}
    yield from (f"{table} has changed" for table in sorted(changed - MAY_CHANGE))
    for text in Draft.objects.exclude(text=mails.ORDERS).values_list("text", flat=True):
        yield f"a draft is none of the orders: {text!r}"
    yield from _find_strange_letters()
    yield from _find_many_answers(hours=1 + (time.monotonic() - before.time) // 3600)


def find_failures(processes: Mapping[str, servers.Server]) -> Iterator[str]:
    """Yield what has failed, or taken more memory than it may."""
    for name, server in processes.items():
        if server.process.poll() is not None:
            yield f"the {name} has ended"
        elif (peak := read_peak(server)) > MOST_MEMORY[name]:
            yield f"the {name} has taken {peak // MEGABYTE} MB"
        lines = server.log.read_text(errors="replace").splitlines()
        yield from (f"{name}: {line}" for line in lines if FAILURE.search(line))
    troubled = IncomingMail.objects.exclude(status="handled") | IncomingMail.objects.exclude(
        attempts=1
    )
    if count := troubled.count():
        yield f"{count} mails were not handled at once"


def _read_peak(pid: str) -> int:
    found = PEAK.search(Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) * 1024 if found else 0


def _hash_tables() -> database.State:
    # Mails are many, and no effect: without what they say a hash of all does not take a gigabyte.
    IncomingMail.objects.update(raw=b"", envelope=b"")
    return database.hash_tables()


def _find_strange_letters() -> Iterator[str]:
    """Yield letters that are no answers, or not to a verified address of a person."""
    known = set(Person.objects.values_list("email", flat=True))
    for letter in Delivery.objects.filter(kind="answer").exclude(address__in=known):
        yield f"an answer went to {letter.address}"


def _find_many_answers(hours: float) -> Iterator[str]:
    """Yield what somebody was told more often than within the hours that have begun."""
    told = IncomingMail.objects.exclude(person=None).exclude(outcome__endswith="-unanswered")
    counts = told.values_list("person", "outcome").annotate(Count("pk"))
    for person, outcome, count in counts:
        most = limits._limits_of(outcome)
        if count > min(most[limits.HOUR] * hours, most[limits.DAY]):
            yield f"person {person} was told {outcome} {count} times"
    if told.count() != count_answers():
        yield f"{count_answers()} answers to {told.count()} mails"
