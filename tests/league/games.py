"""The games of a simulated league: rows that the engine and its triggers know, and turns that take
as long as habits say. No board is there: a turn is a moment, and strengths tell who wins.

A game is a copy of one that has begun as all arranged games do, so that its position can be read
and its seats can be taken over by the real functions. That it ends is written as the site writes
it: seats first, then the status, which calls the triggers of seasons and ratings.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from heapq import heappop, heappush
from math import log, sqrt
from typing import Any

from django.db import connection, transaction

from accounts.models import Person
from conquest import registry
from games.models import Game, Seat
from games.models.game import new_invite_key
from games.play import tables, turns
from games.play.clock import Pace
from tests.league.players import BETA, CLOCK, DAY, HOUR, SILENCE, Player
from tests.vanishing import FOUND_A_DAY

SPREAD_OF_TURNS = 0.3
LEVEL = 0.5  # performances that are as near as this are level
COPIED = ("ruleset", "title", "board", "options", "pace", "status", "version", "head", "state")
ABSENT = """
    UPDATE games_seat SET is_absent = true, absent_since = given.at, timeouts = 3
    FROM jsonb_to_recordset(%s) AS given (game_id bigint, name text, at timestamptz)
    WHERE games_seat.game_id = given.game_id AND games_seat.name = given.name
"""
PLACES = """
    UPDATE games_seat SET place = given.place, has_won = given.has_won, side = "order"
    FROM jsonb_to_recordset(%s) AS given (
        game_id bigint, name text, place smallint, has_won boolean
    ) WHERE games_seat.game_id = given.game_id AND games_seat.name = given.name
"""
OVER = """
    UPDATE games_game SET status = 'over', ended_at = given.at, moved_at = given.at,
        winners = given.winners, reason = 'simulated'
    FROM jsonb_to_recordset(%s) AS given (game_id bigint, at timestamptz, winners jsonb)
    WHERE games_game.id = given.game_id
