"""Name servers are asked, for a while; what they do not know is told from what nobody says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from inbox.name_servers import NameServerError, look_up_within
from tests.name_server import NameServer, name_server

ZONE = {
    ("example.org", "TXT"): ['"v=spf1 " "-all"'],
    ("example.org", "A"): ["192.0.2.1"],
    ("example.org", "AAAA"): ["2001:db8::1"],
    ("example.org", "MX"): ["20 second.example.org.", "10 first.example.org."],
    ("1.2.0.192.in-addr.arpa", "PTR"): ["mail.example.org."],
    ("key.example.org", "TXT"): ['"' + "a" * 250 + '" "' + "b" * 250 + '"'],
}


@pytest.fixture
def server(settings: Any) -> Iterator[NameServer]:
    with name_server() as server:
        server.zone |= ZONE
        settings.MAIL_NAME_SERVERS = [server.address]
        yield server


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize(
    ("name", "kind", "found"),
    [
        ("example.org", "TXT", ["v=spf1 -all"]),
        ("EXAMPLE.org.", "A", ["192.0.2.1"]),
        ("example.org", "AAAA", ["2001:db8::1"]),
        ("example.org", "MX", ["first.example.org.", "second.example.org."]),
        ("1.2.0.192.in-addr.arpa", "PTR", ["mail.example.org."]),
        ("key.example.org", "TXT", ["a" * 250 + "b" * 250]),
        ("example.org", "PTR", []),
        ("nobody.example.org", "TXT", []),
        ("a" * 64 + ".example.org", "TXT", []),
        ("example..org", "TXT", []),
    ],
)
def test_name_servers_tell_the_records_of_a_name(name: str, kind: str, found: list[str]) -> None:
    assert look_up_within(60)(name, kind) == found


def test_a_failing_name_server_is_told_from_an_unknown_name(server: NameServer) -> None:
    server.broken.add("broken.example")
    with pytest.raises(NameServerError):
        look_up_within(60)("broken.example", "TXT")


def test_a_silent_name_server_is_not_waited_for(server: NameServer) -> None:
    server.is_silent = True
    with pytest.raises(NameServerError, match="LifetimeTimeout"):
        look_up_within(0.1)("example.org", "TXT")


def test_nothing_is_asked_once_the_time_is_up(server: NameServer) -> None:
    with pytest.raises(NameServerError, match="the time is up"):
        look_up_within(0)("example.org", "TXT")
    assert server.asked == []


def test_a_name_is_asked_for_once(server: NameServer) -> None:
    for _turn in range(3):
        look_up_within(60)("example.org", "TXT")
    assert server.asked == ["example.org"]
