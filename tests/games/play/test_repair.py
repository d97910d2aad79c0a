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
def started_game(game: Game, alice: Person, now: datetime) -> Game:
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
def test_a_damaged_position_is_never_loaded(started_game: Game, how: str) -> None:
    damage.position(started_game, how)
    started_game.refresh_from_db()
    with pytest.raises(DamagedError):
        store.load_state(started_game)
    assert store.verify_game(started_game) == f"{where(started_game)} does not come of the events"


@pytest.mark.parametrize("how", damage.EVENTS)
def test_a_damaged_event_is_never_read(started_game: Game, how: str) -> None:
    damage.event(started_game, how)
    with pytest.raises(DamagedError, match=f"event {started_game.version}"):
        store.read_events(started_game, after=1)
    with pytest.raises(repair.BeyondRepairError, match=f"event {started_game.version}"):
        repair.repair_game(started_game.pk, now=started_game.opened_at)


def test_verify_finds_a_position_that_does_not_follow_from_the_events(started_game: Game) -> None:
    rules = started_game.rules
    started_game.state = checksum.wrap(rules.judgement.freeze(store.load_state(started_game, 1)))
    assert store.verify_game(started_game) == f"{where(started_game)} does not come of the events"


def test_positions_from_before_checksums_are_read(started_game: Game) -> None:
    state = store.load_state(started_game)
    started_game.state = started_game.rules.judgement.freeze(state)
    assert store.load_state(started_game) == state
    assert store.verify_game(started_game) is None


@pytest.mark.parametrize("how", damage.POSITIONS)
def test_repair_rebuilds_positions_from_the_events(
    started_game: Game, how: str, now: datetime
) -> None:
    state = store.load_state(started_game)
    Snapshot.objects.create(game=started_game, version=2, state=b"nonsense")
    damage.position(started_game, how)
    assert repair.repair_game(started_game.pk, now=now) == 2
    started_game.refresh_from_db()
    assert store.load_state(started_game) == state
    assert store.verify_game(started_game) is None
    assert repair.repair_game(started_game.pk, now=now) == 0


def test_repair_leaves_open_decisions_a_day(started_game: Game, now: datetime) -> None:
    damage.position(started_game, "emptied")
    late = now + 30 * DAY
    repair.repair_game(started_game.pk, now=late)
    assert Decision.objects.get(game=started_game, closed_at=None).due_at == late + DAY


def test_repair_leaves_the_clocks_of_whole_games_alone(started_game: Game, now: datetime) -> None:
    due = Decision.objects.get(game=started_game, closed_at=None).due_at
    repair.repair_game(started_game.pk, now=now + 30 * DAY)
    assert Decision.objects.get(game=started_game, closed_at=None).due_at == due


def test_the_repair_command_repairs_what_it_can(started_game: Game) -> None:
    damage.position(started_game, "overwritten")
    with pytest.raises(CommandError, match="1 of 1 games are not whole"):
        call_command("verify", stderr=StringIO())
    said = StringIO()
    call_command("repair", stdout=said)
    assert said.getvalue() == f"Game {started_game.pk}: positions worked out again: 1.\n"
    call_command("verify", stdout=StringIO())
    damage.event(started_game, "without data")
    with pytest.raises(CommandError, match="from a backup"):
        call_command("repair", str(started_game.pk), stderr=StringIO())
