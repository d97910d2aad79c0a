"""Web hosts keep nothing of their own: two with a folder each serve one game, and go on when both
folders are empty."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from games.models import Game, Submission
from tests import servers
from tests.faults import browsers, sites
from tests.faults.browsers import Browser
from tests.faults.sites import Site

MADE_AGAIN = {"pictures", "web.log"}  # painted when they are asked for; what the test keeps


def test_two_hosts_share_no_folder_and_lose_nothing_with_it(site: Site) -> None:
    alice, bob, dora, erin = sites.people()
    game = sites.begin([alice, bob, dora, erin])
    with hosts(site) as (first, second):
        hers, his, third = (
            browsers.signed_in(person, first.address) for person in (alice, bob, dora)
        )
        assert hers.submit(game, "end", seen=1, key="first").is_receipt
        assert at(second, his).submit(game, "end", seen=2, key="second").is_receipt
        before = story(game, his)
        for host in (first, second):
            assert names(host) <= MADE_AGAIN
            empty(host)
        assert story(game, at(second, his)) == before
        assert third.submit(game, "end", seen=3, key="third").is_receipt
    assert Submission.objects.filter(game=game).count() == 3


def test_a_turn_would_be_refused_by_a_host_with_a_key_of_its_own(site: Site) -> None:
    """The control: what a host makes up for itself, the other one does not take."""
    alice, *others = sites.people()
    game = sites.begin([alice, *others])
    with hosts(site, SECRET_KEY="of the second host alone") as (first, second):
        hers = browsers.signed_in(alice, first.address)
        assert not at(second, hers).submit(game, "end", seen=1, key="first").is_receipt
        assert hers.submit(game, "end", seen=1, key="first").is_receipt


@contextlib.contextmanager
def hosts(site: Site, **of_the_second: str) -> Iterator[tuple[servers.Server, servers.Server]]:
    """Run two web hosts with a folder each, the second one with settings of its own."""
    first = {**site.env, "VAR": str(site.var / "first")}
    second = {**site.env, "VAR": str(site.var / "second"), **of_the_second}
    with servers.web(first, workers=1) as one, servers.web(second, workers=1) as two:
        yield one, two


def at(host: servers.Server, browser: Browser) -> Browser:
    """Return the same browser at another host."""
    return replace(browser, address=host.address)


def story(game: Game, browser: Browser) -> str:
    """Open the page of a game; return what has happened there, as a person is told."""
    browser.get(f"/games/{game.pk}/")
    return browser.get(f"/games/{game.pk}/events.json")


def names(host: servers.Server) -> set[str]:
    return {path.name for path in folder(host).iterdir()}


def empty(host: servers.Server) -> None:
    """Take away all that a host has in its folder."""
    shutil.rmtree(folder(host))
    folder(host).mkdir()


def folder(host: servers.Server) -> Path:
    return Path(host.env["VAR"])
