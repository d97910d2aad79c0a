"""Silence: what the table says of it, and answers at once for players who are away (CP5)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Person
from games.ahead import standing_orders
from games.letters import writers
from games.models import Decision, Game, Submission
from games.play import decisions, turns
from games.play.clock import PRESETS
from mail.models import Delivery
from tests import stage
from tests.games.forms import new_table
from tests.games.test_every_page import plain

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
PIECES = stage.set_up() | {"S13": "east K"}
ATTACK = "S13xS33; end"


@pytest.fixture
def people(alice: Person, bob: Person, dora: Person, erin: Person) -> list[Person]:
    return [alice, bob, dora, erin]


def attacked_game(people: Sequence[Person], now: datetime, **pace: Any) -> Game:
    """East (Erin) takes a knight of South (Alice), at a table with a word about silence."""
    game = stage.begin(people, PIECES, now=now, turn="east")
    Game.objects.filter(pk=game.pk).update(pace={**PRESETS["normal"], **pace})
    game.refresh_from_db()
    stage.hand_in(game, people[3], ATTACK, now=now)
    return game


def answers_of_south(game: Game) -> list[tuple[str, str]]:
    rows = Submission.objects.filter(game=game, seat__name="south").order_by("first_seq")
    return [(row.via, row.text) for row in rows]


def run_out(game: Game, now: datetime) -> None:
    decision = Decision.objects.get(game=game, kind="recapture", closed_at=None)
    decisions.mark_notified(decision, now)
    assert turns.expire_decision(decision.pk, now=now + 12 * HOUR)


def test_silence_passes_by_default(people: list[Person], now: datetime) -> None:
    game = attacked_game(people, now)
    run_out(game, now)
    assert answers_of_south(game) == [("silence", "pass")]


def test_silence_recaptures_with_the_cheapest_piece_if_the_table_says_so(
    people: list[Person], now: datetime
) -> None:
    game = attacked_game(people, now, silence="safe")
    run_out(game, now)
    ((via, text),) = answers_of_south(game)
    assert via == "silence"
    assert text.endswith("xS33")


def test_silence_uses_own_standing_orders_if_the_table_says_so(
    people: list[Person], now: datetime
) -> None:
    """Also those that were filed while the question was open."""
    game = attacked_game(people, now, silence="own")
    standing_orders.file_orders(game.pk, people[0], "recapture with E", now=now)
    run_out(game, now)
    ((via, text),) = answers_of_south(game)
    assert (via, text[:3]) == ("silence", "S32")


def test_silence_passes_without_fitting_standing_orders(
    people: list[Person], now: datetime
) -> None:
    game = attacked_game(people, now, silence="own")
    run_out(game, now)
    assert answers_of_south(game) == [("silence", "pass")]


@pytest.mark.parametrize(
    ("silence", "words"),
    [
        ("", "When the time is up, there is no recapture."),
        ("safe", "When the time is up, the cheapest piece that is safe recaptures, or else none."),
        (
            "own",
            "When the time is up, there is no recapture. Your standing orders go before that.",
        ),
    ],
)
def test_the_reminder_says_what_silence_means(
    people: list[Person], now: datetime, silence: str, words: str
) -> None:
    Person.objects.update(language="en")
    attacked_game(people, now, silence=silence)
    delivery = Delivery.objects.get(person=people[0], kind="decision")
    letter = writers.WRITERS["reminder"](delivery, now)
    assert letter
    assert words in " ".join(letter.text.split())


def test_silence_answers_at_once_for_a_player_who_is_away(
    people: list[Person], now: datetime
) -> None:
    alice = people[0]
    alice.back_on = now.date() + timedelta(days=3)
    alice.save()
    game = attacked_game(people, now, silence="safe")
    ((via, text),) = answers_of_south(game)
    assert (via, text[-4:]) == ("away", "xS33")
    assert not Decision.objects.filter(game=game, kind="recapture").exists()
    assert not Delivery.objects.filter(person=alice, kind="decision").exists()


def test_standing_orders_go_before_silence_for_a_player_who_is_away(
    people: list[Person], now: datetime
) -> None:
    alice = people[0]
    alice.back_on = now.date() + timedelta(days=3)
    alice.save()
    game = stage.begin(people, PIECES, now=now, turn="east")
    standing_orders.file_orders(game.pk, alice, "recapture with E", now=now)
    stage.hand_in(game, people[3], ATTACK, now=now)
    assert [via for via, _text in answers_of_south(game)] == ["standing"]


@pytest.mark.parametrize(
    ("zone", "back_on", "is_away"),
    [
        ("UTC", date(2026, 3, 3), True),
        ("UTC", date(2026, 3, 2), False),
        ("Pacific/Kiritimati", date(2026, 3, 3), False),  # where it is the third already
        ("UTC", None, False),
    ],
)
def test_away_ends_by_the_day_of_the_persons_zone(
    alice: Person, now: datetime, zone: str, back_on: date | None, is_away: bool
) -> None:
    alice.time_zone, alice.back_on = zone, back_on
    assert alice.is_away(now) is is_away


def test_a_player_who_is_away_is_shown_and_reminded(
    client: Client, people: list[Person], now: datetime
) -> None:
    alice, bob = people[:2]
    game = attacked_game(people, now)
    alice.back_on = timezone.now().date() + timedelta(days=30)
    alice.save()
    client.force_login(bob)
    assert "away, back on" in plain(client.get(game.get_absolute_url()))
    assert "You are away" not in plain(client.get("/"))
    client.force_login(alice)
    assert "You are away, back on" in plain(client.get("/"))
    alice.back_on = timezone.now().date() - timedelta(days=1)
    alice.save()
    assert "You are away" not in plain(client.get("/"))
    assert "away, back on" not in plain(client.get(game.get_absolute_url()))


def test_turns_wait_for_a_player_who_is_away(people: list[Person], now: datetime) -> None:
    alice = people[0]
    alice.back_on = now.date() + timedelta(days=3)
    alice.save()
    game = stage.begin(people, PIECES, now=now)
    assert Decision.objects.filter(game=game, seat__name="south", closed_at=None).exists()


def test_the_meaning_of_silence_is_chosen_for_a_table(client: Client, alice: Person) -> None:
    client.force_login(alice)
    page = plain(client.get(reverse("table_new"), {"ruleset": "conquest"}))
    assert "When the time for an answer is up" in page
    new_table(client, silence="safe", answer_hours="6", tells_standing="on")
    game = Game.objects.get()
    assert (game.pace["silence"], game.pace["clocks"]["answer"]) == ("safe", [6, 6, 6])
    assert game.tells_standing
    page = plain(client.get(reverse("table", args=[game.pk])))
    assert "the cheapest piece that is safe recaptures" in page


@pytest.mark.parametrize("tells", [True, False])
def test_standing_orders_are_disclosed_if_the_table_wants_it(
    client: Client, people: list[Person], now: datetime, tells: bool
) -> None:
    game = stage.begin(people, PIECES, now=now, turn="east")
    Game.objects.update(tells_standing=tells)
    standing_orders.file_orders(game.pk, people[0], "pass", now=now)
    client.force_login(people[1])
    page = plain(client.get(game.get_absolute_url()))
    assert ("has standing orders filed on" in page) is tells
    standing_orders.file_orders(game.pk, people[0], "", now=now)
    assert "has standing orders" not in plain(client.get(game.get_absolute_url()))
