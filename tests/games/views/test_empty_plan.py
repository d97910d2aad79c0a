"""A plan without any order is refused in one plain sentence, whatever the game and the button."""

from __future__ import annotations

from datetime import datetime
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.models import Game
from tests import stage
from tests.games import armada, espionage, skirmishes

EMPTY = "Your plan is empty: there is no order in it."
BUTTONS: tuple[tuple[str, dict[str, str]], ...] = (
    ("game_check", {}),
    ("game_submit", {}),
    ("game_submit", {"unchecked": "1"}),
)
NOTHING = ("", " \n ", "# only a comment", "> quoted")


def begin(slug: str, people: list[Person], now: datetime) -> Game:
    if slug in ("conquest", "grand-conquest"):
        return stage.begin(people, stage.set_up(slug), now=now, ruleset=slug)
    two = people[:2]
    if slug == "bollwerk":
        return stage.sit_down(two, slug, now=now)
    game, story = {
        "armada": (armada.begin, ((1, armada.CAMPS[0]), *armada.REST[:3])),
        "espionage": (espionage.begin, espionage.STORY[:2]),
        "skirmish": (lambda them, at: skirmishes.begin(them, now=at), skirmishes.CAMPS),
    }[slug]
    return skirmishes.tell(game(two, now), two, now=now, upto=9, story=story)


@pytest.mark.parametrize(
    "slug", ["armada", "bollwerk", "conquest", "espionage", "grand-conquest", "skirmish"]
)
def test_empty_plan_is_refused_in_a_plain_sentence(
    client: Client,
    slug: str,
    alice: Person,
    bob: Person,
    dora: Person,
    erin: Person,
    now: datetime,
) -> None:
    game = begin(slug, [alice, bob, dora, erin], now)
    client.force_login(alice)
    for text in NOTHING:
        for name, more in BUTTONS:
            data = {"text": text, "seen": str(game.version), "key": "k", **more}
            page = unescape(client.post(reverse(name, args=[game.pk]), data).content.decode())
            assert "Order 1" not in page
            assert EMPTY in page
