"""An upgrade without a pause: after ``migrate`` the last release and this one play side by side.

New code never runs before ``migrate``: it would ask for columns that are not there yet. So it is
the old code that must bear the new tables, while hosts change over one by one, or go back.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from http.client import INTERNAL_SERVER_ERROR
from itertools import cycle
from pathlib import Path

import pytest
from django.db import connection

from accounts.models import Person
from conquest import registry
from games.models import Decision, Game, Submission
from games.play import clock
from tests import servers, stage
from tests.faults import browsers, sites
from tests.faults.browsers import Browser
from tests.faults.sites import Site
from tests.upgrade import releases

RELEASE = releases.last_release()
TURNS = 24  # of each game: far enough for set-ups, throws and answers
SEED = bytes(32)
GAMES = ("armada", "bollwerk", "conquest", "espionage", "grand-conquest")

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(not RELEASE, reason="the history does not reach the last release"),
]


@dataclass(frozen=True)
class Match:
    """A game that is under way, and what its players hand in."""

    game: Game
    players: dict[str, Browser]
    submissions: Sequence[tuple[str, str]]

    def hand_in(self, place: int, address: str) -> browsers.Answer:
        """Hand in the text with this number at a web server; return what it answers."""
        seat, text = self.submissions[place]
        seen = Game.objects.values_list("version", flat=True).get(pk=self.game.pk)
        player = replace(self.players[seat], address=address)
        return player.submit(self.game, text, seen=seen, key=f"turn-{place}")


def test_two_releases_play_side_by_side(site: Site, tmp_path: Path) -> None:
    release = releases.unpack(RELEASE, tmp_path / "release")
    people = sites.people()
    matches = [_begin(slug, people) for slug in GAMES]
    with _open(site, release) as addresses:
        for place, address in zip(range(TURNS), cycle(addresses), strict=False):
            for match in matches:
                answer = match.hand_in(place, address)
                assert answer.is_receipt, (match.game.ruleset, place, address, answer)
        sites.await_letters()
    assert Submission.objects.count() == TURNS * len(matches)
    assert set(Counter(site.office.ids()).values()) == {1}, "a letter came twice"
    assert not Decision.objects.filter(closed_at=None, told_at=None).exists()
    verified = servers.run([sys.executable, "manage.py", "verify"], site.env)
    assert verified == f"{len(matches)} games are whole.\n"


def test_a_column_that_the_last_release_does_not_fill_is_found(site: Site, tmp_path: Path) -> None:
    """A control of the test above."""
    release = releases.unpack(RELEASE, tmp_path / "release")
    match = _begin("bollwerk", sites.people())
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_submission ADD COLUMN planted integer NOT NULL")
    with servers.web(site.env, code=release) as old:
        assert match.hand_in(0, old.address).status == INTERNAL_SERVER_ERROR


def _begin(slug: str, people: Sequence[Person]) -> Match:
    """Begin the game of a rule set that visitors are shown."""
    rules = registry.get_ruleset(slug)
    sample = rules.telling.sample_game()
    assert sample is not None
    count = len(rules.seating.table_layout({}).seats)
    with stage.seeded(SEED):
        game = stage.sit_down(list(people[:count]), slug, now=clock.now())
    seats = game.seats.select_related("person")
    players = {seat.name: browsers.signed_in(seat.person, "") for seat in seats if seat.person}
    return Match(game, players, sample.submissions)


@contextmanager
def _open(site: Site, release: Path) -> Iterator[tuple[str, str]]:
    """Run web and workers of both releases on the tables of this one; yield both addresses."""
    with ExitStack() as stack:
        old = stack.enter_context(servers.web(site.env, code=release))
        new = stack.enter_context(servers.web(site.env))
        stack.enter_context(servers.worker(site.env, name="old-worker", code=release))
        stack.enter_context(servers.worker(site.env, name="new-worker"))
        yield old.address, new.address
