"""News of forty events since a player's last turn: the same on pages, in films and letters."""

from __future__ import annotations

import re
from datetime import datetime
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import Person
from games import queries
from games.letters import writers
from games.models import Game
from games.play import news
from games.play.news import GameNews
from games.replay import read_marks
from mail.letters import Letter
from mail.models import Delivery
from tests import stage

PIECES = {
    "S12": "south K", "S14": "south S", "S22": "south K", "S24": "south S", "S01": "south S",
    "S16": "west K", "W01": "west C", "W02": "west S",
    "S26": "north K", "N01": "north C", "N02": "north K",
    "E01": "east C", "E02": "east K", "E03": "east S",
}  # fmt: skip
CAPTURES = [1, 3, 13, 15]


def walk(start: str, end: str, steps: int) -> str:
    """Order a piece there and back again, step by step."""
    ways = (f"{start}-{end}", f"{end}-{start}")
    return "; ".join(ways[step % 2] for step in range(steps))


@pytest.fixture
def eventful(alice: Person, bob: Person, dora: Person, erin: Person, now: datetime) -> Game:
    """Alice has ended a turn; Bob and Dora have each captured a soldier, Alice has recaptured."""
    game = stage.begin([alice, bob, dora, erin], PIECES, now=now)
    for person, text in (
        (alice, "end"),
        (bob, "S16-S15xS14"),
        (alice, "S12-S13xS14"),
        (bob, f"{walk('W01', 'W31', 8)}; end"),
        (dora, "S26-S25xS24"),
        (alice, "S22-S23xS24"),
        (dora, f"{walk('N01', 'N31', 8)}; {walk('N02', 'N32', 5)}; end"),
        (erin, f"{walk('E01', 'E31', 8)}; {walk('E02', 'E32', 2)}; end"),
    ):
        stage.hand_in(game, person, text, now=now)
    game.refresh_from_db()
    return game


def of(game: Game, person: Person) -> GameNews:
    seat = game.seats.get(person=person)
    last = queries.last_turn(game, seat)
    return news.collect_news(game, seat.name, after=last.last_seq if last else 0)


def page(client: Client, game: Game) -> str:
    answer = client.get(reverse("game", args=[game.pk]))
    return re.sub(r"\s+", " ", unescape(answer.content.decode()))


def letter_to(person: Person, now: datetime) -> Letter:
    delivery = Delivery.objects.filter(kind="decision", person=person).latest("pk")
    written = writers.WRITERS["decision"](delivery, now)
    assert written is not None
    return written


def test_news_begin_after_the_last_turn_whatever_was_answered_since(
    eventful: Game, alice: Person
) -> None:
    told = of(eventful, alice)
    assert told.total == 40
    assert [item.number for item in told.items if item.step.is_capture] == CAPTURES
    assert told.summary == (
        "You lost: soldier on S14, soldier on S24.",
        "You captured: knight on S14, knight on S24.",
    )


@pytest.mark.parametrize(
    ("language", "lost", "count"),
    [
        ("en", "You lost: soldier on S14, soldier on S24.", "40 events"),
        ("de", "Soldat auf S14, Soldat auf S24.", "40 Ereignisse"),
    ],
)
def test_the_page_lists_losses_first_and_numbers_all_news(
    eventful: Game, alice: Person, client: Client, language: str, lost: str, count: str
) -> None:
    client.force_login(alice)
    client.cookies["django_language"] = language
    Person.objects.filter(pk=alice.pk).update(language=language)
    text = page(client, eventful)
    assert count in text
    listed = text.partition('id="news-title"')[2].partition("</section>")[0]
    assert listed.index(lost) < listed.index("<ol")
    assert re.findall(r'<li value="(\d+)"', listed) == [str(n) for n in range(1, 41)]
    folded = "".join(re.findall(r"<details.*?</details>", listed))
    assert folded
    assert not [n for n in CAPTURES if f'<li value="{n}"' in folded]


