"""A site from before lives on: its games migrate, verify, tell the same and are played on."""

from __future__ import annotations

import gzip
import json
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction

from conquest.kit import codec, record
from games.letters import writers
from games.models import Commitment, Decision, Game, Snapshot, Submission
from games.play import fairness, history, store, turns
from games.replay import export
from leagues import ratings
from leagues.models import Result
from mail.models import Delivery
from tests import database

HERE = Path(__file__).parent
NOW = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
KNOWN: list[dict[str, Any]] = json.loads(gzip.decompress((HERE / "games.json.gz").read_bytes()))
PLAYED = [known for known in KNOWN if "version" in known]
RUNNING = [known for known in PLAYED if known["status"] == "running"]


@pytest.fixture(scope="module")
def restored(django_db_setup: None, django_db_blocker: Any) -> Iterator[str]:
    """Restore the dump and bring it up to date; drop it at the end."""
    name = f"test_upgrade_{uuid.uuid4().hex[:8]}"
    with django_db_blocker.unblock(), database.made(name):
        with database.connected(name):
            with connection.cursor() as cursor:
                cursor.execute(gzip.decompress((HERE / "site.sql.gz").read_bytes()).decode())
            connection.close()
            call_command("migrate", verbosity=0)
        yield name


@pytest.fixture
def site(restored: str, django_db_blocker: Any) -> Iterator[None]:
    """Visit the restored site, and leave it as it was."""
    with (
        django_db_blocker.unblock(),
        database.connected(restored),
        transaction.atomic(),
    ):
        yield
        transaction.set_rollback(True)


def title(known: dict[str, Any]) -> str:
    return str(known["title"])


@pytest.mark.parametrize("known", PLAYED, ids=title)
def test_a_game_verifies_and_folds_to_the_same_positions(site: None, known: dict[str, Any]) -> None:
    game = Game.objects.get(pk=known["pk"])
    assert (game.version, game.head) == (known["version"], known["head"])
    assert store.verify_game(game) is None
    for version, position in known["positions"].items():
        assert game.rules.judgement.write_position(store.load_state(game, int(version))) == position
    Snapshot.objects.filter(game=game).delete()
    for version, position in known["positions"].items():
        assert game.rules.judgement.write_position(store.load_state(game, int(version))) == position


@pytest.mark.parametrize("known", PLAYED, ids=title)
def test_a_game_tells_the_same(site: None, known: dict[str, Any], settings: Any) -> None:
    settings.SITE_URL = "http://127.0.0.1:8000"  # as it was called then
    game = Game.objects.get(pk=known["pk"])
    for viewer, told in known["steps"].items():
        steps = history.list_steps(game, None if viewer == "public" else viewer)
        joined = {seq: one for one in steps for seq in range(one.first, one.seq + 1)}
        assert [joined[seq].seat for seq, *_ in told] == [seat for _, seat, *_ in told]
        assert len(joined) == len(told)
        assert sum(one.cost for one in steps) == sum(cost for *_, cost in told)
    seats = list(game.seats.select_related("person"))
    assert export.write_notation(game, seats) == known["notation"]
    events = [list(codec.pack_event(event)) for _row, event in store.read_events(game)]
    assert events[-40:] == known["events"]
    for viewer, view in known["views"].items():
        seat = None if viewer == "public" else viewer
        assert game.rules.knowledge.write_view(store.load_state(game), seat) == view


@pytest.mark.parametrize("known", PLAYED, ids=title)
def test_a_game_owes_and_counts_the_same(site: None, known: dict[str, Any]) -> None:
    game = Game.objects.get(pk=known["pk"])
    open_ones = game.decisions.filter(closed_at=None).select_related("seat")
    owed = [[one.seat.name, one.kind, one.number, one.due_at.isoformat()] for one in open_ones]
    assert sorted(owed) == known["owed"]
    assert (game.winners, game.reason) == (known["winners"], known["reason"])
    for seat in game.seats.all():
        counted = [seat.numbers.get("score"), seat.numbers.get("captured", 0)]
        score = [*counted, seat.has_won, seat.timeouts, seat.is_absent]
        assert score == known["scores"][seat.name]


