"""Standing orders of all seats are committed whenever something happens, and opened at the end."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from conquest.core import Fault
from conquest.kit import chance, disclosure
from games.ahead import standing_orders
from games.ahead.standing_orders import filing
from games.fairness.proof import check_record
from games.models import Game, OrdersCommitment, Standing
from games.play import turns
from tests import stage

pytestmark = pytest.mark.django_db

ORDERS = "recapture with E"
MOVES = ("S40-S29; end", "W40-W29; end", "N40-N29; end")


@pytest.fixture
def people(alice: Person, bob: Person, dora: Person, erin: Person) -> list[Person]:
    return [alice, bob, dora, erin]


@pytest.fixture
def orders_game(people: Sequence[Person], now: datetime) -> Game:
    return stage.begin(people, stage.set_up(), now=now)


def hand_in(game: Game, people: Sequence[Person], number: int, now: datetime) -> None:
    stage.hand_in(game, people[number], MOVES[number], now=now)
    game.refresh_from_db()


def committed(game: Game) -> list[tuple[int, dict[str, str]]]:
    rows = OrdersCommitment.objects.filter(game=game).order_by("version")
    return [(row.version, row.commitments) for row in rows]


def end_game(game: Game, now: datetime) -> Game:
    turns.annul_game(game.pk, now=now)
    game.refresh_from_db()
    assert game.has_ended
    return game


def test_all_seats_are_committed_whenever_something_happens(
    orders_game: Game, people: Sequence[Person], now: datetime
) -> None:
    hand_in(orders_game, people, 0, now)
    hand_in(orders_game, people, 1, now)
    rows = committed(orders_game)
    assert [sorted(made) for _version, made in rows] == [sorted(stage.SEATS)] * 3
    assert rows[-1][0] == orders_game.version
    hashes = [one for _version, made in rows for one in made.values()]
    assert len(set(hashes)) == len(hashes) == 12  # also of those that stay the same, or are none


def test_to_file_orders_makes_no_commitment(
    orders_game: Game, people: Sequence[Person], now: datetime
) -> None:
    before = committed(orders_game)
    standing_orders.file_orders(orders_game.pk, people[0], ORDERS, now=now)
    assert committed(orders_game) == before


def test_commitments_are_opened_by_the_record(
    orders_game: Game, people: Sequence[Person], now: datetime
) -> None:
    standing_orders.file_orders(orders_game.pk, people[1], ORDERS, now=now)
    hand_in(orders_game, people, 0, now)
    standing_orders.file_orders(orders_game.pk, people[1], "", now=now)
    hand_in(orders_game, people, 1, now)
    game = end_game(orders_game, now)
    opened = list(standing_orders.open_commitments(game))
    assert [one.text for one in opened if one.seat == "west"][:3] == ["", ORDERS, ""]
    assert {one.text for one in opened if one.seat != "west"} == {""}
    assert check_record(game, list(game.seats.all())).fault == ""


def test_orders_that_were_put_in_later_are_found(
    orders_game: Game, people: Sequence[Person], now: datetime
) -> None:
    hand_in(orders_game, people, 0, now)
    game = end_game(orders_game, now)
    opened = list(standing_orders.open_commitments(game))
    forged = [
        disclosure.CommittedOrders(one.seq, one.seat, one.commitment, ORDERS) for one in opened
    ]
    secrets = disclosure.OpenedSecrets(bytes(game.seed))
    disclosure.check_orders(disclosure.orders_line(opened), secrets)
    with pytest.raises(Fault, match="do not fit their commitment"):
        disclosure.check_orders(disclosure.orders_line(forged[:1]), secrets)


@pytest.mark.parametrize("line", ["{}", "[]", '{"texts": [], "made": [[1, "s", "h", 3]]}', "x"])
def test_a_line_that_cannot_be_read_is_a_fault(line: str) -> None:
    with pytest.raises(Fault):
        disclosure.check_orders({"Orders": line}, disclosure.OpenedSecrets(bytes(32)))


def test_a_substitute_begins_with_a_commitment_to_none(
    orders_game: Game, people: Sequence[Person], charlie: Person, now: datetime
) -> None:
    standing_orders.file_orders(orders_game.pk, people[1], ORDERS, now=now)
    assert standing_orders.texts_by_seat(orders_game, 1)["west"] == ORDERS
    orders_game.seats.filter(name="west").update(person=charlie)
    assert set(standing_orders.texts_by_seat(orders_game, 1).values()) == {""}


def test_orders_of_the_turn_come_before_those_that_always_count(
    orders_game: Game, people: Sequence[Person], now: datetime
) -> None:
    """As for the answer itself: of each kind the latest, and none of another turn."""
    for text in ("pass", ORDERS):
        standing_orders.file_orders(orders_game.pk, people[1], text, now=now)
    latest = Standing.objects.latest("pk")
    for turn in (1, 2):
        Standing.objects.create(
            game=orders_game, seat=latest.seat, person=people[1], text=f"recapture at S{turn}",
            turn=turn, salt=b"s", version=1, filed_at=now,
        )  # fmt: skip
    for turn in (1, 2, 3):
        expected = filing.text_for_turn(latest.seat, turn)
        assert standing_orders.texts_by_seat(orders_game, turn)["west"] == expected
    assert standing_orders.texts_by_seat(orders_game, 2)["west"] == f"recapture at S2\n{ORDERS}"


def test_orders_that_were_filed_often_make_no_turn_dearer(
    orders_game: Game, people: Sequence[Person], now: datetime
) -> None:
    """What counts is found by its index: else each turn would read all that was filed."""
    seat = orders_game.seats.get(name="west")
    Standing.objects.bulk_create(
        Standing(
            game=orders_game, seat=seat, person=people[1], text=ORDERS, salt=b"s", version=1,
            filed_at=now,
        )
        for _filing in range(5_000)
    )  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")  # seats of no game
        cursor.execute(OF_OTHERS)
        cursor.execute("SET LOCAL session_replication_role = origin")
        cursor.execute("ANALYZE games_standing")
        given = {"game": orders_game.pk, "turn": 1}
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {filing.TEXTS}", given)
        ((plan,),) = cursor.fetchall()
    assert most_rows(plan[0]["Plan"]) < 100  # of 10,000


OF_OTHERS = """
    INSERT INTO games_standing (game_id, seat_id, person_id, text, salt, commitment, version,
        filed_at)
    SELECT n, 1000000 + n, n, 'pass', 's', '', 1, now() FROM generate_series(1, 5000) AS n
