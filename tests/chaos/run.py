"""The run: a site is opened, people play, faults happen, and at last everything is counted."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from accounts.models import Person
from conquest.kit import codec
from games.models import Game
from games.play import bots, clock, tables
from tests import servers
from tests.chaos import audit, faults, parts, people
from tests.chaos.audit import Event, Found, Known
from tests.chaos.ledger import Ledger
from tests.chaos.parts import Parts
from tests.chaos.people import Table
from tests.faults import browsers, clusters, sites
from tests.faults.browsers import Browser

GAMES = {"conquest": 3, "bollwerk": 3}
SILENT = {"clocks": {"turn": [12 / 3600] * 3, "answer": [12 / 3600] * 3}, "absent_after": 3}
AT_ONCE = 4  # faults
CALM = 180.0  # seconds in which everything must have come to rest
YOUNG = """
    CASE WHEN status = 'waiting' AND created_at >= '{closed}' THEN 'young' ELSE status END
"""
STUCK = """
    SELECT format('letter %s (%s), tried %s times', id, kind, attempts) FROM mail_delivery
    WHERE status = 'waiting' AND created_at < '{closed}'
    UNION ALL
    SELECT format('decision %s of game %s (%s)', id, game_id, kind) FROM games_decision
    WHERE closed_at IS NULL AND due_at < '{closed}'
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weather:
    """How many faults, in how many seconds, drawn by which seed, without which guards."""

    faults: int
    seconds: float
    seed: int
    without: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What was written down, what was found, and what is wrong, a sentence each."""

    ledger: Ledger
    known: Known
    found: Found
    wrong: list[str]


def run(weather: Weather, folder: Path) -> Outcome:
    """Return what came of a site in such weather; the ledger lies in the folder."""
    ledger = Ledger(folder / "ledger.jsonl")
    with servers.post_office() as office, sites.founded(office, folder / "site") as site:
        seated = _seated(weather.seed)
        with clusters.copy_of(site.env) as cluster:
            with parts.running(site, cluster, weather.without) as there:
                opened = [_opened(table, there.address) for table in seated]
                trouble = _played(weather, there, opened, ledger)
                closed = _now(there)
                stuck = _at_rest(there, closed)
                ledger.ends = there.ends
            known = _known(opened, ledger, office)
            found = _found(there, known, stuck, closed)
    return Outcome(
        ledger=ledger, known=known, found=found, wrong=trouble + audit.compare(known, found)
    )


def _seated(seed: int) -> list[Table]:
    """Begin games of people who play, and one of each kind in which nobody does."""
    players, house = sites.people(), bots.get_or_create_bots()[0]
    begun = []
    for slug, count in GAMES.items():
        for number in range(count + 1):
            stays_silent = number == count
            seats = _seats(slug, players, house if stays_silent else None)
            game = _begin(slug, seats, SILENT if stays_silent else clock.PRESETS["leisurely"])
            if not stays_silent:
                begun.append(game)
    return [Table.at(game, _browsers(game), seed + game.pk) for game in begun]


def _seats(slug: str, players: list[Person], house: Person | None) -> list[Person]:
    some = players[:4] if slug == "conquest" else players[:2]
    return [*some[:-1], house] if house else some


def _begin(slug: str, seats: list[Person], pace: Mapping[str, object]) -> Game:
    now = clock.now()
    table = tables.open_table(
        seats[0], tables.TableTerms(ruleset=slug, title=slug, pace=pace), now=now
    )
    for person in seats:
        tables.join_table(table.pk, person, now=now)
    return tables.start_by_host(table.pk, seats[0], now=now)


def _browsers(game: Game) -> dict[str, Browser]:
    return {
        seat.name: browsers.signed_in(seat.person, "")
        for seat in game.seats.select_related("person")
        if seat.person
    }


def _opened(table: Table, address: str) -> Table:
    players = {seat: Browser(one.session, address) for seat, one in table.players.items()}
    return Table(table.game, players, table.mirror, table.dice)


def _played(weather: Weather, there: Parts, opened: list[Table], ledger: Ledger) -> list[str]:
    """Let people play until the last fault is over; return what went wrong for them."""
    closed = threading.Event()
    with ThreadPoolExecutor(len(opened) + 1) as pool:
        busy = [pool.submit(table.play, ledger, closed) for table in opened]
        busy.append(pool.submit(people.come, there.address, weather.seed, ledger, closed))
        try:
            raging = _raging(weather, there, ledger)
        finally:
            closed.set()
    return [str(wrong) for one in [*busy, *raging] if (wrong := one.exception())]


def _raging(weather: Weather, there: Parts, ledger: Ledger) -> list[Future[None]]:
    """Let the faults happen, some of them at once."""
    dice, begun = random.Random(weather.seed), time.monotonic()
    started = list[Future[None]]()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for at, fault in faults.drawn(weather.faults, weather.seconds, dice):
            time.sleep(max(0.0, begun + at - time.monotonic()))
            ledger.fault(time.monotonic() - begun, fault.__name__)
            started.append(pool.submit(fault, there, random.Random(dice.random())))
    return started


def _now(there: Parts) -> str:
    return str(there.cluster.rows("SELECT now()")[0][0])


def _at_rest(there: Parts, closed: str) -> list[str]:
    """Wait until no letter waits that was posted by then, and no time is up that was up then;
    return what still waits when it should not."""

    def stuck() -> list[str]:
        return [str(one) for (one,) in there.cluster.rows(STUCK.format(closed=closed))]

    try:
        servers.until(lambda: not stuck(), "rest", CALM)
    except AssertionError:
        return stuck()
    return []


def _known(opened: list[Table], ledger: Ledger, office: servers.PostOffice) -> Known:
    return Known(
        turns=dict(ledger.turns),
        events={
            table.game.pk: [codec.pack_event(event) for event in table.mirror.events]
            for table in opened
        },
        received=[name.strip("<>").partition("@")[0] for name in office.ids()],
        promised=ledger.addresses,
    )


def _found(there: Parts, known: Known, stuck: list[str], closed: str) -> Found:
    rows, games = there.cluster.rows, ",".join(map(str, known.events))
    events: dict[int, list[Event]] = {game: [] for game in known.events}
    ordered = f"SELECT game_id, kind, data FROM games_event WHERE game_id IN ({games})"
    for game, kind, data in rows(f"{ordered} ORDER BY game_id, seq"):
        events[game].append((kind, data))
    name = "'delivery-' || id || '-' || replace(token::text, '-', '')"
    return Found(
        turns=[
            (int(game), str(key), str(text))
            for game, key, text in rows(
                f"SELECT game_id, key, text FROM games_submission WHERE game_id IN ({games})"
            )
        ],
        events=events,
        letters=dict(rows(f"SELECT {name}, {YOUNG.format(closed=closed)} FROM mail_delivery")),
        coded={str(letter["To"]) for letter in there.site.office.letters},
        overdue=stuck,
        broken=_verified(there),
    )


def _verified(there: Parts) -> str:
    env = {**there.site.env, "DATABASE_URL": there.cluster.url}
    command = [sys.executable, "manage.py", "verify"]
    done = subprocess.run(
        command, cwd=servers.ROOT, env=env, capture_output=True, text=True, check=False
    )
    return done.stderr.strip() if done.returncode else ""
