"""The course of a simulated league: people enter, play, leave and vanish, and the ticks of the
engine pass, with nothing else told to it than the time."""

from __future__ import annotations

import contextlib
import random
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from heapq import heappop, heappush
from itertools import count
from typing import TypeAlias
from unittest import mock

from accounts.models import Person
from games.models import Game
from games.play import bots, clock, tables, turns
from leagues import ratings
from leagues.models import LeagueStanding
from seasons import entering, standings, tasks, tending
from seasons.entering import EntryRefused, Wish
from seasons.groups import table_size_of
from seasons.models import Championship, Competition
from tests.league import players
from tests.league.games import Boards, write_played
from tests.league.players import DAY, HOUR, Player

BEGIN = datetime(2026, 1, 5, 12, 0, tzinfo=UTC)
CASUAL = BEGIN - 100 * DAY, BEGIN  # when people have played before
OPENS = 14 * DAY  # before the first season
MOST_ROUNDS = 100  # of a tick, until nothing is due any more
Action: TypeAlias = Callable[[], object]
Status = Competition.Status


@dataclass(frozen=True, slots=True)
class Scale:
    """How large a league is, on what terms it is played, and what happens to its people."""

    ruleset: str = "bollwerk"
    people: int = 2_000
    seasons: int = 3
    days: int = 90
    meetings: int = 1
    turns: int = 60
    casual: int = 6  # games of each before, of those two thirds who are no newcomers
    vanish: float = 0.12
    withdraw: float = 0.02
    reserve: float = 0.04
    forecasts: int = 0  # whether a hundred futures of each table are worked out
    tick: int = 24  # hours between two ticks of the site
    seed: int = 1


@dataclass(frozen=True, slots=True)
class SeasonRecord:
    """What was known of a season: the rating list when it was drawn, and when it ended; how many
    people were away when it began, and who has vanished and withdrawn in it."""

    season: Competition
    drawn_by: Mapping[int, float]
    away: int
    vanished: Sequence[Player]
    withdrew: list[Player] = field(default_factory=list)
    list_at_end: dict[int, float] = field(default_factory=dict)


