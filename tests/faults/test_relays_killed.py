"""Relays killed or stopped while they send: no letter lost, repeats few and recognisable.

Each relay sends one letter at a time here, so that repeats can be counted to the letter.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections import Counter

from mail.models import Delivery
from tests import servers
from tests.faults import sites
from tests.faults.sites import Site

RELAYS, ROUNDS, LETTERS = 3, 2, 30


def test_no_letter_is_lost_and_as_many_repeated_as_relays_died(site: Site) -> None:
    addresses = set(sites.invite(LETTERS))
    _kill_relays(site, "after_send:kill")
    _run_relays(site)

    assert site.fired() == RELAYS * ROUNDS
    received = Counter(letter["To"] for letter in site.office.letters)
    assert set(received) == addresses
    assert received.total() - LETTERS == site.fired()
    assert len(set(site.office.ids())) == LETTERS
    assert not Delivery.objects.exclude(status="sent").exists()


def test_letters_marked_before_they_are_sent_would_be_lost(site: Site) -> None:
    addresses = set(sites.invite(LETTERS))
    _kill_relays(site, "after_mark:kill", without="send_before_mark")
    _run_relays(site, without="send_before_mark")

    received = [letter["To"] for letter in site.office.letters]
    assert len(received) == len(set(received))
    assert len(addresses - set(received)) == site.fired() == RELAYS * ROUNDS
    assert not Delivery.objects.exclude(status="sent").exists()


def test_each_letter_is_sent_once_when_no_relay_dies(site: Site) -> None:
    addresses = set(sites.invite(LETTERS))
    _run_relays(site)

    assert sorted(letter["To"] for letter in site.office.letters) == sorted(addresses)
    assert len(set(site.office.ids())) == LETTERS


def test_a_letter_is_left_to_the_relay_that_took_it_over(site: Site) -> None:
    assert _stall(site) == 1


def test_a_letter_would_be_sent_twice_without_asking_for_the_lease(site: Site) -> None:
    assert _stall(site, without="lease_at_sending") == 2


def _stall(site: Site, without: str = "") -> int:
    """Stop a relay just before it sends a letter until another has sent it; count the letters."""
    sites.invite(1)
    command = servers.module("tests.faults.relay", without=without)
    slow_env = _one_by_one(site, "before_send:pause", 1)
    with servers.running(command, slow_env, "slow") as slow:
        stopped = site.stopped()
        sites.end_leases()
        with servers.running(command, site.env, "quick") as quick:
            assert quick.process.wait(servers.PATIENCE) == 0
        assert len(site.office.letters) == 1
        os.kill(stopped, signal.SIGCONT)
        assert slow.process.wait(servers.PATIENCE) == 0
    return len(site.office.letters)


def _kill_relays(site: Site, fault: str, without: str = "") -> None:
    """Let relays die at the fault point, round by round, each at its first letter."""
    command = servers.module("tests.faults.relay", without=without)
    for number in range(ROUNDS):
        with contextlib.ExitStack() as stack:
            relays = [
                stack.enter_context(
                    servers.running(
                        command, _one_by_one(site, fault, RELAYS * number + relay), "relay"
                    )
                )
                for relay in range(RELAYS)
            ]
            ends = {relay.process.wait(servers.PATIENCE) for relay in relays}
        assert ends == {-signal.SIGKILL}


def _one_by_one(site: Site, fault: str, number: int) -> dict[str, str]:
    return {**site.planted(fault, number), "LETTERS_AT_ONCE": "1"}


def _run_relays(site: Site, without: str = "") -> None:
    """Let sound relays send the rest."""
    sites.end_leases()
    command = servers.module("tests.faults.relay", without=without)
    sound = {**site.env, "LETTERS_AT_ONCE": "1"}
    with contextlib.ExitStack() as stack:
        relays = [
            stack.enter_context(servers.running(command, sound, f"sound-{number}"))
            for number in range(RELAYS)
        ]
        assert {relay.process.wait(servers.PATIENCE) for relay in relays} == {0}
