"""What one core carries: what each act costs the site and PostgreSQL, and the hosts that follow."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from http.client import HTTPConnection
from itertools import chain, cycle, islice
from typing import TypeAlias
from urllib.parse import urlsplit

from django.db import connection

from accounts.models import Person
from conquest import bench, registry
from conquest.bench import Measurements
from games import live
from games.models import Decision
from tests.bench import crowd, hosts, letters, mails, processor, waiting
from tests.bench.browser import Browser, sign_in
from tests.bench.crowd import Move
from tests.bench.processor import Used
from tests.servers import Server

Act: TypeAlias = Callable[[], object]
TIMES = 400
FIRST = 40  # acts until all threads have their connections and caches are filled


def measure(figures: Measurements, server: Server, people: Sequence[Person]) -> None:
    """Let people do each of the acts, one after the other, and tell what it costs."""
    middles = [bench.middle_game(registry.get_ruleset(slug)) for slug in registry.find_rulesets()]
    moves = [_interleave(middle, people) for middle in middles]
    players = {person.pk: sign_in(person, server.address) for person in people}
    browsers = list(players.values())
    turns = [partial(crowd.hand_in, browsers[move.player], move) for move in chain(*moves)]
    before = _database_bytes()
    costs = {"a turn": _cost(server, turns)}
    turn_bytes = (_database_bytes() - before) / len(turns)
    figures.print_figure("a turn, in the database", turn_bytes / 1000, "KB")
    for act, find_ways in _looks(server, players).items():
        costs[act] = _cost(server, list(islice(cycle(find_ways()), TIMES)))
    costs["a letter"] = letters.measure_cost(server.env, people)
    costs["a mail with orders"] = mails.measure_cost(server.env)
    for act, cost in costs.items():
        _print_cost(figures, act, cost)
    print(hosts.as_table(costs, turn_bytes), flush=True)


def _print_cost(figures: Measurements, act: str, cost: Used) -> None:
    figures.print_figure(f"{act}: the site", 1000 * cost.own, "ms of a core")
    figures.print_figure(f"{act}: PostgreSQL", 1000 * cost.database, "ms of a core")
    figures.print_figure(f"{act}: one core carries", 1 / cost.total, "a second")


def _interleave(middle: bench.BenchGame, people: Sequence[Person]) -> list[Move]:
    """Return the next turns of a game for each of the people, one of each game after the other."""
    lines = [crowd.plan_moves(middle, people, first) for first in range(len(people))]
    return [move for turn in zip(*lines, strict=False) for move in turn]


def _looks(
    server: Server, players: Mapping[int, Browser]
) -> Mapping[str, Callable[[], Sequence[Act]]]:
    """Return how to find ways to do what changes nothing, by those who are on turn in games of all
    kinds."""
    asked = [(players[one.seat.person_id or 0], one) for one in mails.pending_decisions()]
    return {
        "a tap answered": lambda: [
            partial(who.tell, f"/games/{one.game_id}/plan/", text=mails.legal_order(one))
            for who, one in asked
        ],
        "page of a game": lambda: [
            partial(who.open, f"/games/{one.game_id}/") for who, one in asked
        ],
        "my games": lambda: [partial(who.open, "/") for who in players.values()],
        "open tables": lambda: [partial(who.open, "/tables/") for who in players.values()],
        "news asked for": lambda: _polls(server.address, [one for _who, one in asked]),
    }


def _polls(address: str, decisions: Sequence[Decision]) -> list[Act]:
    """Return ways to ask for the news of open pages, of which there are none."""
    line, polls = HTTPConnection(urlsplit(address).netloc), list[Act]()
    for seat in (decision.seat for decision in decisions):
        given = live.sign_pass(live.OpenPage(seat.person_id or 0, seat.game_id, seat.pk))
        mark = waiting.ask_news(line, "GET", given)
        polls.append(partial(waiting.ask_news, line, "GET", given, mark))
    return polls


def _cost(server: Server, acts: Sequence[Act]) -> Used:
    """Return what one of many acts costs, once the first ones are done."""
    for act in acts[:FIRST]:
        act()
    used = processor.read_used(server)
    for act in acts[FIRST:]:
        act()
    return (processor.read_used(server) - used).split(len(acts) - FIRST)


def _database_bytes() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        (size,) = cursor.fetchone()
    return int(size)
