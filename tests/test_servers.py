"""Ports of test servers: free, given once, and none that a connection may take meanwhile."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from tests import servers

OF_CONNECTIONS = Path("/proc/sys/net/ipv4/ip_local_port_range")


@pytest.mark.skipif(not OF_CONNECTIONS.exists(), reason="only Linux tells which they are")
def test_ports_are_none_that_the_system_gives_to_connections() -> None:
    first, last = map(int, OF_CONNECTIONS.read_text().split())
    assert not {first, last} & {*servers.PORTS}
    assert all(servers.free_port() not in range(first, last + 1) for _ in range(20))


def test_a_port_at_which_somebody_listens_is_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    taken, free = servers.free_port(), servers.free_port()
    monkeypatch.setattr(servers, "GIVEN", set())
    drawn = iter([taken, free])
    monkeypatch.setattr("secrets.choice", lambda _ports: next(drawn))
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", taken))
        listening.listen()
        assert servers.free_port() == free