def test_the_film_shows_the_steps_of_the_news(
    eventful: Game, alice: Person, client: Client
) -> None:
    client.force_login(alice)
    told = of(eventful, alice)
    film = unescape(re.findall(r'data-outline="([^"]*)"', page(client, eventful))[0])
    outline: Any = client.get(film).json()
    assert outline["steps"] == [step.seq for step in told.steps]
    assert outline["captures"] == [told.items[n - 1].step.seq for n in CAPTURES]
    reel: Any = client.get(
        reverse("game_film", args=[eventful.pk]), {"after": outline["after"]}
    ).json()
    said = {frame["seq"]: frame["said"] for frame in reel["frames"]}
    assert said[outline["captures"][0]] == "Your soldier on S14 was taken by West's knight"


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            (
                "See what happened (40 steps)",
                "You lost: soldier on S14, soldier on S24.",
                "  1. Your soldier on S14 was taken by West's knight",
                "  3. Knight from S12 takes West's knight on S14 in return",
                " 13. Your soldier on S24 was taken by North's knight",
                " 15. Knight from S22 takes North's knight on S24 in return",
                " 40. East's turn ends.",
            ),
        ),
        ("de", ("(40 Schritte)", "Soldat auf S14, Soldat auf S24.", "  1. ", " 15. ", " 40. ")),
    ],
)
def test_the_letter_about_news_lists_every_loss(
    eventful: Game, alice: Person, now: datetime, language: str, lines: tuple[str, ...]
) -> None:
    Person.objects.filter(pk=alice.pk).update(language=language)
    text = letter_to(alice, now).text
    assert [line for line in lines if line.strip() not in text] == []
    places = [text.index(line.strip()) for line in lines]
    assert places == sorted(places)
    listed = [int(n) for n in re.findall(r"^ ?(\d+)\. ", text, re.MULTILINE)]
    assert listed == [*CAPTURES, *range(33, 41)]


def test_the_arrows_have_the_numbers_of_the_news(eventful: Game, alice: Person) -> None:
    told = of(eventful, alice)
    drawn = [mark.label for mark in told.numbered_marks(12) if mark.kind == "arrow"]
    shown = [item.number for item in told.pick_items(12) if item.step.is_move]
    assert drawn == [str(number) for number in shown]
    assert set(CAPTURES) < set(shown)


def test_a_players_own_orders_are_no_news(
    eventful: Game, alice: Person, bob: Person, client: Client, now: datetime
) -> None:
    client.force_login(alice)
    read_marks.mark_read(eventful, alice, eventful.version)
    assert 'class="strip read"' in page(client, eventful)
    stage.hand_in(eventful, alice, "S01-S31", now=now)
    assert 'id="strip"' not in page(client, eventful)
    assert of(eventful, bob).items[-1].step.seat == "south"


def test_an_answered_capture_leaves_earlier_news_seen(
    alice: Person, bob: Person, dora: Person, erin: Person, client: Client, now: datetime
) -> None:
    game = stage.begin([alice, bob, dora, erin], PIECES, now=now)
    stage.hand_in(game, alice, "end", now=now)
    stage.hand_in(game, bob, "S16-S15xS14", now=now)
    client.force_login(alice)
    game.refresh_from_db()
    assert 'class="strip"' in page(client, game)
    read_marks.mark_read(game, alice, game.version)
    stage.hand_in(game, alice, "S12-S13xS14", now=now)
    assert 'class="strip read"' in page(client, game)
    game.refresh_from_db()
    assert [item.step.seat for item in of(game, alice).items] == ["west", "south", "south"]


def test_the_news_tell_a_spectator_who_lost_what(eventful: Game) -> None:
    told = news.collect_news(eventful, None, after=1)
    assert told.summary == (
        "South lost: soldier on S14, soldier on S24.",
        "West lost: knight on S14.",
        "North lost: knight on S24.",
    )
    with translation.override("de"):
        assert "Süd" in told.summary[0]
