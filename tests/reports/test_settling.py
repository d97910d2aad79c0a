"""The staff answers reports in the administration, by a measure or by nothing."""

from __future__ import annotations

import uuid
from datetime import datetime
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.letters import writers
from games.models import Game, Intervention, Restriction
from games.play.turns import Rejected
from mail.models import Delivery
from ops import operators
from reports import filing, matters, settling
from reports.models import Report
from talk.models import Remark
from tests import passkeys
from tests.conftest import person

RIGHTS = ["view_report", "settle_report", "warn", "silence", "no_tables", "unrated"]


@pytest.fixture
def frank(db: None) -> Person:
    """A member of the staff who plays in no game and answers reports."""
    frank = person("Frank", is_staff=True)
    frank.user_permissions.set(Permission.objects.filter(codename__in=RIGHTS))
    return frank


@pytest.fixture
def report(insult: Remark, alice: Person, charlie: Person, now: datetime) -> Report:
    """Alice's report of Bob's words, which Charlie has reported, too."""
    matter = matters.words_matter(insult)
    filing.file_report(charlie, matter, filing.Complaint("insult"), now=now)
    return filing.file_report(alice, matter, filing.Complaint("insult"), now=now)


def page(report: Report) -> str:
    return reverse("admin:reports_report_change", args=[report.pk])


def deed(report: Report, what: str) -> str:
    return reverse("admin:intervention", args=[what, report.about_id]) + f"?report={report.pk}"


def look(client: Client, url: str) -> str:
    return unescape(client.get(url).content.decode())


def send(client: Client, url: str, **fields: str) -> Any:
    form = {"reason": "Three insults.", "key": uuid.uuid4().hex, "until": "2100-01-01T12:00"}
    return client.post(url, {**form, **fields})


def test_a_measure_answers_all_open_reports_of_a_matter(report: Report, frank: Person) -> None:
    client = passkeys.sign_in(Client(), frank)
    text = look(client, page(report))
    for what in ("warn", "silence", "no_tables", "unrated"):
        assert deed(report, what) in text
    assert deed(report, "close") not in text
    assert send(client, deed(report, "warn")).headers["Location"] == page(report)
    done = Intervention.objects.get()
    assert (done.what, done.person, done.by, done.reason) == (
        "warn", report.about, frank, "Three insults.",
    )  # fmt: skip
    answers = Report.objects.values_list("outcome", "intervention", "settled_by")
    assert list(answers) == [("acted", done.pk, frank.pk)] * 2
    assert deed(report, "warn") not in look(client, page(report))


def test_a_measure_about_words_has_an_end(report: Report, frank: Person) -> None:
    client = passkeys.sign_in(Client(), frank)
    answer = send(client, deed(report, "silence"))
    assert "within a year" in answer.content.decode()
    assert not Report.objects.exclude(outcome="open").exists()
    assert not Restriction.objects.exists()


def test_a_report_is_dismissed_with_a_note_for_the_staff(report: Report, frank: Person) -> None:
    client = passkeys.sign_in(Client(), frank)
    url = reverse("admin:dismiss", args=[report.pk])
    assert url in look(client, page(report))
    assert send(client, url, reason="A joke among friends.").headers["Location"] == page(report)
    assert list(Report.objects.values_list("outcome", "note")) == [
        ("dismissed", "A joke among friends.")
    ] * 2  # fmt: skip
    assert "answered already" in send(client, url).content.decode()
    assert not Intervention.objects.exists()


def test_a_form_sent_twice_answers_once(report: Report, frank: Person) -> None:
    client, key = passkeys.sign_in(Client(), frank), uuid.uuid4().hex
    for _ in range(2):
        assert send(client, deed(report, "warn"), key=key).status_code == 302
    assert "answered already" in send(client, deed(report, "warn")).content.decode()
    assert Intervention.objects.count() == 1


