"""A rater that is killed in the middle: no game is lost, and none counts twice."""

from __future__ import annotations

import signal
from datetime import timedelta

import pytest

from accounts.models import Person
from games.models import Game
from games.play import clock
from leagues.models import LeagueStanding, QueuedGame, Result
from tests import servers
from tests.faults import sites
from tests.faults.sites import SEATS, Site
from tests.leagues import reference
from tests.leagues.results import ended

GAMES = 5


@pytest.mark.parametrize("place", ["half_rated", "half_published"])
def test_rating_goes_on_where_it_was_killed(site: Site, place: str) -> None:
    _play()
    assert _tick(site.planted(f"{place}:kill")) == -signal.SIGKILL
    assert not Result.objects.exists()
    assert not LeagueStanding.objects.exists()
    assert _tick(site.env) == 0
    assert site.fired() == 1
    _is_whole(GAMES)


def test_a_late_game_is_shown_whole_or_not_at_all(site: Site) -> None:
    people = _play()
    assert _tick(site.env) == 0
    before = reference.shown_ratings()
    _end_game(people, 1)
    assert _tick(site.planted("half_published:kill")) == -signal.SIGKILL
    assert reference.shown_ratings() == before
    assert _tick(site.env) == 0
    _is_whole(GAMES + 1)


def test_games_would_count_twice_if_each_statement_were_committed(site: Site) -> None:
    _play()
    guard = "one_publication"
    assert _tick(site.planted("half_published:kill"), without=guard) == -signal.SIGKILL
    assert LeagueStanding.objects.exists()
    assert not Result.objects.exists()
    assert _tick(site.env) == 0
    assert reference.kept_standings() != reference.standings()


def _play() -> list[Person]:
    people = sites.people()
    for hour in range(0, 2 * GAMES, 2):
        _end_game(people, hour)
    return people


def _end_game(people: list[Person], hour: int) -> Game:
    """Record a game that ended in an hour of yesterday; everybody wins in turn."""
    at = clock.now() - timedelta(hours=48 - hour)
    seated = dict(zip(SEATS, people, strict=True))
    return ended(seated, winners=(SEATS[hour % 4],), at=at)


def _tick(env: dict[str, str], without: str = "") -> int:
    """Rate once, in a process of its own; return how it ended."""
    with sites.run("leagues.tasks.rate_games", env, "ratings", without) as tick:
        return tick.process.wait(servers.PATIENCE)


def _is_whole(games: int) -> None:
    shown = {game for game, _person in reference.shown_ratings()}
    assert len(shown) == games
    assert reference.shown_ratings() == reference.rate(shown)
    assert reference.kept_standings() == reference.standings()
    assert not QueuedGame.objects.exists()
