"""Processes killed while they bring letters to a second address: each is told at least once."""

from __future__ import annotations

import signal
import time

import pytest

from games.play import clock
from mail.channels import registration
from mail.models import Delivery
from tests import servers
from tests.faults import sites
from tests.faults.sites import Site

SECOND = "alice@second.example.org"
TASK = "games.tasks.send_notices"


@pytest.mark.parametrize(("fault", "letters"), [("before_notice", 1), ("after_send", 2)])
def test_a_second_address_is_told_though_a_worker_is_killed(
    site: Site, fault: str, letters: int
) -> None:
    _ask_alice()
    assert _send(site.planted(f"{fault}:kill")) == -signal.SIGKILL
    assert site.fired() == 1
    _send_all(site)
    assert len(site.office.to(SECOND)) == letters
    assert len(set(site.office.ids())) == 1  # the same letter, which a mailbox shows once
    assert Delivery.objects.get(queue="channels").status == "sent"


def test_control_marked_before_it_is_sent_a_letter_is_lost(site: Site) -> None:
    _ask_alice()
    dying = _send(site.planted("after_mark:kill"), "mark_notices_first")
    assert dying == -signal.SIGKILL
    _send_all(site)
    assert site.office.to(SECOND) == []
    assert Delivery.objects.get(queue="channels").status == "sent"


def _ask_alice() -> None:
    """Have Alice asked for a turn, with letters to two addresses."""
    players = sites.people()
    registration.add_second_address(players[0].pk, SECOND, now=clock.now())
    sites.begin(players)
    Delivery.objects.exclude(kind="decision").delete()  # such as that her table was full


def _send(env: dict[str, str], without: str = "") -> int:
    env = {**env, "LETTERS_AT_ONCE": "1"}
    with sites.run(TASK, env, "notices", without=without) as sender:
        return sender.process.wait(servers.PATIENCE)


def _send_all(site: Site) -> None:
    """Send until nothing waits, after the lease of what a worker died with."""
    sites.end_leases()
    waiting = Delivery.objects.filter(queue="channels", status="waiting")
    while waiting.exists():
        assert _send(site.env) == 0
        time.sleep(0.2)
