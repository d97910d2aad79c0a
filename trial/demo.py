"""Demo people and games for the trial site: some of every rule set."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import count

from django.db import transaction

from accounts.models import Person
from conquest import registry
from conquest.registry import AnyRules
from games.models import Decision, Game
from games.play import bots, tables
from games.play.clock import PRESETS
from leagues import ratings

NAMES = ("Alice", "Bob", "Charlie", "Dora", "Erin", "Frank")
ADDRESSES = tuple(f"{name.lower()}@example.org" for name in NAMES)
# Stars that are called the same in every language of the site.
TITLES = (
    "Achernar", "Adhara", "Aldebaran", "Algol", "Alhena", "Alioth", "Alnilam", "Alphard", "Altair",
    "Antares", "Bellatrix", "Capella", "Deneb", "Denebola", "Dubhe", "Elnath", "Fomalhaut", "Hadar",
    "Hamal", "Izar", "Markab", "Merak", "Mira", "Mirfak", "Mizar", "Polaris", "Pollux", "Regulus",
    "Rigel", "Sadr", "Saiph", "Shaula", "Sirius", "Spica", "Unukalhai", "Zaurak",
)  # fmt: skip
PATIENCE_SECONDS = 30  # for all games that bots play to their end


def is_set_up() -> bool:
    return Person.objects.filter(email__in=ADDRESSES).exists()


@transaction.atomic
def set_up(*, now: datetime) -> None:
    """Create six people and the bots, and for every rule set an open table, two running games and
    one that bots have played to its end, if they know the game and finish in time."""
    people = [
        Person.objects.create_user(address, name=name)
        for name, address in zip(NAMES, ADDRESSES, strict=True)
    ]
    players, begun = bots.get_or_create_bots(), time.monotonic()
    games = [registry.get_ruleset(slug) for slug, _title in registry.ruleset_choices()]
    titles = list_titles()
    for place, rules in enumerate(games):
        # Everybody has a turn at being the first, who hosts and plays against the bots.
        friends = [*people[place % len(people) :], *people[: place % len(people)]]
        patience = PATIENCE_SECONDS * (place + 1) / len(games)
        _start_games(rules, friends, players, titles, now=now, until=begun + patience)
    ratings.rate_games()


def list_titles() -> Iterator[str]:
    """Yield titles for games without end, no two the same."""
    yield from TITLES
    yield from (f"{title} {number}" for number in count(2) for title in TITLES)


def _start_games(
    rules: AnyRules,
    friends: Sequence[Person],
    players: Sequence[Person],
    titles: Iterator[str],
    *,
    now: datetime,
    until: float,
) -> None:
    seats = len(rules.seating.table_layout({}).seats)
    if rules.composing.levels and seats <= len(players):
        _play_out(_start_game(rules, next(titles), players[:seats], now), now, until)
        _start_game(rules, next(titles), [friends[0], *players][:seats], now)
    _start_game(rules, next(titles), [*friends, *players][:seats], now)
    _open_table(rules, next(titles), friends[1:seats], now)


def _open_table(rules: AnyRules, title: str, people: Sequence[Person], now: datetime) -> Game:
    """Open a table hosted by the first person, and seat all of them."""
    terms = tables.TableTerms(ruleset=rules.slug, title=title, pace=PRESETS["normal"])
    game = tables.open_table(people[0], terms, now=now)
    for person in people:
        tables.join_table(game.pk, person, now=now)
    return game


def _start_game(rules: AnyRules, title: str, people: Sequence[Person], now: datetime) -> Game:
    return tables.start_by_host(_open_table(rules, title, people, now).pk, people[0], now=now)


def _play_out(game: Game, now: datetime, until: float) -> None:
    """Let bots play until the time is up; the workers go on with what is left."""
    pending = Decision.objects.filter(game=game, closed_at=None)
    while time.monotonic() < until and (decision := pending.first()):
        bots.answer_decision(decision, now=now)