@dataclass
class Course:
    """A league under way."""

    scale: Scale
    now: datetime = BEGIN
    agenda: list[tuple[datetime, int, Action]] = field(default_factory=list)
    numbers: Iterator[int] = field(default_factory=count)
    records: dict[int, SeasonRecord] = field(default_factory=dict)
    invited: set[int] = field(default_factory=set)
    refused: int = 0
    unsettled: int = 0
    seconds: float = 0.0
    longest: tuple[float, str] = (0.0, "")

    def __post_init__(self) -> None:
        self.dice = random.Random(self.scale.seed)
        more = round(self.scale.people * self.scale.reserve * self.scale.seasons)
        self.players = players.make_players(self.scale.people + more, self.dice)
        self.fresh = self.players[self.scale.people :]
        self.regulars = self.players[: self.scale.people]
        self.by_person = {one.person.pk: one for one in self.players}
        pool = [one for one in self.players if one.is_in_pool]
        self.boards = Boards(self.dice, self.by_person, self.scale.turns, pool)

    def run(self, tell: Callable[[str], None] = lambda said: None) -> None:
        """Let all seasons pass."""
        bots.get_or_create_bots()
        self._play_casually()
        self._open_championship()
        while self._ended() < self.scale.seasons:
            self._pass_tick()
            if self.now.day == 1 and self.now.hour == BEGIN.hour:
                tell(f"{self.now:%d %B %Y}: {self.boards.begun} games, {self.seconds:.0f} s")

    def _play_casually(self) -> None:
        """Let two thirds of the people have played before, each as many games as the others."""
        size = table_size_of(self.scale.ruleset, {})
        known = self.players[: 2 * self.scale.people // 3]
        tables = [
            self.dice.sample(known, size)
            for _number in range(len(known) * self.scale.casual // size)
        ]
        write_played(self.scale.ruleset, tables, CASUAL, self.dice)
        ratings.rate_games()

    def _open_championship(self) -> None:
        self.championship = Championship.objects.create(
            title="League", ruleset=self.scale.ruleset, pace=clock.PRESETS["leisurely"],
            meetings=self.scale.meetings, days=self.scale.days,
            first_begins_at=BEGIN + OPENS,
        )  # fmt: skip

    def _ended(self) -> int:
        return self.championship.seasons.filter(status=Status.OVER).count()

    def _pass_tick(self) -> None:
        """Play and act until the next tick of the site, and let it pass."""
        self.boards.play_until(self.now)
        while self.agenda and self.agenda[0][0] <= self.now:
            heappop(self.agenda)[-1]()
        self._tend()
        ratings.rate_games()
        self._note_seasons()
        self.now += self.scale.tick * HOUR

    def _tend(self) -> None:
        """Let the worker do what is due, until nothing is."""
        for _round in range(MOST_ROUNDS):
            tending.wake_groups(self.now)
            if not sum(map(self._time_step, tasks._list_steps())):
                return
        self.unsettled += 1

    def _time_step(self, step: Callable[[], object]) -> int:
        began = time.perf_counter()
        step()
        spent = time.perf_counter() - began
        self.seconds += spent
        assert isinstance(step, partial)
        self.longest = max(self.longest, (spent, step.args[0].__name__))
        return 1

    def _plan(self, at: datetime, action: Action) -> None:
        heappush(self.agenda, (at, next(self.numbers), action))

    def _note_seasons(self) -> None:
        """Let people enter a season that has opened, and note what is known of one that begins or
        ends."""
        for season in self.championship.seasons.order_by("number"):
            if season.status == Status.ENTRY and season.pk not in self.invited:
                self.invited.add(season.pk)
                self._let_enter(season)
            elif season.status == Status.RUNNING and season.pk not in self.records:
                self._begin_season(season)
            elif season.status == Status.OVER and not self.records[season.pk].list_at_end:
                self.records[season.pk].season.refresh_from_db()
                self.records[season.pk].list_at_end.update(self._read_list())

    def _let_enter(self, season: Competition) -> None:
        """Plan when people enter a season, of whom those of the first are all."""
        assert season.entry_closes_at is not None
        span = season.entry_closes_at - self.now
        for one in self.regulars:
            if season.number == 1 or self.dice.random() < players.RETURNING:
                at = self.now + self.dice.random() * span
                self._plan(at, partial(self._enter, season.pk, one))

    def _enter(self, season: int, one: Player) -> None:
        if one.is_gone(self.now):
            return
        try:
            wish = Wish(one.at_once, is_lasting=one.is_lasting)
            entering.enter(season, one.person, wish, now=self.now)
        except EntryRefused:
            self.refused += 1

    def _begin_season(self, season: Competition) -> None:
        """Draw who will vanish from a season that has begun, who withdraws, who comes later."""
        assert season.begins_at is not None
        span = season.begins_at, season.begins_at + season.days * DAY
        entries = season.entries.filter(seeding__isnull=False).order_by("seeding")
        playing = [self.by_person[one] for one in entries.values_list("person", flat=True)]
        present = [one for one in playing if not one.is_gone(self.now)]
        vanished = players.let_vanish(present, self.scale.vanish, span, self.dice)
        away = len(playing) - len(present)
        record = SeasonRecord(season, self._read_list(), away, vanished)
        self.records[season.pk] = record
        staying = [one for one in present if one not in vanished]
        for one in self.dice.sample(staying, round(self.scale.withdraw * len(staying))):
            self._plan(self._draw_moment(span), partial(self._leave, record, one))
        half = span[0], span[0] + (span[1] - span[0]) / 2
        reserve = round(self.scale.reserve * self.scale.people)
        for one in [self.fresh.pop() for _number in range(min(reserve, len(self.fresh)))]:
            self._plan(self._draw_moment(half), partial(self._enter, season.pk, one))

    def _draw_moment(self, span: tuple[datetime, datetime]) -> datetime:
        begin, end = span
        return begin + self.dice.random() * (end - begin)

    def _leave(self, record: SeasonRecord, one: Player) -> None:
        with contextlib.suppress(EntryRefused):
            entering.leave(record.season.pk, one.person, now=self.now)
            record.withdrew.append(one)

    def _read_list(self) -> Mapping[int, float]:
        rows = LeagueStanding.objects.filter(ruleset=self.scale.ruleset, season=0)
        return dict(rows.values_list("person", "ranking"))


@contextlib.contextmanager
def league(scale: Scale) -> Iterator[Course]:
    """Yield a league on the database of Django's connection. The clock is that of the course;
    games are begun as copies, taken over and adjudicated as its boards say."""
    course, seeds = Course(scale), random.Random(scale.seed)
    begin, replace = tables.begin_arranged_game, turns.substitute_player

    def substitute(game: int, name: str, person: Person, *, now: datetime) -> Person | None:
        before = replace(game, name, person, now=now)
        course.boards.substitute(game, name, person)
        return before

    def adjudicate(game: int, *, now: datetime) -> Mapping[str, int]:
        Game.objects.filter(pk=game).update(is_rated=False)
        return course.boards.adjudicate(game)

    with contextlib.ExitStack() as stack:
        for module, name, replacement in (
            (clock, "now", lambda: course.now),
            (tables, "begin_arranged_game", partial(course.boards.begin, begin)),
            (turns, "substitute_player", substitute),
            (turns, "adjudicate_game", adjudicate),
            (standings, "MOST_FORECAST", scale.forecasts * standings.MOST_FORECAST),
            # Else no two leagues of a seed would be the same.
            (secrets, "token_bytes", lambda size=None: seeds.randbytes(size or 32)),
        ):
            stack.enter_context(mock.patch.object(module, name, replacement))
        yield course
