"""A site from before lives on: its games migrate, verify, tell the same and are played on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from conquest.kit import record
from games.letters import writers
from games.models import Commitment, Decision, Game, Snapshot, Submission
from games.play import fairness, history, store, turns
from games.replay import export
from leagues import ratings
from leagues.models import Result
from mail.models import Delivery
from tests.upgrade import knowing, sites
from tests.upgrade.sites import Known

NOW = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
PLAYED, RUNNING = sites.pairs(sites.PLAYED), sites.pairs(sites.RUNNING)


@pytest.mark.parametrize(("dump", "known"), PLAYED, ids=sites.title)
def test_a_game_verifies_and_folds_to_the_same_positions(site: None, known: Known) -> None:
    game = sites.game_of(known)
    assert (game.version, game.head) == (known["version"], known["head"])
    assert store.verify_game(game) is None
    versions = list(map(int, known["positions"]))
    assert knowing.positions(game, *versions) == known["positions"]
    Snapshot.objects.filter(game=game).delete()
    assert knowing.positions(game, *versions) == known["positions"]


@pytest.mark.parametrize(("dump", "known"), PLAYED, ids=sites.title)
def test_a_game_tells_the_same(site: None, known: Known) -> None:
    game = sites.game_of(known)
    for viewer, told in known["steps"].items():
        steps = history.list_steps(game, None if viewer == "public" else viewer)
        joined = {seq: one for one in steps for seq in range(one.first, one.seq + 1)}
        assert [joined[seq].seat for seq, *_ in told] == [seat for _, seat, *_ in told]
        assert len(joined) == len(told)
        assert sum(one.cost for one in steps) == sum(cost for *_, cost in told)
    seats = list(game.seats.select_related("person"))
    assert export.write_notation(game, seats) == known["notation"]
    assert knowing.events(game) == known["events"]
    assert knowing.views(game) == known["views"]


@pytest.mark.parametrize(("dump", "known"), PLAYED, ids=sites.title)
def test_a_game_owes_and_counts_the_same(site: None, known: Known) -> None:
    game = sites.game_of(known)
    assert knowing.owed(game) == known["owed"]
    assert (game.winners, game.reason) == (known["winners"], known["reason"])
    assert knowing.scores(game) == known["scores"]


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
    """From the first game of partners on they come again by themselves."""
    kept = results()
    assert kept
    assert ratings.rate_games() > 0
    completed = results()
    assert set(kept) < set(completed)
    ratings.rate_again()
    assert results() == completed


@pytest.mark.parametrize(("dump", "known"), RUNNING, ids=sites.title)
def test_a_running_game_is_played_on(site: None, known: Known) -> None:
    for turn in range(6):
        game = sites.game_of(known)
        decision = sites.asked(game)
        if decision is None:
            break
        person, name = decision.seat.player, decision.seat.name
        assert person is not None
        rules = game.rules
        orders = turns.Orders(
            game_id=game.pk,
            person=person,
            text=rules.notation.write_orders(
                rules.judgement.default_orders(store.load_state(game), name)
            ),
            seen_version=game.version,
            key=f"web-{turn}",
        )
        turns.submit(orders, now=NOW + timedelta(hours=turn))
    game = sites.game_of(known)
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
