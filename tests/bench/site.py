"""How fast the site is: submissions against an empty POST, and the sweep of deadlines.

Run by ``make bench``; prints one line of JSON for each figure. Needs the development extras.
"""

from __future__ import annotations

import http.client
import json
import random
import statistics
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection, transaction

from accounts.models import Person
from conquest.core import fold
from games import clock, decisions, store, tables
from games.clock import PRESETS
from games.models import Game
from tests import database, servers

ROUNDS = 36
ORDERS = 10
OPEN_DECISIONS = 1_000_000


def show(measure: str, value: float, unit: str, limit: float | None = None) -> None:
    print(json.dumps({"measure": measure, "value": round(value, 3), "unit": unit, "limit": limit}))


@dataclass
class Browser:
    """A signed-in person with one connection that stays open."""

    address: str
    cookies: dict[str, str]
    connection: http.client.HTTPConnection | None = None

    def request(self, method: str, path: str, **fields: str) -> str:
        """Send a request; give where the answer leads to."""
        answer, body = self._send(method, path, fields, {"Accept-Encoding": "gzip"})
        assert answer.status in (302, 303), (answer.status, body[:2000])
        return answer.headers["Location"]

    def tell(self, path: str, **fields: str) -> Any:
        """Send a form as a script does; give what is answered."""
        answer, body = self._send("POST", path, fields, {"Accept": "application/json"})
        assert answer.status == HTTPStatus.OK, (answer.status, body[:2000])
        return json.loads(body)

    def _send(
        self, method: str, path: str, fields: Mapping[str, str], more: Mapping[str, str]
    ) -> tuple[http.client.HTTPResponse, bytes]:
        if self.connection is None:
            self.connection = http.client.HTTPConnection(urlsplit(self.address).netloc)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        headers |= {"X-CSRFToken": self.cookies["csrftoken"], **more}
        headers |= {"Content-Type": "application/x-www-form-urlencoded"}
        self.connection.request(method, path, urlencode(fields), headers)
        answer = self.connection.getresponse()
        return answer, answer.read()


def sign_in(person: Person, address: str) -> Browser:
    session = SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.create()
    cookies = {settings.SESSION_COOKIE_NAME: str(session.session_key), "csrftoken": "b" * 32}
    return Browser(address, cookies)


def people() -> dict[str, Person]:
    names = {"south": "Alice", "west": "Bob", "north": "Charlie", "east": "Dora"}
    return {
        seat: Person.objects.create_user(f"{name.lower()}@example.org", name=name)
        for seat, name in names.items()
    }


def start(players: dict[str, Person]) -> Game:
    now = clock.now()
    host = players["south"]
    table = tables.open_table(
        host=host, ruleset="conquest", title="Bench", pace=PRESETS["leisurely"], now=now
    )
    for seat, person in players.items():
        tables.join(table.pk, person, seat_name=seat, now=now)
    return tables.start(table.pk, host, now=now)


def grow(game: Game, length: int) -> None:
    """Let a game go on by random single steps, captures only where it would end, to ``length``."""
    rules, dice, state = game.rules, random.Random(5), store.load(game)
    fresh: list[Any] = []
    while game.version + len(fresh) < length or "recapture" in rules.to_act(state).values():
        seat = next(iter(rules.to_act(state)))
        text = _step(rules, state, seat, dice)
        happened = rules.decide(state, seat, rules.read(state, seat, text))
        state = fold(rules, state, happened)
        assert rules.outcome(state) is None, "the game ended too soon"
        fresh += happened
    with transaction.atomic():
        now = clock.now()
        closed, opened = decisions.change(
            game, asked(game, store.load(game)), asked(game, state), now=now
        )
        answered = {seat.pk: "answer" for seat in closed}
        record = store.Record(events=fresh, state=state, closed=answered, opened=opened)
        store.append(game, record, now=now)


def asked(game: Game, state: Any) -> decisions.Asked:
    seats = {seat.name: seat for seat in game.seats.select_related("person")}
    owing = {seats[name]: kind for name, kind in game.rules.to_act(state).items()}
    return decisions.Asked(owing, game.rules.number(state))


def _step(rules: Any, state: Any, seat: str, dice: random.Random) -> str:
    if "turn" not in rules.to_act(state).values():
        return "pass"
    quiet = rules.position(state)["since_capture"]
    choices = rules.legal(state, seat)
    captures: list[str] = [choice.text for choice in choices if choice.captures]
    steps: list[str] = [c.text for c in choices if c.cost == 1 and not c.captures]
    if captures and quiet >= 8:
        return dice.choice(captures)
    return dice.choice(steps) if steps else "end"


