"""Search for tables and games by rule set, pace, title, players and other criteria."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.conf import settings
from django.contrib.postgres.search import SearchQuery
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from accounts.display_text import plain_text
from accounts.models import Person
from games.models import Departure, Game, Removal, Seat
from games.models.game import TITLE_WORDS
from games.paging import MOST, count_rows
from games.play.clock import PRESETS

OPEN = Game.Status.OPEN.value
VACANT = "vacant"
RUNNING = Game.Status.RUNNING.value
OVER = Game.Status.OVER.value
SHOWN = (OPEN, VACANT, RUNNING, OVER)
ORDER = {OPEN: "-opened_at", VACANT: "-moved_at", RUNNING: "-moved_at", OVER: "-ended_at"}
WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class GameSearch:
    """Criteria of a search; empty ones do not matter.

    ``status`` is open, running or over, or vacant: running games in which a seat can be taken
    over. ``free`` is the least number of free seats at an open table. ``words`` begin words of a
    title, or are a part of a player's name. ``pace`` is the name of a preset, ``language`` that of
    the host.
    """

    status: str = OPEN
    ruleset: str = ""
    pace: str = ""
    free: int = 0
    words: str = ""
    language: str = ""


def search_games(search: GameSearch, person: Person | None) -> QuerySet[Game]:
    """Select the matching games that a person may see: open tables by when they were opened,
    running games by the last move, finished ones by their end, the latest first.

    Vacant seats are those that the person may take.
    """
    wanted = _vacant_filter(person) if search.status == VACANT else Q(status=search.status)
    games = _matching_games(search, person).filter(wanted)
    # Nobody can fill the list with tables of their own; a search for words still finds them.
    if search.status == OPEN and not search.words.strip():
        games = _newest_per_host(games)
    return games.order_by(ORDER[search.status], "-pk")


def count_by_status(search: GameSearch, person: Person | None) -> Mapping[str, int]:
    """Count the matching games by status, each as far as lists are counted."""
    return {
        status: count_rows(search_games(replace(search, status=status), person), MOST)
        for status in SHOWN
    }


def _matching_games(search: GameSearch, person: Person | None) -> QuerySet[Game]:
    games = Game.objects.filter(_visible_filter(person))
    if search.ruleset:
        games = games.filter(ruleset=search.ruleset)
    if search.pace:
        games = games.filter(pace__clocks__turn=PRESETS[search.pace]["clocks"]["turn"])
    if search.language:
        games = games.filter(host__language=search.language)
    if search.free:
        games = games.filter(~Q(status=OPEN) | Q(pk__in=_with_free_seats(search.free)))
    if search.words.strip():
        games = games.filter(pk__in=_ids_by_title(search.words).union(_ids_by_player(search.words)))
    return games


def _vacant_filter(person: Person | None) -> Q:
    """Select running games with an absent seat that a person may take: one who has not played
    there and was not removed from the table."""
    seats = Seat.objects.filter(game=OuterRef("pk"))
    # There is an index of absent seats without a place, which only ended games have given.
    vacant = Q(Exists(seats.filter(is_absent=True, place=None)), status=RUNNING, paused_at=None)
    if person is None:
        return vacant
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
    sits = Seat.objects.filter(person=person).values("game")
    return Q(is_private=False) | Q(host=person) | Q(pk__in=sits)


def _with_free_seats(number: int) -> QuerySet[Game, int]:
    free = Count("seats", filter=Q(seats__person=None))
    games = Game.objects.filter(status=OPEN).annotate(free=free).filter(free__gte=number)
    return games.values_list("pk", flat=True)


def _ids_by_title(words: str) -> QuerySet[Game, int]:
    """Select games by title: each of the words must begin a word of the title."""
    # Only word characters get into the raw query, so that nobody can write its operators.
    wanted = " & ".join(f"{word}:*" for word in WORD.findall(words))
    games = Game.objects.annotate(titled=TITLE_WORDS)
    query = SearchQuery(wanted, config="simple", search_type="raw")
    matching = games.filter(titled=query) if wanted else games.none()
    return matching.values_list("pk", flat=True)


def _ids_by_player(name: str) -> QuerySet[Seat, int]:
    people = Person.objects.filter(name__icontains=plain_text(name).strip())
    return Seat.objects.filter(person__in=people).values_list("game", flat=True)
