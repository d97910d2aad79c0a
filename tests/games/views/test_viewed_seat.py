"""A finished game of hidden pieces, looked at in the open and as each seat knew it."""

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
from tests.markup import squeeze

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
def running_game(people: Sequence[Person], now: datetime) -> Game:
    return skirmishes.tell(begin(people, now), people, now=now, upto=MOVED, story=STORY)


@pytest.fixture
def finished_game(running_game: Game, people: Sequence[Person], now: datetime) -> Game:
    return skirmishes.tell(running_game, people, now=now, since=MOVED, upto=len(STORY), story=STORY)


ONCE = re.compile(r'name="(?:csrfmiddlewaretoken|key)" value="[^"]*"|data-pass="[^"]*"')


def fetch_page(client: Client, game: Game, page: str, **query: str) -> str:
    answer = client.get(reverse(page, args=[game.pk]), query)
    assert answer.status_code == 200
    return squeeze(answer.content.decode())


def like_nobodys(client: Client, game: Game, page: str, eyes: str) -> bool:
    """Whether a page asked for somebody's eyes is, byte by byte, the one asked for those of
    ``NOBODY``, but for its own address in links."""
    asked, idle = (fetch_page(client, game, page, eyes=one) for one in (eyes, NOBODY))
    return ONCE.sub("", asked) == ONCE.sub("", idle.replace(NOBODY, eyes))


def view_links(text: str) -> list[tuple[str, bool]]:
    """Return the links to the ways to look at it, and which one is on."""
    nav = text.partition('<nav class="choice looks"')[2].partition("</nav>")[0]
    return [
        (href, bool(on)) for href, on in re.findall(r'<a href="([^"]*)"( aria-cur[^>]*)?>', nav)
    ]


def drawn_figures(text: str) -> list[str]:
    """Return the figures that are drawn on a page or in a film."""
    return re.findall(r'<use href=\\?"#(\w+-\w+-\w+)\\?"', text)


def count_hidden(text: str) -> int:
    """Return how many pieces are drawn without a rank."""
    return sum(figure.endswith("-hidden") for figure in drawn_figures(text))


def test_viewed_seat_is_offered_for_each_seat(client: Client, finished_game: Game) -> None:
    for page in ("game", "game_history"):
        address = reverse(page, args=[finished_game.pk])
        assert view_links(fetch_page(client, finished_game, page)) == [
            (f"{address}?#board", True),
            (f"{address}?eyes=white#board", False),
            (f"{address}?eyes=black#board", False),
        ]
        text = fetch_page(client, finished_game, page, eyes="black")
        assert [on for _href, on in view_links(text)] == [False, False, True]
        assert "As Black knew it" in text


@pytest.mark.parametrize("page", ["game", "game_history"])
def test_viewed_seat_hides_what_it_did_not_know(
    client: Client, finished_game: Game, page: str
) -> None:
    """White has learnt one of the black pieces that are left, Black none of White's."""
    assert count_hidden(fetch_page(client, finished_game, page)) == 0
    assert count_hidden(fetch_page(client, finished_game, page, eyes="white")) == 14
    assert count_hidden(fetch_page(client, finished_game, page, eyes="black")) == 14


def test_viewed_seat_tells_the_steps_as_it_heard_of_them(
    client: Client, finished_game: Game
) -> None:
    assert "Black: captain d7 to d6" in fetch_page(client, finished_game, "game_history")
    text = fetch_page(client, finished_game, "game_history", eyes="white")
    assert "Black: captain d7 to d6" not in text
    assert "Black: d7 to d6" in text


def test_viewed_seat_of_the_other_side_names_both_sides(
    client: Client, finished_game: Game, bob: Person
) -> None:
    client.force_login(bob)
    assert "Black: d7 to d6" in fetch_page(client, finished_game, "game_history", eyes="white")


def test_viewed_seat_has_a_replay_of_what_it_knew(client: Client, finished_game: Game) -> None:
    opened, then = (
        fetch_page(client, finished_game, "game_film", **query) for query in ({}, {"eyes": "white"})
    )
    assert count_hidden(opened) == 0
    assert "black-hidden" in "".join(drawn_figures(then))
    assert "white-hidden" not in "".join(drawn_figures(then))


def test_viewed_seat_is_kept_by_links(client: Client, finished_game: Game) -> None:
    text = unescape(fetch_page(client, finished_game, "game_history", eyes="white", upto="6"))
    assert re.search(r'href="\?upto=\d+&eyes=white#board" rel="next"', text)
    assert re.search(r'href="\?upto=6&only=captures&eyes=white#steps"', text)
    assert (
        f'data-reel="{reverse("game_film", args=[finished_game.pk])}?turned=0&eyes=white"' in text
    )
    assert f'{reverse("game_outline", args=[finished_game.pk])}?only=&after=0&eyes=white"' in text
    assert f'href="{finished_game.get_absolute_url()}?eyes=white"' in text
    assert "?upto=6&eyes=white&turned=2#board" in text or "?eyes=white&upto=6&turned=2" in text
    page = unescape(fetch_page(client, finished_game, "game", eyes="white"))
    assert f'href="{reverse("game_history", args=[finished_game.pk])}?eyes=white"' in page


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("who", ["", "alice", "bob"])
def test_viewed_seat_has_no_effect_before_the_end(
    client: Client, request: Any, running_game: Game, page: str, who: str
) -> None:
    if who:
        client.force_login(request.getfixturevalue(who))
    for eyes in ("white", "black", "open"):
        assert like_nobodys(client, running_game, page, eyes)
    assert view_links(fetch_page(client, running_game, page, eyes="white")) == []


@pytest.mark.parametrize("page", ["game", "game_history", "game_film"])
def test_viewed_seat_effect_would_be_found(client: Client, finished_game: Game, page: str) -> None:
    """Control: once the game is over the same address shows something else."""
    assert not like_nobodys(client, finished_game, page, "white")


@pytest.mark.parametrize("page", ["game", "game_history", "game_film"])
@pytest.mark.parametrize("eyes", ["", NOBODY, "open", "None", "white "])
def test_unknown_viewed_seat_shows_the_game_in_the_open(
    client: Client, finished_game: Game, page: str, eyes: str
) -> None:
    text = fetch_page(client, finished_game, page, eyes=eyes)
    assert count_hidden(text) == 0
    assert [on for _href, on in view_links(text)] in ([True, False, False], [])


def test_viewed_seat_is_not_offered_where_all_knew_the_same(
    client: Client, people: list[Person], dora: Person, erin: Person, now: datetime
) -> None:
    game = stage.begin([*people, dora, erin], LAST, now=now)
    stage.hand_in(game, people[0], "S12xS13", now=now)
    for page in ("game", "game_history"):
        assert view_links(fetch_page(client, game, page, eyes="west")) == []
        assert like_nobodys(client, game, page, "west")
