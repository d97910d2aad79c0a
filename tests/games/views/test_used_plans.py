"""What was handed in has left the plan, in every game, whatever was asked and however it was
sent."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from conquest import registry
from conquest.kit import chance
from games import queries
from games.models import Game
from games.pages import game as pages
from games.play import store
from tests import stage
from tests.scheduling import choose_one

SUBMISSIONS = 9
TURNS = ("turn", "setup", "muster")


@pytest.fixture
def people(alice: Person, bob: Person, dora: Person, erin: Person) -> list[Person]:
    return [alice, bob, dora, erin]


def sit_down(slug: str, people: Sequence[Person], now: datetime) -> Game:
    """Start a game of as many as its usual table has."""
    rules = registry.get_ruleset(slug)
    seats = rules.seating.table_layout({}).seats
    return stage.sit_down(people[: len(seats)], slug, now=now)


def pending_decision(game: Game) -> tuple[Person, str, str]:
    """Return who has to compose orders, for what, and a text that answers it."""
    rules, state = game.rules, store.load_state(game)
    kinds = rules.judgement.decision_kinds
    seat, kind = next(
        (seat, kind)
        for seat, kind in rules.judgement.to_act(state).items()
        if kinds[kind].how == "compose"
    )
    person = game.seats.get(name=seat).person
    assert person is not None
    return person, kind, find_answer(game, seat, kind)


def find_answer(game: Game, seat: str, kind: str) -> str:
    """Return what a bot hands in, but for questions that it may pass: there, the first choice."""
    rules = game.rules
    known = rules.knowledge.known_state(store.load_state(game), seat)
    if kind not in TURNS:
        return str(rules.composing.sketch(known, seat, "").choices[0].text)
    numbers = chance.keyed_numbers(b"%d" % game.version)
    return rules.composing.levels[0].propose_orders(known, seat, numbers)


class Page:
    """The page of a game that a person has opened, as it was then."""

    def __init__(self, client: Client, game: Game, person: Person) -> None:
        client.force_login(person)
        self.client, self.game, self.person, self.seen = client, game, person, game.version

    def plan(self, text: str) -> Any:
        return self._post("plan", {"text": text}, accept="application/json")

    def check(self, text: str) -> Any:
        return self._post("check", {"text": text})

    def submit(self, text: str, **fields: str) -> Any:
        return self._post("submit", {"text": text, "key": f"{self.seen}", **fields})

    def _post(self, name: str, fields: dict[str, str], accept: str = "text/html") -> Any:
        address = reverse(f"game_{name}", args=[self.game.pk])
        return self.client.post(address, fields | {"seen": self.seen}, headers={"accept": accept})

    def waiting_plan(self) -> str:
        visit = queries.load_visit(self.game.pk, self.person)
        assert visit is not None
        return pages.waiting_plan(visit)


@pytest.mark.parametrize("slug", choose_one(registry.find_rulesets(), "conquest"))
def test_plan_is_empty_after_it_was_handed_in_whatever_was_asked(
    slug: str, client: Client, people: list[Person], now: datetime
) -> None:
    game, kinds = sit_down(slug, people, now), set()
    for _turn in range(SUBMISSIONS):
        person, kind, text = pending_decision(game)
        kinds.add(kind)
        page = Page(client, game, person)
        page.plan(text)
        page.check(text)
        assert page.waiting_plan()
        assert page.submit(text).status_code == 302, (kind, text)
        assert page.waiting_plan() == "", kind
        page.check(text)  # sent again by a browser that goes back
        assert page.waiting_plan() == "", kind
        page.plan(text)  # from a slow line, or another device
        assert page.waiting_plan() == "", kind
        game.refresh_from_db()
        if not game.is_running:
            break
    composed = {
        name for name, one in game.rules.judgement.decision_kinds.items() if one.how == "compose"
    }
    assert kinds == composed


def test_plan_of_a_page_from_before_the_turn_is_refused_and_shown(
    client: Client, game: Game, alice: Person, now: datetime
) -> None:
    page = Page(client, game, alice)
    stage.hand_in(game, alice, "S40-S29; end", now=now)
    refused = page.plan("S29-S30")
    assert refused.status_code == 409
    assert "gone on" in refused.json()["trouble"]
    assert page.check("S29-S30").status_code == 409


def test_plan_of_the_next_turn_waits_over_answers_that_are_chosen(
    client: Client, people: list[Person], now: datetime
) -> None:
    """Control: what is chosen from a few uses no plan up."""
    attacked = stage.set_up() | {"S13": "east K"}
    game = stage.begin(people, attacked, now=now, turn="east")
    page = Page(client, game, people[0])
    page.plan("S12-S22")
    waits = page.waiting_plan()
    stage.hand_in(game, people[3], "S13xS33; end", now=now)
    assert game.decisions.filter(closed_at=None, kind="recapture").exists()
    stage.hand_in(game, people[0], "pass", now=now)
    assert page.waiting_plan() == waits != ""
