"""Skirmishes on the site: a table of two, and the same story told as far as a test wants it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime
from itertools import count
from typing import Any

from accounts.models import Person
from conquest.kit import chance
from games.models import Game
from games.play import tables
from games.play.clock import PRESETS
from tests.stage import hand_in as hand_in
from tests.stage import seeded

ASH, BIRCH = 0, 1
CAMPS = (
    (ASH, "muster b1 scout, c1 guard, d1 captain"),
    (BIRCH, "muster b5 captain, c5 scout, d5 guard"),
)
STORY = (
    *CAMPS,
    (ASH, "d1 to d2 fence d1"),
    (BIRCH, "d5 to d4"),
    (ASH, "d2 to d3"),
    (BIRCH, "b5 to b4"),
    (ASH, "d3 to d4"),  # the captain beats the guard
    (BIRCH, "retreat to e4"),
    (BIRCH, "b4 to b3"),
    (ASH, "offer draw"),
    (BIRCH, "accept draw"),
)
SET_UP, READY, BEGUN, MET, ASKED, ANSWERED, OFFERED, OVER = 0, 1, 2, 6, 7, 8, 10, 11
BOULDER = 4  # the fifth of the nine inner squares: c3


def seed(*numbers: tuple[int, int]) -> bytes:
    """Return a seed whose numbers are so: how many there could be, and which it is."""
    for number in count():
        found = hashlib.sha256(f"{number}".encode()).digest()
        draw = chance.keyed_numbers(found)
        if all(draw(below) == wanted for below, wanted in numbers):
            return found
    raise AssertionError


def begin(
    people: Sequence[Person],
    *,
    now: datetime,
    throws: Sequence[int] = (5,),
    title: str = "Glade",
    pace: str = "normal",
    options: dict[str, Any] | None = None,
) -> Game:
    """Start a skirmish with a boulder on c3 and these throws of the die."""
    drawn = seed((9, BOULDER), *((6, throw - 1) for throw in throws))
    with seeded(drawn):
        table = tables.open_table(
            people[0],
            tables.TableTerms(
                ruleset="skirmish", title=title, pace=PRESETS[pace], options=options or {}
            ),
            now=now,
        )
    for person in people:
        tables.join_table(table.pk, person, now=now)
    return tables.start_by_host(table.pk, people[0], now=now)


def tell(
    game: Game,
    people: Sequence[Person],
    *,
    now: datetime,
    upto: int,
    since: int = 0,
    story: Sequence[tuple[int, str]] = STORY,
) -> Game:
    """Play a story up to a moment; return the game as it is then."""
    for place, text in story[since:upto]:
        hand_in(game, people[place], text, now=now)
    game.refresh_from_db()
    return game
