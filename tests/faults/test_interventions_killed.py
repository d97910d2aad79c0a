"""Processes killed around an intervention of the staff: kept and told once, or not happened."""

from __future__ import annotations

import signal

from accounts.models import Person
from games.models import Event, Game, Intervention
from mail.models import Delivery
from tests import servers
from tests.faults import sites
from tests.faults.sites import Site

Row = tuple[object, ...]


def test_an_intervention_killed_before_the_commit_has_not_happened(site: Site) -> None:
    game, events = _begun()
    assert _pause(game, site.planted("before_commit:kill")) == -signal.SIGKILL
    assert not Intervention.objects.exists()
    assert not _told()
    assert not Game.objects.get(pk=game.pk).is_paused
    assert _pause(game, site.env) == 0
    _is_one_intervention(game, events)


def test_an_intervention_killed_after_the_commit_is_told_once(site: Site) -> None:
    game, events = _begun()
    assert _pause(game, site.planted("after_commit:kill")) == -signal.SIGKILL
    _is_one_intervention(game, events)
    assert _pause(game, site.env) == 0
    _is_one_intervention(game, events)
    Delivery.objects.exclude(kind="intervention").delete()
    assert sites.readers_though_a_relay_dies(site) == sorted(
        f"{one.lower()}@example.org" for one in sites.NAMES
    )


def test_an_intervention_posted_after_the_commit_would_not_be_told(site: Site) -> None:
    game, _events = _begun()
    guard = "letters_in_the_transaction"
    died = _pause(game, site.planted("before_post:kill"), without=guard)
    assert died == -signal.SIGKILL
    assert _pause(game, site.env) == 0
    assert Intervention.objects.count() == 1
    assert not _told()


def _begun() -> tuple[Game, list[Row]]:
    game = sites.begin(sites.people())
    Person.objects.create_user("frank@example.org", name="Frank", is_staff=True)
    return game, _events_of(game)


def _pause(game: Game, env: dict[str, str], without: str = "") -> int:
    """Pause a game in a process of its own; return how that ended."""
    frank = Person.objects.get(name="Frank")
    command = servers.module(
        "tests.faults.intervention", str(game.pk), str(frank.pk), without=without
    )
    with servers.running(command, env, "intervention") as pausing:
        return pausing.process.wait(servers.PATIENCE)


def _told() -> list[str]:
    told = Delivery.objects.filter(kind="intervention").order_by("address")
    return list(told.values_list("address", flat=True))


def _events_of(game: Game) -> list[Row]:
    return list(Event.objects.filter(game=game).order_by("seq").values_list())


def _is_one_intervention(game: Game, events: list[Row]) -> None:
    assert Intervention.objects.get().game == game
    assert Game.objects.get(pk=game.pk).is_paused
    assert _told() == sorted(f"{name.lower()}@example.org" for name in sites.NAMES)
    assert _events_of(game) == events
