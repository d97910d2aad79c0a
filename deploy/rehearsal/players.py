"""People who play all games of the site, each turn until there is a receipt, and some who never
answer, so that deadlines pass."""

from __future__ import annotations

import itertools
import random
import socket
import threading
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from accounts.models import Person
from conquest import registry
from games.models import Game
from games.play import clock, tables
from tests.chaos.ledger import Ledger
from tests.chaos.people import Table
from tests.faults import browsers
from tests.faults.browsers import NO_ANSWER, Answer, Browser

CONNECT_SECONDS = 1.0  # then the next address is tried
SILENT_SECONDS = 15
ALLOWED = [SILENT_SECONDS / 3600] * 3
SILENT = {"clocks": {"turn": ALLOWED, "answer": ALLOWED}, "absent_after": 100}
SILENT_GAMES = ("conquest", "bollwerk")


@dataclass(frozen=True)
class Visitor(Browser):
    """A person whose browser knows several addresses of the site. It takes the next one where one
    takes no connection, or has given no answer the last time."""

    addresses: deque[str] = field(default_factory=deque)

    def post(self, path: str, fields: Mapping[str, object], patience: float = 30) -> Answer:
        """Send a form."""
        if not _takes_connections(self.addresses[0]):
            self.addresses.rotate()
        answer = Browser(self.session, self.addresses[0]).post(path, fields, patience)
        if answer.status == NO_ANSWER:
            self.addresses.rotate()
        return answer


@dataclass
class PlayingPeople:
    """Those who play, and what went wrong for them."""

    tables: Sequence[Table]
    silent: Sequence[Game]
    closed: threading.Event = field(default_factory=threading.Event)

    @contextmanager
    def playing(self, ledger: Ledger) -> Iterator[list[Future[None]]]:
        """Let everybody play meanwhile."""
        with ThreadPoolExecutor(len(self.tables)) as pool:
            try:
                yield [pool.submit(table.play, ledger, self.closed) for table in self.tables]
            finally:
                self.closed.set()


def seat_people(count: int, seed: int, addresses: Sequence[str]) -> PlayingPeople:
    """Begin games of all kinds, until this many people sit at them, and two games more in which
    nobody answers."""
    guests = _people()
    slugs, begun, seated = itertools.cycle(registry.find_rulesets()), list[Game](), 0
    while seated < count:
        begun.append(_begin(next(slugs), guests, clock.PRESETS["leisurely"]))
        seated += begun[-1].seats.count()
    silent = [_begin(slug, guests, SILENT) for slug in SILENT_GAMES]
    return PlayingPeople([_table(game, seed, addresses) for game in begun], silent)


def _people() -> Iterator[Person]:
    for number in itertools.count(1):
        yield Person.objects.create_user(f"player{number}@example.org", name=f"Player {number}")


def _begin(slug: str, guests: Iterator[Person], pace: Mapping[str, object]) -> Game:
    layout, now = registry.get_ruleset(slug).seating.table_layout({}), clock.now()
    seats = [next(guests) for _ in layout.seats]
    terms = tables.TableTerms(ruleset=slug, title=slug, pace=pace)
    table = tables.open_table(seats[0], terms, now=now)
    for person in seats:
        tables.join_table(table.pk, person, now=now)
    return tables.start_by_host(table.pk, seats[0], now=now)


def _table(game: Game, seed: int, addresses: Sequence[str]) -> Table:
    dice = random.Random(seed + game.pk)
    seats = game.seats.select_related("person")
    players = {seat.name: _visitor(seat.person, addresses, dice) for seat in seats if seat.person}
    return Table.at(game, players, seed + game.pk)


def _visitor(person: Person, addresses: Sequence[str], dice: random.Random) -> Visitor:
    drawn = deque(dice.sample(addresses, len(addresses)))
    return Visitor(browsers.signed_in(person, drawn[0]).session, drawn[0], drawn)


def _takes_connections(address: str) -> bool:
    parts = urlsplit(address)
    try:
        socket.create_connection((parts.hostname, parts.port or 80), CONNECT_SECONDS).close()
    except OSError:
        return False
    return True
