"""A small site for each fault test: database, folder, queue and mail server of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import incoming, servers
from tests.faults import sites

LONG = 120  # seconds


@pytest.fixture
def office() -> Iterator[servers.PostOffice]:
    with servers.post_office() as office:
        yield office


@pytest.fixture(autouse=True)
def patient_threads(settings: Any) -> None:
    """Let threads of a test wait at a lock as long as a busy machine needs to bring others there,
    though all of it stands still meanwhile."""
    settings.DATABASE_PATIENCE = LONG
    settings.DATABASE_LIMITS = {"lock_timeout": f"{LONG}s", "statement_timeout": f"{LONG}s"}


@pytest.fixture
def site(
    django_db_setup: None, django_db_blocker: Any, office: servers.PostOffice, tmp_path: Path
) -> Iterator[sites.Site]:
    with django_db_blocker.unblock(), sites.founded(office, tmp_path / "site") as site:
        yield site


@pytest.fixture
def mail_site(site: sites.Site, settings: Any) -> sites.Site:
    """A site whose letters can be answered by mail."""
    settings.REPLY_ADDRESS = site.env["REPLY_ADDRESS"] = incoming.REPLIES
    site.env["MAIL_AUTHSERV_IDS"] = incoming.SITE
    return site
