"""Workers killed around the handover of a seat whose player is away for long: each is told once,
or nothing was."""

from __future__ import annotations

import signal
from datetime import timedelta

from accounts.models import Person
from games.models import Attempt, Decision, Game
from games.play import clock, days_off, turns
from mail.models import Delivery
from tests import servers
from tests.faults import sites
from tests.faults.sites import Site

DAY = timedelta(days=1)


def test_nothing_has_happened_when_killed_before_the_commit(site: Site) -> None:
    game = _away_for_long()
    assert _tick(site.planted("handing_over:kill")) == -signal.SIGKILL
    assert not _south(game)
    assert not _told()
    Attempt.objects.update(retry_at=clock.now())  # what has failed waits a while otherwise
    assert _tick(site.env) == 0
    assert _south(game)
    assert _told() == _addresses()


def test_all_are_told_once_when_killed_after_the_commit(site: Site) -> None:
    game = _away_for_long()
    assert _tick(site.planted("after_commit:kill")) == -signal.SIGKILL
    assert _south(game)
    assert _told() == _addresses()
    assert _tick(site.env) == 0
    assert _told() == _addresses()


def test_a_handover_posted_after_the_commit_would_not_be_told(site: Site) -> None:
    game = _away_for_long()
    guard = "letters_in_the_transaction"
    assert _tick(site.planted("before_post:kill"), without=guard) == -signal.SIGKILL
    assert _tick(site.env) == 0
    assert _south(game)
    assert not _told()


def _away_for_long() -> Game:
    """Begin a game whose first player is on the second of two days off, of which the table bears
    one."""
    game = sites.begin(sites.people())
    Game.objects.filter(pk=game.pk).update(pace={**game.pace, "days_off": True, "most_days_off": 1})
    person = game.seats.get(name="south").person
    assert person is not None
    today = clock.now().astimezone(person.zone).date()
    turns.take_days_off(person, days_off.Kind.VACATION, today, today + DAY, now=clock.now())
    asked = Decision.objects.get(game=game, closed_at=None)
    assert asked.hands_over_at is not None
    asked.hands_over_at = clock.now() - timedelta(minutes=1)
    asked.save(update_fields=["hands_over_at"])
    return game


def _tick(env: dict[str, str], without: str = "") -> int:
    """Look after days off once, in a process of its own; return how it ended."""
    with sites.run("games.tasks.tend_tables", env, "handover", without) as tick:
        return tick.process.wait(servers.PATIENCE)


def _south(game: Game) -> bool:
    return game.seats.get(name="south").is_absent


def _told() -> list[str]:
    return list(
        Delivery.objects.filter(kind="seat").order_by("address").values_list("address", flat=True)
    )


def _addresses() -> list[str]:
    people = Person.objects.filter(name__in=sites.NAMES)
    return sorted(people.values_list("email", flat=True))
