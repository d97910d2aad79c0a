"""Search for tables and games by rule set, pace, title, players and other criteria."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.models import Person
from games.models import Departure, Game, Removal, Seat
from games.paging import MOST, count_rows
from games.play.clock import PRESETS
from games.word_search import FoundWords, find_words

OPEN = Game.Status.OPEN.value
VACANT = "vacant"
RUNNING = Game.Status.RUNNING.value
OVER = Game.Status.OVER.value
SHOWN = (OPEN, VACANT, RUNNING, OVER)
AT = {OPEN: "opened_at", VACANT: "moved_at", RUNNING: "moved_at", OVER: "ended_at"}
LOOKED_AT = 2_000
ABSENT_SEATS = 500  # as many are looked at: those of the newest games
EVER = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class GameSearch:
    """Criteria of a search; empty ones do not matter.

    ``status`` is open, running or over, or vacant: running games in which a seat can be taken
    over. ``free`` is the least number of free seats at an open table. ``words`` begin words of a
    title, or are a part of a player's name. ``pace`` is the name of a preset, ``language`` that of
    the host. ``welcomes_programs`` asks for open tables where program accounts may sit down.
    """

    status: str = OPEN
    ruleset: str = ""
    pace: str = ""
    free: int = 0
    words: str = ""
    language: str = ""
    welcomes_programs: bool = False


@dataclass(frozen=True, slots=True)
class FoundGames:
    """The games that match a search, by status. Where ``is_cut``, there are older ones in the list
    of its own status that were not looked at."""

    lists: Mapping[str, QuerySet[Game]]
    is_cut: bool


def search_games(search: GameSearch, person: Person | None) -> FoundGames:
    """Find the matching games that a person may see: open tables by when they were opened, running
    games by the last move, finished ones by their end, the latest first.

    Vacant seats are those that the person may take. What no index finds is sought one by one among
    the newest ``LOOKED_AT`` games of a list, of a rule set if one is given.
    """
    found = find_words(search.words) if search.words.strip() else None
    is_one_by_one = bool(search.pace or search.language or search.free or search.welcomes_programs)
    if found:
        is_one_by_one = found.is_common
    lists = {status: _list_games(status, search, person, found, is_one_by_one) for status in SHOWN}
    return FoundGames(lists, is_one_by_one and _last_looked_at(search.status, search).exists())


def count_by_status(lists: Mapping[str, QuerySet[Game]]) -> Mapping[str, int]:
    """Count the games of lists, each as far as lists are counted."""
    return {status: count_rows(games, MOST) for status, games in lists.items()}


def _list_games(
    status: str,
    search: GameSearch,
    person: Person | None,
    found: FoundWords | None,
    is_one_by_one: bool,
) -> QuerySet[Game]:
    """Select the matching games of one list."""
    wanted = _vacant_filter(person) if status == VACANT else Q(status=status)
    games = _matching_games(status, search).filter(wanted, _visible_filter(person))
    if found:
        games = found.filter_games(games)
    elif status == OPEN:
        # Nobody can fill the list with tables of their own; a search for words still finds them.
        games = _newest_per_host(games)
    if is_one_by_one:
        since = Coalesce(Subquery(_last_looked_at(status, search)), EVER)
        games = games.filter(**{f"{AT[status]}__gte": since})
    return games.order_by(f"-{AT[status]}", "-pk")


def _matching_games(status: str, search: GameSearch) -> QuerySet[Game]:
    games = Game.objects.all()
    if search.ruleset:
        games = games.filter(ruleset=search.ruleset)
    if search.pace:
        games = games.filter(pace__clocks__turn=PRESETS[search.pace]["clocks"]["turn"])
    if search.language:
        # Not joined: PostgreSQL would gather all people of a language first.
        host = Person.objects.filter(pk=OuterRef("host"))
        games = games.alias(spoken=Subquery(host.values("language")))
        games = games.filter(spoken=search.language)
    if search.welcomes_programs and status == OPEN:
        games = games.filter(welcomes_programs=True)
    if search.free and status == OPEN:
        free = Seat.objects.filter(game=OuterRef("pk"), person=None)
        games = games.filter(Exists(free[search.free - 1 : search.free]))
    return games


def _last_looked_at(status: str, search: GameSearch) -> QuerySet[Game, datetime]:
    """Return, as a row or none, the time of the last game of a list that is looked at."""
    # Of vacant seats only the newest are looked at in any case.
    listed = Game.objects.none() if status == VACANT else Game.objects.filter(status=status)
    if search.ruleset:
        listed = listed.filter(ruleset=search.ruleset)
    times = listed.order_by(f"-{AT[status]}").values_list(AT[status], flat=True)
    return times[LOOKED_AT - 1 : LOOKED_AT]


def _vacant_filter(person: Person | None) -> Q:
    """Select running games with an absent seat that a person may take: one who has not played
    there and was not removed from the table. No more than the newest ``ABSENT_SEATS`` are
    looked at."""
    # There is an index of absent seats without a place, which only ended games have given.
    # Where a friend plays for somebody, nobody is looked for yet.
    is_sought = Q(sought_at__isnull=False) | Q(advertised_at__isnull=False)
    no_friend = Q(stand_in=None) | Q(stand_in__is_house=True) | is_sought
    absent = Seat.objects.filter(no_friend, is_absent=True, absent_until=None, place=None)
    absent = absent.order_by("-game")
    newest = absent.values("game")[:ABSENT_SEATS]
    vacant = Q(pk__in=newest, status=RUNNING, paused_at=None)
    if person is None:
        return vacant
    seats = Seat.objects.filter(game=OuterRef("pk"))
    left = Departure.objects.filter(game=OuterRef("pk"), person=person)
    removed = Removal.objects.filter(game=OuterRef("pk"), person=person)
    had_a_seat = Q(Exists(seats.filter(person=person))) | Q(Exists(left))
    return vacant & ~had_a_seat & ~Q(Exists(removed))


def _newest_per_host(games: QuerySet[Game]) -> QuerySet[Game]:
    """Select those of which the host has opened no more than a few since.

    Each is asked by itself, so that a page of the list costs the same however long it is.
    """
    since = Q(opened_at__gt=OuterRef("opened_at"))
    since |= Q(opened_at=OuterRef("opened_at"), pk__gt=OuterRef("pk"))
    newer = games.filter(since, host=OuterRef("host")).order_by("-opened_at")
    most = settings.MAX_SHOWN_TABLES
    return games.filter(~Exists(newer[most - 1 : most]))


def _visible_filter(person: Person | None) -> Q:
    """Select public games, and those that a person hosts or sits at."""
    if person is None:
        return Q(is_private=False)
    sits = Exists(Seat.objects.filter(game=OuterRef("pk"), person=person))
    return Q(is_private=False) | Q(host=person) | Q(sits)
