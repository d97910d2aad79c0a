"""Turns by many players at once, against as many bare POSTs at once."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from threading import Lock

from django.db import connection

from accounts.models import Person
from conquest.bench import BenchGame, Measurements
from games.models import Game
from tests.bench.browser import Browser, UnexpectedAnswer, sign_in
from tests.bench.games import begin

PLAYERS = 16
ROUNDS = 3
TURNS = 3  # of each game in a round
CHOICES = 9  # and the word that ends the turn, where a game has one
MAX_RACES = 3


@dataclass(frozen=True, slots=True)
class Move:
    """A turn to be handed in, put together before the clock runs."""

    game: int
    player: int
    text: str
    seen: int
    orders: int


@dataclass(frozen=True, slots=True)
class Accepted:
    """Something the site took: how long that was (ms), its orders, and the races lost before."""

    span: float
    orders: int = 0
    races: int = 0


@dataclass(slots=True)
class Burst:
    """What players did at once, in ``seconds``; ``errors`` are what should not have been."""

    accepted: list[Accepted] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """How many were accepted a second."""
        return len(self.accepted) / self.seconds

    @property
    def orders_rate(self) -> float:
        """How many orders were accepted a second."""
        return sum(one.orders for one in self.accepted) / self.seconds


class Crowd:
    """Players who do one thing at a time, each over one connection."""

    def __init__(
        self, people: Iterable[Person], address: str, enter: Callable[..., Browser] = sign_in
    ) -> None:
        self.browsers = [(enter(person, address), Lock()) for person in people]

    def insert(self, burst: Burst) -> None:
        """Let every player send bare POSTs."""
        players = range(len(self.browsers))
        _at_once(burst, [partial(self._insert, burst, player) for player in players])

    def play(self, burst: Burst, lines: Iterable[Sequence[Move]]) -> None:
        """Let games go on, in each one move after the other."""
        _at_once(burst, [partial(self._follow, burst, line) for line in lines])

    def _insert(self, burst: Burst, player: int) -> None:
        browser, lock = self.browsers[player]
        for _ in range(TURNS):
            with lock:
                began = time.perf_counter()
                browser.request("/bench/insert/")
                burst.accepted.append(Accepted(_since(began)))

    def _follow(self, burst: Burst, line: Iterable[Move]) -> None:
        for move in line:
            browser, lock = self.browsers[move.player]
            with lock:
                began = time.perf_counter()
                races = hand_in(browser, move)
                burst.accepted.append(Accepted(_since(began), move.orders, races))


def measure(
    figures: Measurements, address: str, people: Sequence[Person], middle: BenchGame
) -> None:
    """Let every player begin one game and sit in the next ones, too, so that in most moments
    each of them is on turn somewhere; bare POSTs go before each round of turns."""
    crowd, slug = Crowd(people, address), middle.rules.slug
    lines = [plan_moves(middle, people, first) for first in range(len(people))]
    bare, turns = Burst(), Burst()
    crowd.insert(Burst())  # every server thread has its connection to the database from here on
    for number in range(ROUNDS):
        crowd.insert(bare)
        crowd.play(turns, [line[TURNS * number : TURNS * (number + 1)] for line in lines])
    _show(figures, bare, turns, slug)
    errors = bare.errors + turns.errors
    assert not errors, errors[0]


def _show(figures: Measurements, bare: Burst, turns: Burst, slug: str) -> None:
    spans = [one.span for one in turns.accepted]
    races, errors = sum(one.races for one in turns.accepted), bare.errors + turns.errors
    for measure, value, unit, limit in (
        ("orders accepted", turns.orders_rate, "a second", None),
        ("turns accepted", turns.rate, "a second", None),
        ("a turn, median", statistics.median(spans), "ms", None),
        ("a turn, slowest of 20", statistics.quantiles(spans, n=20)[-1], "ms", None),
        ("empty POSTs with one insert", bare.rate, "a second", None),
        ("a turn against the empty POST", bare.rate / turns.rate, "times", None),
        ("races lost and run again", races, "", None),
        ("errors", len(errors), "", 0),
    ):
        figures.print_figure(f"{PLAYERS} players at once: {measure}", value, unit, limit, slug)


def _at_once(burst: Burst, tasks: Sequence[Callable[[], None]]) -> None:
    with ThreadPoolExecutor(len(tasks)) as pool:
        began = time.perf_counter()
        ended = [pool.submit(task).exception for task in tasks]
        burst.errors += [str(error) for end in ended if (error := end())]
        burst.seconds += time.perf_counter() - began


def plan_moves(middle: BenchGame, people: Sequence[Person], first: int) -> list[Move]:
    """Begin a game and put its next turns together, quiet ones."""
    game = begin(middle, [*people[first:], *people[:first]])
    split = middle.rules.notation.split_words
    order = [seat.name for seat in game.seats.all()]
    match, moves = BenchGame(middle.rules, first, middle.events), list[Move]()
    while len(moves) < ROUNDS * TURNS and not match.is_over:
        turn = match.play_quiet_turn(CHOICES)
        player = (first + order.index(turn.seat)) % len(people)
        moves.append(Move(game.pk, player, turn.text, turn.version, len(split(turn.text))))
    return moves


def hand_in(browser: Browser, move: Move) -> int:
    """Hand a move in, again where the game has gone on meanwhile; return how often it had."""
    path, seen = f"/games/{move.game}/submit/", move.seen
    for races in range(MAX_RACES + 1):
        fields = {"text": move.text, "seen": str(seen), "key": f"{move.game}-{move.seen}"}
        try:
            location = browser.request(path, **fields)
        except UnexpectedAnswer as answer:
            if answer.status != HTTPStatus.CONFLICT or races == MAX_RACES:
                raise
            seen = _version(move.game)
        else:
            assert "?sent=" in location, location
            return races
    raise AssertionError("a race is lost or won")


def _version(game: int) -> int:
    """Read how far a game is, over a connection that does not outlive it."""
    try:
        return Game.objects.values_list("version", flat=True).get(pk=game)
    finally:
        connection.close()


def _since(began: float) -> float:
    return 1000 * (time.perf_counter() - began)
