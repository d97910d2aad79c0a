"""Standing orders answer at once, in the same transaction, and stay their owner's (CP4)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import pytest

from accounts.models import Person
from conquest import judge, replay
from conquest.core import Fault, Unreadable
from conquest.kit import commitments
from games.ahead import standing_orders
from games.letters import writers
from games.models import Decision, Game, Seat, Standing, Submission
from games.play import store, turns
from games.replay import export
from mail.models import Delivery
from tests import stage

pytestmark = pytest.mark.django_db

PIECES = stage.set_up() | {"S13": "east K"}
ATTACK = "S13xS33; end"


@pytest.fixture
def people(alice: Person, bob: Person, dora: Person, erin: Person) -> list[Person]:
    return [alice, bob, dora, erin]


@pytest.fixture
def attacked_game(people: Sequence[Person], now: datetime) -> Game:
    """East (Erin) is on turn and can take a knight of South (Alice), who can answer."""
    return stage.begin(people, PIECES, now=now, turn="east")


def submissions(game: Game) -> list[tuple[str, str, str]]:
    rows = Submission.objects.filter(game=game).order_by("first_seq")
    return [(row.seat.name, row.via, row.text) for row in rows]


def letters(person: Person) -> int:
    return Delivery.objects.filter(person=person, kind="decision").count()


def referee_answer(game: Game, lines: list[str]) -> Any:
    """What the referee makes of the same."""
    case = {
        "ruleset": "conquest",
        "board": "four-islands",
        "position": {"turn": "east", "number": 1, "pieces": dict(PIECES)},
        "standing": {"south": lines},
        "orders": [["east", ATTACK]],
    }
    return judge.carry_out(judge.read_case(case)).events


def test_standing_orders_answer_at_once_as_the_referee_does(
    attacked_game: Game, alice: Person, erin: Person, now: datetime
) -> None:
    standing_orders.file_orders(attacked_game.pk, alice, "recapture with cheapest", now=now)
    told = letters(alice)
    stage.hand_in(attacked_game, erin, ATTACK, now=now)
    assert [one[:2] for one in submissions(attacked_game)] == [
        ("east", "web"),
        ("south", "standing"),
    ]
    attacked_game.refresh_from_db()
    happened = [event for _row, event in store.read_events(attacked_game, after=1)]
    assert happened == list(referee_answer(attacked_game, ["recapture with cheapest"]))
    assert letters(alice) == told
    assert not Decision.objects.filter(seat__name="south", kind="recapture").exists()


def test_a_seat_is_asked_if_no_standing_order_fits(
    attacked_game: Game, alice: Person, erin: Person, now: datetime
) -> None:
    standing_orders.file_orders(attacked_game.pk, alice, "pass if lost E\nask\npass", now=now)
    stage.hand_in(attacked_game, erin, ATTACK, now=now)
    (decision,) = Decision.objects.filter(game=attacked_game, closed_at=None, kind="recapture")
    assert decision.seat.name == "south"


def test_standing_orders_answer_for_an_absent_player_before_silence(
    attacked_game: Game, alice: Person, erin: Person, now: datetime
) -> None:
    standing_orders.file_orders(attacked_game.pk, alice, "recapture with cheapest", now=now)
    Seat.objects.filter(game=attacked_game, name="south").update(is_absent=True)
    stage.hand_in(attacked_game, erin, ATTACK, now=now)
    assert submissions(attacked_game)[1][:2] == ("south", "standing")


def test_the_last_filed_standing_orders_count(
    attacked_game: Game, alice: Person, erin: Person, now: datetime
) -> None:
    standing_orders.file_orders(attacked_game.pk, alice, "recapture with cheapest", now=now)
    standing_orders.file_orders(attacked_game.pk, alice, "PASS   if lost k", now=now)
    assert standing_orders.standing_text(attacked_game.seats.get(name="south")) == "pass if lost K"
    assert standing_orders.file_orders(attacked_game.pk, alice, "pass if lost K", now=now) is None
    standing_orders.file_orders(attacked_game.pk, alice, "", now=now)
    stage.hand_in(attacked_game, erin, ATTACK, now=now)
    assert Decision.objects.filter(game=attacked_game, closed_at=None, kind="recapture").exists()
    assert Standing.objects.count() == 3


def test_filed_standing_orders_have_a_commitment(
    attacked_game: Game, alice: Person, now: datetime
) -> None:
    row = standing_orders.file_orders(attacked_game.pk, alice, "pass", now=now)
    assert row
    assert row.commitment == commitments.hash_standing_orders(bytes(row.salt), "south", "pass")


def test_unreadable_standing_orders_are_refused_by_line(
    attacked_game: Game, alice: Person, now: datetime
) -> None:
    with pytest.raises(Unreadable) as caught:
        standing_orders.file_orders(attacked_game.pk, alice, "pass\n\nperhaps", now=now)
    assert caught.value.order == 2
    assert not Standing.objects.exists()


def test_a_substitute_begins_without_standing_orders(
    attacked_game: Game, alice: Person, charlie: Person, erin: Person, now: datetime
) -> None:
    standing_orders.file_orders(attacked_game.pk, alice, "recapture with cheapest", now=now)
    turns.leave_game(attacked_game.pk, alice, now=now)
    turns.become_substitute(attacked_game.pk, "south", charlie, now=now)
    stage.hand_in(attacked_game, erin, ATTACK, now=now)
    assert Decision.objects.filter(game=attacked_game, closed_at=None, kind="recapture").exists()


def test_standing_orders_need_a_seat(attacked_game: Game, charlie: Person, now: datetime) -> None:
    with pytest.raises(Seat.DoesNotExist):
        standing_orders.file_orders(attacked_game.pk, charlie, "pass", now=now)


def test_games_begin_with_default_standing_orders(
    people: Sequence[Person], alice: Person, now: datetime
) -> None:
    standing_orders.save_default(alice, "conquest", "pass if lost S")
    game = stage.sit_down(people, "conquest", now=now)
    assert standing_orders.standing_text(game.seats.get(person=alice)) == "pass if lost S"
    standing_orders.save_default(alice, "conquest", "")
    assert standing_orders.saved_default(alice, "conquest") == ""


def test_default_standing_orders_unfit_for_the_board_are_left_out(
    people: Sequence[Person], alice: Person, now: datetime
) -> None:
    standing_orders.save_default(alice, "conquest", "pass\nrecapture at C22 with any")
    game = stage.sit_down(people[:2], "conquest", now=now, players=2)
    assert standing_orders.standing_text(game.seats.get(person=alice)) == ""


def test_the_next_letter_tells_what_standing_orders_have_answered(
    attacked_game: Game, alice: Person, erin: Person, now: datetime
) -> None:
    standing_orders.file_orders(attacked_game.pk, alice, "pass", now=now)
    stage.hand_in(attacked_game, erin, ATTACK, now=now)
    decision = Decision.objects.get(game=attacked_game, closed_at=None, seat__name="south")
    letter = writers.WRITERS["decision"](Delivery.objects.get(key=f"decision-{decision.pk}"), now)
    assert letter
    assert "Your standing orders have answered for you, once." in letter.text


def record_of(game: Game) -> str:
    game.refresh_from_db()
    return export.write_record(game, game.seats.select_related("person"))


@pytest.fixture
def over(people: Sequence[Person], alice: Person, erin: Person, now: datetime) -> Game:
    """A game that ends with East's capture, in which South had standing orders."""
    last = {"S13": "east K", "S12": "east K", "S33": "south S", "N01": "north K", "N02": "north S"}
    last |= {"N03": "north S", "W01": "west K", "W02": "west S", "W03": "west S"}
    game = stage.begin(people, last, now=now, turn="east")
    standing_orders.file_orders(game.pk, alice, "pass", now=now)
    stage.hand_in(game, erin, "S13xS33", now=now)
    return game


def test_the_record_discloses_standing_orders_after_the_end(over: Game) -> None:
    text = record_of(over)
    assert over.status == Game.Status.OVER
    assert '[Standing "' in text
    replay.replay_record(text)


@pytest.mark.parametrize("change", [("pass", "pasS"), ("south", "north")])
def test_the_record_shows_altered_standing_orders(over: Game, change: tuple[str, str]) -> None:
    lines = record_of(over).splitlines()
    altered = [
        line.replace(*change, 1) if line.startswith("[Standing ") else line for line in lines
    ]
    assert altered != lines
    with pytest.raises(Fault):
        replay.replay_record("\n".join(altered) + "\n")
