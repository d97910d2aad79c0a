"""How many hosts a site wants for its players, reckoned from what each act costs.

What a player does in a day is an assumption: it stands here, and in docs/scale.md beside the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil

from tests.bench.processor import Used

SIZES = (100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000)
A_DAY = {  # of somebody who plays five games, with a turn in four of them
    "a turn": 4,
    "a tap answered": 40,
    "page of a game": 15,
    "my games": 8,
    "open tables": 1,
    "news asked for": 150,
    "a letter": 5,
    "a mail with orders": 0.4,
}
BY_WORKERS = {"a letter", "a mail with orders"}
BUSIEST_HOUR = 0.1  # of a day
IN_USE = 0.5  # of a core in that hour, so that half of the hosts are enough
CORES = 8  # of a web or worker host
LEAST_APART = 4  # cores: fewer are one machine


@dataclass(frozen=True, slots=True)
class Site:
    """What a site wants in its busiest hour: turns a second, cores, and gigabytes a year."""

    players: int
    turns: float
    web: float
    workers: float
    database: float
    gigabytes: float

    @property
    def hosts(self) -> str:
        """The hosts by what they do: web, workers, databases, brokers, ways in."""
        if self.web + self.workers + self.database <= LEAST_APART:
            return "1"
        web, workers = (max(2, ceil(cores / CORES)) for cores in (self.web, self.workers))
        return f"{web} + {workers} + 3 + 3 + 2"


def plan_site(players: int, costs: Mapping[str, Used], turn_bytes: float) -> Site:
    """Return what a site wants whose players all play each day."""
    a_second = {act: players * times * BUSIEST_HOUR / 3600 for act, times in A_DAY.items()}
    own = {act: a_second[act] * costs[act].own / IN_USE for act in A_DAY}
    database = sum(a_second[act] * costs[act].database / IN_USE for act in A_DAY)
    workers = sum(cores for act, cores in own.items() if act in BY_WORKERS)
    gigabytes = players * A_DAY["a turn"] * 365 * turn_bytes / 1e9
    web = sum(own.values()) - workers
    return Site(players, a_second["a turn"], web, workers, database, gigabytes)


def as_table(costs: Mapping[str, Used], turn_bytes: float) -> str:
    """Return the sites as a Markdown table."""
    head = ["players a day", "turns a second", "web", "workers", "database", "GB a year", "hosts"]
    rows = [head, ["---"] * len(head)]
    for site in (plan_site(players, costs, turn_bytes) for players in SIZES):
        cores = [round_up(value) for value in (site.web, site.workers, site.database)]
        turns, gigabytes = f"{site.turns:,.3g}", round_up(site.gigabytes)
        rows.append([f"{site.players:,}", turns, *cores, gigabytes, site.hosts])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def round_up(value: float) -> str:
    """Return a figure with a place behind the point below ten, whole above."""
    return f"{ceil(10 * value) / 10:.1f}" if value < 10 else f"{ceil(value):,}"
