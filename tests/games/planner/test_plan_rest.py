"""The rest of a plan that stopped at a recapture, offered to be resumed."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games import queries
from games.models import Game
from games.planner.plan_rest import PlanRest, rest_of_plan
from games.play.knowledge import known_game
from tests import stage
from tests.games.play.test_turns import DUEL

PLAN = "S12-S13xS14; S01-S31; S02-S03; end"


@pytest.fixture
def people(alice: Person, bob: Person, dora: Person, erin: Person) -> list[Person]:
    return [alice, bob, dora, erin]


@pytest.fixture
def duel(people: list[Person], now: datetime) -> Game:
    """South may capture a soldier of West, whose knight stands two fields further on."""
    return stage.begin(people, DUEL, now=now)


def play_turns(game: Game, people: list[Person], *texts: str, now: datetime) -> Game:
    return stage.tell(game, people, texts, now=now)


def rest(game: Game, seat: str = "south") -> PlanRest | None:
    last = queries.last_turn(game, game.seats.get(name=seat))
    return rest_of_plan(known_game(game, seat), last)


def test_plan_rest_is_the_rest_of_the_plan_after_a_recapture(
    duel: Game, people: list[Person], now: datetime
) -> None:
    """CP3: the end of the turn is no order to take up again."""
    found = rest(play_turns(duel, people, PLAN, "S16-S15xS14", now=now))
    assert found
    assert (found.text, found.refused) == ("S01-S31; S02-S03", None)
    assert found.answer
    assert str(found.answer.phrase) == "Your knight on S14 was taken in return by West's knight"


def test_plan_rest_says_which_order_has_become_impossible(
    duel: Game, people: list[Person], now: datetime
) -> None:
    """CP3: of a plan that goes on whatever happens, only from there on."""
    text = "anyway; S12-S13xS14; S01-S31; S14-S13; S02-S03; end"
    found = rest(play_turns(duel, people, text, "S16-S15xS14", now=now))
    assert found
    assert found.orders == ("S14-S13", "S02-S03")
    assert found.refused
    assert str(found.refused) == "The piece on S14 is not yours."


def test_plan_rest_is_none_once_the_plan_was_carried_out(
    duel: Game, people: list[Person], now: datetime
) -> None:
    assert rest(play_turns(duel, people, PLAN, "pass", now=now)) is None


def test_plan_rest_is_none_once_another_turn_was_sent(
    duel: Game, people: list[Person], now: datetime
) -> None:
    play_turns(duel, people, PLAN, "S16-S15xS14", now=now)
    stage.hand_in(duel, people[0], "S02-S03", now=now)
    duel.refresh_from_db()
    assert rest(duel) is None


def test_plan_rest_is_none_for_a_lone_end_word(
    duel: Game, people: list[Person], now: datetime
) -> None:
    assert rest(play_turns(duel, people, "S12-S13xS14; end", "S16-S15xS14", now=now)) is None


def test_plan_rest_is_seen_by_nobody_else(duel: Game, people: list[Person], now: datetime) -> None:
    """CP1: the plan is its owner's secret."""
    play_turns(duel, people, PLAN, "S16-S15xS14", now=now)
    last = queries.last_turn(duel, duel.seats.get(name="south"))
    assert rest_of_plan(known_game(duel, "west"), last) is None
    assert rest_of_plan(known_game(duel, None), last) is None


def test_plan_rest_is_offered_on_the_page_until_something_is_planned(
    client: Client, duel: Game, people: list[Person], now: datetime
) -> None:
    play_turns(duel, people, PLAN, "S16-S15xS14", now=now)
    client.force_login(people[0])
    address = reverse("game", args=[duel.pk])
    page = client.get(address).content.decode()
    assert "Your plan stopped before S01-S31." in page
    assert 'href="?plan=S01-S31%3B%20S02-S03#board">Take it up again</a>' in page
    assert "stopped before" not in client.get(address, {"plan": "S01-S31"}).content.decode()
    client.force_login(people[1])
    assert "S01-S31" not in client.get(address).content.decode()
