"""What pages and tasks cost the database as the site grows: a curve that is not flat fails.

``python -m tests.bench growth`` measures this alone, with words after it the rows that contain one
of them. ``--sizes=10,1000,20000`` fills other sites.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

from django.db import connection, transaction
from django.test import Client
from django.test.utils import setup_test_environment, teardown_test_environment
from django.utils.module_loading import import_string

from accounts.models import Person
from conquest.bench import Measurements
from games import live
from games.models import Decision, Game, Seat
from games.play import archive, clock
from leagues import ratings
from leagues.models import QueuedGame
from mail import outbox
from mail.models import Delivery
from ops.ticks import TICKS
from talk.models import Remark
from tests import database, stage
from tests.bench import games
from tests.bench.archive_rows import fill_archive
from tests.bench.season_rows import SEASON, fill_season

SIZES = (10, 1_000, 100_000)
ROUNDS = 5
# Lists are counted as far as a thousand, so that curves are flat from there on.
TIMES, ROOM = 1.5, 5.0  # of the middle site, and ms: what the largest one may need
MORE_QUERIES = 3
OWN_RUNNING, OWN_FINISHED = 20, 500  # games of one person, who does not grow with the site
MOST_TABLES = 5_000  # of another person, who plays as many games as there are, up to these
EVENTS_EACH = 25  # of each game that is played or finished
RATED = 10
ABSENT, EVERY = 3, 10  # the seat that is absent, and in each how manyth game
PEOPLE, OPEN, RUNNING, OVER = (n * 1_000_000 for n in (5, 1, 2, 3))
CLONES = {Game.Status.OPEN: OPEN, Game.Status.RUNNING: RUNNING, Game.Status.OVER: OVER}


@dataclass(frozen=True, slots=True)
class Cost:
    """What something costs the database: queries, and the milliseconds of a core for them; and how
    many milliseconds pass until it is done."""

    queries: int
    ms: float
    passed: float = 0.0


Costs = dict[str, list[Cost]]
Acts = Mapping[str, Callable[[], object]]


def measure(
    figures: Measurements, words: Sequence[str] = (), sizes: Sequence[int] = SIZES
) -> Costs:
    """Measure pages and tasks, or those whose names contain one of some words, on sites of all
    sizes; each curve that is not flat is missing."""
    costs: Costs = {}
    for size in sizes:
        with database.copied("growth") as name, database.connected(name):
            for what, act in _named(measured_acts(fill_site(size)), words):
                with figures.skip_failures(f"{what} at {size:,}"):
                    costs[what] = [*costs.get(what, ()), _cost(act)]
    for what, curve in costs.items():
        for size, cost in zip(sizes, curve, strict=False):
            figures.print_figure(f"database of {what} at {size:,}", cost.ms, "ms")
            figures.print_figure(f"{what} at {size:,}", cost.passed, "ms")
        with figures.skip_failures(f"{what}: a flat curve"):
            assert len(curve) == len(sizes), "not measured on each site"
            assert is_flat(curve), f"{curve[-1].queries} queries, {curve[-1].ms:.1f} ms"
    return costs


def _named(acts: Acts, words: Sequence[str]) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield what is measured, with its name: all of it where there are no words."""
    for what, act in acts.items():
        if not words or any(word in what for word in words):
            yield what, act


def is_flat(curve: list[Cost]) -> bool:
    """Whether the largest site costs about as much as the one before it."""
    if len(curve) < 2:
        return False
    before, last = curve[-2:]
    has_time = last.ms <= TIMES * before.ms + ROOM
    return has_time and last.queries <= before.queries + MORE_QUERIES


def as_table(costs: Costs, sizes: Sequence[int] = SIZES) -> str:
    """Return the costs as a Markdown table: queries and milliseconds for each size."""
    head = ["page or task", *(f"{size:,}" for size in sizes), "flat"]
    rows = [
        [what, *map(_cell, curve), "yes" if is_flat(curve) else "**no**"]
        for what, curve in costs.items()
    ]
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(cost: Cost) -> str:
    return f"{cost.ms:.1f} ms ({cost.queries})"


@dataclass(frozen=True, slots=True)
class FilledSite:
    """A site with ``size`` of everything: who looks at it, their game of as many events and words,
    and somebody who is ``busy`` at thousands of tables."""

    size: int
    reader: Person
    busy: Person
    game: Game


