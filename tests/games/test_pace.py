"""The pace of a game in words: what runs on which clock is named."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import Person
from conquest import registry
from games import labels
from games.letters import writers
from games.play import tables
from games.play.clock import PRESETS
from mail.models import Delivery
from tests import stage

THROWN = "turn: 1 day, throw and consent: 12 hours"


def describe(slug: str) -> str:
    kinds = registry.get_ruleset(slug).judgement.decision_kinds
    return labels.describe_pace(PRESETS["normal"], kinds)


@pytest.mark.parametrize(
    ("slug", "said"),
    [
        ("armada", THROWN),
        ("conquest", "turn: 1 day, recapture: 12 hours"),
        ("bollwerk", "turn: 1 day"),
    ],
)
def test_pace_names_what_runs_on_each_clock(slug: str, said: str) -> None:
    assert describe(slug) == said


def test_pace_is_named_in_german() -> None:
    with translation.override("de"):
        assert describe("armada") == "Zug: 1 Tag, Wurf und Zustimmung: 12 Stunden"


def test_clock_of_throws_is_told_at_table_game_and_in_the_letter(
    client: Client, alice: Person, bob: Person, now: datetime
) -> None:
    terms = tables.TableTerms(ruleset="armada", title="Fleet", pace=PRESETS["normal"])
    table = tables.host_table(alice, terms, now=now)
    game = stage.sit_down([alice, bob], "armada", now=now, players=2)
    client.force_login(bob)
    form = client.get(reverse("table_new"), {"ruleset": "armada"}).content.decode()
    assert "The time for an answer runs for: throw and consent." in form
    for path in (table.get_absolute_url(), game.get_absolute_url()):
        assert THROWN in client.get(path).content.decode()
    letter = writers.WRITERS["started"](Delivery.objects.get(kind="started"), now)
    assert letter is not None
    assert f"Pace: {THROWN}." in " ".join(letter.text.split())
