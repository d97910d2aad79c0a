"""Reads for pages: what a person may see of games, in as few queries as may be."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.db.models import F, Prefetch, Q, QuerySet

from accounts.models import Person
from conquest.core import Mark, Phrase
from conquest.registry import AnyRules
from games import store
from games.models import Decision, Event, Game, Invitation, Seat, Submission

TAIL = 6
LATELY = 5
LONG_TURN = 80


@dataclass(frozen=True, slots=True)
class Step:
    """Something that happened, as its viewer may know it; ``seq`` is its number in the game."""

    seq: int
    at: datetime
    seat: str | None
    phrase: Phrase
    cost: int
    marks: tuple[Mark, ...]

    @property
    def is_capture(self) -> bool:
        """Whether something was lost to it."""
        return any(mark.kind == "ghost" for mark in self.marks)


@dataclass(frozen=True, slots=True)
class Visit:
    """A game with all who sit there and all that is asked, as ``person`` comes to see it."""

    game: Game
    person: Person | None
    seats: tuple[Seat, ...]
    asked: tuple[Decision, ...]

    @property
    def mine(self) -> Seat | None:
        """The seat the visitor plays, if any."""
        return _seat_of(self.seats, self.person)

    @property
    def viewer(self) -> str | None:
        """The name of the seat whose eyes the visitor looks through; ``None`` is the public."""
        return self.mine.name if self.mine else None

    @property
    def decision(self) -> Decision | None:
        """What is asked of the visitor."""
        mine = self.mine
        return next((one for one in self.asked if mine and one.seat_id == mine.pk), None)

    @property
    def is_host(self) -> bool:
        return self.person is not None and self.game.host_id == self.person.pk

    @property
    def vacant(self) -> tuple[Seat, ...]:
        """The seats a substitute can take over."""
        return tuple(seat for seat in self.seats if self.game.is_running and seat.is_absent)


@dataclass(frozen=True, slots=True)
class Row:
    """A game in a list: who sits there, what is asked, and the last thing that happened."""

    game: Game
    seats: tuple[Seat, ...]
    mine: Seat | None = None
    asked: tuple[Decision, ...] = ()
    last: Phrase | None = None

    @property
    def decision(self) -> Decision | None:
        """What is asked of the reader of the list."""
        return next((one for one in self.asked if self.mine and one.seat_id == self.mine.pk), None)

    @property
    def free(self) -> int:
        return sum(seat.person_id is None for seat in self.seats)


@dataclass(frozen=True, slots=True)
class Dashboard:
    """The games of a person: what is asked of him first, the most urgent on top."""

    asked: tuple[Row, ...]
    waiting: tuple[Row, ...]
    tables: tuple[Row, ...]
    finished: tuple[Row, ...]


def visit(pk: int, person: Person | None, *, key: str = "") -> Visit | None:
    """Give a game as a person may see it; ``None`` if there is none he may know of.

    Who has the ``key`` of its invitation link may see a private table.
    """
    games = Game.objects.select_related("host").prefetch_related(_SEATS, _ASKED)
    game = games.filter(pk=pk).first()
    if game is None or not (key == game.invite_key or _is_open_to(game, person)):
        return None
    return Visit(game, person, tuple(game.seats.all()), tuple(game.decisions.all()))


def invited_by_key(key: str) -> Game | None:
    """Give the table an invitation link leads to."""
    return Game.objects.filter(invite_key=key).first()


def invitations(game: Game) -> list[Invitation]:
    """List who was invited to a table by letter."""
    return list(game.invitations.order_by("at"))


def house_players() -> list[Person]:
    """List the players that belong to the house."""
    return list(Person.objects.filter(is_house=True, is_active=True).order_by("pk"))


def steps(game: Game, viewer: str | None, *, after: int = 0, upto: int | None = None) -> list[Step]:
    """Tell what happened in ``after < seq <= upto`` to a seat, or to the public."""
    told = (
        step(game.rules, row, event, viewer)
        for row, event in store.events(game, after=after, upto=upto)
    )
    return [one for one in told if one is not None]


def step(rules: AnyRules, row: Event, event: Any, viewer: str | None) -> Step | None:
    """Tell one event as a viewer may know it; ``None`` if there is nothing to tell."""
    seen = rules.witness(event, viewer)
    phrase = rules.tell(seen)
    if phrase is None:
        return None
    seat = getattr(seen, "seat", None)
    return Step(row.seq, row.at, seat, phrase, rules.cost(seen), rules.trace(seen))


def turn_steps(game: Game, viewer: str | None, number: int) -> list[Step]:
    """Tell what has happened in the turn ``number``, which began when it was first asked for."""
    began = Decision.objects.filter(game=game, number=number).order_by("id").first()
    if began is None:
        return []
    recent = steps(game, viewer, after=max(0, game.version - LONG_TURN))
    return [one for one in recent if one.at > began.opened_at]


def position(game: Game, upto: int) -> Any:
    """Give the position after the event ``upto``, or the nearest there is."""
    return store.load(game, min(max(upto, 1), game.version))


def last_submission(game: Game, seat: Seat) -> Submission | None:
    """Give what the person at a seat handed in last."""
    mine = Submission.objects.filter(game=game, seat=seat, person=seat.person)
    return mine.order_by("-last_seq").first()


def receipt(game: Game, person: Person, pk: int) -> Submission | None:
    """Give a submission to the person who handed it in."""
    return Submission.objects.filter(game=game, person=person, pk=pk).first()


def waiting_for(person: Person) -> QuerySet[Decision]:
    """Select what is asked of a person, in the order in which to answer it."""
    mine = Decision.objects.filter(closed_at=None, seat__person=person)
    return mine.select_related("game", "seat").order_by("due_at")


def dashboard(person: Person) -> Dashboard:
    """Gather a person's games for his first page."""
    rows = _rows(_games_of(person), person)
    running = [row for row in rows if row.game.is_running]
    return Dashboard(
        asked=tuple(sorted((row for row in running if row.decision), key=_urgency)),
        waiting=tuple(sorted((row for row in running if not row.decision), key=_patience)),
        tables=tuple(row for row in rows if not row.game.is_running),
        finished=tuple(_finished(person)),
    )


