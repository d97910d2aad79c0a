"""A game of hidden pieces that is over, looked at in the open and as each seat knew it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.models import Game
from tests import stage
from tests.games import skirmishes
from tests.games.espionage import MOVED, STORY, begin

NOBODY = "qqqqq"
PAGES = ("game", "game_history", "game_film", "game_outline")
LAST = {
    "S12": "south K", "S14": "south K", "S13": "west S",
    "N12": "north K", "N14": "north K", "E12": "east K", "E14": "east K",
}  # fmt: skip


@pytest.fixture
def people(alice: Person, bob: Person) -> list[Person]:
    return [alice, bob]


@pytest.fixture
def running(people: Sequence[Person], now: datetime) -> Game:
    return skirmishes.tell(begin(people, now), people, now=now, upto=MOVED, story=STORY)


@pytest.fixture
def over(running: Game, people: Sequence[Person], now: datetime) -> Game:
    return skirmishes.tell(running, people, now=now, since=MOVED, upto=len(STORY), story=STORY)


ONCE = re.compile(r'name="(?:csrfmiddlewaretoken|key)" value="[^"]*"|data-pass="[^"]*"')


def got(client: Client, game: Game, page: str, **query: str) -> str:
    answer = client.get(reverse(page, args=[game.pk]), query)
    assert answer.status_code == 200
    return answer.content.decode()


def like_nobodys(client: Client, game: Game, page: str, eyes: str) -> bool:
    """Whether a page asked for somebody's eyes is, byte by byte, the one asked for those of
    ``NOBODY``, but for its own address in links."""
    asked, idle = (got(client, game, page, eyes=one) for one in (eyes, NOBODY))
    return ONCE.sub("", asked) == ONCE.sub("", idle.replace(NOBODY, eyes))


def ways(text: str) -> list[tuple[str, bool]]:
    """Return the ways to look at it: their links, and which is on."""
    nav = text.partition('<nav class="choice looks"')[2].partition("</nav>")[0]
    return [
        (href, bool(on)) for href, on in re.findall(r'<a href="([^"]*)"( aria-cur[^>]*)?>', nav)
    ]


def used(text: str) -> list[str]:
    """Return the figures that are drawn on a page or in a film."""
    return re.findall(r'<use href=\\?"#(\w+-\w+-\w+)\\?"', text)


def hidden(text: str) -> int:
    """Count the pieces that are drawn without a rank."""
    return sum(figure.endswith("-hidden") for figure in used(text))


def test_it_offers_to_look_as_each_seat_knew_it(client: Client, over: Game) -> None:
    for page in ("game", "game_history"):
        address = reverse(page, args=[over.pk])
        assert ways(got(client, over, page)) == [
            (f"{address}?#board", True),
            (f"{address}?eyes=white#board", False),
            (f"{address}?eyes=black#board", False),
        ]
        text = got(client, over, page, eyes="black")
        assert [on for _href, on in ways(text)] == [False, False, True]
        assert "As Black knew it" in text


@pytest.mark.parametrize("page", ["game", "game_history"])
def test_it_hides_what_a_seat_did_not_know(client: Client, over: Game, page: str) -> None:
    """White has learnt one of the black pieces that are left, Black none of White's."""
    assert hidden(got(client, over, page)) == 0
    assert hidden(got(client, over, page, eyes="white")) == 14
    assert hidden(got(client, over, page, eyes="black")) == 14


def test_it_tells_the_steps_as_a_seat_heard_of_them(client: Client, over: Game) -> None:
    assert "Black: captain d7 to d6" in got(client, over, "game_history")
    text = got(client, over, "game_history", eyes="white")
    assert "Black: captain d7 to d6" not in text
    assert "Black: d7 to d6" in text


def test_it_names_both_sides_to_one_who_looks_through_the_eyes_of_the_other(
    client: Client, over: Game, bob: Person
) -> None:
    client.force_login(bob)
    assert "Black: d7 to d6" in got(client, over, "game_history", eyes="white")


def test_it_films_what_a_seat_knew(client: Client, over: Game) -> None:
    opened, then = (got(client, over, "game_film", **query) for query in ({}, {"eyes": "white"}))
    assert hidden(opened) == 0
    assert "black-hidden" in "".join(used(then))
    assert "white-hidden" not in "".join(used(then))


def test_its_links_keep_whose_eyes_are_looked_through(client: Client, over: Game) -> None:
    text = unescape(got(client, over, "game_history", eyes="white", upto="6"))
    assert re.search(r'href="\?upto=\d+&eyes=white#board" rel="next"', text)
    assert re.search(r'href="\?upto=6&only=captures&eyes=white#steps"', text)
    assert f'data-reel="{reverse("game_film", args=[over.pk])}?turned=0&eyes=white"' in text
    assert f'data-outline="{reverse("game_outline", args=[over.pk])}?only=&eyes=white"' in text
    assert f'href="{over.get_absolute_url()}?eyes=white"' in text
    assert "?upto=6&eyes=white&turned=2#board" in text or "?eyes=white&upto=6&turned=2" in text
    page = unescape(got(client, over, "game", eyes="white"))
    assert f'href="{reverse("game_history", args=[over.pk])}?eyes=white"' in page


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("who", ["", "alice", "bob"])
def test_it_has_no_effect_before_the_end(
    client: Client, request: Any, running: Game, page: str, who: str
) -> None:
    if who:
        client.force_login(request.getfixturevalue(who))
    for eyes in ("white", "black", "open"):
        assert like_nobodys(client, running, page, eyes)
    assert ways(got(client, running, page, eyes="white")) == []


@pytest.mark.parametrize("page", ["game", "game_history", "game_film"])
def test_it_would_find_an_effect(client: Client, over: Game, page: str) -> None:
    """Control: once the game is over the same address shows something else."""
    assert not like_nobodys(client, over, page, "white")


@pytest.mark.parametrize("page", ["game", "game_history", "game_film"])
@pytest.mark.parametrize("eyes", ["", NOBODY, "open", "None", "white "])
def test_it_is_open_to_eyes_that_it_does_not_know(
    client: Client, over: Game, page: str, eyes: str
) -> None:
    text = got(client, over, page, eyes=eyes)
    assert hidden(text) == 0
    assert [on for _href, on in ways(text)] in ([True, False, False], [])


def test_it_offers_nothing_where_everybody_knew_the_same(
    client: Client, people: list[Person], dora: Person, erin: Person, now: datetime
) -> None:
    game = stage.begin([*people, dora, erin], LAST, now=now)
    stage.hand_in(game, people[0], "S12xS13", now=now)
    for page in ("game", "game_history"):
        assert ways(got(client, game, page, eyes="west")) == []
        assert like_nobodys(client, game, page, "west")
