"""Processes killed while an appeal is granted, and two answers at once: the measure is taken back,
told and answered once, or nothing has happened."""

from __future__ import annotations

import signal
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from django.db import connection, transaction

from accounts.models import Person
from games.models import Restriction
from games.models.intervention import Intervention
from games.play import clock, measures
from games.play.interventions import StaffRequest
from games.play.turns import Rejected
from mail.models import Delivery
from reports import appeals
from reports.models import Appeal
from tests import servers
from tests.faults import sites
from tests.faults.sites import Site

What = Intervention.What


def test_nothing_has_happened_when_killed_between_measure_and_answer(site: Site) -> None:
    appeal = _appealed()
    assert _grant(appeal, site.planted("after_commit:kill")) == -signal.SIGKILL
    assert Restriction.objects.exists()
    assert Appeal.objects.get().outcome == "open"
    assert _told() == [What.SILENCE]
    for _again in range(2):
        assert _grant(appeal, site.env) == 0
        _is_granted_once()


def test_the_appeal_would_stay_open_without_one_transaction(site: Site) -> None:
    appeal, guard = _appealed(), "answering_in_one_transaction"
    assert _grant(appeal, site.planted("after_commit:kill"), without=guard) == -signal.SIGKILL
    assert not Restriction.objects.exists()
    assert Appeal.objects.get().outcome == "open"


def test_of_two_answers_at_once_one_counts(site: Site) -> None:
    appeal = _appealed()
    with ThreadPoolExecutor(2) as pool:
        with transaction.atomic():  # until both wait for it
            Appeal.objects.select_for_update().get(pk=appeal.pk)
            answers = [pool.submit(_decline, appeal.pk, name) for name in ("Grace", "Charlie")]
            servers.until(lambda: sites.waiting() == 2, "both at the lock")
        assert sorted(one.result() for one in answers) == ["declined", "refused"]
    assert Delivery.objects.filter(kind="appeal").count() == 1


def _appealed() -> Appeal:
    """Return Bob's appeal against Frank, which Grace and Charlie could answer."""
    bob, now = sites.people()[1], clock.now()
    frank, *_others = (
        Person.objects.create_user(f"{name.lower()}@example.org", name=name, is_staff=True)
        for name in ("Frank", "Grace", "Charlie")
    )
    request = StaffRequest(by=frank, reason="Three insults.", key="e" * 32)
    until = now + timedelta(days=7)
    measure = measures.impose(What.SILENCE, bob.pk, request, until=until, now=now)
    return appeals.file_appeal(measure.pk, bob, "It was a joke.", now=now)


def _grant(appeal: Appeal, env: dict[str, str], without: str = "") -> int:
    """Grant an appeal in a process of its own; return how that ended."""
    grace = Person.objects.get(name="Grace")
    command = servers.module("tests.faults.grant", str(appeal.pk), str(grace.pk), without=without)
    with servers.running(command, env, "grant") as process:
        return process.process.wait(servers.PATIENCE)


def _decline(appeal_id: int, name: str) -> str:
    by = Person.objects.get(name=name)
    try:
        appeals.decline_appeal(appeal_id, by, f"No, says {name}.", now=clock.now())
    except Rejected:
        return "refused"
    finally:
        connection.close()
    return "declined"


def _told() -> list[str]:
    """Return of which measures letters tell."""
    told = Delivery.objects.filter(kind="account").order_by("pk")
    return [
        Intervention.objects.get(pk=number).what
        for number in told.values_list("about__intervention", flat=True)
    ]


def _is_granted_once() -> None:
    assert not Restriction.objects.exists()
    assert Appeal.objects.get().outcome == "granted"
    assert _told() == [What.SILENCE, What.SPEAK]