def open_tables(person: Person | None) -> list[Row]:
    """List the open tables a person may join, the newest first."""
    mine = Q(host=person) | Q(seats__person=person) if person else Q(pk=None)
    tables = Game.objects.filter(Q(is_private=False) | mine, status=Game.Status.OPEN)
    return _plain(tables.distinct().order_by("-opened_at")[:50], person)


def running_games(limit: int = 20) -> list[Row]:
    """List public games under way as the public sees them, the liveliest first."""
    games = Game.objects.filter(status=Game.Status.RUNNING, is_private=False)
    return _rows(games.order_by("-moved_at")[:limit], None)


def finished_games(limit: int = 20) -> list[Row]:
    """List public games that are over, the latest first."""
    games = Game.objects.filter(status=Game.Status.OVER, is_private=False)
    return _plain(games.order_by("-ended_at")[:limit], None)


def _is_open_to(game: Game, person: Person | None) -> bool:
    """Whether a person may see a game: private ones are for those who sit, sat or are asked."""
    if not game.is_private:
        return True
    if person is None:
        return False
    if game.host_id == person.pk or _seat_of(game.seats.all(), person):
        return True
    had_a_seat = game.departures.filter(person=person)
    return had_a_seat.exists() or game.invitations.filter(address__iexact=person.email).exists()


def _seat_of(seats: Iterable[Seat], person: Person | None) -> Seat | None:
    return next((seat for seat in seats if person and seat.person_id == person.pk), None)


def _games_of(person: Person) -> QuerySet[Game]:
    sits = Q(seats__person=person, status__in=[Game.Status.OPEN, Game.Status.RUNNING])
    asked = Q(host=person) | Q(invitations__address__iexact=person.email)
    games = Game.objects.filter(sits | asked & Q(status=Game.Status.OPEN))
    return games.distinct().order_by("-opened_at")


def _rows(games: QuerySet[Game], person: Person | None) -> list[Row]:
    found = list(games.prefetch_related(_SEATS, _ASKED))
    last = _last_words([game for game in found if game.is_running], person)
    return [
        Row(
            game,
            tuple(game.seats.all()),
            _seat_of(game.seats.all(), person),
            tuple(game.decisions.all()),
            last.get(game.pk),
        )
        for game in found
    ]


def _plain(games: QuerySet[Game], person: Person | None) -> list[Row]:
    light = games.defer("state", "seed").prefetch_related(_SEATS)
    return [
        Row(game, tuple(game.seats.all()), _seat_of(game.seats.all(), person)) for game in light
    ]


def _finished(person: Person) -> list[Row]:
    games = Game.objects.filter(seats__person=person, status=Game.Status.OVER)
    return _plain(games.order_by("-ended_at")[:LATELY], person)


def _last_words(games: Sequence[Game], person: Person | None) -> dict[int, Phrase]:
    """Tell the last thing that moved, or else the last that happened, of each game."""
    by_game = {game.pk: game for game in games}
    rows: dict[int, list[Event]] = defaultdict(list)
    recent = Event.objects.filter(game__in=games, seq__gt=F("game__version") - TAIL)
    for row in recent.order_by("seq"):
        rows[row.game_id].append(row)
    tails = {pk: _tail(by_game[pk], rows[pk], person) for pk in rows}
    return {pk: _telling(tail) for pk, tail in tails.items() if tail}


def _tail(game: Game, rows: Iterable[Event], person: Person | None) -> list[Step]:
    seat = _seat_of(game.seats.all(), person)
    viewer, kinds = seat.name if seat else None, game.rules.events
    read = ((row, msgspec.convert({**row.data, "kind": row.kind}, kinds[row.kind])) for row in rows)
    told = (step(game.rules, row, event, viewer) for row, event in read)
    return [one for one in told if one is not None]


def _telling(tail: Sequence[Step]) -> Phrase:
    moved = (one for one in reversed(tail) if any(mark.kind == "arrow" for mark in one.marks))
    return next(moved, tail[-1]).phrase


def _urgency(row: Row) -> tuple[bool, datetime]:
    """Sort questions that interrupt another's turn before turns, then by time left."""
    assert row.decision is not None
    return row.decision.kind == "turn", row.decision.due_at


def _patience(row: Row) -> datetime:
    return min((one.opened_at for one in row.asked), default=row.game.opened_at)


_SEATS = Prefetch("seats", Seat.objects.select_related("person"))
_ASKED = Prefetch(
    "decisions",
    Decision.objects.filter(closed_at=None).select_related("seat__person").order_by("due_at"),
)
