"""The one door to reports: what somebody reports is filed, with what is meant."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Person
from accounts.plain_text import clean_words
from reports import limits
from reports.matters import Kind, Matter, read_signed
from reports.models import MAX_SENTENCE_CHARS, Reason, Report
from reports.refusals import ReportRefused


@dataclass(frozen=True, slots=True)
class Complaint:
    """What somebody says of a matter: a ``reason`` of the list, perhaps a ``sentence``, and what
    their form has ``shown`` of it, signed."""

    reason: str
    sentence: str = ""
    shown: str = ""


def file_report(person: Person, matter: Matter, complaint: Complaint, *, now: datetime) -> Report:
    """File a person's report of a matter; return it, or the one that they have filed before.

    :raises ReportRefused: with the one sentence that says why it is not filed.
    """
    require_reportable(person, matter)
    sentence = _require_sentence(complaint)
    shown = read_signed(matter, complaint.shown)
    evidence = matter.text if shown is None else shown
    with transaction.atomic():
        # Locked, so that of many requests at once each counts what the others have reported.
        Person.objects.lock_person(person.pk, no_key=True)
        if again := find_report(person, matter):
            return again
        limits.require_room(person, now)
        return Report.objects.create(
            person=person,
            about=matter.about,
            game=matter.game,
            remark=matter.remark,
            kind=matter.kind,
            matter=matter.name,
            evidence=evidence,
            stored="" if matter.text == evidence else matter.text,
            was_shown=matter.is_shown or shown is not None,
            reason=complaint.reason,
            sentence=sentence,
            reported_at=now,
        )


def find_report(person: Person, matter: Matter) -> Report | None:
    """Return the report that a person has filed of a matter already."""
    return Report.objects.filter(person=person, matter=matter.name).first()


def require_reportable(person: Person, matter: Matter) -> None:
    """Refuse what nobody reports: what is one's own, a house player's, or nobody's any more.

    :raises ReportRefused: with the one sentence that says so.
    """
    if person == matter.about:
        raise ReportRefused(_OWN[matter.kind]())
    if matter.about.is_house or matter.about.is_guest or matter.about.is_deleted:
        raise ReportRefused(_("There is nobody here whom this could be about."))


def _require_sentence(complaint: Complaint) -> str:
    if complaint.reason not in Reason:
        raise ReportRefused(_("Say why you report this: choose a reason."))
    if len(complaint.sentence) > 4 * MAX_SENTENCE_CHARS:
        raise ReportRefused(_("That is too long: one sentence is enough."))
    sentence = " ".join(clean_words(complaint.sentence).split())
    if len(sentence) > MAX_SENTENCE_CHARS:
        raise ReportRefused(_("That is too long: one sentence is enough."))
    if complaint.reason == Reason.OTHER and not sentence:
        raise ReportRefused(_("Say in a sentence what it is."))
    return sentence


_OWN = {
    Kind.WORDS: lambda: _("These are your own words: you can withdraw them."),
    Kind.TITLE: lambda: _("This is a title that you have given yourself."),
    Kind.NAME: lambda: _("This is your own name: you can change it in your preferences."),
}