"""


@dataclass(slots=True)
class Place:
    """A seat: its player, their missed turns in a row, since when it is absent and when a
    substitute comes, and how well its players have played so far, turn by turn."""

    name: str
    player: Player
    level: float
    missed: int = 0
    absent_since: datetime | None = None
    taken_at: datetime | None = None
    performance: float = 0.0
    played: int = 0

    def play(self, level: float) -> None:
        """Count a turn that is played as well as this."""
        self.performance += level
        self.played += 1

    @property
    def average(self) -> float:
        """How well all its turns were played."""
        return self.performance / self.played if self.played else self.level


@dataclass(slots=True)
class Board:
    """A game under way, of a number of ``turns``."""

    game_id: int
    places: list[Place]
    turns: int
    number: int = 0


@dataclass
class Boards:
    """All games that are played, and the moments at which their next turns are made."""

    dice: random.Random
    players: Mapping[int, Player]
    usual_turns: float
    pool: Sequence[Player] = ()
    agenda: list[tuple[datetime, int]] = field(default_factory=list)
    running: dict[int, Board] = field(default_factory=dict)
    examples: dict[str, Game] = field(default_factory=dict)
    absent: list[dict[str, Any]] = field(default_factory=list)
    over: list[tuple[datetime, Board]] = field(default_factory=list)
    begun: int = 0
    taken_over: int = 0
    refused: int = 0

    def begin(
        self,
        real: Callable[..., Game],
        terms: tables.TableTerms,
        people: Sequence[Person],
        *,
        now: datetime,
        **given: Any,
    ) -> Game:
        """Begin a game in place of ``begin_arranged_game``, which begins the first of each kind."""
        example = self.examples.get(terms.ruleset)
        if example is None:
            game = self.examples[terms.ruleset] = real(terms, people, now=now, **given)
            game.refresh_from_db()
        else:
            game = copy_game(example, people, host=given["host"], now=now)
        self._put_on(game, people, now)
        return game

    def _put_on(self, game: Game, people: Sequence[Person], now: datetime) -> None:
        names = game.seats.order_by("order").values_list("name", flat=True)
        players = [self.players[one.pk] for one in people]
        places = [
            Place(name, one, one.perform(self.dice))
            for name, one in zip(names, players, strict=True)
        ]
        number = self.dice.lognormvariate(log(self.usual_turns), SPREAD_OF_TURNS)
        self.running[game.pk] = Board(game.pk, places, max(len(places), round(number)))
        self.begun += 1
        heappush(self.agenda, (now, game.pk))

    def play_until(self, now: datetime) -> None:
        """Make all turns until a moment, and write what has come of them."""
        while self.agenda and self.agenda[0][0] <= now:
            at, game_id = heappop(self.agenda)
            if game_id in self.running:
                self._play_turn(self.running[game_id], at)
        self._write(now)

    def drop(self, game_id: int) -> None:
        """Play on no longer in a game: it was adjudicated, or counts for nobody."""
        self.running.pop(game_id, None)

    def substitute(self, game_id: int, name: str, person: Person) -> None:
        """Let somebody else play at a seat."""
        board = self.running.get(game_id)
        place = next((one for one in board.places if one.name == name), None) if board else None
        if place:
            place.player = self.players[person.pk]
            place.level = place.player.perform(self.dice)
            place.missed, place.absent_since, place.taken_at = 0, None, None

    def adjudicate(self, game_id: int) -> Mapping[str, int]:
        """Return the places of a game as it stands: the less of it is played, the more by
        chance."""
        board = self.running[game_id]
        doubt = sqrt(board.turns / max(1, board.number))
        levels = {
            one.name: self.dice.gauss(one.average, BETA * (doubt - 1)) for one in board.places
        }
        self.drop(game_id)
        return rank_levels(levels)

    def _play_turn(self, board: Board, now: datetime) -> None:
        """Let the next seat have its turn, until the turn after it begins."""
        if board.number >= board.turns:
            self.running.pop(board.game_id)
            self.over.append((now, board))
            return
        place = board.places[board.number % len(board.places)]
        hours = self._take_turn(board, place, now)
        board.number += 1
        heappush(self.agenda, (now + hours * HOUR, board.game_id))

    def _take_turn(self, board: Board, place: Place, now: datetime) -> float:
        """Play a turn of a place; return how many hours it takes."""
        if place.absent_since is not None:
            self._find_somebody(board, place, now)
        if place.absent_since is not None:
            place.play(SILENCE)
            return 0.1
        hours = place.player.take_time(self.dice)
        if place.player.is_gone(now + hours * HOUR):
            place.play(SILENCE)
            self._miss_turn(board, place, now + CLOCK * HOUR)
            return CLOCK
        place.missed = 0
        place.play(place.level)
        return hours

    def _miss_turn(self, board: Board, place: Place, now: datetime) -> None:
        place.missed += 1
        if place.missed >= Pace().absent_after:
            place.absent_since = now
            place.taken_at = now + self.dice.expovariate(FOUND_A_DAY) * DAY
            self.absent.append({"game_id": board.game_id, "name": place.name, "at": now})

    def _find_somebody(self, board: Board, place: Place, now: datetime) -> None:
        """Let the player of an absent place come back, or a substitute take it over."""
        assert place.taken_at is not None
        if not place.player.is_gone(now):
            self._write_absent(now)
            turns.return_to_seat(board.game_id, place.player.person, now=now)
            place.missed, place.absent_since = 0, None
        elif now >= place.taken_at:
            place.taken_at = now + DAY
            self._write_absent(now)
            self._seat_substitute(board, place, now)

    def _seat_substitute(self, board: Board, place: Place, now: datetime) -> None:
        seated = [one.player for one in board.places]
        free = [one for one in self.pool if one not in seated and not one.is_gone(now)]
        if not free:
            return
        person = self.dice.choice(free).person
        try:
            turns.become_substitute(board.game_id, place.name, person, now=now)
        except turns.Rejected:
            self.refused += 1
        else:
            self.taken_over += 1
            self.substitute(board.game_id, place.name, person)

    def _write(self, now: datetime) -> None:
        """Write which seats are absent, and which games have ended."""
        with transaction.atomic():
            self._write_absent(now)
            places = [row for _at, board in self.over for row in _list_places(board)]
            winners: dict[int, list[str]] = defaultdict(list)
            for row in places:
                if row["has_won"]:
                    winners[row["game_id"]].append(row["name"])
            ended = [
                {"game_id": board.game_id, "at": at, "winners": winners[board.game_id]}
                for at, board in self.over
            ]
            _run(PLACES, places)
            _run(OVER, ended)
        self.over.clear()

    def _write_absent(self, now: datetime) -> None:
        _run(ABSENT, [row for row in self.absent if row["at"] <= now])
        self.absent = [row for row in self.absent if row["at"] > now]


def _list_places(board: Board) -> Iterator[dict[str, Any]]:
    """Yield the results of all seats of a game; those of a draw have no winner."""
    ranked = rank_levels({one.name: one.average for one in board.places})
    is_drawn = set(ranked.values()) == {1}
    for name, place in ranked.items():
        yield {
            "game_id": board.game_id, "name": name, "place": place,
            "has_won": place == 1 and not is_drawn,
        }  # fmt: skip


def rank_levels(levels: Mapping[str, float]) -> Mapping[str, int]:
    """Return the places of performances, from 1; two that are near each other are level."""
    best_first = sorted(levels, key=lambda name: -levels[name])
    places: dict[str, int] = {}
    for number, name in enumerate(best_first, start=1):
        before = best_first[number - 2]
        is_level = number > 1 and levels[before] - levels[name] < LEVEL
        places[name] = places[before] if is_level else number
    return places


def copy_game(example: Game, people: Sequence[Person], *, host: Person, now: datetime) -> Game:
    """Return a game that stands as another one did when it began, with other people."""
    given = {name: getattr(example, name) for name in COPIED}
    game = Game.objects.create(
        **given, host=host, opened_at=now, started_at=now, moved_at=now, invite_key=new_invite_key()
    )
    Seat.objects.bulk_create(
        Seat(
            game=game, name=seat.name, order=seat.order, colour=seat.colour, person=person,
            joined_at=now,
        )
        for seat, person in zip(example.seats.order_by("order"), people, strict=True)
    )  # fmt: skip
    return game


def write_played(
    ruleset: str,
    tables: Sequence[Sequence[Player]],
    span: tuple[datetime, datetime],
    dice: random.Random,
) -> None:
    """Write games that were played in a span of time, as strengths had it."""
    names = registry.get_ruleset(ruleset).seating.seats
    ends = sorted(span[0] + dice.random() * (span[1] - span[0]) for _table in tables)
    games = Game.objects.bulk_create(
        [
            Game(
                ruleset=ruleset, title="Casual", board="", pace={}, status="over", version=1,
                host=table[0].person, opened_at=span[0], started_at=span[0], ended_at=at,
            )
            for table, at in zip(tables, ends, strict=True)
        ],
        batch_size=1_000,
    )  # fmt: skip
    Seat.objects.bulk_create(
        (
            seat
            for game, table in zip(games, tables, strict=True)
            for seat in _seat_played(game, table, names, dice)
        ),
        batch_size=1_000,
    )


def _seat_played(
    game: Game, table: Sequence[Player], names: Sequence[str], dice: random.Random
) -> Iterator[Seat]:
    by_name = dict(zip(names, table, strict=True))
    places = rank_levels({name: one.perform(dice) for name, one in by_name.items()})
    for order, (name, one) in enumerate(by_name.items()):
        yield Seat(
            game=game, name=name, order=order, colour=name, person=one.person, side=order,
            joined_at=game.opened_at, place=places[name], has_won=places[name] == 1,
        )  # fmt: skip


def _run(statement: str, rows: Sequence[Mapping[str, Any]]) -> None:
    if rows:
        with connection.cursor() as cursor:
            cursor.execute(statement, [json.dumps(rows, default=datetime.isoformat)])
