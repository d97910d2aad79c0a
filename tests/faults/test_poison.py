"""A game that kills each process that touches it: it is put off, and the other games go on."""

from __future__ import annotations

import signal
from datetime import timedelta

from games.models import Attempt, Game
from tests import servers
from tests.faults import sites
from tests.faults.sites import Site

SWEEP = "games.tasks.expire_decisions"
KILLED = -signal.SIGKILL
OFTEN = 5


def test_a_poisonous_game_is_put_off_and_the_others_go_on(site: Site) -> None:
    poisonous, sound = _due_games()
    assert _sweep(site, poisonous, "health_of_a_game") == [KILLED, 0]
    assert _answered(sound)
    assert not _answered(poisonous)
    assert Attempt.objects.get(decision__game=poisonous).count == 1


def test_a_poisonous_game_is_not_given_up_but_answered_once_sound(site: Site) -> None:
    poisonous, _sound = _due_games()
    for _ in range(OFTEN):
        assert _sweep(site, poisonous, "health_of_a_game")[0] == KILLED
        Attempt.objects.update(retry_at="2000-01-01T00:00Z")
    assert Attempt.objects.get(decision__game=poisonous).count == OFTEN
    assert "fails again and again" in (site.var / "sweep.log").read_text()
    with sites.run(SWEEP, site.env, "sweep") as sweep:
        assert sweep.process.wait(servers.PATIENCE) == 0
    assert _answered(poisonous)
    assert not Attempt.objects.exists()


def test_a_poisonous_game_would_hold_up_the_others_without_counting(site: Site) -> None:
    poisonous, sound = _due_games()
    ends = _sweep(site, poisonous, "health_of_a_game,counted_attempts")
    assert ends == [KILLED] * OFTEN
    assert not _answered(sound)


def _due_games() -> tuple[Game, Game]:
    """Return two games whose time is up, first the one that will be poisonous."""
    players = sites.people()
    games = sites.begin(players, "Autumn"), sites.begin(players, "Winter")
    for game, hours in zip(games, (10, 9), strict=True):
        sites.pass_time(game, timedelta(hours=hours))
    return games


def _sweep(site: Site, poisonous: Game, without: str) -> list[int]:
    """Sweep until a sweep survives, or often enough to see that none does."""
    ends: list[int] = []
    while 0 not in ends and len(ends) < OFTEN:
        env = {**site.env, "POISONED": str(poisonous.pk)}
        with sites.run(SWEEP, env, "sweep", without) as sweep:
            ends.append(sweep.process.wait(servers.PATIENCE))
    return ends


def _answered(game: Game) -> bool:
    return game.submissions.exists()