def test_operators_may_answer_reports_by_every_measure(report: Report, frank: Person) -> None:
    frank.user_permissions.clear()
    operators.make_operator(frank)
    text = look(passkeys.sign_in(Client(), frank), page(report))
    urls = [deed(report, what) for what in ("warn", "silence", "no_tables", "unrated", "close")]
    assert [url for url in urls if url not in text] == []
    assert reverse("admin:dismiss", args=[report.pk]) in text


def test_those_without_the_right_answer_nothing(report: Report, frank: Person) -> None:
    frank.user_permissions.set(Permission.objects.filter(codename="view_report"))
    client = passkeys.sign_in(Client(), frank)
    urls = [deed(report, "warn"), reverse("admin:dismiss", args=[report.pk])]
    text = look(client, page(report))
    assert [url for url in urls if url in text] == []
    assert [send(client, url).status_code for url in urls] == [403, 403]


@pytest.mark.parametrize("who", ["alice", "bob", "charlie", "dora"])
def test_nobody_answers_reports_of_their_games_of_theirs_or_about_them(
    who: str, report: Report, request: pytest.FixtureRequest, now: datetime
) -> None:
    by = request.getfixturevalue(who)
    by.is_staff = True
    if who == "charlie":
        report = Report.objects.get(person=by)
    with pytest.raises(Rejected, match=r"somebody else of the staff|jemand anderen"):
        settling.dismiss_report(report.pk, by, "n", now=now)
    by.is_superuser = True
    if who == "bob":
        with pytest.raises(Rejected, match="This is about you"):
            settling.dismiss_report(report.pk, by, "n", now=now)
    else:
        settling.dismiss_report(report.pk, by, "n", now=now)


def test_a_measure_about_somebody_else_answers_nothing(
    report: Report, frank: Person, alice: Person
) -> None:
    client = passkeys.sign_in(Client(), frank)
    url = reverse("admin:intervention", args=["warn", alice.pk]) + f"?report={report.pk}"
    assert "about somebody else" in send(client, url).content.decode()
    assert not Intervention.objects.exists()


def test_reporters_hear_that_something_was_done_and_not_what(
    report: Report, frank: Person, alice: Person, charlie: Person, now: datetime
) -> None:
    send(passkeys.sign_in(Client(), frank), deed(report, "warn"))
    rows = Delivery.objects.filter(kind="report", channel=None).order_by("pk")
    assert {row.person for row in rows} == {alice, charlie}
    for row in rows:
        letter = writers.WRITERS[row.kind](row, now)
        assert letter is not None
        assert "has done something" in letter.text
        assert "/reports/" in letter.text
        assert not [word for word in ("Bob", "warn", "Three insults") if word in letter.text]
    alice.letters = False
    alice.save()
    row = rows.get(person=alice)
    assert writers.WRITERS[row.kind](row, now) is None


def test_nobody_gets_a_letter_that_nothing_was_done(
    report: Report, frank: Person, client: Client, alice: Person
) -> None:
    send(passkeys.sign_in(Client(), frank), reverse("admin:dismiss", args=[report.pk]))
    assert not Delivery.objects.filter(kind="report").exists()
    client.force_login(alice)
    assert "has found nothing to do" in look(client, reverse("reports"))


def test_a_title_that_was_reported_is_reset(
    alice: Person, game: Game, charlie: Person, frank: Person, now: datetime
) -> None:
    frank.user_permissions.add(*Permission.objects.filter(codename__in=["retitle", "rename"]))
    report = filing.file_report(
        charlie, matters.title_matter(game), filing.Complaint("insult"), now=now
    )
    client = passkeys.sign_in(Client(), frank)
    url = reverse("admin:intervention", args=["retitle", game.pk]) + f"?report={report.pk}"
    assert url in look(client, page(report))
    assert deed(report, "rename") in look(client, page(report))
    assert send(client, url).headers["Location"] == page(report)
    report.refresh_from_db()
    assert report.outcome == "acted"
    game.refresh_from_db()
    assert game.title == "Conquest"
