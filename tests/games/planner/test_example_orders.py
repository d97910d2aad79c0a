"""Examples of orders: in every game what is shown can be handed in, or begins what can be."""

from __future__ import annotations

from datetime import datetime

import pytest

from accounts.models import Person
from conquest import registry
from games.models import Game, Seat
from games.planner.example_orders import AND_SO_ON, find_example
from games.planner.review import review_turn
from games.play.knowledge import known_game
from tests import stage

SETUPS = {"armada", "espionage"}


@pytest.fixture
def people(alice: Person, bob: Person, dora: Person, erin: Person) -> list[Person]:
    return [alice, bob, dora, erin]


def begin(slug: str, people: list[Person], now: datetime) -> Game:
    seats = registry.get_ruleset(slug).seating.table_layout({}).seats
    return stage.sit_down(people[: len(seats)], slug, now=now)


def asked_seat(game: Game) -> Seat:
    return game.decisions.select_related("seat").order_by("pk")[0].seat


@pytest.mark.parametrize("slug", sorted(set(registry.find_rulesets()) - SETUPS - {"skirmish"}))
def test_example_orders_could_be_handed_in(slug: str, people: list[Person], now: datetime) -> None:
    game = begin(slug, people, now)
    known = known_game(game, asked_seat(game).name)
    example = find_example(known)
    assert review_turn(known, example).refusal is None


@pytest.mark.parametrize("slug", sorted(SETUPS))
def test_example_orders_of_a_setup_show_how_it_begins(
    slug: str, people: list[Person], now: datetime
) -> None:
    game = begin(slug, people, now)
    example = find_example(known_game(game, asked_seat(game).name))
    assert example.startswith("setup ")
    assert example.endswith(AND_SO_ON)
