"""What viewers know of a game, while it runs and when they look back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import pytest

from accounts.models import Person
from conquest.core import OPEN
from games.models import Game
from games.play import history
from games.play.knowledge import effective_viewer, known_game, past_viewers
from tests.games import skirmishes
from tests.games.espionage import OFFERED, STORY, begin


@pytest.fixture
def people(alice: Person, bob: Person) -> list[Person]:
    return [alice, bob]


@pytest.fixture
def espionage_game(people: Sequence[Person], now: datetime) -> Game:
    """A game in which a draw is offered after a few fights."""
    return skirmishes.tell(begin(people, now), people, now=now, upto=OFFERED, story=STORY)


def end(game: Game, people: Sequence[Person], now: datetime) -> Game:
    return skirmishes.tell(game, people, now=now, since=OFFERED, upto=len(STORY), story=STORY)


def seen_steps(game: Game, seat: str, upto: int, **then: Any) -> list[Any]:
    return [known_game(game, seat, version, **then).state for version in range(1, upto + 1)]


@pytest.mark.parametrize("seat", ["white", "black"])
def test_a_finished_game_can_be_viewed_as_a_seat_knew_it(
    espionage_game: Game, people: list[Person], now: datetime, seat: str
) -> None:
    last = espionage_game.version
    states, steps = seen_steps(espionage_game, seat, last), history.list_steps(espionage_game, seat)
    over = end(espionage_game, people, now)
    assert seen_steps(over, seat, last, then=seat) == states
    assert history.list_steps(over, seat, upto=last, then=seat) == steps
    assert seen_steps(over, seat, last) != states
    assert history.list_steps(over, seat, upto=last) != steps


def test_the_end_viewed_as_a_seat_looks_like_the_position_before(
    espionage_game: Game, people: list[Person], now: datetime
) -> None:
    before = known_game(espionage_game, "white").state.pieces
    over = end(espionage_game, people, now)
    assert known_game(over, None, then="white").state.pieces == before
    *_, last = history.iterate_moments(over, None, after=1, then="white")
    assert last.known().pieces == before
    assert known_game(over, None).state.pieces != before


def test_a_running_game_cannot_be_viewed_as_another_seat(
    espionage_game: Game, people: list[Person], now: datetime
) -> None:
    assert past_viewers(espionage_game) == ()
    assert effective_viewer(espionage_game, "black", "white") == "black"
    assert known_game(espionage_game, None, then="white") == known_game(espionage_game, None)
    assert history.list_steps(espionage_game, None, then="white") == history.list_steps(
        espionage_game, None
    )
    over = end(espionage_game, people, now)
    assert past_viewers(over) == ("white", "black")
    assert [effective_viewer(over, "black", then) for then in (None, "white")] == [OPEN, "white"]


def test_a_game_without_secrets_has_no_past_viewers(game: Game) -> None:
    game.status = Game.Status.OVER
    assert past_viewers(game) == ()
