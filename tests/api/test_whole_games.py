"""Whole games by two programs and more: the events are those of the same orders by web."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from accounts.models import Person
from games.models import Event, Game
from tests import stage
from tests.api.conftest import Program, make_secret
from tests.games.replies.test_whole_games import SAMPLES, SEED
from tests.scheduling import choose_one

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.fixture
def people(alice: Person, bob: Person, dora: Person, erin: Person) -> list[Person]:
    return [alice, bob, dora, erin]


@pytest.mark.parametrize("slug", choose_one(SAMPLES, "espionage"))
def test_a_whole_game_by_programs_has_the_events_of_the_same_orders_by_web(
    slug: str, people: list[Person], now: datetime, settings: Any
) -> None:
    settings.API_REQUESTS_A_MINUTE = 1_000_000
    by_web, by_program = (start(slug, people, now) for _way in range(2))
    players = {seat.name: seat.person for seat in by_web.seats.all() if seat.person}
    programs = {seat: Program(make_secret(person)) for seat, person in players.items()}
    for seat, text in SAMPLES[slug].submissions:
        stage.hand_in(by_web, players[seat], text, now=now)
        hand_in(by_program, programs[seat], text)
    by_program.refresh_from_db()
    assert by_program.status == Game.Status.OVER
    assert events(by_program) == events(by_web)


def start(slug: str, people: list[Person], now: datetime) -> Game:
    rules = Game(ruleset=slug).rules
    count = len(rules.seating.table_layout({}).seats)
    with stage.seeded(SEED):
        return stage.sit_down(people[:count], slug, now=now)


def hand_in(game: Game, program: Program, text: str) -> None:
    """Do what a program does: look what is asked, check a turn, hand it in."""
    (asked,) = [one for one in program.get("/me/asked").json() if one["game"] == game.pk]
    if asked["asked"]["how"] == "compose":
        checked = program.post(f"/games/{game.pk}/check", {"text": text}).json()
        assert checked["refused"] is None, checked
    sent = {"text": text, "version": asked["version"]}
    answer = program.post(f"/games/{game.pk}/orders", sent)
    assert answer.status_code == 200, answer.content


def events(game: Game) -> list[tuple[str, Any]]:
    return list(Event.objects.filter(game=game).order_by("seq").values_list("kind", "data"))
