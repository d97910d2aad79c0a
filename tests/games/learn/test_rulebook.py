"""Rulebook pages: the text, its chapters and its drawn boards."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from conquest import registry
from games.learn.rulebook import render_manual, rule_url

SLUGS = [slug for slug, _title in registry.ruleset_choices()]
FIGURE = re.compile(r'<figure class="example">.*?</figure>', re.DOTALL)
HIDDEN = re.compile(r'href="#\w+-\w+-hidden"')


def figures(html: str) -> list[str]:
    return FIGURE.findall(html)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_rulebook_has_the_same_examples_in_every_language(slug: str) -> None:
    english, german = (figures(render_manual(slug, language, "").html) for language in ("en", "de"))
    assert len(english) == len(german) > 2
    for one, other in zip(english, german, strict=True):
        assert one.count('class="m-arrow"') == other.count('class="m-arrow"')
        assert one.partition("<figcaption>")[2] != other.partition("<figcaption>")[2]


def test_the_orders_of_an_example_are_numbered() -> None:
    """C26: a capture and the answer to it are two arrows, one for each player."""
    drawn = figures(render_manual("conquest", "en", "").html)
    (answered,) = (one for one in drawn if "West may answer" in one)
    assert sorted(re.findall(r">(\d)</text>", answered)) == ["1", "2"]


def test_boards_of_the_rulebook_have_the_backdrop_of_the_theme() -> None:
    assert "four-islands-dark-names.svg" not in render_manual("conquest", "en", "light").html
    assert "four-islands-light-names.svg" not in render_manual("conquest", "en", "dark").html


def test_rule_url_knows_only_rules_of_the_rulebook() -> None:
    """C14, 5.2: what stands in no rulebook is not to be looked up."""
    assert rule_url("conquest", "C14") == "/rules/conquest/#C14"
    assert rule_url("bollwerk", "B68") == "/rules/bollwerk/#B68"
    assert [rule_url("conquest", rule) for rule in ("5.2", "C1422", "")] == ["", "", ""]


def test_the_rulebook_links_to_every_chapter(client: Client) -> None:
    page = client.get(reverse("rules", args=["conquest"])).content.decode()
    chapters = render_manual("conquest", "en", "").chapters
    assert ("the-recapture", "The recapture") in chapters
    for anchor, title in chapters:
        assert f'<a href="#{anchor}">{title}</a>' in page
        assert f'<h2 id="{anchor}">{title}</h2>' in unescape(page)
    assert page.count("<h1>") == 1


def test_an_example_draws_where_a_stone_is_laid() -> None:
    """B8: the way of the piece and that of its stone are numbered, one after the other."""
    drawn = figures(render_manual("bollwerk", "en", "").html)
    (laid,) = (one for one in drawn if "The elephant goes from e8 to f9" in one)
    assert re.search(r'class="m-path">.*?>2</text>', laid)


def test_an_example_without_orders_shows_the_whole_board() -> None:
    """HB1: the picture of the set-up has both armies in it."""
    drawn = figures(render_manual("bollwerk", "en", "").html)
    (begun,) = (one for one in drawn if "army is White" in one)
    assert "crop" not in begun
    assert "svgView" not in begun


@pytest.mark.parametrize("slug", SLUGS)
def test_only_public_examples_hide_pieces(slug: str) -> None:
    """K5, E4: a board on which nobody's rank is seen would explain nothing."""
    drawn = figures(render_manual(slug, "en", "").html)
    told = ["What onlookers see" in one for one in drawn]
    assert [bool(HIDDEN.search(one)) for one in drawn] == told
