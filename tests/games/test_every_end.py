"""Games of Espionage played on the site to each kind of end, of which all players are notified."""

from __future__ import annotations

import random
from datetime import datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from conquest import fuzz, registry
from conquest.core import Seat
from conquest.rulesets.espionage.telling import REASONS
from games.letters import writers
from games.models import Game, Submission
from mail.models import Delivery
from tests import stage

RULES = registry.get_ruleset("espionage")
OPTIONS: dict[str, Any] = {"size": 8, "moves": 1, "quiet": 40, "seats": "choice", "open": False}
# The first random games that end so; where the rules or the dice of fuzz change, look for others.
SEEDS = {"headquarters": 5, "army_destroyed": 15, "no_move": 112, "quiet_moves": 0}
OTHERS = {
    "resigned", "agreed",  # in tests/journeys/test_espionage.py
    "both_destroyed",  # which chance never brings: in the rule set's tests
}  # fmt: skip

pytestmark = pytest.mark.django_db


class Noted(fuzz.FuzzGame):
    """A random game of which every submission is noted."""

    def __init__(self, seed: int) -> None:
        super().__init__(RULES, random.Random(seed), fuzz.Tally(), OPTIONS)
        self.orders: list[tuple[Seat, str]] = []

    def play_text(self, seat: Seat, text: str) -> None:
        super().play_text(seat, text)
        self.orders.append((seat, text))


def random_game(reason: str) -> Noted:
    """Return a random game that ends so."""
    game = Noted(SEEDS[reason])
    while not (outcome := RULES.judgement.outcome(game.state)):
        game.submit()
    assert outcome.reason == reason
    return game


def test_every_kind_of_end_is_tested() -> None:
    assert {*SEEDS, *OTHERS} == REASONS.keys()


@pytest.mark.parametrize("reason", SEEDS)
def test_every_end_on_the_site_is_that_of_the_library(
    reason: str, client: Client, alice: Person, bob: Person, now: datetime
) -> None:
    """Turn by turn to the same end, with the same winner, told on the page and by letter."""
    played = random_game(reason)
    with stage.seeded(played.key):
        game = stage.sit_down([alice, bob], "espionage", now=now, **OPTIONS)
    people = {"white": alice, "black": bob}
    for seat, text in played.orders:
        stage.hand_in(game, people[seat], text, now=now)
    game.refresh_from_db()
    outcome = RULES.judgement.outcome(played.state)
    assert outcome
    assert (game.status, game.reason, tuple(game.winners)) == (
        Game.Status.OVER, reason, tuple(outcome.winners),
    )  # fmt: skip
    assert Submission.objects.filter(game=game).count() == len(played.orders)
    told = str(REASONS[reason])
    page = client.get(reverse("game", args=[game.pk])).content.decode()
    assert told in page
    for person in people.values():
        delivery = Delivery.objects.get(key=f"over-{game.pk}-{person.pk}")
        letter = writers.WRITERS["over"](delivery, now)
        assert letter is not None
        assert told in letter.text
