"""The sites of before, to be visited."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from typing import Any

import pytest
from django.db import transaction

from tests import database
from tests.upgrade import sites


@pytest.fixture(scope="package")
def restored(django_db_setup: None, django_db_blocker: Any) -> Iterator[Callable[[str], str]]:
    """Restore each dump that is asked for, once; drop them all at the end."""
    with django_db_blocker.unblock(), ExitStack() as stack:
        yield cache(lambda dump: stack.enter_context(sites.restored(dump)))


@pytest.fixture
def dump() -> str:
    """The dump that is visited by tests that name none."""
    return sites.CONQUEST


@pytest.fixture
def site(
    dump: str, restored: Callable[[str], str], django_db_blocker: Any, settings: Any
) -> Iterator[None]:
    """Visit a restored site, and leave it as it was."""
    settings.SITE_URL = sites.ADDRESS
    with (
        django_db_blocker.unblock(),
        database.connected(restored(dump)),
        transaction.atomic(),
    ):
        yield
        transaction.set_rollback(True)