def measured_acts(site: FilledSite) -> Acts:
    """Return what is measured by name."""
    anybody, reader, busy = Client(), Client(), Client()
    reader.force_login(site.reader)
    busy.force_login(site.busy)
    older = Remark.objects.latest("pk").pk - site.size // 2
    game, middle = f"/games/{site.game.pk}/", site.game.version // 2
    pages = {
        "start page": (anybody, "/"),
        "my games": (reader, "/"),
        "my games, at thousands of tables": (busy, "/"),
        "lobby, open tables": (reader, "/tables/"),
        "lobby, seats to take over": (reader, "/tables/?show=vacant"),
        "lobby, games that are played": (reader, "/tables/?show=running"),
        "lobby, finished games": (reader, "/tables/?show=over"),
        "search by words": (reader, "/tables/?words=table"),
        "search by a player's name": (reader, "/tables/?words=clone+7"),
        "search by game, pace and language": (
            reader,
            "/tables/?game=conquest&pace=normal&language=de",
        ),
        "table": (reader, f"/tables/{OPEN + 1}/"),
        "game": (reader, game),
        "words at a table": (reader, f"{game}words/"),
        "words at a table, older ones": (reader, f"{game}words/?before={older}"),
        "board as text": (reader, f"{game}text/"),
        "history, its end": (reader, f"{game}history/"),
        "history, its middle": (reader, f"{game}history/?upto={middle}"),
        "outline of the film": (reader, f"{game}outline/?after=0"),
        "outline of what is new": (reader, f"{game}outline/?after=0&new=1"),
        "film from its start": (reader, f"{game}film/?turned=0&after=0"),
        "film from its middle": (reader, f"{game}film/?turned=0&after={middle}"),
        "league of a game": (reader, "/league/conquest/"),
        "league by name, its end": (reader, "/league/conquest/?sort=name&page=20"),
        "league by win points, its end": (reader, "/league/conquest/?sort=score&page=20"),
        "league of all games": (reader, "/league/"),
        "league of house players": (reader, "/league/conquest/?players=house"),
        "player": (reader, f"/players/{site.reader.pk}/"),
        "player in a game": (reader, f"/players/{site.reader.pk}/?game=conquest"),
        "preferences": (reader, "/preferences/"),
        "seasons and cups": (reader, "/seasons/"),
        "season of everybody": (reader, f"/seasons/{SEASON}/"),
        "division of a season": (reader, f"/seasons/{SEASON}/1/1/"),
        "division of a season as JSON": (reader, f"/seasons/{SEASON}/1/1/results.json"),
        "chain of commitments": (reader, "/fairness/"),
        "archive": (reader, "/archive/"),
        "archive of a game": (reader, "/archive/?game=conquest"),
        "archive of a player": (reader, f"/archive/?player={site.reader.name}&result=won"),
        "archive of two players": (
            reader,
            f"/archive/?player={site.reader.name}&opponent={site.busy.name}",
        ),
        "archive, nothing found": (reader, "/archive/?game=conquest&least=1000"),
        "openings": (reader, "/archive/openings/conquest/"),
    }
    acts: dict[str, Callable[[], object]] = {
        f"page: {name}": partial(_open, client, path) for name, (client, path) in pages.items()
    }
    acts["feed: news of my games"] = partial(live.page_stamp, live.OpenPage(site.reader.pk))
    acts["turn: handed in, in the long game"] = partial(_hand_in, site)
    acts["task: a letter claimed"] = _claim
    acts["task: archive, a step"] = _archive
    acts[f"task: ratings, a slice of {RATED} games"] = partial(_rate, site.size)
    for kind, tick in TICKS.items():
        acts[f"task: {kind}, nothing due"] = import_string(tick.task).run
    return acts


