"""Every page of a game with secrets, chance and questions, at every moment, for everybody."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.models import Game
from tests.games import espionage, skirmishes
from tests.games.skirmishes import ASKED, MET, OVER, READY, SET_UP


@pytest.fixture
def people(alice: Person, bob: Person) -> list[Person]:
    return [alice, bob]


def addresses(game: Game, texts: list[str]) -> Iterator[str]:
    """Yield the addresses of all pages of a game that one can look at, with questions in them."""
    here = reverse("game", args=[game.pk])
    yield from (here, f"{here}?near=1")
    yield from (f"{here}?plan={text}&tool=scout&piece=d1" for text in texts)
    for command in ("?", "z d1", "f captain", "w d4", "s c3", "p", "l", "b"):
        yield f"{reverse('game_text', args=[game.pk])}?ask={command}"
    for name in ("game_history", "game_try", "game_film", "game_outline"):
        for upto in (None, 1, game.version // 2):
            yield reverse(name, args=[game.pk]) + (f"?upto={upto}" if upto else "")
    for seat in ("ash", "birch"):
        yield f"{reverse('game_try', args=[game.pk])}?seat={seat}&past={seat}: {texts[0]}"
        yield f"{reverse('game_history', args=[game.pk])}?only={seat}"
    yield from (f"{reverse('game_reach', args=[game.pk])}?field={field}" for field in ("c3", "d4"))
    for name in ("game_answer", "game_leave", "game_notation", "game_events", "game_record"):
        yield reverse(name, args=[game.pk])
    yield f"{reverse('game_act', args=[game.pk])}?act=resign"
    yield from (reverse("home"), reverse("tables"), reverse("league"))


def plain(answer: Any) -> str:
    """Return what is to be read on a page."""
    seen = re.sub("<script.*?</script>", "", answer.content.decode(), flags=re.DOTALL)
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", unescape(seen)))


TEXTS = ["muster b1 scout", "d3 to d4", "nonsense / offer draw"]


@pytest.mark.parametrize("moment", [SET_UP, READY, MET, ASKED, OVER])
def test_every_page_is_shown_at_every_moment(
    client: Client, people: list[Person], now: datetime, moment: int
) -> None:
    game = skirmishes.tell(skirmishes.begin(people, now=now), people, now=now, upto=moment)
    for person in (*people, None):
        client.logout() if person is None else client.force_login(person)
        for address in addresses(game, TEXTS):
            answer = client.get(address)
            allowed = {200, 302} | ({404} if "record" in address else set())
            allowed |= {409} if moment == OVER else set()
            assert answer.status_code in allowed, (address, plain(answer))
            assert "%(" not in plain(answer)
    assert game.is_running is (moment < OVER)


@pytest.mark.parametrize("moment", [SET_UP, READY, MET, ASKED, OVER])
def test_pages_name_nothing_that_the_game_does_not_have(
    client: Client, people: list[Person], now: datetime, moment: int
) -> None:
    game = skirmishes.tell(skirmishes.begin(people, now=now), people, now=now, upto=moment)
    client.force_login(people[0])
    for name in ("game", "game_text", "game_try"):
        told = plain(client.get(reverse(name, args=[game.pk])))
        assert not re.search(r"\b(points?|costs?|range|road|land)\b", told, re.IGNORECASE), name


@pytest.mark.parametrize(
    ("moment", "query"),
    [
        (SET_UP, {"plan": "muster b1 scout", "tool": "scout"}),
        (SET_UP, {"plan": "muster b1 scout", "piece": "b1"}),
        (MET, {"plan": "d3 to d4", "piece": "d4"}),
        (MET, {"piece": "d3"}),
    ],
)
def test_words_that_add_to_a_plan_begin_with_a_capital(
    client: Client, people: list[Person], now: datetime, moment: int, query: dict[str, str]
) -> None:
    game = skirmishes.tell(skirmishes.begin(people, now=now), people, now=now, upto=moment)
    client.force_login(people[0])
    page = unescape(client.get(reverse("game", args=[game.pk]), query).content.decode())
    words = offered_words(page)
    assert words
    assert [word for word in words if not word[0].isupper()] == []


def test_words_of_the_tray_of_an_army_begin_with_a_capital(
    client: Client, people: list[Person], now: datetime
) -> None:
    game = espionage.begin(people, now)
    client.force_login(people[1])
    query = {"plan": "setup a8=3", "tool": "-"}
    page = unescape(client.get(reverse("game", args=[game.pk]), query).content.decode())
    words = offered_words(page)
    assert "Take off" in words
    assert [word for word in words if not word[0].isupper()] == []


def offered_words(page: str) -> list[str]:
    """Return what the links say that add to a plan, without script."""
    parts = re.findall(
        r'<(?:p|details) class="[^"]*plain-only">.*?</(?:p|details)>', page, re.DOTALL
    )
    links = re.findall(r"<a[^>]*>(.*?)</a>", "".join(parts), re.DOTALL)
    return [" ".join(re.sub("<[^>]*>", "", link).split()) for link in links]


def test_the_film_begins_with_the_board_before_its_steps(
    client: Client, people: list[Person], now: datetime
) -> None:
    game = skirmishes.tell(skirmishes.begin(people, now=now), people, now=now, upto=MET)
    client.force_login(people[0])
    page = client.get(reverse("game", args=[game.pk])).content.decode()
    assert 'data-before="The board before these steps"' in page
