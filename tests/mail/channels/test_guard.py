"""The guard, tried with many ways around it; each control lets one in once its rule is gone."""

from __future__ import annotations

from typing import Any

import pytest

from mail.channels import guard
from mail.channels.guard import Address, BarredError

HOSTS = ["discord.com", "hooks.slack.com", "ntfy.sh", "xn--bcher-kva.example"]
AROUND = [
    "http://discord.com/x", "HTTP://discord.com/x", "ftp://discord.com/x", "file:///etc/passwd",
    "gopher://discord.com/x", "//discord.com/x", "discord.com/x", "javascript:alert(1)", "https:",
    "https://", "https:///x", "https:discord.com/x", "https:/discord.com/x",
    "https://user@discord.com/x", "https://user:word@discord.com/x", "https://@discord.com/x",
    "https://discord.com@127.0.0.1/x", "https://127.0.0.1#@discord.com/x",
    "https://127.0.0.1\\@discord.com/x", "https://discord.com\\@127.0.0.1/x",
    "https://discord.com%40127.0.0.1/x", "https://discord.com%2F@127.0.0.1/x",
    "https://discord.com./x", "https://discord.com../x", "https://.discord.com/x",
    "https://discord.com.127.0.0.1.nip.io/x", "https://evil.discord.com/x",
    "https://discord.com.evil.example/x", "https://evildiscord.com/x", "https://discord.co/x",
    "https://discord.com:80/x", "https://discord.com:8443/x", "https://discord.com:0443/x",
    "https://discord.com:443:80/x", "https://discord.com:/x", "https://discord.com:-1/x",
    "https://discord.com:99999/x", "https://discord.com:٤٤٣/x", "https://127.0.0.1/x",
    "https://127.1/x", "https://0/x", "https://2130706433/x", "https://0x7f000001/x",
    "https://0177.0.0.1/x", "https://0x7f.0.0.1/x", "https://localhost/x", "https://[::1]/x",
    "https://[::ffff:127.0.0.1]/x", "https://[64:ff9b::7f00:1]/x", "https://[fe80::1%25eth0]/x",
    "https://169.254.169.254/latest/meta-data", "https://metadata.google.internal/x",
    "https://dıscord.com/x", "https://ⓓiscord.com/x", "https://discord。com/x",
    "https://bücher.example/x", "https://disco\u00adrd.com/x", "https://discord.com\u2044x/",
    "https://discord.com/x\r\nHost: 127.0.0.1", "https://discord.com/x\ty",
    "https://discord.com/ x",
    " https://discord.com/x", "https://discord.com/x\x00", "https://discord.com/x#y",
    "https://discord.com/é", "https://discord.com/" + "x" * 1000, "",
]  # fmt: skip
MACHINES = [
    "0.0.0.0", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.255.255.255", "169.254.169.254",
    "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.0.171", "192.0.2.1", "192.88.99.1",
    "192.168.1.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "240.0.0.1",
    "255.255.255.255", "::", "::1", "::127.0.0.1", "::8.8.8.8", "::ffff:127.0.0.1",
    "::ffff:8.8.8.8", "64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::1", "100::1", "2001::1",
    "2001:0:7f00:1::", "2001:2::1", "2001:10::1", "2001:db8::1", "2002:7f00:1::",
    "2002:808:808::1", "3fff::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fe80::1%eth0", "fec0::1",
    "ff02::1", "5f00::1", "localhost", "2130706433", "0177.0.0.1", "",
]  # fmt: skip
PUBLIC = ["8.8.8.8", "1.1.1.1", "162.159.138.232", "2606:4700::1111", "2a01:4f8::1"]


@pytest.mark.parametrize("url", AROUND)
def test_no_address_leads_around_the_guard(url: str) -> None:
    with pytest.raises(BarredError):
        guard.read_address(url, HOSTS)


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://discord.com/api/1?wait=1", Address("discord.com", "/api/1?wait=1")),
        ("https://DISCORD.com:443/x", Address("discord.com", "/x")),
        ("https://ntfy.sh", Address("ntfy.sh", "/")),
        ("https://xn--bcher-kva.example/x", Address("xn--bcher-kva.example", "/x")),
    ],
)
def test_an_address_at_a_host_that_is_allowed_is_read(url: str, address: Address) -> None:
    assert guard.read_address(url, HOSTS) == address


def test_without_hosts_no_address_is_read() -> None:
    with pytest.raises(BarredError):
        guard.read_address("https://discord.com/x", [])


@pytest.mark.parametrize("machine", MACHINES)
def test_no_machine_of_another_network_is_a_target(machine: str) -> None:
    assert not guard.is_public(machine)
    for found in ([machine], ["8.8.8.8", machine], [machine, "8.8.8.8"]):
        with pytest.raises(BarredError):
            guard.find_target(
                Address("ntfy.sh", "/"), dict.fromkeys(["ntfy.sh"], found).__getitem__
            )


@pytest.mark.parametrize("machine", PUBLIC)
def test_a_machine_of_the_public_network_is_a_target(machine: str) -> None:
    target = guard.find_target(Address("ntfy.sh", "/x"), lambda host: [machine])
    assert target.machines == (machine,)


def test_a_name_that_leads_nowhere_is_no_target() -> None:
    with pytest.raises(BarredError):
        guard.find_target(Address("ntfy.sh", "/"), lambda host: [])


@pytest.mark.parametrize(
    ("rule", "machine"),
    [("BARRED_4", "192.88.99.1"), ("BARRED_6", "2002:808:808::1")],
)
def test_control_without_its_list_the_guard_lets_machines_in(
    monkeypatch: Any, rule: str, machine: str
) -> None:
    monkeypatch.setattr(guard, rule, ())
    assert guard.is_public(machine)