def _open(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200, f"{path}: {answer.status_code}"
    assert len(answer.content) < 500_000, f"{path}: {len(answer.content):,} bytes"


def _hand_in(site: FilledSite) -> None:
    with transaction.atomic():
        stage.hand_in(site.game, site.reader, "end", now=clock.now())
        transaction.set_rollback(True)


def _archive() -> None:
    """Archive what one transaction does of the games that ended first."""
    with transaction.atomic():
        next(archive.archive_games(clock.now(), now=clock.now()))
        transaction.set_rollback(True)


def _claim() -> None:
    with transaction.atomic():
        outbox.claim_letters(clock.now(), 1)
        transaction.set_rollback(True)


def _rate(size: int) -> None:
    """Rate some games once more, and what follows from them."""
    wanted = Game.objects.filter(pk__gt=OVER + size - RATED, pk__lte=OVER + size)
    with transaction.atomic():
        QueuedGame.objects.bulk_create(
            QueuedGame(game=game, ruleset=game.ruleset, ended_at=game.ended_at)
            for game in wanted
            if game.ended_at
        )
        for _rated in ratings.rate_slices():
            break
        transaction.set_rollback(True)


def _cost(act: Callable[[], object]) -> Cost:
    """Do something once to have it warm, and then several times; return the cheapest, with the
    median of the time that passes."""
    act()
    costs, passed = [], []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        with _counted() as cost:
            act()
        passed.append(1000 * (time.perf_counter() - begun))
        costs.append((int(cost[0]), cost[1]))
    queries, ms = min(costs, key=lambda one: one[1])
    return Cost(queries, ms, statistics.median(passed))


@contextmanager
def _counted() -> Iterator[list[float]]:
    """Count the queries in the body, and the milliseconds that the database is at work."""
    counted = [0.0, 0.0]

    def note(execute: Callable[..., Any], *call: Any) -> Any:
        counted[0] += 1
        return execute(*call)

    begun = _database_ms()
    with connection.execute_wrapper(note):
        yield counted
    counted[1] = _database_ms() - begun


def _database_ms() -> float:
    """Return how long a core has worked for our connection; where that cannot be read, the time."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        [pid] = cursor.fetchone()
    try:
        # Unlike the time that passes, it does not depend on what else the machine does.
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e6
    except OSError:
        return 1000 * time.perf_counter()


def fill_site(size: int) -> FilledSite:
    """Fill the database with ``size`` people, tables, games with events, results, letters and
    sessions."""
    players = games.people(4)
    reader, now = players[0], clock.now()
    long = stage.begin(players, stage.set_up(), now=now)
    stage.prolong(long, size, now=now)
    model = games.start(players)
    table = games._table("conquest", players[:1])
    Delivery.objects.all().delete()
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")  # neither triggers nor references
        cursor.execute("SET statement_timeout = 0")
    _clone_people(reader, size)
    for status, source in ((Game.Status.OPEN, table), (Game.Status.RUNNING, model)):
        _clone_games(source, status, players, size)
    _clone_games(model, Game.Status.OVER, players, size)
    _clone(Decision, Decision.objects.get(game=model, closed_at=None), size, {
        "game_id": f"{RUNNING} + n", "seat_id": f"({RUNNING} + n) * 10",
        "due_at": "now() + interval '9 days' + n * interval '1 s'", "told_at": "now()",
        "remind_at": "now() + interval '8 days'",
    })  # fmt: skip
    _play_long(long, reader, size)
    with connection.cursor() as cursor:
        cursor.execute(EVENTS, {"size": size, "source": long.pk, "each": EVENTS_EACH})
    _say_words(long, players[1], size)
    for statement in (LETTERS, REQUESTS, SESSIONS, USER_SESSIONS, RESULTS, STANDINGS, COMMITMENTS):
        with connection.cursor() as cursor:
            cursor.execute(statement, {"size": size})
    fill_archive(size, long.board)
    fill_season(reader, size, people=PEOPLE, pace=json.dumps(long.pace))
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = origin")
        cursor.execute("SET max_parallel_workers_per_gather = 0")  # theirs would not be counted
        cursor.execute("VACUUM ANALYZE")
    return FilledSite(size, reader, players[1], Game.objects.get(pk=long.pk))


def _clone(model: Any, row: Any, size: int, changed: Mapping[str, str]) -> None:
    """Insert copies of a row, with some columns changed by expressions of the copy's ``n``."""
    columns = [
        one.column
        for one in model._meta.concrete_fields
        if not one.generated and (one.column != "id" or "id" in changed)
    ]
    selected = ", ".join(changed.get(name, f'source."{name}"') for name in columns)
    names = ", ".join(f'"{name}"' for name in columns)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {model._meta.db_table} ({names}) SELECT {selected}"
            f" FROM {model._meta.db_table} AS source, generate_series(1, %s) AS n"
            " WHERE source.id = %s",
            [size, row.pk],
        )


