"""Processes killed while they bring notices to channels: each channel is told at least once."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from datetime import timedelta

import pytest

from accounts.models import Person
from games.models import Decision, Game
from games.play import clock
from mail.channels import push, registration
from mail.models import Channel, ChannelOrder, Delivery
from tests import servers
from tests.faults import sites
from tests.faults.sites import Site
from tests.mail.channels.receiver import Receiver, receiver

TASK = "games.tasks.send_notices"
KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
PATHS = ["/alice-1", "/alice-2"]


@pytest.fixture
def received(site: Site) -> Iterator[Receiver]:
    with receiver() as running:
        site.env["RECEIVER_PORT"] = str(running.port)
        yield running


@pytest.mark.parametrize("fault", ["before_notice", "after_send"])
def test_each_channel_is_told_though_a_worker_is_killed(
    site: Site, received: Receiver, fault: str
) -> None:
    _ask_alice()
    assert _send(site.planted(f"{fault}:kill")) == -signal.SIGKILL
    assert site.fired() == 1
    _send_all(site)
    paths = [posted.path for posted in received.posted]
    assert sorted(set(paths)) == PATHS
    assert len(paths) == (2 if fault == "before_notice" else 3)
    told = Delivery.objects.filter(queue="channels", kind="decision")
    assert [delivery.status for delivery in told] == ["sent", "sent"]


def test_control_marked_before_it_is_sent_a_notice_is_lost(site: Site, received: Receiver) -> None:
    _ask_alice()
    dying = _send(site.planted("after_mark:kill"), "mark_notices_first")
    assert dying == -signal.SIGKILL
    _send_all(site)
    assert len({posted.path for posted in received.posted}) == 1


@pytest.mark.parametrize("fault", ["passing_on", "before_notice", "after_send"])
def test_the_next_channel_is_told_though_a_worker_is_killed(
    site: Site, received: Receiver, fault: str
) -> None:
    _ask_alice_in_turn()
    assert _send(site.planted(f"{fault}:kill")) == -signal.SIGKILL
    assert site.fired() == 1
    _send_next(site)
    paths = [posted.path for posted in received.posted]
    assert paths == [PATHS[1]] * (2 if fault == "after_send" else 1)
    assert _rows_in_turn() == [("waiting", True), ("sent", False)]


def test_control_marked_before_it_is_given_on_a_notice_is_lost(
    site: Site, received: Receiver
) -> None:
    _ask_alice_in_turn()
    dying = _send(site.planted("passing_on:kill"), "passing_on_in_one_transaction")
    assert dying == -signal.SIGKILL
    _send_next(site)
    assert received.posted == []
    assert _rows_in_turn() == [("waiting", True)]


def test_a_device_shows_no_more_what_is_settled_though_a_worker_is_killed(
    site: Site, received: Receiver
) -> None:
    _show_and_close(site)
    assert _send(site.planted("settling:kill")) == -signal.SIGKILL
    assert site.fired() == 1
    _send_all(site, at_least=1)
    assert Delivery.objects.get(kind="settled").status == "sent"
    assert [posted.path for posted in received.posted] == ["/alice", "/alice"]


def test_control_marked_before_its_row_is_there_a_device_shows_it_still(
    site: Site, received: Receiver
) -> None:
    _show_and_close(site)
    dying = _send(site.planted("settling:kill"), "settling_in_one_transaction")
    assert dying == -signal.SIGKILL
    _send_all(site, at_least=1)
    assert not Delivery.objects.filter(kind="settled").exists()


def test_letters_leave_while_a_channel_hangs(site: Site, received: Receiver) -> None:
    _ask_alice()
    with _run(site.planted("before_notice:pause")) as hanging:
        site.stopped()
        with sites.run("games.tasks.send_letters", site.env, "letters") as letters:
            assert letters.process.wait(servers.PATIENCE) == 0
        assert not Delivery.objects.filter(queue="letters", status="waiting").exists()
        hanging.kill()
    assert received.posted == []


def _ask_alice(*, in_turn: bool = False) -> Game:
    """Have Alice asked for a turn, with two channels beside her letter."""
    players = sites.people()
    _add_channels(players[0])
    if in_turn:
        numbers = Channel.objects.order_by("place").values_list("pk", flat=True)
        ChannelOrder.objects.create(person_id=players[0].pk, channels=list(numbers))
    return sites.begin(players)


def _show_and_close(site: Site) -> None:
    """Let a device of Alice show that it is her turn, which is answered elsewhere then."""
    site.env.update(PUSH_SECRET="f" * 64, PUSH_HOSTS="push.example")
    players = sites.people()
    device = push.read_subscription("https://push.example/alice", KEY, "BTBZMqHH6r4Tts7J_aSIgg")
    registration.add_push(players[0].pk, device, "push.example", says_little=False, now=clock.now())
    sites.begin(players)
    Delivery.objects.exclude(kind="decision").delete()
    _send_all(site)
    assert Delivery.objects.filter(is_shown=True).count() == 1
    Decision.objects.filter(closed_at=None).update(closed_at=clock.now(), closed_by="answer")


def _ask_alice_in_turn() -> None:
    """Have Alice asked for a turn by two channels one after another, of which the first has failed
    for an hour."""
    _ask_alice(in_turn=True)
    Delivery.objects.exclude(kind="decision").delete()  # such as that her table was full
    hour = timedelta(hours=1)
    now = clock.now()
    Channel.objects.filter(place=1).update(failures=3, failing_since=now - hour, next_at=now + hour)


def _send_next(site: Site) -> None:
    """Send until nothing waits but what the first channel could not carry, after the lease of what
    a worker died with."""
    sites.end_leases()
    waiting = Delivery.objects.filter(queue="channels", status="waiting").exclude(passed_on=True)
    assert _send(site.env) == 0
    while waiting.exists():
        assert _send(site.env) == 0
        time.sleep(0.2)


def _rows_in_turn() -> list[tuple[str, bool | None]]:
    rows = Delivery.objects.filter(queue="channels", kind="decision").order_by("pk")
    return list(rows.values_list("status", "passed_on"))


def _add_channels(alice: Person) -> None:
    for path in PATHS:
        url = f"https://ntfy.sh{path}"
        registration.add_webhook(
            alice.pk, "ntfy", "ntfy.sh", url, says_little=False, now=clock.now()
        )


def _run(env: dict[str, str], *more: str) -> AbstractContextManager[servers.Server]:
    guards = ",".join(["channels_lead_to_a_receiver", *more])
    return sites.run(TASK, {**env, "LETTERS_AT_ONCE": "1"}, "notices", without=guards)


def _send(env: dict[str, str], *more: str) -> int:
    with _run(env, *more) as sender:
        return sender.process.wait(servers.PATIENCE)


def _send_all(site: Site, *, at_least: int = 0) -> None:
    """Send until nothing waits, after the lease of what a worker died with."""
    sites.end_leases()
    waiting = Delivery.objects.filter(queue="channels", status="waiting")
    for _time in range(at_least):
        assert _send(site.env) == 0
    while waiting.exists():
        assert _send(site.env) == 0
        time.sleep(0.2)
