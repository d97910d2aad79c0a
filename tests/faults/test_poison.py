"""A game that kills whoever touches it: it is given up, and the other games go on."""

from __future__ import annotations

import signal
from datetime import timedelta

from games.models import Decision, Game
from games.play.decisions import ATTEMPTS
from tests import servers
from tests.faults import sites
from tests.faults.sites import Site

SWEEP = "games.tasks.resolve_silence"
KILLED = -signal.SIGKILL


def test_it_gives_a_poisonous_game_up_and_goes_on_with_the_others(site: Site) -> None:
    poisonous, sound = _due_games()
    ends = _sweep(site, poisonous, "health_of_a_game")
    assert ends == [KILLED] * ATTEMPTS + [0]
    assert _answered(sound)
    assert not _answered(poisonous)
    assert Decision.objects.get(game=poisonous).attempts == ATTEMPTS
    assert "given up" in (site.var / "sweep.log").read_text()


def test_it_would_never_come_to_the_others_without_counting(site: Site) -> None:
    poisonous, sound = _due_games()
    ends = _sweep(site, poisonous, "health_of_a_game,counted_attempts")
    assert ends == [KILLED] * (ATTEMPTS + 2)
    assert not _answered(sound)


def _due_games() -> tuple[Game, Game]:
    """Return two games whose time is up, first the one that will be poisonous."""
    players = sites.people()
    games = sites.begin(players, "Autumn"), sites.begin(players, "Winter")
    for game, hours in zip(games, (10, 9), strict=True):
        sites.pass_time(game, timedelta(hours=hours))
    return games


def _sweep(site: Site, poisonous: Game, without: str) -> list[int]:
    """Sweep until a sweep survives, or twice more than should be needed."""
    ends: list[int] = []
    while 0 not in ends and len(ends) < ATTEMPTS + 2:
        env = {**site.env, "POISONED": str(poisonous.pk)}
        with sites.run(SWEEP, env, "sweep", without) as sweep:
            ends.append(sweep.process.wait(servers.PATIENCE))
    return ends


def _answered(game: Game) -> bool:
    return game.submissions.exists()
