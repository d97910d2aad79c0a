"""Sample games: they play on to their end, and the first page shows the best part of one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from conquest import registry
from conquest.core import fold
from conquest.kit import chance
from games.learn import examples, samples
from games.replay import sample_film

GAMES = [
    slug
    for slug, _title in registry.ruleset_choices()
    if registry.get_ruleset(slug).telling.sample_game()
]
REEL = 60  # steps that the script takes as one stretch


@pytest.mark.parametrize("slug", GAMES)
def test_a_sample_game_is_finished(slug: str) -> None:
    rules = registry.get_ruleset(slug)
    sample = rules.telling.sample_game()
    assert sample
    judgement, key = rules.judgement, examples.KEY
    state: Any = fold(rules, None, judgement.start_game({}, chance.keyed_numbers(key)))
    for seat, text in sample.submissions:
        numbers = chance.keyed_numbers(key, judgement.numbers_drawn(state))
        orders = rules.notation.read_orders(state, seat, text)
        state = fold(rules, state, judgement.decide(state, seat, orders, numbers))
    outcome = judgement.outcome(state)
    assert outcome
    assert outcome.winners


@pytest.mark.parametrize("slug", GAMES)
def test_a_sample_film_has_captures_in_sight_and_is_one_stretch(slug: str) -> None:
    film, part = sample_film.render_sample(slug, "en"), samples.sample_part(slug)
    assert film
    assert part
    assert 4 < len(film["frames"]) <= REEL
    assert film["frames"][-1]["seq"] == len(part.events)  # nothing is cut off
    assert len(json.dumps(film)) < 1_000_000
    marks = [mark for event in part.events for mark in part.game.rules.telling.event_marks(event)]
    assert sum(mark.kind == "ghost" for mark in marks) >= 3


@pytest.mark.django_db
def test_the_first_page_shows_every_game_with_its_size_and_a_film(client: Client) -> None:
    page = client.get(reverse("home")).content.decode()
    for slug, title in registry.ruleset_choices():
        assert str(title) in page
        assert reverse("rules", args=[slug]) in page
    assert "2 players · about" in page
    assert reverse("sample_film", args=["conquest"]) in page
    assert reverse("campaign", args=["armada"]) in page
    assert page.count('action="/tables/play/"') == len(registry.ruleset_choices())


def test_the_film_of_a_sample_speaks_the_language_of_its_reader(client: Client) -> None:
    address = reverse("sample_film", args=["conquest"])
    english, german = (
        client.get(address, headers={"Accept-Language": language}).json()
        for language in ("en", "de")
    )
    assert [one["scene"] for one in english["frames"]] == [one["scene"] for one in german["frames"]]
    assert english["frames"][1]["said"] != german["frames"][1]["said"]
    assert client.get(reverse("sample_film", args=["nonsense"])).status_code == 404
