"""Which addresses the site sends to on behalf of people: none that only the site can reach.

An address is taken apart by strict rules, its host must be one of those that the operator allows,
any for programs, and is looked up once: the sender connects to what was looked up here, and asks
nobody again.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Collection
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import TypeAlias
from urllib.parse import urlsplit

MAX_LENGTH = 1000
PORT = 443
ANY = "*"
MOST_MACHINES = 2  # that are tried: a name may lead to many, none of which answers
VISIBLE = re.compile(r"[!-\[\]-~]+")  # ASCII without blanks and the backslash
HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]")
# Parts of networks that Python may call global in one version or another, or whose addresses hold
# another one, which a machine between may take for the address that is meant.
BARRED_4 = tuple(
    IPv4Network(one)
    for one in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16",
        "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16",
        "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3",
    )
)  # fmt: skip
GLOBAL_6 = IPv6Network("2000::/3")
BARRED_6 = tuple(
    IPv6Network(one) for one in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
)

Resolver: TypeAlias = Callable[[str], Collection[str]]


class BarredError(Exception):
    """The site sends nothing to an address."""


@dataclass(frozen=True, slots=True)
class Address:
    """An address taken apart: its host, and what is asked for there."""

    host: str
    path: str


@dataclass(frozen=True, slots=True)
class PinnedAddress:
    """An address that may be sent to: the machines that its host's name led to when looked up."""

    host: str
    path: str
    machines: tuple[str, ...]


def read_address(url: str, hosts: Collection[str]) -> Address:
    """Take apart the address of a channel at one of some hosts.

    :raises BarredError: where it is no address with https at one of them, at the usual port and
        without a user.
    """
    if len(url) > MAX_LENGTH or not VISIBLE.fullmatch(url):
        raise BarredError("no address")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise BarredError("no address") from error
    host = parts.netloc.removesuffix(f":{PORT}").lower()
    if parts.scheme != "https" or port not in (None, PORT) or parts.fragment:
        raise BarredError("no address with https")
    if not HOST.fullmatch(host) or not _is_allowed(host, hosts):
        raise BarredError("host is not allowed")
    path = parts.path or "/"
    return Address(host, f"{path}?{parts.query}" if parts.query else path)


def _is_allowed(host: str, hosts: Collection[str]) -> bool:
    """Whether a host is one of those, or below one that begins with a dot, or any is."""
    if ANY in hosts or host in hosts:
        return True
    return any(one[0] == "." and host.endswith(one) for one in hosts if one)


def find_target(address: Address, resolve: Resolver) -> PinnedAddress:
    """Look up once where an address leads.

    :raises BarredError: where any machine of that name is none of the public network.
    """
    machines = tuple(resolve(address.host))
    if not machines or not all(is_public(machine) for machine in machines):
        raise BarredError("host is not public")
    return PinnedAddress(address.host, address.path, machines[:MOST_MACHINES])


def is_public(machine: str) -> bool:
    """Whether an IP address is one of the public network, and holds no other one."""
    try:
        found = ip_address(machine)
    except ValueError:
        return False
    return _is_public_4(found) if isinstance(found, IPv4Address) else _is_public_6(found)


def _is_public_4(found: IPv4Address) -> bool:
    return found.is_global and not any(found in barred for barred in BARRED_4)


def _is_public_6(found: IPv6Address) -> bool:
    # Mapped, compatible and translated IPv4, local, link-local and multicast lie outside of it.
    return found in GLOBAL_6 and found.is_global and not any(found in one for one in BARRED_6)


def look_up(host: str) -> list[str]:
    """Return the IP addresses of a host, each once.

    :raises OSError: where there are none.
    """
    found = socket.getaddrinfo(host, PORT, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(place[0]) for *_rest, place in found))
