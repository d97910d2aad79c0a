"""The doors at which hostile mails are brought: the process that opens one, and who brings them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import TypeAlias

from tests import servers
from tests.inbox.hostile import provider
from tests.inbox.hostile.delivery import MailServer
from tests.inbox.hostile.provider import Provider

Carrier: TypeAlias = MailServer | Provider
Opened: TypeAlias = tuple[servers.Server, Carrier]


@contextmanager
def run_postbox(env: Mapping[str, str]) -> Iterator[Opened]:
    """Run a postbox that takes mails by LMTP."""
    port = servers.free_port()
    command = servers.module("django", "postbox", "--lmtp", f"127.0.0.1:{port}")
    with servers.running(command, env, "postbox") as server:
        servers.until(lambda: servers.is_open(port), "the postbox")
        yield server, MailServer(port)


@contextmanager
def run_webhook(env: Mapping[str, str]) -> Iterator[Opened]:
    """Run a web server with the webhook of a mail provider."""
    more = {"ANYMAIL_PROVIDER": provider.NAME, "ANYMAIL_WEBHOOK_SECRET": provider.SECRET}
    with servers.web({**env, **more}, workers=1, without="library_of_amazon") as server:
        yield server, Provider(server.address)


DOORS: Mapping[str, Callable[[Mapping[str, str]], AbstractContextManager[Opened]]] = {
    "postbox": run_postbox,
    "webhook": run_webhook,
}
