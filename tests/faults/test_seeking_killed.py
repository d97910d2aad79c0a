"""Workers killed around the search for a substitute: people are asked and told once, or not yet."""

from __future__ import annotations

import signal
from datetime import timedelta

from accounts.models import Person
from games.models import Game, PoolEntry, Seat, SubstituteAsk
from games.play import clock, turns
from mail.models import Delivery
from tests import servers
from tests.faults import sites
from tests.faults.sites import Site

POOL = ("Frank", "Grace")


def test_nobody_is_asked_when_killed_before_the_commit(site: Site) -> None:
    _absent()
    assert _tick(site.planted("seeking:kill")) == -signal.SIGKILL
    assert (_asked(), _told()) == ([], [])
    assert _tick(site.env) == 0
    assert (_asked(), _told()) == (_addresses(POOL), _addresses(sites.NAMES))


def test_all_are_asked_and_told_once_when_killed_after_the_commit(site: Site) -> None:
    _absent()
    assert _tick(site.planted("after_commit:kill")) == -signal.SIGKILL
    assert (_asked(), _told()) == (_addresses(POOL), _addresses(sites.NAMES))
    assert _tick(site.env) == 0
    assert (_asked(), _told()) == (_addresses(POOL), _addresses(sites.NAMES))


def test_they_would_be_asked_without_a_letter_if_posted_after_the_commit(site: Site) -> None:
    _absent()
    guard = "letters_in_the_transaction"
    assert _tick(site.planted("before_post:kill"), without=guard) == -signal.SIGKILL
    assert _tick(site.env) == 0
    assert SubstituteAsk.objects.count() == len(POOL)
    assert not _asked()


def _absent() -> Game:
    """Begin a game in which the first player has been absent for two days, with a pool of two."""
    game = sites.begin(players := sites.people())
    for name in POOL:
        one = Person.objects.create_user(f"{name.lower()}@example.org", name=name)
        PoolEntry.objects.create(person=one, ruleset=game.ruleset)
    turns.mark_person_absent(game.pk, players[0], now=clock.now())
    since = clock.now() - timedelta(days=2)
    Seat.objects.filter(game=game, name="south").update(absent_since=since)
    Delivery.objects.all().delete()
    return game


def _tick(env: dict[str, str], without: str = "") -> int:
    """Look after tables once, in a process of its own; return how it ended."""
    with sites.run("games.tasks.tend_tables", env, "seeking", without) as tick:
        return tick.process.wait(servers.PATIENCE)


def _asked() -> list[str]:
    return _readers("substitute-ask")


def _told() -> list[str]:
    return _readers("seat")


def _readers(kind: str) -> list[str]:
    return sorted(Delivery.objects.filter(kind=kind).values_list("address", flat=True))


def _addresses(names: tuple[str, ...]) -> list[str]:
    return sorted(f"{name.lower()}@example.org" for name in names)
