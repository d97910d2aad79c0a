"""Damaged games are detected, and repaired from their events."""

from __future__ import annotations

from datetime import datetime, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from accounts.models import Person
from games.models import Decision, Game, Snapshot
from games.play import checksum, repair, store, turns
from games.play.damage import DamagedError
from tests.games import damage

DAY = timedelta(days=1)


@pytest.fixture
def begun(game: Game, alice: Person, now: datetime) -> Game:
    """A game in which one turn was played."""
    orders = turns.Orders(
        game_id=game.pk, person=alice, text="S40-S29; end", seen_version=1, key="a"
    )
    turns.submit(orders, now=now)
    game.refresh_from_db()
    return game


def where(game: Game) -> str:
    return f"the position after event {game.version}"


@pytest.mark.parametrize("how", damage.POSITIONS)
def test_a_damaged_position_is_never_loaded(begun: Game, how: str) -> None:
    damage.position(begun, how)
    begun.refresh_from_db()
    with pytest.raises(DamagedError):
        store.load_state(begun)
    assert store.verify_game(begun) == f"{where(begun)} does not come of the events"


@pytest.mark.parametrize("how", damage.EVENTS)
def test_a_damaged_event_is_never_read(begun: Game, how: str) -> None:
    damage.event(begun, how)
    with pytest.raises(DamagedError, match=f"event {begun.version}"):
        store.read_events(begun, after=1)
    with pytest.raises(repair.BeyondRepairError, match=f"event {begun.version}"):
        repair.repair_game(begun.pk, now=begun.opened_at)


def test_verify_finds_a_position_that_does_not_follow_from_the_events(begun: Game) -> None:
    rules = begun.rules
    begun.state = checksum.wrap(rules.judgement.freeze(store.load_state(begun, 1)))
    assert store.verify_game(begun) == f"{where(begun)} does not come of the events"


def test_positions_from_before_checksums_are_read(begun: Game) -> None:
    state = store.load_state(begun)
    begun.state = begun.rules.judgement.freeze(state)
    assert store.load_state(begun) == state
    assert store.verify_game(begun) is None


@pytest.mark.parametrize("how", damage.POSITIONS)
def test_repair_rebuilds_positions_from_the_events(begun: Game, how: str, now: datetime) -> None:
    state = store.load_state(begun)
    Snapshot.objects.create(game=begun, version=2, state=b"nonsense")
    damage.position(begun, how)
    assert repair.repair_game(begun.pk, now=now) == 2
    begun.refresh_from_db()
    assert store.load_state(begun) == state
    assert store.verify_game(begun) is None
    assert repair.repair_game(begun.pk, now=now) == 0


def test_repair_leaves_open_decisions_a_day(begun: Game, now: datetime) -> None:
    damage.position(begun, "emptied")
    late = now + 30 * DAY
    repair.repair_game(begun.pk, now=late)
    assert Decision.objects.get(game=begun, closed_at=None).due_at == late + DAY


def test_repair_leaves_the_clocks_of_whole_games_alone(begun: Game, now: datetime) -> None:
    due = Decision.objects.get(game=begun, closed_at=None).due_at
    repair.repair_game(begun.pk, now=now + 30 * DAY)
    assert Decision.objects.get(game=begun, closed_at=None).due_at == due


def test_the_repair_command_repairs_what_it_can(begun: Game) -> None:
    damage.position(begun, "overwritten")
    with pytest.raises(CommandError, match="1 of 1 games are not whole"):
        call_command("verify", stderr=StringIO())
    said = StringIO()
    call_command("repair", stdout=said)
    assert said.getvalue() == f"Game {begun.pk}: 1 positions made anew.\n"
    call_command("verify", stdout=StringIO())
    damage.event(begun, "without data")
    with pytest.raises(CommandError, match="from a backup"):
        call_command("repair", str(begun.pk), stderr=StringIO())
