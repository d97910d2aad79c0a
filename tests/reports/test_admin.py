"""The queue of the staff: who reads what was reported, and what there was before."""

from __future__ import annotations

from datetime import datetime, timedelta
from html import unescape

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.models import Game
from reports import filing, matters
from reports.models import Report
from talk.models import Remark
from tests import passkeys
from tests.conftest import person

LIST = reverse("admin:reports_report_changelist")


def look(client: Client, url: str) -> str:
    return unescape(client.get(url).content.decode())


def page(report: Report) -> str:
    return reverse("admin:reports_report_change", args=[report.pk])


def staff_client(who: Person) -> Client:
    Person.objects.filter(pk=who.pk).update(is_staff=True)
    who.user_permissions.set(Permission.objects.filter(codename__startswith="view"))
    return passkeys.sign_in(Client(), who)


@pytest.fixture
def report(insult: Remark, alice: Person, now: datetime) -> Report:
    matter = matters.words_matter(insult)
    return filing.file_report(alice, matter, filing.Complaint("insult", "Please look"), now=now)


def test_the_staff_reads_what_was_reported_and_what_was_before(
    report: Report, alice: Person, bob: Person, game: Game, now: datetime
) -> None:
    before = filing.file_report(
        alice, matters.name_matter(bob), filing.Complaint("lure"), now=now - timedelta(days=3)
    )
    text = look(staff_client(person("Frank")), page(report))
    assert "You are a fool." in text
    assert "Please look" in text
    assert page(before) in text


def test_open_reports_stand_first_and_the_oldest_before_the_others(
    report: Report, alice: Person, bob: Person, now: datetime
) -> None:
    newer = filing.file_report(
        alice, matters.name_matter(bob), filing.Complaint("lure"), now=now + timedelta(days=1)
    )
    done = Report.objects.create(
        about=bob, kind="name", matter="m", evidence="Bo", reason="lure", reported_at=now,
        outcome="dismissed", settled_at=now,
    )  # fmt: skip
    text = look(staff_client(person("Frank")), LIST)
    places = [text.index(page(row)) for row in (report, newer, done)]
    assert places == sorted(places)


@pytest.mark.parametrize("who", ["alice", "dora"])
def test_the_staff_reads_no_words_of_their_own_games(
    who: str, report: Report, request: pytest.FixtureRequest
) -> None:
    text = look(staff_client(request.getfixturevalue(who)), page(report))
    assert "field-refusal" in text
    assert "a fool" not in text
    assert "Please look" not in text


def test_the_staff_finds_no_reports_about_themselves(report: Report, bob: Person) -> None:
    client = staff_client(bob)
    assert page(report) not in look(client, LIST)
    assert client.get(page(report)).status_code == 302
    assert page(report) in look(staff_client(person("Frank")), LIST)
