"""With each broker that can be had, and without one, letters leave and silence is answered."""

from __future__ import annotations

from datetime import timedelta

import pytest

from config.broker import LENGTH
from games.models import Submission
from ops.ticks import QUEUES, TICKS
from tests import brokers, servers
from tests.faults import sites
from tests.faults.sites import Site


@pytest.mark.parametrize("url", [brokers.NONE, *brokers.urls()])
def test_letters_leave_and_silence_is_answered_with_each_broker(site: Site, url: str) -> None:
    env = {**site.env, "BROKER_URL": brokers.own(url)}
    game = sites.begin(sites.people())
    with servers.worker(env):
        servers.until(lambda: site.office.to("bob@example.org"), "the letter about the start")
        sites.await_letters()
        assert not Submission.objects.exists()
        sites.pass_time(game, timedelta(hours=9))
        servers.until(lambda: len(site.office.to("bob@example.org")) == 2, "the turn of Bob")
    brokers.flush(env)
    played = Submission.objects.get(game=game)
    assert (played.via, played.key) == (Submission.Via.SILENCE, "silence-1")


@pytest.mark.skipif(brokers.RABBITMQ not in brokers.urls(), reason="no RabbitMQ here")
def test_rabbitmq_keeps_only_the_last_ticks(site: Site) -> None:
    env = {**site.env, "BROKER_URL": brokers.RABBITMQ}
    queues = [tick.task for tick in TICKS.values() if tick.every == 1]
    sites.publish(env, *queues, "games.tasks.send_reminders", times=LENGTH["x-max-length"] + 5)
    assert brokers.waiting(env) == LENGTH["x-max-length"] * len(QUEUES)
    brokers.flush(env)
