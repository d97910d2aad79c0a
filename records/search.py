"""Search of the archive: by rule set, players, result, length, opening and time, the newest first.

Each page costs the same however many games there are: the rows that an index finds are walked from
the cursor on, at most ``LOOKED_AT``, and the rest of the criteria is asked of these alone; where
they give less than a page, its reader can go on from the last one (decision 90).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import Person
from accounts.names import likeness
from games.models import Game
from records.models import ArchivedGame, ArchivedSeat, OpeningPlay

PAGE = 20
LOOKED_AT = 2_000
ID_DIGITS = 18  # fit a bigint
WON, LOST, DRAWN, LEFT, PLAYED_OUT = "won", "lost", "drawn", "left", "played_out"
RESULTS = (WON, LOST, DRAWN, LEFT, PLAYED_OUT)
# Asked of the games themselves, too: one that was annulled a moment ago is not shown.
STILL_PUBLIC = Q(game__status=Game.Status.OVER, game__is_private=False, game__is_rated=True)
NEWEST = ("-ended_at", "-game")


@dataclass(frozen=True, slots=True)
class ArchiveCursor:
    """A place in the archive: after the game with this end and id come those that ended before."""

    ended_at: datetime
    game: int

    def __str__(self) -> str:
        at = self.ended_at.astimezone(UTC)
        return f"{at:%Y%m%dT%H%M%S.%f}-{self.game}"


@dataclass(frozen=True, slots=True)
class ArchiveSearch:
    """Criteria of a search; empty ones do not matter.

    ``players`` are ids of people who all sat there at the end. ``result`` is one of ``RESULTS``: a
    win or loss of the first of the players, a draw, a game that somebody left, or one that nobody
    did. ``winner`` is a seat, ``reason`` how the rules say that it ended; ``turns`` the least and
    most turns of all seats together, ``opening`` the key of a way in which it began; ``since`` and
    ``until`` the first and last day of its end (UTC). ``after`` is where the page before ended.
    """

    ruleset: str = ""
    players: tuple[int, ...] = ()
    result: str = ""
    winner: str = ""
    reason: str = ""
    turns: tuple[int | None, int | None] = (None, None)
    opening: str = ""
    since: date | None = None
    until: date | None = None
    after: ArchiveCursor | None = None


@dataclass(frozen=True, slots=True)
class FoundPlayer:
    """Somebody at a seat of a game: the id and name of the person, and whether they won."""

    seat: str
    person: int
    name: str
    has_won: bool


@dataclass(frozen=True, slots=True)
class FoundGame:
    """A game in the archive: what its row says, and who played."""

    id: int
    title: str
    ruleset: str
    board: str
    ended_at: datetime
    turns: int
    winners: tuple[str, ...]
    reason: str
    was_left: bool
    players: tuple[FoundPlayer, ...]


@dataclass(frozen=True, slots=True)
class ArchivePage:
    """A page of found games. ``following`` is where the next page begins, None where nothing is
    left; where ``is_cut``, games before that were not looked at, and there may be others."""

    games: tuple[FoundGame, ...]
    following: ArchiveCursor | None
    is_cut: bool


def read_cursor(text: str) -> ArchiveCursor | None:
    """Read a cursor that was written by ``str``; None if it is none."""
    at, _dash, game = text.partition("-")
    if not (game.isascii() and game.isdigit() and len(game) <= ID_DIGITS):
        return None
    try:
        return ArchiveCursor(
            datetime.strptime(at, "%Y%m%dT%H%M%S.%f").replace(tzinfo=UTC), int(game)
        )
    except ValueError:
        return None


def find_player(name: str) -> int | None:
    """Return the id of the person who is called so, spaces and capitals aside; None if nobody is.

    Guests and those who have deleted their account are not found.
    """
    people = Person.objects.filter(likeness=likeness(name), is_guest=False)
    return people.values_list("pk", flat=True).first()


def search_archive(search: ArchiveSearch) -> ArchivePage:
    """Return the page of the archive that a search asks for: the same for everybody."""
    is_narrowed = bool(_game_filter(search, ()))
    most = LOOKED_AT if is_narrowed else PAGE
    looked_at = list(_candidates(search)[: most + 1])
    candidates, is_more = looked_at[:most], len(looked_at) > most
    games = [game for game, _at in candidates]
    found = list(_matching_games(_game_filter(search, games), games)[: PAGE + 1])
    shown = found[:PAGE]
    is_full = len(found) > PAGE
    last = ArchiveCursor(shown[-1].ended_at, shown[-1].pk) if is_full else None
    if last is None and is_more:
        game, at = candidates[-1]
        last = ArchiveCursor(at, game)
    return ArchivePage(_build_games(shown), last, is_cut=is_more and not is_full and is_narrowed)


def _candidates(search: ArchiveSearch) -> QuerySet[Any, Any]:
    """Select id and end of the games that one index finds, the newest first."""
    rows: QuerySet[Any, Any]
    if search.players:
        rows = ArchivedSeat.objects.filter(person=search.players[0])
    elif search.opening:
        rows = OpeningPlay.objects.filter(node=search.opening)
    elif search.ruleset:
        rows = ArchivedGame.objects.filter(ruleset=search.ruleset)
    else:
        rows = ArchivedGame.objects.all()
    return rows.filter(_period_filter(search)).order_by(*NEWEST).values_list("game_id", "ended_at")


def _period_filter(search: ArchiveSearch) -> Q:
    wanted = Q()
    if search.since:
        wanted &= Q(ended_at__gte=_beginning_of(search.since))
    if search.until:
        # Not the beginning of the day after: the last day of all has none.
        wanted &= Q(ended_at__lte=datetime.combine(search.until, time.max, tzinfo=UTC))
    if search.after:
        # Both: the first bounds the walk of the index, the second is for games of one moment.
        at, game = search.after.ended_at, search.after.game
        wanted &= Q(ended_at__lte=at) & (Q(ended_at__lt=at) | Q(game__lt=game))
    return wanted


def _beginning_of(day: date) -> datetime:
    return datetime.combine(day, time(), tzinfo=UTC)


def _game_filter(search: ArchiveSearch, games: Sequence[int]) -> Q:
    """Return what is asked of each of the games that the index has found; empty where it is
    nothing."""
    wanted, (least, most) = Q(), search.turns
    if search.ruleset and (search.players or search.opening):
        wanted &= Q(ruleset=search.ruleset)
    for person in search.players[1:]:
        wanted &= Q(_sat_there(games, person=person))
    if search.opening and search.players:
        wanted &= Q(_began_so(games, search.opening))
    if search.winner:
        wanted &= Q(winners__contains=[search.winner])
    if search.reason:
        wanted &= Q(reason=search.reason)
    if least is not None:
        wanted &= Q(turns__gte=least)
    if most is not None:
        wanted &= Q(turns__lte=most)
    return wanted & _result_filter(search, games)


def _result_filter(search: ArchiveSearch, games: Sequence[int]) -> Q:
    first = search.players[0] if search.players else None
    filters: Mapping[str, Q] = {
        WON: Q(_sat_there(games, person=first, has_won=True)) if first else ~Q(winners=[]),
        LOST: ~Q(winners=[]) & Q(_sat_there(games, person=first, has_won=False)) if first else Q(),
        DRAWN: Q(winners=[]),
        LEFT: Q(was_left=True),
        PLAYED_OUT: Q(was_left=False),
    }
    return filters.get(search.result, Q())


def _sat_there(games: Sequence[int], **seat: Any) -> Exists:
    # Named once more, or PostgreSQL would first gather all seats of somebody who plays much.
    return Exists(ArchivedSeat.objects.filter(game=OuterRef("pk"), game__in=games, **seat))


def _began_so(games: Sequence[int], opening: str) -> Exists:
    plays = OpeningPlay.objects.filter(game=OuterRef("pk"), game__in=games, node=opening)
    return Exists(plays)


def _matching_games(narrowed: Q, games: Sequence[int]) -> QuerySet[ArchivedGame]:
    rows = ArchivedGame.objects.filter(STILL_PUBLIC, narrowed, pk__in=games)
    return rows.select_related("game").order_by(*NEWEST)


def _build_games(rows: Sequence[ArchivedGame]) -> tuple[FoundGame, ...]:
    seats = ArchivedSeat.objects.filter(game__in=rows).select_related("person").order_by("order")
    by_game: dict[int, list[FoundPlayer]] = {row.pk: [] for row in rows}
    for seat in seats:
        player = FoundPlayer(seat.name, seat.person_id, seat.person.name, seat.has_won)
        by_game[seat.game_id].append(player)
    return tuple(_build_game(row, by_game[row.pk]) for row in rows)


def _build_game(row: ArchivedGame, players: Sequence[FoundPlayer]) -> FoundGame:
    return FoundGame(
        id=row.pk, title=row.game.title, ruleset=row.ruleset, board=row.board,
        ended_at=row.ended_at, turns=row.turns, winners=tuple(row.winners), reason=row.reason,
        was_left=row.was_left, players=tuple(players),
    )  # fmt: skip
