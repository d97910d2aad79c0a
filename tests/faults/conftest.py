"""A small site for each fault test: database, folder, queue and mail server of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import servers
from tests.faults import sites


@pytest.fixture
def office() -> Iterator[servers.PostOffice]:
    with servers.post_office() as office:
        yield office


@pytest.fixture
def site(
    django_db_setup: None, django_db_blocker: Any, office: servers.PostOffice, tmp_path: Path
) -> Iterator[sites.Site]:
    with django_db_blocker.unblock(), sites.founded(office, tmp_path / "site") as site:
        yield site
