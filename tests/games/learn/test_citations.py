"""Numbers of rules: each one in a refusal links to its place in the rulebook."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from conquest.core import Illegal, Phrase
from games.learn import citations
from games.learn.rulebook import render_manual
from games.models import Game
from games.templatetags.games import refusal_text
from tests.servers import ROOT

CITED = re.compile(r'"([A-Z]{1,2}[1-9][0-9]{0,2})"')
SOURCES = {
    "conquest": ("islands", "islands/rules", "islands/composing", "rulesets/conquest"),
    "grand-conquest": (
        "islands",
        "islands/rules",
        "islands/composing",
        "rulesets/grand_conquest",
    ),
    "bollwerk": ("rulesets/bollwerk",),
}


def cited_numbers(slug: str) -> set[str]:
    """Return every number that the sources of a game name as that of a rule."""
    files = (file for room in SOURCES[slug] for file in (ROOT / "conquest" / room).glob("*.py"))
    return {number for file in files for number in CITED.findall(file.read_text())}


@pytest.mark.parametrize("slug", SOURCES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_rule_number_of_a_refusal_is_in_the_rulebook(slug: str, language: str) -> None:
    assert len(cited_numbers(slug)) > 15
    anchors = re.findall(r'<span class="rule" id="(\w+)">', render_manual(slug, language, "").html)
    assert len(anchors) == len(set(anchors))
    assert set(anchors) == citations.rule_numbers(slug, language)
    assert cited_numbers(slug) <= set(anchors)


def test_rule_numbers_are_the_same_in_both_languages() -> None:
    for slug in SOURCES:
        assert citations.rule_numbers(slug, "en") == citations.rule_numbers(slug, "de")


def test_a_refusal_links_to_its_rule() -> None:
    game = Game(ruleset="conquest")
    refused = Illegal(Phrase("%(x)s cannot be.", x="<b>"), "C22", 0)
    assert refusal_text(refused, game) == (
        'Order 1: &lt;b&gt; cannot be. (<a href="/rules/conquest/#C22">C22</a>)'
    )


@pytest.mark.parametrize("rule", ["", "5.2", "C999"])
def test_rule_numbers_outside_the_rulebook_have_no_link(rule: str) -> None:
    assert refusal_text(Illegal(Phrase("No."), rule), Game(ruleset="bollwerk")) == "No."


def test_names_of_fields_are_no_rule_numbers() -> None:
    assert citations.anchor_numbers("the field C04 (S12 & C4)", set()).count("<span") == 2
    assert citations.anchor_numbers("C22, once more", set()) == "C22, once more"


def test_rule_numbers_are_found_in_brackets_over_two_lines() -> None:
    assert {"B76", "B77"} <= citations.rule_numbers("bollwerk", "en")


def test_a_page_links_to_a_rule_number(client: Client, game: Game) -> None:
    client.force_login(game.host)
    page = client.get(reverse("game", args=[game.pk]), {"plan": "S40-W40"}).content.decode()
    assert '(<a href="/rules/conquest/#C6">C6</a>)' in page
    assert 'id="C6"' in client.get(reverse("rules", args=["conquest"])).content.decode()
