"""Whole games of Grand Conquest end on the site as in the library, however many play."""

from __future__ import annotations

import json
from datetime import datetime

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from accounts.models import Person
from conquest import replay
from games.letters import writers
from games.models import Game
from leagues import ratings
from leagues.models import Result
from mail.models import Delivery
from tests import stage
from tests.scheduling import choose_some
from tests.whole_games import WholeGame, kept

pytestmark = pytest.mark.django_db

GAMES = [game for game in kept() if game.ruleset == "grand-conquest"]
CHOSEN = {  # two, three and four players, partners, and four kinds of end
    "grand-conquest-one_left",
    "grand-conquest-partners-true-immobilised",
    "grand-conquest-players-2-immobilised",
    "grand-conquest-players-3-quiet_rounds",
    "grand-conquest-siege_engine",
}


def unwrap_lines(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture
def people(alice: Person, bob: Person, dora: Person, erin: Person) -> list[Person]:
    """In the order in which they sit down; letters to Dora are in German."""
    return [alice, bob, erin, dora]


@pytest.mark.parametrize(
    "whole",
    choose_some(GAMES, chosen=[game for game in GAMES if game.name in CHOSEN]),
    ids=lambda game: game.name,
)
def test_a_whole_game_ends_on_the_site_as_in_the_library(
    whole: WholeGame, client: Client, people: list[Person], now: datetime
) -> None:
    """The same end and winners, told on its page and by letter; its film and record go to the
    end, and the league knows it."""
    seats = whole.rules.seating.table_layout(whole.options).seats
    players = dict(zip(seats, people, strict=False))
    game = stage.sit_down(list(players.values()), whole.ruleset, now=now, **whole.options)
    for seat, text in whole.submissions:
        stage.hand_in(game, players[seat], text, now=now)
    game.refresh_from_db()
    state = whole.played()
    outcome = whole.rules.judgement.outcome(state)
    assert outcome
    assert (game.status, game.reason, tuple(game.winners)) == (
        Game.Status.OVER, whole.reason, tuple(outcome.winners),
    )  # fmt: skip

    told = str(whole.rules.telling.report(state).notes[0])
    assert told in client.get(reverse("game", args=[game.pk])).content.decode()
    for person in (people[0], players[seats[-1]]):
        letter = writers.WRITERS["over"](
            Delivery.objects.get(key=f"over-{game.pk}-{person.pk}"), now
        )
        assert letter
        with translation.override(person.language):
            ended = whole.rules.telling.report(state).notes[0].translate_with(gettext)
        assert ended in unwrap_lines(letter.text)
    assert client.get(reverse("game_history", args=[game.pk])).status_code == 200
    record = client.get(reverse("game_record", args=[game.pk])).content.decode()
    assert json.loads(replay.replay_record(record)[0])["outcome"]["reason"] == whole.reason
    ratings.rate_games()
    assert Result.objects.filter(ruleset=whole.ruleset).count() == len(seats)
