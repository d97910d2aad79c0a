"""Games by words: of their titles, and parts of the names of their players."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from django.contrib.postgres.search import SearchQuery
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.db.models.lookups import IsNull

from accounts.display_text import plain_text
from accounts.models import Person
from accounts.name_search import name_contains
from games.fenced import OneOf
from games.models import Game, Seat
from games.models.game import TITLE_WORDS

WORD = re.compile(r"\w+")
SAMPLE = 1_000  # of the newest: what many of them match is common
COMMON = 10  # matches in a sample
MOST_PEOPLE = 100


@dataclass(frozen=True, slots=True)
class FoundWords:
    """What words were found to mean: a ``query`` for titles, if any, and the ids of ``people``.

    What ``is_common`` matches a great number of games: it is faster to look at one after the other,
    the newest first, than to gather all that match.
    """

    query: SearchQuery | None
    people: tuple[int, ...]
    is_common: bool

    def filter_games(self, games: QuerySet[Game]) -> QuerySet[Game]:
        """Select those of some games that match."""
        if self.is_common:
            # Not a bare condition, for which the index of titles would gather all that match.
            match = Coalesce(_match_one(self.query, self.people), False)
            return _with_title(games).alias(is_match=match).filter(is_match=True)
        titled = _with_title(Game.objects.all()).filter(_match_title(self.query))
        seats = Seat.objects.filter(person__in=self.people).order_by()
        played = Q(OneOf("pk", seats.values("game")))
        return games.filter(Q(OneOf("pk", titled.values("pk"))) | played)


def find_words(words: str) -> FoundWords:
    """Look up what words match: each must begin a word of a title, or all of them together are a
    part of a player's name. Of a name that more than ``MOST_PEOPLE`` have, some are taken."""
    # Only word characters get into the raw query, so that nobody can write its operators.
    wanted = " & ".join(f"{word}:*" for word in WORD.findall(words))
    query = SearchQuery(wanted, config="simple", search_type="raw") if wanted else None
    people = tuple(_find_people(plain_text(words).strip()))
    newest = _with_title(Game.objects.all())
    matching = _matching_newest(newest, _match_one(query, people))
    return FoundWords(query, people, len(matching) > COMMON)


def _find_people(part: str) -> list[int]:
    if not part:
        return []
    common = _matching_newest(Person.objects.all(), Q(name__icontains=part))
    if len(common) > MOST_PEOPLE:
        return common[:MOST_PEOPLE]
    people = Person.objects.filter(name_contains(part))
    return list(people.values_list("pk", flat=True)[:MOST_PEOPLE])


def _matching_newest(rows: QuerySet[Any], condition: Q) -> list[int]:
    """Return the ids of those of the newest rows that fulfil a condition."""
    newest = rows.order_by("-pk").annotate(is_match=condition)[:SAMPLE]
    return [pk for pk, is_match in newest.values_list("pk", "is_match") if is_match]


def _with_title(games: QuerySet[Game]) -> QuerySet[Game]:
    return games.alias(titled=TITLE_WORDS)


def _match_title(query: SearchQuery | None) -> Q:
    return Q(titled=query) if query else Q(pk__in=())


def _match_one(query: SearchQuery | None, people: tuple[int, ...]) -> Q:
    """Select games one by one: by title or by who sits there."""
    seats = Seat.objects.filter(game=OuterRef("pk"), person__in=people).order_by()
    # With EXISTS, PostgreSQL would first gather all seats of a bot who plays everywhere.
    return _match_title(query) | Q(IsNull(Subquery(seats.values("pk")[:1]), False))
