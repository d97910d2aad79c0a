"""Turns against POSTs of a site that stays as it is: by one player, and by many at once.

Both are measured in turn, round by round, so that each finds the machine alike. What is told is the
median of the rounds' ratios, with the lowest and the highest of them.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial

from accounts.models import Person
from conquest.bench import BenchGame, Measurements
from tests.bench.browser import Browser, sign_in, sign_in_frozen
from tests.bench.crowd import PLAYERS, TURNS, Burst, Crowd, Move, hand_in, plan_moves
from tests.bench.site import frozen_site
from tests.servers import Server

ROUNDS = 8
EACH = 12  # turns and POSTs of one player in a round


def measure(
    figures: Measurements, server: Server, people: Sequence[Person], middle: BenchGame
) -> None:
    """Measure turns of one game against frozen POSTs."""
    slug = middle.rules.slug
    with frozen_site(server.env) as frozen:
        alone = _ratios_alone(server.address, frozen.address, people, middle)
        _print_ratios(figures, "a turn against the frozen POST", alone, slug)
        at_once = _ratios_at_once(server.address, frozen.address, people, middle)
    _print_ratios(
        figures, f"{PLAYERS} players at once: a turn against the frozen POST", at_once, slug
    )


def _print_ratios(figures: Measurements, measure: str, ratios: Sequence[float], slug: str) -> None:
    figures.print_figure(measure, statistics.median(ratios), "times", 1.5, slug)
    figures.print_figure(f"{measure}, lowest round", min(ratios), "times", None, slug)
    figures.print_figure(f"{measure}, highest round", max(ratios), "times", None, slug)


def _ratios_alone(
    address: str, frozen: str, people: Sequence[Person], middle: BenchGame
) -> list[float]:
    """Return by round how often a turn's time is that of a POST, one request after the other."""
    browsers = [sign_in(person, address) for person in people]
    posting = sign_in_frozen(people[0], frozen)
    moves = list[Move]()
    for first in range(len(people)):
        moves += plan_moves(middle, people, first)
    ratios = []
    for number in range(ROUNDS):
        turns = moves[EACH * number : EACH * (number + 1)]
        posts = _median([partial(posting.request, "/bench/insert/")] * EACH)
        ratios.append(_median([_act_of(browsers, move) for move in turns]) / posts)
    return ratios[1:]  # in the first one, connections are opened


def _act_of(browsers: Sequence[Browser], move: Move) -> Callable[[], object]:
    return partial(hand_in, browsers[move.player], move)


def _median(acts: Sequence[Callable[[], object]]) -> float:
    """Return how long one of some acts takes, in seconds."""
    times = []
    for act in acts:
        began = time.perf_counter()
        act()
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def _ratios_at_once(
    address: str, frozen: str, people: Sequence[Person], middle: BenchGame
) -> list[float]:
    """Return by round how many POSTs many players send in the time of one turn of theirs."""
    crowd, posting = Crowd(people, address), Crowd(people, frozen, sign_in_frozen)
    lines = [_plan_line(middle, people, first) for first in range(len(people))]
    ratios = []
    for number in range(ROUNDS):
        posts, turns = Burst(), Burst()
        posting.insert(posts)
        crowd.play(turns, [line[TURNS * number : TURNS * (number + 1)] for line in lines])
        assert not posts.errors + turns.errors, (posts.errors + turns.errors)[0]
        ratios.append(posts.rate / turns.rate)
    return ratios[1:]


def _plan_line(middle: BenchGame, people: Sequence[Person], first: int) -> list[Move]:
    """Return turns enough for all rounds, of as many games as that takes: quiet ones end early."""
    line = list[Move]()
    while len(line) < ROUNDS * TURNS:
        line += plan_moves(middle, people, first)
    return line
