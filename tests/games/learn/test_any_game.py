"""Rules, lessons and tryouts of a game with options, secrets and chance."""

from __future__ import annotations

import re
from datetime import datetime

import pytest
from django.test import Client
from django.urls import reverse, reverse_lazy

from accounts.models import Person
from games.models import Game
from tests.games import skirmishes
from tests.games.learn.test_tryout import follow
from tests.games.skirmishes import ASKED, CAMPS, MET, OVER, READY
from tests.games.test_every_page import plain


@pytest.fixture
def people(alice: Person, bob: Person) -> list[Person]:
    return [alice, bob]


def tryout_page(client: Client, game: Game, **query: str) -> str:
    return plain(client.get(reverse("game_try", args=[game.pk]), query))


def test_an_example_is_drawn_on_the_board_of_its_options(client: Client) -> None:
    page = client.get(reverse("rules", args=["skirmish"])).content.decode()
    boards = [board for board in ("glade-5", "glade-6") if f"boards/{board}-" in page]
    assert boards == ["glade-5", "glade-6"]
    for number in (1, 2, 3):
        answer = client.get(reverse("example", args=["skirmish", number]))
        assert answer.status_code == 200
        assert f"glade-{6 if number == 1 else 5}-" in answer.content.decode()


def test_a_tryout_of_an_example_offers_all_seats(client: Client) -> None:
    address = reverse("example", args=["skirmish", 1])
    for seat in ("ash", "cedar", "birch", "elm"):
        page = plain(client.get(address, {"seat": seat}))
        assert all(name in page for name in ("Ash", "Cedar", "Birch", "Elm"))
        assert "Your pieces that can move" in page


EXAMPLE = reverse_lazy("example", args=["skirmish", 3])
ATTACK = "b3 to b4"
THROW = re.compile(r"Ash throws (\d): captain b3 (beats|falls to) scout b4\.")
DANCE = "ash: b3 to c3\nbirch: d5 to d4\nash: c3 to b3\nbirch: d4 to d5\n"
PASTS = [f"{DANCE * times}ash: {ATTACK}" for times in range(6)]


def throw_on_page(page: str) -> tuple[int, bool] | None:
    """Return what a throw in the example came to, and whether it was enough."""
    found = THROW.search(page)
    return (int(found[1]), found[2] == "beats") if found else None


def example(client: Client, **query: str) -> str:
    return plain(client.get(EXAMPLE, query))


def test_a_tryout_throws_no_die_for_a_plan(client: Client) -> None:
    page = example(client, plan=ATTACK)
    assert "Here chance decides." in page
    assert throw_on_page(page) is None


def test_a_tryout_throws_the_die_and_goes_on(client: Client) -> None:
    page = client.get(EXAMPLE, {"plan": ATTACK}).content.decode()
    first, again = (plain(client.get(follow(page, "Let chance decide"))) for _ in range(2))
    assert throw_on_page(first) is not None
    assert first == again


def test_a_tryout_draws_throws_from_the_turns_before(client: Client) -> None:
    """A throw of two is enough; then the other is asked."""
    throws = set()
    for past in PASTS:
        page = example(client, past=past, seat="birch")
        throw, is_won = throw_on_page(page) or (0, False)
        assert is_won is (throw >= 2)
        assert ("Does your unit retreat?" in page) is is_won
        throws.add(throw)
    assert len(throws) > 2


def test_a_tryout_keeps_an_earlier_throw(client: Client) -> None:
    """What is tried afterwards leaves it as it was, and tells of it no more."""
    for past in PASTS:
        _throw, is_won = throw_on_page(example(client, past=past)) or (0, False)
        later = example(client, past=f"{past}\nbirch: fall")
        assert throw_on_page(later) is None
        assert ("captain on b4" in later) is is_won


@pytest.mark.parametrize(
    ("number", "less", "whole"),
    [(1, "muster b1 scout", CAMPS[0][1]), (2, "b1 to b2", "b1 to b2 fence c2")],
)
def test_a_lesson_teaches_orders_that_grow(
    client: Client, number: int, less: str, whole: str
) -> None:
    address = reverse("lesson", args=["skirmish", number])
    assert "Not there yet" in plain(client.get(address, {"plan": less}))
    assert "You have done it!" in plain(client.get(address, {"plan": whole}))


def test_the_last_lesson_checks_the_turn(client: Client) -> None:
    address = reverse("lesson", args=["skirmish", 2])
    page = plain(client.get(address, {"plan": "b1 to b2 fence c2", "review": "1"}))
    assert "Is this your turn?" in page
    assert "lapse" not in page


def test_a_tryout_of_a_set_up_is_offered_to_everybody(
    client: Client, people: list[Person], now: datetime
) -> None:
    """The other's camp is not there to be tried against, and a player who is ready owes nothing."""
    game = skirmishes.tell(skirmishes.begin(people, now=now), people, now=now, upto=READY)
    client.force_login(people[1])
    page = tryout_page(client, game)
    assert "In the tray: Scout 1 Guard 1 Captain 1" in page
    assert "Ash: nothing." in page
    onward = tryout_page(client, game, past=f"birch: {CAMPS[1][1]}", seat="ash")
    assert "Birch: captain on b5, scout on c5, guard on d5." in onward
    client.force_login(people[0])
    assert "In the tray" not in tryout_page(client, game)


def test_a_tryout_decides_no_fight_against_a_hidden_rank(
    client: Client, people: list[Person], now: datetime
) -> None:
    game = skirmishes.tell(skirmishes.begin(people, now=now), people, now=now, upto=MET)
    client.force_login(people[0])
    page = tryout_page(client, game, plan="d3 to d4")
    assert "Here the ranks decide." in page
    assert "Let chance decide" not in page
    past = tryout_page(client, game, past="ash: d3 to d4", seat="birch")
    assert "unknown unit on d4" in past


def test_a_tryout_of_an_answer_goes_on(client: Client, people: list[Person], now: datetime) -> None:
    game = skirmishes.tell(skirmishes.begin(people, now=now), people, now=now, upto=ASKED)
    client.force_login(people[1])
    assert "Does your unit retreat?" in tryout_page(client, game)
    answered = client.get(reverse("game_try", args=[game.pk]), {"plan": "retreat to e4"})
    assert "Go on as Birch" in plain(answered)
    page = tryout_page(client, game, past="birch: retreat to e4", seat="birch")
    assert "guard on e4" in page
    silent = tryout_page(client, game, past="birch: ", seat="ash")
    assert "guard on d4" not in silent


def test_a_tryout_decides_fights_of_known_ranks(
    client: Client, people: list[Person], now: datetime
) -> None:
    """When a game is over, its past is open."""
    game = skirmishes.tell(skirmishes.begin(people, now=now), people, now=now, upto=MET)
    fight = {"upto": str(game.version), "past": "ash: d3 to d4"}
    assert "Ash throws" not in tryout_page(client, game, **fight)
    skirmishes.tell(game, people, now=now, since=MET, upto=OVER)
    page = tryout_page(client, game, **fight)
    assert "Ash throws" in page