def test_a_game_that_is_over_has_a_place_for_every_side(site: None) -> None:
    over = Game.objects.filter(status=Game.Status.OVER)
    assert over
    for game in over:
        seats = list(game.seats.all())
        won = {1 if seat.has_won or not game.winners else 2: seat.place for seat in seats}
        assert all(place == expected for expected, place in won.items())
        together = 2 if game.options.get("partners") else 1
        assert len({seat.side for seat in seats}) * together == len(seats)
    assert not Game.objects.exclude(status="over").filter(seats__place__isnull=False)


def results() -> list[str]:
    fields = ("game", "person", "ending", "side", "place", "numbers", "mu", "sigma")
    return sorted(map(str, Result.objects.values_list(*fields)))


def test_results_of_before_are_those_that_come_of_rating_again(site: None) -> None:
    """From the first game of partners on they come anew by themselves."""
    kept = results()
    assert kept
    assert ratings.rate_games() > 0
    completed = results()
    assert set(kept) < set(completed)
    ratings.rate_again()
    assert results() == completed


@pytest.mark.parametrize("known", RUNNING, ids=title)
def test_a_running_game_is_played_on(site: None, known: dict[str, Any]) -> None:
    for turn in range(6):
        game = Game.objects.get(pk=known["pk"])
        decision = game.decisions.filter(closed_at=None).select_related("seat__person").get()
        rules, state = game.rules, store.load_state(game)
        assert decision.seat.person is not None
        orders = turns.Orders(
            game_id=game.pk,
            person=decision.seat.person,
            text=rules.notation.write_orders(
                rules.judgement.default_orders(state, decision.seat.name)
            ),
            seen_version=game.version,
            key=f"web-{turn}",
        )
        turns.submit(orders, now=NOW + timedelta(hours=turn))
    game = Game.objects.get(pk=known["pk"])
    assert game.version > known["version"]
    assert store.verify_game(game) is None


def test_a_plan_behind_a_pause_is_carried_out(site: None) -> None:
    game = Game.objects.get(title="Paused with a plan")
    decision = Decision.objects.select_related("seat__person").get(game=game, closed_at=None)
    assert decision.seat.person is not None
    orders = turns.Orders(
        game_id=game.pk,
        person=decision.seat.person,
        text="pass",
        seen_version=game.version,
        key="web-pass",
    )
    turns.submit(orders, now=NOW)
    told = [
        step.notation
        for step in history.list_steps(Game.objects.get(pk=game.pk), None, after=game.version)
    ]
    assert "S01-S31" in told
    assert any("S40-S29" in orders for orders in told)


def test_deadlines_and_letters_under_way_are_answered(site: None) -> None:
    waiting = list(Delivery.objects.filter(status="waiting").order_by("pk"))
    assert {one.kind for one in waiting} >= {
        "decision",
        "reminder",
        "over",
        "started",
        "invitation",
    }
    written = [one for one in waiting if writers.WRITERS[one.kind](one, NOW)]
    assert {one.kind for one in written} >= {"decision", "over", "started", "invitation"}
    still_asked = set(Decision.objects.filter(closed_at=None).values_list("pk", flat=True))
    asked = {one.about["decision"] for one in written if one.kind == "decision"}
    assert asked <= still_asked
    for pk in still_asked:
        Decision.objects.filter(pk=pk, told_at=None).update(told_at=NOW - timedelta(days=9))
        assert turns.expire_decision(pk, now=NOW)
    assert Submission.objects.filter(via="silence", at=NOW).count() == len(still_asked)


def test_seeds_of_before_are_committed_late(site: None) -> None:
    """Those of open tables and running games stand in the chain, the oldest first, and say so."""
    waiting = Game.objects.filter(status__in=["open", "running"]).order_by("pk")
    assert waiting
    rows = list(Commitment.objects.order_by("number"))
    assert [row.game_id for row in rows] == [game.pk for game in waiting]
    assert {row.kind for row in rows} == {"earlier seed"}
    assert (fairness.check_commitments().length, fairness.check_commitments().broken) == (
        len(rows),
        None,
    )
    assert [fairness.find_bad_commitment(game) for game in waiting] == [None] * len(rows)


def test_records_of_games_of_before_are_proved(site: None) -> None:
    over = [game for game in Game.objects.filter(status="over") if game.version]
    assert over
    for game in over:
        assert not game.commitments.exists()
        proof = record.prove_record(
            game.rules, record.read_record(export.write_record(game, game.seats.all()))
        )
        assert proof.opened.chance_key == bytes(game.seed)
