"""Appeals: one against each measure, by page or by letter, and one answer by somebody else."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.models import Game, Intervention, Restriction
from games.play import interventions, measures
from games.play.interventions import StaffRequest
from games.play.turns import Rejected
from mail.models import Delivery
from ops import operators
from reports import appeals
from reports.models import Appeal
from reports.refusals import ReportRefused
from tests import passkeys
from tests.conftest import person
from tests.games.replies.mailbox import WRITERS, Mailbox

What = Intervention.What
WEEK = timedelta(days=7)
Decide = Callable[[What], Intervention]


@pytest.fixture
def frank(db: None) -> Person:
    """A member of the staff, who decides."""
    return person("Frank", is_staff=True)


@pytest.fixture
def grace(db: None) -> Person:
    """Another member of the staff, who answers."""
    return person("Grace", is_staff=True)


@pytest.fixture
def decide(bob: Person, frank: Person, now: datetime) -> Decide:
    """Decide something about Bob."""

    def decide_about_bob(what: What) -> Intervention:
        asked = ask(frank, "Three insults.")
        if what == What.CLOSE:
            return interventions.close_account(bob.pk, asked, now=now)
        if what == What.WARN:
            return measures.warn(bob.pk, asked, now=now)
        return measures.impose(what, bob.pk, asked, until=now + WEEK, now=now)

    return decide_about_bob


def ask(by: Person, reason: str) -> StaffRequest:
    return StaffRequest(by=by, reason=reason, key=uuid.uuid4().hex)


def appeal_of(measure: Intervention, now: datetime, text: str = "It was a joke.") -> Appeal:
    assert measure.person is not None
    return appeals.file_appeal(measure.pk, measure.person, text, now=now)


def look(client: Client, url: str) -> str:
    return unescape(client.get(url).content.decode())


@pytest.mark.parametrize("what", list(measures.UNDONE_BY))
def test_each_measure_is_taken_back_by_an_appeal_that_is_granted(
    what: What, decide: Decide, grace: Person, bob: Person, now: datetime
) -> None:
    measure = decide(what)
    appeal = appeal_of(measure, now)
    assert measures.is_in_force(measure, now)
    done = appeals.grant_appeal(appeal.pk, ask(grace, "It was one."), now=now)
    assert done.what == measures.UNDONE_BY[what]
    assert not measures.is_in_force(measure, now)
    assert not Restriction.objects.exists()
    bob.refresh_from_db()
    assert bob.is_active
    appeal.refresh_from_db()
    assert (appeal.outcome, appeal.taken_back, appeal.answered_by) == ("granted", done, grace)
    letters = Delivery.objects.filter(kind="account", person=bob).order_by("pk")
    assert letters.last().about["intervention"] == done.pk  # type: ignore[union-attr]


def test_a_measure_that_stands_is_told_with_the_reason(
    decide: Decide, grace: Person, bob: Person, now: datetime
) -> None:
    measure = decide(What.SILENCE)
    appeal = appeal_of(measure, now)
    appeals.decline_appeal(appeal.pk, grace, "It was not funny.", now=now)
    letter = WRITERS["appeal"](Delivery.objects.get(kind="appeal", person=bob), now)
    assert letter is not None
    assert letter.subject == "It stays as it was decided"
    assert "The reason: It was not funny." in letter.text
    assert measures.is_in_force(measure, now)


def test_one_appeal_is_heard_and_one_answer_given(
    decide: Decide, grace: Person, now: datetime
) -> None:
    measure = decide(What.WARN)
    appeal = appeal_of(measure, now)
    assert appeal_of(measure, now) == appeal  # the same form once more
    with pytest.raises(ReportRefused, match="already"):
        appeal_of(measure, now, "Once more, please.")
    appeals.decline_appeal(appeal.pk, grace, "No.", now=now)
    with pytest.raises(Rejected, match="answered already"):
        appeals.decline_appeal(appeal.pk, grace, "No!", now=now)
    with pytest.raises(Rejected, match="answered already"):
        appeals.grant_appeal(appeal.pk, ask(grace, "Well, yes."), now=now)
    assert measures.is_in_force(measure, now)
    with pytest.raises(ReportRefused, match="already"):
        appeal_of(measure, now, "I still think so.")


def test_a_form_of_the_staff_that_is_sent_twice_takes_back_once(
    decide: Decide, grace: Person, now: datetime
) -> None:
    appeal = appeal_of(decide(What.NO_TABLES), now)
    asked = ask(grace, "It was one.")
    done = appeals.grant_appeal(appeal.pk, asked, now=now)
    assert appeals.grant_appeal(appeal.pk, asked, now=now) == done


def test_what_holds_no_more_is_not_appealed_against(
    decide: Decide, frank: Person, bob: Person, now: datetime
) -> None:
    ended, lifted = decide(What.SILENCE), decide(What.UNRATED)
    measures.lift(What.RATED, bob.pk, ask(frank, "Enough."), now=now)
    replaced, latest = decide(What.NO_TABLES), decide(What.NO_TABLES)
    with pytest.raises(ReportRefused, match="any more"):
        appeal_of(ended, now + 2 * WEEK)
    for measure in (lifted, replaced):
        with pytest.raises(ReportRefused, match="any more"):
            appeal_of(measure, now)
    assert appeal_of(latest, now)


def test_an_appeal_that_time_has_answered_is_not_granted(
    decide: Decide, grace: Person, now: datetime
) -> None:
    appeal = appeal_of(decide(What.SILENCE), now)
    with pytest.raises(Rejected, match="any more"):
        appeals.grant_appeal(appeal.pk, ask(grace, "It was one."), now=now + 2 * WEEK)
    appeals.decline_appeal(appeal.pk, grace, "It has ended.", now=now + 2 * WEEK)


def test_nobody_else_appeals(decide: Decide, alice: Person, now: datetime) -> None:
    measure = decide(What.WARN)
    with pytest.raises(ReportRefused, match="not decided about you"):
        appeals.file_appeal(measure.pk, alice, "Let them be.", now=now)


@pytest.mark.parametrize("text", ["", " \n\u200b", "x" * 1_001, "x" * 100_000])
def test_an_appeal_says_something_in_some_words(text: str, decide: Decide, now: datetime) -> None:
    with pytest.raises(ReportRefused):
        appeal_of(decide(What.WARN), now, text)


def test_who_has_decided_is_about_it_or_plays_with_them_does_not_answer(
    decide: Decide, frank: Person, grace: Person, game: Game, alice: Person, bob: Person,
    now: datetime,
) -> None:  # fmt: skip
    """Bob and Alice play with each other."""
    appeal = appeal_of(decide(What.WARN), now)
    for by in (frank, alice, bob):
        Person.objects.filter(pk=by.pk).update(is_staff=True)
        by.refresh_from_db()
        with pytest.raises(Rejected):
            appeals.decline_appeal(appeal.pk, by, "No.", now=now)
        with pytest.raises(Rejected):
            appeals.grant_appeal(appeal.pk, ask(by, "Yes."), now=now)
    frank.is_superuser = True  # a small site has nobody else
    assert appeals.refuse_answerer(frank, appeal) == ""
    bob.is_superuser = True
    assert appeals.refuse_answerer(bob, appeal) != ""


def test_the_page_of_a_measure_leads_to_an_appeal_and_shows_its_answer(
    client: Client, decide: Decide, grace: Person, bob: Person, now: datetime
) -> None:
    measure = decide(What.WARN)
    client.force_login(bob)
    url = reverse("appeal", args=[measure.pk])
    assert url in look(client, reverse("measures"))
    assert "Three insults." in look(client, url)
    assert client.post(url, {"text": ""}).status_code == 422
    assert client.post(url, {"text": "It was a joke."}).headers["Location"] == reverse("measures")
    page = look(client, reverse("measures"))
    assert "It was a joke." in page
    assert url not in page
    appeals.decline_appeal(Appeal.objects.get().pk, grace, "It was not funny.", now=now)
    assert "It was not funny." in look(client, reverse("measures"))


def test_strangers_find_no_page_of_a_measure(client: Client, decide: Decide, alice: Person) -> None:
    client.force_login(alice)
    url = reverse("appeal", args=[decide(What.WARN).pk])
    assert client.get(url).status_code == 404
    assert client.post(url, {"text": "Let them be."}).status_code == 404
    assert not Appeal.objects.exists()


@pytest.mark.parametrize("what", [What.NO_TABLES, What.CLOSE])
def test_the_letter_is_answered_once(
    what: What, decide: Decide, bob: Person, now: datetime, settings: Any
) -> None:
    settings.REPLY_ADDRESS = "reply@play.example.org"
    measure, his = decide(what), Mailbox(bob, now)
    letter = his.letter("account")
    assert "say why in your answer to this letter" in letter.text
    assert his.reply(letter, "It was a joke.\n\nBob") == "appealed"
    assert Appeal.objects.get().intervention == measure
    assert Appeal.objects.get().text == "It was a joke."
    answer = WRITERS["answer"](Delivery.objects.get(kind="answer", person=bob), now)
    assert answer is not None
    assert "looks at it once more" in answer.text
    assert bool(answer.reply_to) == (what != What.CLOSE)
    assert his.reply(letter, "And another thing.") == "refused"
    assert Appeal.objects.count() == 1


def test_a_closed_account_does_nothing_else_by_letter(
    decide: Decide, game: Game, bob: Person, now: datetime, settings: Any
) -> None:
    settings.REPLY_ADDRESS = "reply@play.example.org"
    his = Mailbox(bob, now)
    letter = his.letter("started")
    decide(What.CLOSE)
    assert his.reply(letter, "end") == "wrong-address"


def test_a_mail_that_nobody_vouches_for_appeals_not(
    decide: Decide, bob: Person, now: datetime, settings: Any
) -> None:
    settings.REPLY_ADDRESS = "reply@play.example.org"
    decide(What.CLOSE)
    assert Mailbox(bob, now).reply("account", "Let me in.", is_authentic=False) == "unproved"
    assert not Appeal.objects.exists()


def test_where_letters_are_not_answered_a_closed_account_reads_whom_to_write_to(
    decide: Decide, bob: Person, now: datetime, settings: Any
) -> None:
    settings.REPLY_ADDRESS, settings.IMPRINT_CONTACT = "", "staff@example.org"
    decide(What.CLOSE)
    letter = Mailbox(bob, now).letter("account")
    assert "write to staff@example.org" in letter.text


def test_the_staff_answers_in_the_administration(
    decide: Decide, grace: Person, frank: Person, now: datetime
) -> None:
    appeal = appeal_of(decide(What.WARN), now)
    for one in (grace, frank):
        operators.make_operator(one)
    page = reverse("admin:reports_appeal_change", args=[appeal.pk])
    urls = [reverse("admin:answer_appeal", args=[how, appeal.pk]) for how in ("grant", "decline")]
    form = {"reason": "It was one.", "key": uuid.uuid4().hex}
    decider = passkeys.sign_in(Client(), frank)
    text = look(decider, page)
    assert "It was a joke." not in text
    assert not any(url in text for url in urls)
    assert b"You have decided this yourself" in decider.post(urls[0], form).content
    other = passkeys.sign_in(Client(), grace)
    text = look(other, page)
    assert "It was a joke." in text
    assert all(url in text for url in urls)
    assert other.post(urls[0], form).headers["Location"] == page
    assert Appeal.objects.get().outcome == "granted"
    assert not any(url in look(other, page) for url in urls)


def test_staff_without_the_permission_answers_nothing(
    decide: Decide, grace: Person, now: datetime
) -> None:
    appeal = appeal_of(decide(What.SILENCE), now)
    grace.user_permissions.set(Permission.objects.filter(codename__startswith="view"))
    client = passkeys.sign_in(Client(), grace)
    url = reverse("admin:answer_appeal", args=["decline", appeal.pk])
    assert client.get(url).status_code == 403
    assert client.post(url, {"reason": "No.", "key": uuid.uuid4().hex}).status_code == 403
    missing = reverse("admin:answer_appeal", args=["burn", appeal.pk])
    assert client.get(missing).status_code == 404


def test_the_database_refuses_appeals_without_sense(decide: Decide, now: datetime) -> None:
    measure = decide(What.WARN)
    make = partial(Appeal.objects.create, intervention=measure, made_at=now)
    for wrong in (
        {"text": ""},
        {"text": "x", "outcome": "declined"},
        {"text": "x", "outcome": "granted", "answered_at": now},
        {"text": "x", "answered_at": now},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            make(**wrong)
    make(text="x")
    with pytest.raises(IntegrityError), transaction.atomic():
        make(text="y")
