"""Relays killed while they send a digest: each part of it is told at least once, as one letter."""

from __future__ import annotations

import signal
from datetime import timedelta
from email.message import EmailMessage

import pytest
from django.db.models import QuerySet

from accounts.manners import Manner
from accounts.models import Person
from games.models import Game
from games.play import clock
from mail.models import Delivery
from tests import servers
from tests.faults import sites
from tests.faults.sites import Site

TITLES = ("Autumn", "Winter", "Spring")


@pytest.mark.parametrize(("fault", "letters"), [("before_send", 1), ("after_send", 2)])
def test_a_digest_is_told_whole_though_its_relay_is_killed(
    site: Site, fault: str, letters: int
) -> None:
    games = _ask_together()
    assert _relay(site.planted(f"{fault}:kill")) == -signal.SIGKILL
    assert site.fired() == 1
    sites.end_leases()
    assert _relay(site.env) == 0
    digests = site.office.to("alice@example.org")
    assert len(digests) == letters
    assert len(set(site.office.ids())) == 1  # the same letter, which a mailbox shows once
    assert all(f"/games/{game.pk}/" in _text(digests[-1]) for game in games)
    assert {row.status for row in _parts()} == {"sent"}


def test_control_marked_before_it_is_sent_a_part_is_lost(site: Site) -> None:
    games = _ask_together()
    guard = "send_before_mark"  # by which each part leaves alone, after the lease of the first
    site.env["LETTER_LEASE"] = "2"
    assert _relay(site.planted("after_mark:kill"), guard) == -signal.SIGKILL
    assert _relay(site.env, guard) == 0
    texts = "".join(_text(letter) for letter in site.office.letters)
    assert [f"/games/{game.pk}/" in texts for game in games].count(False) == 1
    assert {row.status for row in _parts()} == {"sent"}


def test_two_relays_tell_a_digest_once(site: Site) -> None:
    _ask_together()
    command = servers.module("tests.faults.relay")
    with (
        servers.running(command, site.env, "one") as one,
        servers.running(command, site.env, "other") as other,
    ):
        assert {relay.process.wait(servers.PATIENCE) for relay in (one, other)} == {0}
    assert len(site.office.to("alice@example.org")) == 1


def _ask_together() -> list[Game]:
    """Have Alice asked in three games, of which she wants to hear in a digest, whose hour has
    come."""
    players = sites.people()
    players[0].turns_manner = Manner.DIGEST
    players[0].digest_hours = [(clock.now() + timedelta(hours=3)).hour]
    players[0].save()
    games = [sites.begin(players, title) for title in TITLES]
    Delivery.objects.exclude(kind="decision", person=players[0]).delete()
    assert {row.status for row in _parts()} == {"waiting"}
    _parts().update(next_at=clock.now())
    return games


def _parts() -> QuerySet[Delivery]:
    return Delivery.objects.filter(kind="decision", person=Person.objects.get(name="Alice"))


def _relay(env: dict[str, str], without: str = "") -> int:
    """Send until nothing waits, in a process of its own; return how it ended."""
    command = servers.module("tests.faults.relay", without=without)
    with servers.running(command, env, "relay") as relay:
        return relay.process.wait(servers.PATIENCE)


def _text(letter: EmailMessage) -> str:
    part = letter.get_body(("plain",))
    assert part is not None
    return str(part.get_content())