def _clone_people(person: Person, size: int) -> None:
    address = "'clone' || n || '@example.org'"
    _clone(Person, person, size, {
        "id": f"{PEOPLE} + n", "email": address, "mailbox": address,
        "name": "'Clone ' || n", "likeness": "'clone ' || n",
        "language": "CASE mod(n, 2) WHEN 0 THEN 'en' ELSE 'de' END",
        "last_login": "now()", "joined_at": "now() - n * interval '1 s'",
    })  # fmt: skip


def _clone_games(source: Game, status: Game.Status, players: list[Person], size: int) -> None:
    base, since = CLONES[status], "now() - n * interval '1 s'"
    ended = since if status == Game.Status.OVER else "NULL"
    _clone(Game, source, size, {
        "id": f"{base} + n", "invite_key": f"'{base}-' || n", "title": "'Table ' || n",
        "status": f"'{status}'", "host_id": f"{PEOPLE} + n", "opened_at": since, "form_key": "''",
        "started_at": "NULL" if status == Game.Status.OPEN else since,
        "moved_at": "NULL" if status == Game.Status.OPEN else since, "ended_at": ended,
    })  # fmt: skip
    own = {Game.Status.OPEN: 0, Game.Status.RUNNING: OWN_RUNNING}.get(status, OWN_FINISHED)
    # By the order of the seats: how manyth games are whose own.
    theirs = {0: (own, players[0])}
    if status == Game.Status.RUNNING:
        theirs[1] = (MOST_TABLES, players[1])
    for seat in source.seats.all():
        other = f"{PEOPLE} + 1 + mod(n + {seat.order}, {size})"
        most, owner = theirs.get(seat.order, (0, players[0]))
        person = f"CASE WHEN n <= {most} THEN {owner.pk} ELSE {other} END"
        _clone(Seat, seat, size, {
            "id": f"({base} + n) * 10 + {seat.order}", "game_id": f"{base} + n",
            "person_id": "NULL" if status == Game.Status.OPEN and seat.order else person,
            "side": str(seat.order) if status == Game.Status.OVER else "NULL",
            "place": "1" if status == Game.Status.OVER else "NULL",
            "is_absent": f"mod(n, {EVERY}) = 0"
            if seat.order == ABSENT and status == Game.Status.RUNNING else "false",
        })  # fmt: skip


