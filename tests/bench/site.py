"""A site of its own to be measured, on a database and in a folder of its own."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from tests import database, servers


@contextmanager
def site(**more: str) -> Iterator[servers.Server]:
    """Run the site, with ``more`` settings."""
    with (
        database.copied("bench") as name,
        tempfile.TemporaryDirectory() as var,
        database.connected(name),
    ):
        env = servers.environment(database.url(name), Path(var), DEBUG="0", LOG_LEVEL="WARNING")
        env |= more
        env["SECRET_KEY"] = settings.SECRET_KEY
        env["DJANGO_SETTINGS_MODULE"] = "tests.bench.settings"
        servers.run([sys.executable, "manage.py", "collectstatic", "--noinput", "-v0"], env)
        with servers.web(env) as server:
            yield server


@contextmanager
def frozen_site(env: Mapping[str, str]) -> Iterator[servers.Server]:
    """Run the yardstick that stays as it is, on the database of a site."""
    frozen = {**env, "DJANGO_SETTINGS_MODULE": "tests.bench.frozen.settings"}
    with servers.web(frozen, application="tests.bench.frozen.wsgi") as server:
        yield server
