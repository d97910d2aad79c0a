"""One stranger invited to four tables at the same moment: they get three letters of it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from django.urls import reverse

from games.models import Invitation
from games.play import clock, tables
from tests import servers
from tests.faults import browsers, sites
from tests.faults.sites import Site

TIMES = tables.MAX_TO_ONE_A_DAY + 1


def test_of_four_invitations_at_once_a_stranger_gets_three(site: Site) -> None:
    assert _asked(site) == tables.MAX_TO_ONE_A_DAY


def test_a_stranger_would_get_every_invitation_without_the_lock(site: Site) -> None:
    assert _asked(site, without="counted_invitations") == TIMES


def _asked(site: Site, without: str = "") -> int:
    """Let Alice invite the same address to all her tables at once; return how often she did."""
    now, alice = clock.now(), sites.people()[0]
    opened = [
        tables.open_table(
            alice,
            tables.TableTerms(ruleset="conquest", title="Autumn", pace=clock.PRESETS["fast"]),
            now=now,
        )
        for _ in range(TIMES)
    ]
    doors = [reverse("table_invite", args=[table.pk]) for table in opened]
    with (
        servers.web(site.env, workers=1, without=without) as web,
        ThreadPoolExecutor(TIMES) as pool,
    ):
        browser = browsers.signed_in(alice, web.address)
        list(pool.map(lambda door: browser.post(door, {"addresses": "frank@example.net"}), doors))
    return Invitation.objects.filter(mailbox="frank@example.net").count()
