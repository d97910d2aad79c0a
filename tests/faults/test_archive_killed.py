"""An archive that is killed in the middle: no event is lost or there twice, and nobody waits."""

from __future__ import annotations

import signal
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import Person
from games.models import ArchivedEvent, Event, Game
from games.play import clock, store
from tests import servers, stage
from tests.faults import sites
from tests.faults.sites import Site

Row = tuple[Any, ...]
LONG_AGO = timedelta(days=400)
DRAWN = ("a4 +A a10", "a18 +A a16", "draw?", "draw!")


@pytest.mark.parametrize("place", ["half_archived", "archived"])
def test_no_event_is_lost_or_doubled_when_the_archive_is_killed(site: Site, place: str) -> None:
    game, events = _ended()
    assert _archive(site.planted(f"{place}:kill")) == -signal.SIGKILL
    assert site.fired() == 1
    assert (_rows(Event), _rows(ArchivedEvent)) == (events, [])
    assert store.verify_game(game) is None
    assert _archive(site.env) == 0
    assert (_rows(Event), _rows(ArchivedEvent)) == ([], events)
    assert store.verify_game(game) is None


def test_events_would_be_doubled_if_each_statement_were_committed(site: Site) -> None:
    game, events = _ended()
    guard = "one_archive"
    assert _archive(site.planted("half_archived:kill"), without=guard) == -signal.SIGKILL
    assert (_rows(Event), _rows(ArchivedEvent)) == (events, events)
    assert store.verify_game(game) == "event 2 does not fit"


def test_turns_and_readers_do_not_wait_for_the_archive(site: Site) -> None:
    game, events = _ended()
    people = list(Person.objects.order_by("pk"))
    other = sites.begin(people)
    with _running(site.planted("archived:pause")) as archiving:
        site.stopped()  # with all its locks
        stage.hand_in(other, people[0], "end", now=clock.now())
        assert _rows(Event, game) == events
        assert store.verify_game(game) is None
        sites.thaw(archiving)
        assert archiving.process.wait(servers.PATIENCE) == 0
    assert (_rows(Event, game), _rows(ArchivedEvent)) == ([], events)
    assert len(_rows(Event, other)) == Game.objects.get(pk=other.pk).version > 1


def test_a_second_archive_leaves_to_the_first_what_it_has_locked(site: Site) -> None:
    _game, events = _ended()
    with _running(site.planted("archived:pause")) as archiving:
        site.stopped()
        assert _archive(site.env) == 0
        assert _rows(Event) == events
        sites.thaw(archiving)
        assert archiving.process.wait(servers.PATIENCE) == 0
    assert (_rows(Event), _rows(ArchivedEvent)) == ([], events)


def _ended() -> tuple[Game, list[Row]]:
    """Play a game that ended long ago; return it with the rows of its events."""
    people, at = sites.people(), clock.now() - LONG_AGO
    game = stage.sit_down(people[:2], "bollwerk", now=at)
    first = game.decisions.get(closed_at=None).seat.person
    game = stage.tell(game, sorted(people[:2], key=lambda one: one != first), DRAWN, now=at)
    assert game.has_ended
    return game, _rows(Event)


def _running(env: dict[str, str], without: str = "") -> Any:
    """Archive in a process of its own."""
    command = servers.module("tests.faults.run", "tests.faults.archive.run", without=without)
    return servers.running(command, env, "archive")


def _archive(env: dict[str, str], without: str = "") -> int:
    """Archive once; return how that ended."""
    with _running(env, without) as archiving:
        return int(archiving.process.wait(servers.PATIENCE))


def _rows(model: type[Event | ArchivedEvent], game: Game | None = None) -> list[Row]:
    wanted = {"game": game} if game else {}
    columns = ("id", "game", "seq", "kind", "data", "hash", "at")
    return list(model.objects.filter(**wanted).order_by("game", "seq").values_list(*columns))
