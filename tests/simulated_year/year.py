"""The course of a simulated year: what people do, and what the site does by itself."""

from __future__ import annotations

import contextlib
import random
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from heapq import heappop, heappush
from itertools import count
from typing import Any, TypeAlias
from unittest import mock

from django.test import override_settings

from accounts.models import Person
from conquest.core import Refused
from games.letters import writers
from games.play import bots, clock
from games.play.tables import TableRejected
from games.play.turns import Rejected
from mail.channels import guard, sender
from tests import servers
from tests.mail.channels.receiver import Receiver, receiver
from tests.simulated_year import actions, diary, people
from tests.simulated_year.mailbox import Mailbox
from tests.simulated_year.people import Habit
from tests.simulated_year.record import Record, Span, read_record
from tests.simulated_year.ticks import Ticks

BEGIN = datetime(2026, 1, 5, 0, 0, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
PUBLIC = "8.8.8.8"

Action: TypeAlias = Callable[[], object]
REFUSALS = (Rejected, Refused, TableRejected, actions.DaysRefused)


@dataclass(frozen=True, slots=True)
class Scale:
    """How large a year is: its people, its games, its days, how many turns a game has before its
    players give it up, and the seed of all that is drawn."""

    people: int = 300
    games: int = 400
    days: int = 365
    turns: int = 30
    seed: int = 1


@dataclass
class Course:
    """A year under way."""

    scale: Scale
    mailbox: Mailbox
    webhooks: Receiver
    now: datetime = BEGIN
    habits: dict[Person, Habit] = field(default_factory=dict)
    agenda: list[tuple[datetime, int, Action]] = field(default_factory=list)
    numbers: Iterator[int] = field(default_factory=count)
    refused: dict[str, int] = field(default_factory=dict)
    read: int = 0
    posted: list[tuple[datetime, str]] = field(default_factory=list)
    outages: dict[str, list[Span]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.dice = random.Random(self.scale.seed)
        self.ticks = Ticks(BEGIN)
        self.end = BEGIN + self.scale.days * DAY

    def plan(self, at: datetime, action: Action) -> None:
        """Put into the agenda what somebody will do."""
        heappush(self.agenda, (max(at, self.now), next(self.numbers), action))

    def do(self, action: Callable[..., object], *given: Any, **named: Any) -> bool:
        """Let somebody do something now; return whether the site let them."""
        try:
            action(*given, now=self.now, **named)
        except REFUSALS as refusal:
            name = f"{getattr(action, '__name__', action)}: {type(refusal).__name__}"
            self.refused[name] = self.refused.get(name, 0) + 1
            return False
        return True

    def run(self, tell: Callable[[str], None] = lambda said: None) -> None:
        """Let the year pass."""
        diary.set_time(self.now)
        bots.get_or_create_bots()
        self.habits = people.make_people(self.scale.people, self.dice, self.now)
        actions.plan_year(self)
        self._plan_outages()
        month = self.now
        while self._pass_moment():
            if self.now >= month:
                tell(f"{self.now:%d %B}: {len(self.mailbox.letters_kept)} letters")
                month += 14 * DAY
        self._set_time(self.end)

    def _plan_outages(self) -> None:
        """Plan when the mail server, or what takes notices, is out of order: once in three weeks
        each."""
        for name, stop in (("letters", self._stop_mail), ("channels", self._stop_channels)):
            for _ in range(1 + self.scale.days // 21):
                begin = self.now + self.dice.random() * self.scale.days * DAY
                end = begin + self.dice.choice([1, 3, 10, 20]) * HOUR
                self.plan(begin, partial(stop, True))
                self.plan(end, partial(stop, False))
                self.outages.setdefault(name, []).append(Span(begin, end))

    def _stop_mail(self, is_out: bool) -> None:
        self.mailbox.refusal = "421 out of order" if is_out else ""

    def _stop_channels(self, is_out: bool) -> None:
        self.webhooks.statuses[:] = [503 if is_out else 204]

    def _pass_moment(self) -> bool:
        """Go on to the next moment at which somebody does something; return whether it is still
        the same year."""
        due = self.ticks.list_due(self.now)
        upto = min([self.end, *(at for at, _kind in due[:1]), *(at for at, *_ in self.agenda[:1])])
        if upto >= self.end:
            return False
        self._set_time(upto)
        if self.agenda and self.agenda[0][0] <= upto:
            heappop(self.agenda)[-1]()
        else:
            self.ticks.run(due[0][1], upto)
            self._hear()
        for entry in diary.read_diary(self.read):
            self.read = entry.number
            actions.react(self, entry)
        return True

    def read_record(self) -> Record:
        """Return the record of the year."""
        return read_record(
            Span(BEGIN, self.now), self.mailbox.letters_kept, self.posted, self.outages
        )

    def _hear(self) -> None:
        """Note when what channels were told has come."""
        if self.webhooks.statuses == [204]:
            self.posted += [(self.now, posted.path) for posted in self.webhooks.posted]
        self.webhooks.posted.clear()

    def _set_time(self, now: datetime) -> None:
        if now != self.now:
            self.now = self.mailbox.now = now
            diary.set_time(now)


@contextlib.contextmanager
def site(scale: Scale) -> Iterator[Course]:
    """Yield a year on the database of Django's connection: letters go to a mail server of its own,
    and what is told to channels to a receiver, by SMTP and HTTP on loopback."""
    mailbox = Mailbox()
    with contextlib.ExitStack() as stack:
        office = stack.enter_context(servers.post_office(office=mailbox))
        webhooks = stack.enter_context(receiver())
        stack.enter_context(
            override_settings(
                EMAIL_BACKEND="django.core.mail.backends.smtp.EmailBackend",
                EMAIL_HOST="127.0.0.1", EMAIL_PORT=office.port, LETTERS_AT_ONCE=1,
                WEBHOOK_HOSTS=(people.HOST,), MAX_TABLES_A_DAY=1000,
            )
        )  # fmt: skip
        course, seeds = Course(scale, mailbox, webhooks), random.Random(scale.seed)
        for module, name, replacement in (
            (clock, "now", lambda: course.now),
            (guard, "look_up", lambda host: [PUBLIC]),
            (sender, "connect", webhooks.connect),
            # No pictures, as once a painter has crashed: they take most of the time.
            (writers, "MAX_CRASHES", -1),
            # Else no two years of a seed would be the same.
            (secrets, "token_bytes", lambda size=None: seeds.randbytes(size or 32)),
            (random, "uniform", random.Random(scale.seed).uniform),
        ):
            stack.enter_context(mock.patch.object(module, name, replacement))
        diary.begin_diary()
        yield course
