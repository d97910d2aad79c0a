"""The run: games are opened, hostile mails are brought and handled, and then all is compared."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from django.test import override_settings

from inbox.handling import HELD_BACK
from inbox.models import IncomingMail
from tests import incoming, servers
from tests.faults import sites
from tests.inbox.hostile import audit, kinds, targets
from tests.inbox.hostile.doors import DOORS, Carrier
from tests.inbox.hostile.targets import HostileMail, Target
from tests.name_server import name_server

PATIENCE = 3600.0  # seconds until all is handled
TOLD_EVERY, MANY = 10.0, 100  # seconds, mails
MAILS_OF_A_GROUP = 1_500  # so that few of one person are proved within a minute
SHOWN, GOOD = "orders that were shown", "good"

Tell: TypeAlias = Callable[[str], None]
SILENCE: Tell = lambda line: None  # noqa: E731


@dataclass(frozen=True, slots=True)
class Plan:
    """How many mails, drawn by which seed, at which door, perhaps with a good one among them, or
    without guards of what handles them."""

    count: int
    seed: int
    door: str = "postbox"
    has_good_mail: bool = False
    without: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What became of each kind of mail, what it took, and what is wrong, a sentence each."""

    outcomes: Mapping[str, Counter[str]]
    answers: int
    seconds: float
    memory: Mapping[str, int]  # of each process, in bytes, at most
    wrong: Sequence[str]


@dataclass(slots=True)
class Ledger:
    """What was brought: the kind of each mail by the number of its row, and of those that made no
    row of their own what was answered."""

    kinds: dict[int, str] = field(default_factory=dict)
    others: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    last: int = 0

    def add(self, kind: str, answer: int) -> None:
        """Write down what a mail was answered, and what it has stored."""
        rows = IncomingMail.objects.filter(pk__gt=self.last).values_list("pk", flat=True)
        if stored := dict.fromkeys(rows, kind):
            self.kinds |= stored
            self.last = max(stored)
        else:
            self.others[kind][str(answer)] += 1


def run(plan: Plan, folder: Path, tell: Tell = SILENCE) -> Result:
    """Bring mails to a site as planned; return what came of them. Logs are kept in the folder."""
    with _open_site(folder) as site, _run_processes(site, plan) as (carrier, processes):
        aims, ledger = _show_orders(carrier, 1 + plan.count // MAILS_OF_A_GROUP)
        before, start = audit.take_stock(), time.monotonic()
        _bring(carrier, _draw(plan, aims), ledger, tell)
        _await_handling(tell)
        seconds = time.monotonic() - start
        return Result(
            outcomes=_count_outcomes(ledger),
            answers=audit.count_answers() - before.answers,
            seconds=seconds,
            memory={name: audit.read_peak(server) for name, server in processes.items()},
            wrong=[*audit.find_failures(processes), *audit.find_effects(before)],
        )


@contextmanager
def _open_site(folder: Path) -> Iterator[sites.Site]:
    with (
        servers.post_office() as office,
        name_server() as names,
        sites.founded(office, folder / "site") as site,
        override_settings(REPLY_ADDRESS=incoming.REPLIES),
    ):
        host, port = names.address
        site.env.update(
            DEBUG="no",  # or Django keeps the last 9,000 statements, with the mails in them
            REPLY_ADDRESS=incoming.REPLIES,
            MAIL_AUTHSERV_IDS=incoming.SITE,
            MAIL_NAME_SERVERS=f"{host}:{port}",
        )
        yield site


@contextmanager
def _run_processes(
    site: sites.Site, plan: Plan
) -> Iterator[tuple[Carrier, Mapping[str, servers.Server]]]:
    """Open a door and run what handles its mails; yield who brings them, and both processes."""
    handler = servers.module("tests.inbox.hostile.handler", without=plan.without)
    with (
        DOORS[plan.door](site.env) as (door, carrier),
        servers.running(handler, site.env, "handler") as worker,
    ):
        yield carrier, {plan.door: door, "handler": worker}


def _show_orders(carrier: Carrier, groups: int) -> tuple[list[Target], Ledger]:
    """Let each player write orders, which are shown to them; return whom mails are after."""
    games, ledger = targets.open_games(groups), Ledger()
    mails = [targets.write_orders(game) for game in games]
    _bring(carrier, ((SHOWN, mail) for mail in mails), ledger)
    _await_handling()
    return targets.find_targets(games, mails), ledger


def _bring(
    carrier: Carrier,
    mails: Iterable[tuple[str, HostileMail]],
    ledger: Ledger,
    tell: Tell = SILENCE,
) -> None:
    start = told = time.monotonic()
    with carrier:
        for number, (kind, mail) in enumerate(mails, start=1):
            ledger.add(kind, carrier.bring(mail))
            if (now := time.monotonic()) > told + TOLD_EVERY:
                tell(f"{number} mails brought, {number / (now - start):.0f} a second")
                told = now


def _draw(plan: Plan, aims: Sequence[Target]) -> Iterator[tuple[str, HostileMail]]:
    """Yield the mails of a plan; if there is a good one, it comes amid the others."""
    for number, drawn in enumerate(kinds.draw_mails(plan.count, plan.seed, aims)):
        if plan.has_good_mail and number == plan.count // 2:
            yield GOOD, targets.say_yes(aims[0])
        yield drawn


def _await_handling(tell: Tell = SILENCE) -> None:
    """Wait until each mail is handled, or has failed and waits for its next attempt."""
    waiting = IncomingMail.objects.filter(
        status=IncomingMail.Status.WAITING, error__in=("", HELD_BACK)
    )
    end = time.monotonic() + PATIENCE
    while count := waiting.count():
        assert time.monotonic() < end, "mails are not handled"
        if count > MANY:
            tell(f"{count} mails are waiting")
        time.sleep(TOLD_EVERY if count > MANY else 0.2)


def _count_outcomes(ledger: Ledger) -> Mapping[str, Counter[str]]:
    found = defaultdict(Counter, {kind: Counter(told) for kind, told in ledger.others.items()})
    for number, status, outcome in IncomingMail.objects.values_list("pk", "status", "outcome"):
        found[ledger.kinds[number]][outcome or status] += 1
    return found
