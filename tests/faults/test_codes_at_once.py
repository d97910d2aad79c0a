"""Six wrong codes at the same moment: three are judged, however many come."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests import servers
from tests.faults import sites
from tests.faults.browsers import Browser
from tests.faults.sites import Site

TIMES = 6
CONFIRM = reverse("account_confirm_login_code")


def test_of_six_wrong_codes_at_once_three_are_judged(site: Site) -> None:
    assert _judged(site) == settings.MAX_TRIES


def test_all_six_codes_would_be_judged_without_the_count(site: Site) -> None:
    assert _judged(site, without="counted_tries") == TIMES


def _judged(site: Site, without: str = "") -> int:
    """Try wrong codes in one sign-in at once; return how many were judged."""
    alice = sites.people()[0]
    client = Client()
    client.post(reverse("account_login"), {"login": alice.email})
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    wrong = {"action": "verify", "code": "XXXX-XXXX"}
    with (
        servers.web(site.env, workers=1, without=without) as web,
        ThreadPoolExecutor(TIMES) as pool,
    ):
        browser = Browser(session, web.address)
        list(pool.map(lambda _: browser.post(CONFIRM, wrong), range(TIMES)))
    return (site.var / "web.log").read_text().count("wrong code")