def _play_long(game: Game, reader: Person, size: int) -> None:
    """Give the reader a turn handed in for every five events of a game, and ask them again."""
    seat = Seat.objects.get(game=game, person=reader)
    asked = Decision.objects.get(game=game, closed_at=None)
    given = {"game": game.pk, "seat": seat.pk, "person": reader.pk, "turns": size // 5}
    with connection.cursor() as cursor:
        cursor.execute(TURNS, given)
        cursor.execute(ANSWERED, given)
    Decision.objects.filter(pk=asked.pk).delete()
    asked.pk, asked.version, asked.number = None, game.version, size // 5 + 1
    asked.due_at = clock.now() + timedelta(days=9)
    asked.save()


def _say_words(game: Game, author: Person, size: int) -> None:
    """Say as many words at the long game, and one at each that is played, to all by turns."""
    said = {"game": game.pk, "author": author.pk, "size": size}
    with connection.cursor() as cursor:
        cursor.execute(WORDS, said)
        cursor.execute(WORDS_EACH, said)


WORDS = """
    INSERT INTO talk_remark (game_id, person_id, audience, text, courtesy, said_at, form_key)
    SELECT %(game)s, %(author)s, (ARRAY['all', 'players', 'watchers'])[1 + mod(n, 3)],
        'Word ' || n, '', now(), ''
    FROM generate_series(1, %(size)s) AS n
"""
WORDS_EACH = f"""
    INSERT INTO talk_remark (game_id, person_id, audience, text, courtesy, said_at, form_key)
    SELECT {RUNNING} + n, {PEOPLE} + 1 + mod(n + 2, %(size)s), 'all', 'Hello', '', now(), ''
    FROM generate_series(1, %(size)s) AS n
"""
TURNS = """
    INSERT INTO games_submission (game_id, seat_id, person_id, key, text, seen_version, first_seq,
        last_seq, via, is_beside, at)
    SELECT %(game)s, %(seat)s, %(person)s, 'k' || n, 'end', n * 5, n * 5 + 1, n * 5 + 2, 'web',
        false, now() - interval '9 days'
    FROM generate_series(1, %(turns)s) AS n
"""
ANSWERED = """
    INSERT INTO games_decision (game_id, seat_id, kind, version, number, opened_at, due_at, told_at,
        closed_at, closed_by)
    SELECT %(game)s, %(seat)s, 'turn', n * 5, n, now() - interval '9 days',
        now() - interval '8 days', now() - interval '9 days', now() - interval '8 days', 'answer'
    FROM generate_series(1, %(turns)s) AS n
"""
EVENTS = f"""
    INSERT INTO games_event (game_id, seq, kind, data, hash, at)
    SELECT base + n, seq, kind, data, hash, at
    FROM games_event, generate_series(1, %(size)s) AS n, (VALUES ({RUNNING}), ({OVER})) AS of (base)
    WHERE game_id = %(source)s AND seq <= %(each)s
"""
LETTERS = """
    INSERT INTO mail_delivery (queue, key, kind, about, address, status, attempts, created_at,
        next_at, error)
    SELECT 'letters', 'later-' || n, 'started', '{"game": 0}', 'nobody@example.org', 'waiting', 0,
        now(), now() + interval '1 day', ''
    FROM generate_series(1, %(size)s) AS n
"""
REQUESTS = f"""
    INSERT INTO games_seatrequest
        (game_id, seat_id, person_id, asked_at, outcome, form_key)
    SELECT {RUNNING} + game, ({RUNNING} + game) * 10 + {ABSENT}, {PEOPLE} + n, now(), '', ''
    FROM generate_series(1, %(size)s) AS n,
        LATERAL (SELECT {EVERY} * (1 + mod(n, %(size)s / {EVERY}))) AS asked (game)
"""
SESSIONS = """
    INSERT INTO django_session (session_key, session_data, expire_date)
    SELECT 'clone-' || n, '', now() + interval '1 day' FROM generate_series(1, %(size)s) AS n
"""
USER_SESSIONS = f"""
    INSERT INTO usersessions_usersession (user_id, ip, user_agent, created_at, last_seen_at,
        session_key, data)
    SELECT {PEOPLE} + n, '127.0.0.1', '', now(), now(), 'clone-' || n, '{{}}'
    FROM generate_series(1, %(size)s) AS n
"""
RESULTS = f"""
    INSERT INTO leagues_result (game_id, person_id, ruleset, ended_at, ending, side, place, numbers,
        timeouts, mu, sigma)
    SELECT game.id, seat.person_id, game.ruleset, game.ended_at, 1, seat.side, 1, '{{}}', 0, 25, 8
    FROM games_game AS game JOIN games_seat AS seat ON seat.game_id = game.id
    WHERE game.id > {OVER} AND game.id <= {OVER} + %(size)s
"""
STANDINGS = """
    INSERT INTO leagues_leaguestanding
        (person_id, ruleset, season, games, wins, draws, timeouts, numbers, mu, sigma, grows_from)
    SELECT person.id, league.ruleset, season, 9, mod(id, 5), mod(id, 3), mod(id, 2), '{}',
        CASE league.ruleset WHEN '' THEN NULL ELSE mod(id, 40) END,
        CASE league.ruleset WHEN '' THEN NULL ELSE 5 END,
        CASE WHEN league.ruleset <> '' AND season = 0 THEN now() END
    FROM accounts_person AS person
    CROSS JOIN (VALUES ('conquest'), ('')) AS league (ruleset)
    CROSS JOIN (VALUES (0), (2026)) AS year (season)
"""
COMMITMENTS = f"""
    INSERT INTO games_commitment (number, kind, game_id, seat, seq, commitment, link, at)
    SELECT 1000 + n, 'seed', {OPEN} + n, '', 0, 'c' || n, 'l' || n, now()
    FROM generate_series(1, %(size)s) AS n
"""


def _read_arguments(arguments: Sequence[str]) -> tuple[Sequence[int], list[str]]:
    """Return the sizes of the sites and the words of the rows."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench growth")
    parser.add_argument("--sizes", default=SIZES, type=lambda text: list(map(int, text.split(","))))
    parser.add_argument("words", nargs="*")
    read = parser.parse_args(arguments)
    return read.sizes, read.words


def measure_alone(figures: Measurements) -> None:
    """Measure growth with a browser's requests answered in this process; print the table."""
    setup_test_environment(debug=False)
    try:
        sizes, words = _read_arguments(sys.argv[2:])
        print(as_table(measure(figures, words, sizes), sizes), flush=True)
    finally:
        teardown_test_environment()
