"""Seasons and cups to look at: open for entries, running, over; divisions, a Swiss, a bracket."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from accounts.models import Person
from games.play import clock
from mail.models import Delivery
from seasons.models import Competition, Entrant, Group, Ruling
from tests.seasons.competitions import (
    DAY,
    enter_all,
    open_championship,
    open_cup,
    people,
    resign_weaker,
    running_games,
    tick,
)

Kind = Competition.Kind


def fill(alice: Person, bob: Person) -> dict[str, Competition]:
    """Make everything in the database; Alice is in all of it, and Bob reads German."""
    told = list(Delivery.objects.values_list("pk", flat=True))
    others = people(14)
    found = {
        "over": _season_over([alice, bob, *others[:10]]),
        "swiss": _swiss([others[0], alice, *others[1:8]]),
        "bracket": _bracket([alice, *others[1:8]], Person.objects.get(name="Dora")),
        "entry": _open_for_entries([bob, *others[:3]], others[0]),
    }
    found["season"] = Competition.objects.get(number=2)
    # Letters of games there are enough of.
    Delivery.objects.exclude(pk__in=told).exclude(kind="competition").delete()
    return found


def _season_over(players: Sequence[Person]) -> Competition:
    """Return a season that is over, after which the next one runs, and one can enter a third."""
    now = clock.now()
    began = now - 128 * DAY
    season = open_championship(began - 10 * DAY, group_size=6, days=90)
    enter_all(season, players, began - 10 * DAY)
    Entrant.objects.update(is_lasting=True)
    _play(season, players, began, days=5, upsets=0)
    tick(began + 90 * DAY)
    second = Competition.objects.get(number=2)
    _play(second, [*players[2:], *players[:2]], began + 97 * DAY, days=3)
    return season


def _play(
    competition: Competition,
    strength: Sequence[Person],
    began: datetime,
    *,
    days: int,
    upsets: float = 0.2,
) -> None:
    """Let a competition begin, and each day some of its games end, now and then with an upset."""
    chance = random.Random(4)
    Competition.objects.update(seed=bytes(32))  # of the draw, which is the same each time
    tick(began)
    tick(began)
    for day in range(1, days):
        for group in Group.objects.filter(stage__competition=competition, settled_at=None):
            for game in running_games(group)[::2]:
                order = [*strength] if chance.random() >= upsets else [*reversed(strength)]
                resign_weaker(game, order, began + day * DAY)
        tick(began + day * DAY)


def _swiss(players: Sequence[Person]) -> Competition:
    """Return a Swiss cup in its second round."""
    now = clock.now()
    cup = _cup(players[0], kind=Kind.SWISS, title="Autumn Swiss", rounds=4, began=now - 12 * DAY)
    cup.tie_breaks = ["buchholz", "wins", "direct", "progress"]
    cup.save(update_fields=["tie_breaks"])
    enter_all(cup, players, now - 20 * DAY)
    _play(cup, players, now - 12 * DAY, days=8)
    return cup


def _bracket(players: Sequence[Person], director: Person) -> Competition:
    """Return a knock-out of eight before its final, which was postponed."""
    now = clock.now()
    cup = _cup(director, kind=Kind.KNOCKOUT, title="Harbour Cup", began=now - 40 * DAY)
    enter_all(cup, players, now - 50 * DAY)
    Competition.objects.update(seed=bytes(32))
    tick(now - 40 * DAY)
    for day in (40, 39):
        for group in Group.objects.filter(stage__competition=cup, settled_at=None):
            for game in running_games(group):
                resign_weaker(game, players, now - day * DAY)
        tick(now - day * DAY)
        tick(now - day * DAY)
    Ruling.objects.create(
        key="gallery", at=now - DAY, by=director, competition=cup, what=Ruling.What.POSTPONE,
        reason="Two finalists were ill.", until=now + 20 * DAY,
    )  # fmt: skip
    return cup


def _open_for_entries(players: Sequence[Person], director: Person) -> Competition:
    """Return a cup for some more people."""
    now = clock.now()
    cup = _cup(
        director, kind=Kind.GROUPS, title="Winter Cup", began=now + 5 * DAY, most_entries=16,
        asks_in_time=8,
    )  # fmt: skip
    for one in players:
        Entrant.objects.create(competition=cup, person=one, entered_at=now)
    return cup


def _cup(director: Person, *, began: datetime, **fields: Any) -> Competition:
    return open_cup(director, began - 10 * DAY, begins_at=began, entry_closes_at=began, **fields)
