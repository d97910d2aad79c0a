"""Three people want the same name at the same moment: one gets it, the others are told so."""

from __future__ import annotations

import http.client
from concurrent.futures import ThreadPoolExecutor

from django.db import transaction

from accounts.models import Person
from tests import servers
from tests.faults import browsers, sites
from tests.faults.browsers import Browser
from tests.faults.sites import Site

WANTED = {"name": "Winter", "language": "en", "time_zone": "UTC"}
NEWCOMER = {"name": "winter", "email": "frank@example.org"}


def test_a_name_wanted_by_three_at_once_goes_to_one(site: Site) -> None:
    alice, bob, *_others = sites.people()
    with servers.web(site.env) as web, ThreadPoolExecutor(2) as pool:
        browser = browsers.signed_in(alice, web.address)
        with transaction.atomic():
            Person.objects.filter(pk=bob.pk).update(name="Winter")
            changed = pool.submit(browser.post, "/preferences/", WANTED)
            new = pool.submit(Browser("", web.address).post, "/accounts/signup/", NEWCOMER)
            servers.until(lambda: sites.waiting() == 2, "both at the name")
        assert changed.result().status == http.client.UNPROCESSABLE_ENTITY
        assert new.result().location == "/accounts/signup/"
    assert Person.objects.get(name__iexact="winter") == bob
