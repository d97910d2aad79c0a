"""Processes killed while they post news to programs: each is told at least once, by one id."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from datetime import timedelta

import pytest

from games.play import clock
from mail.hooks import registration
from mail.models import HookDelivery
from tests import servers
from tests.faults import sites
from tests.faults.sites import Site
from tests.mail.channels.receiver import Receiver, receiver

TASK = "api.tasks.tell_programs"


@pytest.fixture
def received(site: Site) -> Iterator[Receiver]:
    with receiver() as running:
        site.env["RECEIVER_PORT"] = str(running.port)
        yield running


def test_news_come_again_by_the_same_id_after_a_worker_was_killed(
    site: Site, received: Receiver
) -> None:
    _ask_alice()
    assert _send(site.planted("after_hook:kill")) == -signal.SIGKILL
    assert site.fired() == 1
    _send_all(site)
    ids = [posted.headers["webhook-id"] for posted in received.posted]
    assert (len(ids), len(set(ids))) == (2, 1)
    assert HookDelivery.objects.get().status == "sent"


def test_control_marked_before_they_are_sent_news_are_lost(site: Site, received: Receiver) -> None:
    _ask_alice()
    assert _send(site.planted("after_mark:kill"), "mark_news_first") == -signal.SIGKILL
    _send_all(site)
    assert received.posted == []


def _ask_alice() -> None:
    """Have a program of Alice told that she is asked for a turn."""
    players = sites.people()
    url = "https://bot.example.org/"
    registration.add_hook(players[0].pk, "bot", url, ["turn.asked"], now=clock.now())
    sites.begin(players)


def _send_all(site: Site) -> None:
    """Send what waits, once the leases of a worker that is dead have run out."""
    HookDelivery.objects.filter(status="waiting").update(next_at=clock.now() - timedelta(seconds=1))
    assert _send(site.env) == 0


def _send(env: dict[str, str], *more: str) -> int:
    guards = ",".join(["channels_lead_to_a_receiver", *more])
    env = {**env, "LETTERS_AT_ONCE": "1"}
    with sites.run(TASK, env, "news", without=guards) as sender:
        return sender.process.wait(servers.PATIENCE)
