"""Pages that may be two seconds old are read from a real standby, and from the primary once it
lags, is down, or their reader has just done something."""

from __future__ import annotations

import contextlib
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass

from django.conf import settings

from games.models import Game
from tests import collected, servers
from tests.faults import browsers, clusters, sites
from tests.faults.browsers import Browser
from tests.faults.clusters import Cluster
from tests.faults.sites import Site

OLD, NEW = "Autumn", "Winter"
READS = "SELECT coalesce(sum(idx_scan + seq_scan), 0) FROM pg_stat_user_tables WHERE relname = %r"
# Both show the title of the game; the one to strangers, the other to anybody.
PAGES = ["/games/{}/", "/tables/?show=running"]


@dataclass(frozen=True)
class Stand:
    """A site with a primary and a standby, and a game that Alice plays."""

    primary: Cluster
    standby: Cluster
    alice: Browser
    game: Game

    def title(self, path: str, *, has_acted: bool = False) -> str:
        """Return which of the two titles a stranger finds on a page."""
        head = {"Cookie": f"{settings.ACTED_COOKIE_NAME}=1"} if has_acted else {}
        request = urllib.request.Request(f"{self.alice.address}{path}", headers=head)
        with urllib.request.urlopen(request, timeout=servers.PATIENCE) as answer:
            page = answer.read().decode()
        assert (OLD in page) != (NEW in page)
        return OLD if OLD in page else NEW

    def fall_behind(self) -> None:
        """Pause the standby, and give the game another title after that."""
        self.standby.rows("SELECT pg_wal_replay_pause()")
        paused = "SELECT pg_get_wal_replay_pause_state() = 'paused'"
        servers.until(lambda: self.standby.rows(paused)[0][0], "the pause")
        self.primary.rows(f"UPDATE games_game SET title = '{NEW}' WHERE id = {self.game.pk}")

    def await_title(self, path: str, title: str) -> None:
        """Wait until a page has a title, which it then keeps."""
        servers.until(lambda: self.title(path) == title, f"{path} as it is now")
        assert self.title(path) == title

    def await_reads(self, path: str) -> None:
        """Wait until a page is read from the standby."""
        before = self.reads()
        servers.until(lambda: self.title(path) and self.reads() > before, f"{path} read there")

    def reads(self) -> int:
        """Return how often the games of the standby were read."""
        return int(self.standby.rows(READS % "games_game")[0][0])


@contextlib.contextmanager
def _stand(site: Site, without: str = "") -> Iterator[Stand]:
    people = sites.people()
    game = sites.begin(people, OLD)
    alice = browsers.signed_in(people[0], "")
    collected.into(site.env)
    with (
        clusters.copy_of(site.env) as primary,
        clusters.standby_of(primary) as standby,
        _web(site, primary, standby, without) as web,
    ):
        yield Stand(primary, standby, Browser(alice.session, web.address), game)


def _web(
    site: Site, primary: Cluster, standby: Cluster, without: str
) -> contextlib.AbstractContextManager[servers.Server]:
    env = {**site.env, "DATABASE_URL": primary.url, "DATABASE_READ_URL": standby.url}
    return servers.web(env, workers=1, without=without)


def test_pages_of_strangers_are_read_from_the_standby_while_it_is_new(site: Site) -> None:
    with _stand(site) as stand:
        for page in PAGES:
            stand.await_reads(page.format(stand.game.pk))
        stand.fall_behind()
        for page in PAGES:
            stand.await_title(page.format(stand.game.pk), NEW)
        assert stand.alice.submit(stand.game, "end", seen=1, key="once").is_receipt


def test_strangers_would_see_what_is_old_without_the_check(site: Site) -> None:
    """And people who have just sent something would not, nor anybody once the standby is down."""
    with _stand(site, without="standby_age") as stand:
        stand.fall_behind()
        paths = [page.format(stand.game.pk) for page in PAGES]
        assert [stand.title(path) for path in paths] == [OLD, OLD]
        assert [stand.title(path, has_acted=True) for path in paths] == [NEW, NEW]
        stand.standby.control("-m", "immediate", "stop")
        assert [stand.title(path) for path in paths] == [NEW, NEW]
