"""What is done to a site while people play on it, drawn by a seed."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

import psycopg

from tests.chaos.parts import Parts
from tests.faults import clusters
from tests.servers import PostOffice

Fault = Callable[[Parts, random.Random], None]

BRIEFLY, LONGER = (0.5, 2.5), (3.0, 6.0)  # seconds
LATER = "451 4.3.0 later"


def web_process_killed(parts: Parts, dice: random.Random) -> None:
    parts.web.kill_child(dice)


def web_server_killed(parts: Parts, dice: random.Random) -> None:
    parts.web.kill()


def web_server_frozen(parts: Parts, dice: random.Random) -> None:
    parts.web.freeze(dice.uniform(*BRIEFLY))


def worker_process_killed(parts: Parts, dice: random.Random) -> None:
    dice.choice((parts.letters, parts.turns)).kill_child(dice)


def worker_killed(parts: Parts, dice: random.Random) -> None:
    dice.choice((parts.letters, parts.turns)).kill()


def worker_frozen(parts: Parts, dice: random.Random) -> None:
    dice.choice((parts.letters, parts.turns)).freeze(dice.uniform(*LONGER))


def beat_killed(parts: Parts, dice: random.Random) -> None:
    parts.beat.kill()


def beat_frozen(parts: Parts, dice: random.Random) -> None:
    parts.beat.freeze(dice.uniform(*LONGER))


def broker_killed(parts: Parts, dice: random.Random) -> None:
    parts.broker.kill()


def broker_frozen(parts: Parts, dice: random.Random) -> None:
    parts.broker.freeze(dice.uniform(*BRIEFLY))


def database_crashed(parts: Parts, dice: random.Random) -> None:
    with parts.database:
        parts.cluster.crash()


def database_frozen(parts: Parts, dice: random.Random) -> None:
    with parts.database, clusters.frozen(parts.cluster):
        time.sleep(dice.uniform(*LONGER))


def connections_cut(parts: Parts, dice: random.Random) -> None:
    with parts.database:
        clusters.cut(parts.cluster)


def game_locked(parts: Parts, dice: random.Random) -> None:
    """A stranger holds the row of a game."""
    held = "SELECT 1 FROM games_game ORDER BY random() LIMIT 1 FOR UPDATE"
    with parts.database, suppress(psycopg.Error), psycopg.connect(parts.cluster.url) as stranger:
        stranger.execute(held)
        time.sleep(dice.uniform(*LONGER))


def mail_refused(parts: Parts, dice: random.Random) -> None:
    """The mail host wants all letters later."""
    parts.site.office.refusal = LATER
    time.sleep(dice.uniform(*BRIEFLY))
    parts.site.office.refusal = ""


def mail_slow(parts: Parts, dice: random.Random) -> None:
    with _pausing(parts.site.office, 0.5):
        time.sleep(dice.uniform(*LONGER))


def mail_hanging(parts: Parts, dice: random.Random) -> None:
    """The mail host takes letters and says so too late: they come again, by the same name."""
    with _pausing(parts.site.office, 4):
        time.sleep(dice.uniform(*LONGER))


FAULTS: tuple[Fault, ...] = (
    web_process_killed,
    web_server_killed,
    web_server_frozen,
    worker_process_killed,
    worker_killed,
    worker_frozen,
    beat_killed,
    beat_frozen,
    broker_killed,
    broker_frozen,
    database_crashed,
    database_frozen,
    connections_cut,
    game_locked,
    mail_refused,
    mail_slow,
    mail_hanging,
)


def drawn(count: int, seconds: float, dice: random.Random) -> Sequence[tuple[float, Fault]]:
    """Return so many faults, each kind about as often, with the seconds at which they begin."""
    kinds = list(FAULTS) * (count // len(FAULTS)) + dice.sample(FAULTS, count % len(FAULTS))
    dice.shuffle(kinds)
    return list(zip(sorted(dice.uniform(0, seconds) for _ in kinds), kinds, strict=True))


@contextmanager
def _pausing(office: PostOffice, seconds: float) -> Iterator[None]:
    office.pause = seconds
    try:
        yield
    finally:
        office.pause = 0