def turn_of(game: Game, players: Mapping[str, Browser]) -> Callable[[], str]:
    """Compose a quiet turn of ten orders for whoever is on turn; give the act of sending it."""
    game.refresh_from_db()
    rules, state = game.rules, store.load(game)
    seat = next(iter(rules.to_act(state)))
    texts: list[str] = []
    while len(texts) < ORDERS - 1 and seat in rules.to_act(state):
        steps = [c for c in rules.legal(state, seat) if c.cost == 1 and not c.captures]
        if not steps:
            break
        texts.append(steps[0].text)
        state = fold(rules, state, rules.decide(state, seat, rules.read(state, seat, texts[-1])))
    if seat in rules.to_act(state):
        texts.append("end")
    fields = {"text": "; ".join(texts), "seen": str(game.version), "key": uuid.uuid4().hex}
    return partial(players[seat].request, "POST", f"/games/{game.pk}/submit/", **fields)


def timed(act: Callable[[], str], leads_to: str) -> float:
    began = time.perf_counter()
    location = act()
    passed = time.perf_counter() - began
    assert leads_to in location, location
    return 1000 * passed


def submissions(address: str, players: dict[str, Person]) -> None:
    """Time empty POSTs and turns of ten orders in games of 50 and of 5,000 events.

    The three follow close on each other and take turns at being first, so that each finds the
    machine alike.
    """
    browsers = {seat: sign_in(person, address) for seat, person in players.items()}
    games = {length: [] for length in (50, 5000)}  # type: dict[int, list[Game]]
    for length, kept in games.items():
        for _ in range(ROUNDS // 12):
            kept.append(start(players))
            grow(kept[-1], length)
    taken: dict[int, list[float]] = {0: [], 50: [], 5000: []}
    for number in range(ROUNDS):
        insert = partial(browsers["south"].request, "POST", "/bench/insert/")
        acts: dict[int, Callable[[], str]] = {0: insert}
        acts |= {n: turn_of(kept[number % len(kept)], browsers) for n, kept in games.items()}
        for length in sorted(acts, key=lambda n: (list(acts).index(n) + number) % len(acts)):
            leads_to = "?sent=" if length else "/done/"
            taken[length].append(timed(acts[length], leads_to))
    base, short, long = (statistics.median(times) for times in taken.values())
    show("empty POST with one insert", base, "ms")
    show("turn of ten orders, game of 50 events", short, "ms")
    show("turn of ten orders against the empty POST", short / base, "times", 2)
    show("turn in a game of 5,000 events against one of 50", long / short, "times", 1.3)


SEATS = """
    INSERT INTO games_seat (game_id, name, "order", colour, is_absent, timeouts_in_row, timeouts,
                            captured, has_won)
    SELECT %s, 'seat' || n, n %% 32000, 'colour' || n, false, 0, 0, 0, false
    FROM generate_series(1, %s) AS n
"""
OPENED = """
    INSERT INTO games_decision (game_id, seat_id, kind, version, number, opened_at, due_at,
                                told_at, attempts, closed_by)
    SELECT game_id, id, 'turn', 1, 1, now(), now() + interval '1 day' + id * interval '1 s',
           now(), 0, ''
    FROM games_seat WHERE name LIKE 'seat%%'
"""


def sweep() -> None:
    """Ask for due decisions among a million open ones when none is due."""
    game = Game.objects.earliest("pk")
    with connection.cursor() as cursor:
        cursor.execute('ALTER TABLE games_seat DROP CONSTRAINT "seat_order_unique"')
        cursor.execute(SEATS, [game.pk, OPEN_DECISIONS])
        cursor.execute(OPENED)
        cursor.execute("ANALYZE games_decision")
    now = clock.now() - timedelta(hours=1)
    times = []
    for _ in range(50):
        began = time.perf_counter()
        assert not list(decisions.due(now).values_list("pk", flat=True)[:100])
        times.append(1000 * (time.perf_counter() - began))
    show("sweep among 1,000,000 open decisions, none due", statistics.median(times), "ms", 2)


@contextmanager
def site() -> Iterator[tuple[str, dict[str, Person]]]:
    with (
        database.copied("bench") as name,
        tempfile.TemporaryDirectory() as var,
        database.connected(name),
    ):
        env = servers.environment(database.url(name), Path(var), DEBUG="0", LOG_LEVEL="WARNING")
        env["SECRET_KEY"] = settings.SECRET_KEY
        env["DJANGO_SETTINGS_MODULE"] = "tests.bench.settings"
        servers.run([sys.executable, "manage.py", "collectstatic", "--noinput", "-v0"], env)
        with servers.web(env) as server:
            yield server.address, people()
