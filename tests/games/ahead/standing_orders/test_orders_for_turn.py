"""Orders for the turn: answers to further captures in the same turn, given with the first one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from conquest import judge
from games.letters import writers
from games.models import Decision, Game, Standing, Submission
from games.play import knowledge, store
from mail.models import Delivery
from tests import stage
from tests.games.test_every_page import plain
from tests.games.test_non_interference import ONCE, undo_all

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("still_clock")]

PIECES = stage.set_up() | {"S13": "east K"}
TWICE = "S13xS33; S33xS32; end"


@pytest.fixture
def people(alice: Person, bob: Person, dora: Person, erin: Person) -> list[Person]:
    return [alice, bob, dora, erin]


def attacked_game(people: Sequence[Person], now: datetime, plan: str = TWICE) -> Game:
    """East (Erin) has taken a knight of South (Alice), and Erin's plan may go on."""
    game = stage.begin(people, PIECES, now=now, turn="east")
    stage.hand_in(game, people[3], plan, now=now)
    game.refresh_from_db()
    return game


def answer(client: Client, game: Game, text: str, *ahead: str) -> Any:
    given = {"text": text, "ahead": ahead, "seen": game.version, "key": "k"}
    return client.post(reverse("game_answer", args=[game.pk]), given)


def question(game: Game, person: Person, now: datetime) -> tuple[bytes, str]:
    """The page and the letter by which somebody is asked."""
    client = Client()
    client.force_login(person)
    page = client.get(reverse("game_answer", args=[game.pk])).content
    delivery = Delivery.objects.filter(person=person, kind="decision").latest("pk")
    return ONCE.sub(b"", page), repr(writers.WRITERS["decision"](delivery, now))


def submissions(game: Game) -> list[tuple[str, str]]:
    rows = Submission.objects.filter(game=game).order_by("first_seq")
    return [(row.seat.name, row.via) for row in rows]


def test_orders_for_the_turn_answer_the_next_question(
    client: Client, people: list[Person], now: datetime
) -> None:
    """CP4: the events are those of the referee."""
    game = attacked_game(people, now)
    client.force_login(people[0])
    assert answer(client, game, "pass", "", "pass at S32", "").status_code == 302
    assert submissions(game) == [("east", "web"), ("south", "web"), ("south", "standing")]
    case = {
        "ruleset": "conquest",
        "board": "four-islands",
        "position": {"turn": "east", "number": 1, "pieces": dict(PIECES)},
        "orders": [["east", TWICE], ["south", "pass"], ["south", "pass"]],
    }
    happened = [event for _row, event in store.read_events(game, after=1)]
    assert happened == list(judge.carry_out(judge.read_case(case)).events)


def test_a_question_without_orders_for_the_turn_is_asked_again(
    client: Client, people: list[Person], now: datetime
) -> None:
    game = attacked_game(people, now)
    client.force_login(people[0])
    answer(client, game, "pass", "pass at S35")
    (open_one,) = Decision.objects.filter(game=game, closed_at=None)
    assert (open_one.seat.name, open_one.kind) == ("south", "recapture")
    assert submissions(game) == [("east", "web"), ("south", "web")]


def test_orders_for_the_turn_count_in_that_turn_alone(
    client: Client, people: list[Person], now: datetime
) -> None:
    game = attacked_game(people, now, "S13xS33; end")
    client.force_login(people[0])
    answer(client, game, "pass", "pass")
    for seat in ("south", "west", "north"):
        game.refresh_from_db()
        person = game.seats.get(name=seat).person
        assert person
        stage.hand_in(game, person, "end", now=now)
    game.refresh_from_db()
    stage.hand_in(game, people[3], "S33xS32; end", now=now)
    assert Decision.objects.filter(game=game, closed_at=None, kind="recapture").exists()


def test_orders_for_the_turn_go_before_standing_orders(
    client: Client, people: list[Person], now: datetime
) -> None:
    game = attacked_game(people, now)
    client.force_login(people[0])
    text = "recapture at S32 with any"
    client.post(reverse("game_standing", args=[game.pk]), {"do": "save", "text": text})
    answer(client, game, "pass", "pass")
    assert Submission.objects.get(game=game, via="standing").text == "pass"


def test_unreadable_orders_for_the_turn_reject_the_answer(
    client: Client, people: list[Person], now: datetime
) -> None:
    game = attacked_game(people, now)
    client.force_login(people[0])
    assert answer(client, game, "pass", "nonsense").status_code == 422
    assert submissions(game) == [("east", "web")]
    assert not Standing.objects.exists()


def test_the_question_offers_what_could_be_captured_next(
    client: Client, people: list[Person], now: datetime
) -> None:
    game = attacked_game(people, now)
    client.force_login(people[0])
    page = client.get(reverse("game_answer", args=[game.pk]))
    assert "And if more of yours is taken in this turn?" in plain(page)
    assert 'value="pass at S32"' in page.content.decode()
    _page, letter = question(game, people[0], now)
    assert "The turn could go on and take more of yours, such as" in letter


PLANS = ("S13xS33; end", "S13xS33", TWICE, "S13xS33; if taken at S33: end; else: S33xS35")


def questions_by_plan(people: list[Person], now: datetime) -> list[tuple[bytes, str]]:
    """How South is asked, by what East has planned."""
    found = []
    for plan in PLANS:
        with undo_all(), stage.seeded(bytes(32)):
            found.append(question(attacked_game(people, now, plan), people[0], now))
    return found


def test_the_question_is_the_same_for_every_plan_of_the_attacker(
    people: list[Person], now: datetime
) -> None:
    """A21: what may be asked ahead follows from what has happened, never from the next step."""
    first, *others = questions_by_plan(people, now)
    assert others == [first] * 3


def test_a_question_made_of_the_true_position_would_leak_the_plan(
    people: list[Person], now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Control: were the question made of the true position, it would differ."""
    known = knowledge.known_game

    def leaky(game: Game, viewer: str | None, *rest: Any) -> Any:
        return replace(known(game, viewer, *rest), state=store.load_state(game))

    monkeypatch.setattr("games.views.answer.known_game", leaky)
    first, *others = questions_by_plan(people, now)
    assert others != [first] * 3


def test_the_receipt_says_which_question_is_next(
    client: Client, people: list[Person], now: datetime
) -> None:
    """Another answer, and not a turn of which nothing has begun."""
    game = attacked_game(people, now)
    client.force_login(people[0])
    page = plain(client.get(answer(client, game, "pass")["Location"]))
    receipt = page[page.index("Sent") :]
    assert "Do you recapture?" in receipt
    assert "It is your turn" not in receipt
