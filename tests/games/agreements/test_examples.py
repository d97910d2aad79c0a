"""The examples of docs/clocks.md about what players agree on."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from accounts.models import Person
from games.agreements import take_backs
from games.models import Decision, Game
from games.play import clock, decisions
from games.play.clock import Pace
from tests import stage
from tests.database import ROOT

BERLIN = ZoneInfo("Europe/Berlin")


def rows_under(heading: str) -> list[list[str]]:
    """Return the cells of the table under a heading, without its head."""
    text = (
        (ROOT / "docs/clocks.md").read_text().partition(f"## {heading}\n")[2].partition("\n## ")[0]
    )
    lines = [line.strip("| ") for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.split("|")] for line in lines[2:]]


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=BERLIN).astimezone(UTC)


def test_the_examples_of_more_time_hold() -> None:
    rows = rows_under("More time for one who is asked")
    assert len(rows) == 3
    for asked, time, night, due, more, due_then in rows:
        hours = [int(hour) for hour in re.findall(r"\d+", night)]
        pace = Pace(night=(hours[0], hours[1]) if hours else None)
        first = clock.due_at(moment(asked), timedelta(hours=int(time)), pace, BERLIN)
        assert first == moment(due)
        assert clock.due_at(first, timedelta(hours=int(more)), pace, BERLIN) == moment(due_then)


def test_the_examples_of_a_pause_hold(game: Game) -> None:
    rows = rows_under("A pause by consent")
    assert len(rows) == 2
    for row in rows:
        due, paused, goes_on, due_then = (
            datetime.fromisoformat(cell).replace(tzinfo=UTC) for cell in row
        )
        decision = Decision.objects.get(game=game, closed_at=None)
        decision.opened_at, decision.due_at = paused - timedelta(hours=1), due
        decision.save()
        decisions.restart_clocks(game, paused, now=goes_on)
        decision.refresh_from_db()
        assert decision.due_at == due_then


@pytest.mark.parametrize(
    ("rest", "due_then"),
    [
        ({}, "2026-03-10 21:30"),
        ({"night": [21, 8]}, "2026-03-11 08:00"),
        (
            {"fixed_hour": {"days": [0, 3], "hour": 20, "zone": "Europe/Berlin"}},
            "2026-03-12 20:00",
        ),
    ],
)
def test_the_day_that_is_left_at_least_ends_at_no_hour_of_rest(
    game: Game, rest: dict[str, Any], due_then: str
) -> None:
    decision = Decision.objects.get(game=game, closed_at=None)
    paused, goes_on = moment("2026-03-02"), moment("2026-03-09 21:30")
    game.pace = {**game.pace, **rest}
    game.save(update_fields=["pace"])
    decision.opened_at, decision.due_at = paused, paused + timedelta(hours=1)
    decision.save()
    decisions.restart_clocks(game, paused, now=goes_on)
    decision.refresh_from_db()
    assert decision.due_at == moment(due_then)


def test_the_examples_of_a_take_back_hold(alice: Person, bob: Person) -> None:
    rows = rows_under("A turn that is taken back")
    assert len(rows) == 2
    for row in rows:
        asked, due, played, back, due_then = (
            datetime.fromisoformat(cell).replace(tzinfo=UTC) for cell in row
        )
        game = stage.sit_down([alice, bob], "bollwerk", now=asked, seats="choice")
        Game.objects.filter(pk=game.pk).update(pace={**game.pace, "take_backs": True})
        Decision.objects.filter(game=game).update(due_at=due, told_at=asked)
        stage.hand_in(game, alice, "g5-e7", now=played)
        asked_back = take_backs.ask_take_back(game.pk, alice, now=back)
        take_backs.agree_to_take_back(asked_back.pk, bob, now=back)
        assert Decision.objects.get(game=game, closed_at=None).due_at == due_then
