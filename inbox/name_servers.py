"""Questions to name servers, so that what asks them can be given other answers."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from time import monotonic
from typing import TypeAlias

import dns.exception
import dns.resolver
from django.conf import settings
from dns.nameserver import Do53Nameserver

# Given a name and TXT, A, AAAA, MX or PTR, returns the records: texts whole, of servers the names,
# the preferred first. There are none where the name is unknown.
LookUp: TypeAlias = Callable[[str, str], list[str]]

SECONDS = 3.0  # for one question
KEPT_ANSWERS = 1000

NOTHING = (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer, dns.resolver.YXDOMAIN)
AWAY = (
    dns.exception.Timeout,
    dns.resolver.NoNameservers,
    dns.resolver.NoResolverConfiguration,
    OSError,
)


class NameServerError(Exception):
    """No name server has answered: nothing is known, and it can be asked for again."""


def look_up_within(seconds: float) -> LookUp:
    """Return what asks the name servers, for ``seconds`` in all.

    It raises ``NameServerError`` if they do not answer, or the time is up.
    """
    end = monotonic() + seconds

    def look_up(name: str, kind: str) -> list[str]:
        left = end - monotonic()
        if left <= 0:
            raise NameServerError("the time is up")
        return _ask(name, kind, min(left, SECONDS))

    return look_up


def _ask(name: str, kind: str, seconds: float) -> list[str]:
    try:
        resolver = _build_resolver(tuple(settings.MAIL_NAME_SERVERS))
        found = resolver.resolve(name, kind, lifetime=seconds, search=False)
    except NOTHING:
        return []
    except AWAY as error:
        raise NameServerError(type(error).__name__) from error
    except dns.exception.DNSException:
        return []  # no name at all: a label is too long, or empty
    if kind == "TXT":
        return [b"".join(one.strings).decode("utf-8", "replace") for one in found]
    if kind == "MX":
        return [str(one.exchange) for one in sorted(found, key=lambda one: one.preference)]
    return [one.to_text() for one in found]


@cache
def _build_resolver(servers: tuple[tuple[str, int], ...]) -> dns.resolver.Resolver:
    """Return what asks these servers, those of the machine where there are none."""
    resolver = dns.resolver.Resolver(configure=not servers)
    if servers:
        resolver.nameservers = [Do53Nameserver(*server) for server in servers]
    # The keys of large mail providers are asked for with each mail.
    resolver.cache = dns.resolver.LRUCache(KEPT_ANSWERS)
    return resolver
