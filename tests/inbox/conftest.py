"""What tests of the inbox share: addresses like ours, and a postbox that listens."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.db import connections

from inbox.models import IncomingMail
from inbox.postbox import Postbox, Where
from tests import database, servers

TOKEN = "abcde" * 11
TO_ALICE = f"reply+{TOKEN}@play.example.org"
TO_BOB = f"reply+{TOKEN[::-1]}@play.example.org"


@pytest.fixture
def reply_address(settings: Any) -> None:
    settings.REPLY_ADDRESS = "reply@play.example.org"


@pytest.fixture(scope="module")
def shared_database(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """A database in which threads see what others have stored."""
    with (
        django_db_blocker.unblock(),
        database.copied("inbox") as name,
        database.connected(name),
    ):
        yield


@pytest.fixture
def inbox(
    shared_database: None, reply_address: None, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """An inbox without mails, to which the threads of a postbox keep no connection."""
    monkeypatch.setitem(connections.settings["default"], "CONN_MAX_AGE", 0)
    yield
    IncomingMail.objects.all().delete()


@contextlib.contextmanager
def listening(
    door: IncomingMail.Door, where: Where, tls: ssl.SSLContext | None = None
) -> Iterator[Callable[[], None]]:
    """Run a postbox in a thread; yield what asks it to end and waits for that."""
    loop, end = asyncio.new_event_loop(), asyncio.Event()
    thread = Thread(target=loop.run_until_complete, args=(Postbox(door, tls).serve(where, end),))
    thread.start()

    def stop() -> None:
        if thread.is_alive():
            loop.call_soon_threadsafe(end.set)
            thread.join(servers.PATIENCE)

    try:
        servers.until(lambda: _listens(where), "the postbox")
        yield stop
    finally:
        stop()
        loop.close()


def _listens(where: Where) -> bool:
    family = socket.AF_UNIX if isinstance(where, Path) else socket.AF_INET
    with socket.socket(family) as line, contextlib.suppress(OSError):
        line.connect(str(where) if isinstance(where, Path) else where)
        return True
    return False
