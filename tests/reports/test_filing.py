"""What is reported is filed once, with what was to be read, and not without end."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from accounts.models import Person
from games import queries
from games.models import Game
from reports import filing, matters
from reports.matters import Matter
from reports.models import Report
from reports.refusals import ReportRefused
from talk import saying
from talk.models import Remark

INSULT = filing.Complaint("insult")


def words(remark: Remark) -> Matter:
    return matters.words_matter(Remark.objects.select_related("person", "game").get(pk=remark.pk))


def report(person: Person, matter: Matter, now: datetime, **more: Any) -> Report:
    return filing.file_report(person, matter, filing.Complaint("insult", **more), now=now)


def test_a_report_keeps_what_is_meant_and_why(insult: Remark, alice: Person, now: datetime) -> None:
    done = report(alice, words(insult), now, sentence=" Please  look.\n")
    assert (done.person, done.about, done.game, done.remark) == (
        alice, insult.person, insult.game, insult,
    )  # fmt: skip
    assert (done.evidence, done.reason, done.sentence) == (
        "You are a fool.", "insult", "Please look.",
    )  # fmt: skip
    assert (done.outcome, done.reported_at, done.was_shown) == ("open", now, True)


def test_evidence_stays_as_it_was_when_words_are_edited_or_withdrawn(
    insult: Remark, game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    report(alice, words(insult), now)
    visit = queries.load_visit(game.pk, bob)
    assert visit is not None
    saying.edit_words(visit, insult.pk, "You are kind.", now=now)
    saying.withdraw_words(visit, insult.pk, now=now)
    assert Report.objects.get().evidence == "You are a fool."


def test_evidence_is_what_the_form_has_shown_before_an_edit(
    insult: Remark, game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    shown = matters.sign_matter(words(insult))
    visit = queries.load_visit(game.pk, bob)
    assert visit is not None
    saying.edit_words(visit, insult.pk, "You are kind.", now=now)
    done = report(alice, words(insult), now, shown=shown)
    assert (done.evidence, done.stored) == ("You are a fool.", "You are kind.")


@pytest.mark.parametrize("shown", ["", "forged", "WyJ3b3Jkcy0xIiwiZm9yZ2VkIl0:1:x"])
def test_evidence_is_not_what_somebody_has_made_up(
    shown: str, insult: Remark, alice: Person, now: datetime
) -> None:
    assert report(alice, words(insult), now, shown=shown).evidence == "You are a fool."


def test_evidence_of_other_words_does_not_count(
    insult: Remark, game: Game, bob: Person, alice: Person, now: datetime
) -> None:
    visit = queries.load_visit(game.pk, bob)
    assert visit is not None
    other = saying.say_words(visit, saying.Words("all", "Hello"), now=now)
    shown = matters.sign_matter(words(other))
    assert report(alice, words(insult), now, shown=shown).evidence == "You are a fool."


def test_a_matter_is_reported_once_by_a_person(
    insult: Remark, alice: Person, charlie: Person, now: datetime
) -> None:
    first = report(alice, words(insult), now)
    assert report(alice, words(insult), now + timedelta(days=1)) == first
    report(charlie, words(insult), now)
    assert Report.objects.count() == 2
    first.pk = None
    with pytest.raises(IntegrityError, match="report_once_a_matter"), transaction.atomic():
        first.save()


def test_reports_have_an_end_for_the_day(
    game: Game, alice: Person, bob: Person, charlie: Person, settings: Any, now: datetime
) -> None:
    settings.REPORTS_A_DAY = 1
    report(charlie, matters.title_matter(game), now)
    with pytest.raises(ReportRefused, match="Go on tomorrow"):
        report(charlie, matters.name_matter(bob), now)
    report(alice, matters.name_matter(bob), now)
    report(charlie, matters.name_matter(bob), now + timedelta(days=1))


def test_reports_of_what_is_ones_own_are_refused(
    insult: Remark, game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    own = (
        (bob, words(insult)), (alice, matters.title_matter(game)), (bob, matters.name_matter(bob)),
    )  # fmt: skip
    for person, matter in own:
        with pytest.raises(ReportRefused, match=r"own|yourself"):
            report(person, matter, now)


@pytest.mark.parametrize(
    ("complaint", "refusal"),
    [
        (filing.Complaint(""), "choose a reason"),
        (filing.Complaint("no such reason"), "choose a reason"),
        (filing.Complaint("other"), "Say in a sentence"),
        (filing.Complaint("other", "\u200b \u2066"), "Say in a sentence"),
        (filing.Complaint("insult", "x" * 301), "too long"),
        (filing.Complaint("insult", "x" * 100_000), "too long"),
    ],
)
def test_a_report_needs_a_reason_of_the_list(
    complaint: filing.Complaint, refusal: str, insult: Remark, alice: Person, now: datetime
) -> None:
    with pytest.raises(ReportRefused, match=refusal):
        filing.file_report(alice, words(insult), complaint, now=now)
    assert not Report.objects.exists()


def test_a_name_that_was_changed_is_another_matter(
    alice: Person, bob: Person, now: datetime
) -> None:
    report(alice, matters.name_matter(bob), now)
    bob.name = "Robert"
    bob.save()
    report(alice, matters.name_matter(bob), now)
    assert list(Report.objects.order_by("pk").values_list("evidence", flat=True)) == [
        "Bob", "Robert",
    ]  # fmt: skip