"""


def most_rows(plan: Any) -> int:
    """Return how many rows the greediest step of a plan reads in all its loops."""
    read = plan["Actual Rows"] + plan.get("Rows Removed by Filter", 0)
    return max([int(read * plan["Actual Loops"]), *map(most_rows, plan.get("Plans", []))])


def test_commitments_are_append_only(orders_game: Game) -> None:
    rows = OrdersCommitment.objects.filter(game=orders_game)
    with pytest.raises(DatabaseError), transaction.atomic():
        rows.update(commitments={})
    with pytest.raises(DatabaseError), transaction.atomic():
        rows.delete()


def test_the_latest_commitment_is_public(client: Client, orders_game: Game) -> None:
    page = client.get(reverse("game_proof", args=[orders_game.pk])).content.decode()
    ((_version, made),) = committed(orders_game)
    assert all(commitment in page for commitment in made.values())


def test_a_hash_without_a_salt_would_tell_who_has_none(
    orders_game: Game, people: Sequence[Person], now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Control: the same salt each time shows that a list was empty, or stayed the same."""
    monkeypatch.setattr(chance, "derive_orders_salt", lambda *_: b"")
    hand_in(orders_game, people, 0, now)
    hand_in(orders_game, people, 1, now)
    rows: list[Any] = committed(orders_game)
    assert rows[-1][1] == rows[-2][1]
