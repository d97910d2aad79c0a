"""Appeals against measures: one by its person, and one answer by somebody else of the staff."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Person
from accounts.plain_text import clean_words
from games.models import Intervention
from games.play import interventions, measures, notices
from games.play.interventions import StaffRequest
from games.play.turns import Rejected
from reports.models import MAX_APPEAL_CHARS, Appeal
from reports.refusals import ReportRefused

What, Outcome = Intervention.What, Appeal.Outcome
TakeBack = Callable[..., Intervention]


def find_appeals(decided: Iterable[Intervention]) -> Mapping[int, Appeal]:
    """Return the appeals against measures, by the number of the measure."""
    rows = Appeal.objects.filter(intervention__in=[one.pk for one in decided])
    return {row.intervention_id: row for row in rows}


def refuse_appeal(measure: Intervention, now: datetime) -> str:
    """Return why nothing can be said against a measure, "" if its person can appeal."""
    if not measures.is_in_force(measure, now):
        return _("This does not hold any more.")
    if Appeal.objects.filter(intervention=measure).exists():
        return _("You have appealed against this already.")
    return ""


def file_appeal(measure_id: int, person: Person, typed: str, *, now: datetime) -> Appeal:
    """Keep what a person says against a measure about them, for the staff; return it. The same
    words sent twice count once.

    :raises ReportRefused: if there is nothing to appeal against, or nothing is said.
    """
    text = _require_text(typed)
    with transaction.atomic():
        # Locked, so that of two forms at once the second finds the appeal of the first.
        Person.objects.lock_person(person.pk, no_key=True)
        measure = Intervention.objects.filter(pk=measure_id, person=person).first()
        if measure is None:
            raise ReportRefused(_("This was not decided about you."))
        if known := Appeal.objects.filter(intervention=measure, text=text).first():
            return known
        if refusal := refuse_appeal(measure, now):
            raise ReportRefused(refusal)
        return Appeal.objects.create(intervention=measure, text=text, made_at=now)


def refuse_answerer(by: Person, appeal: Appeal) -> str:
    """Return why somebody of the staff does not answer an appeal, "" if they may."""
    measure = appeal.intervention
    assert measure.person is not None
    # Superusers are excepted, since a small site may have nobody else.
    if by.pk == measure.by_id and not by.is_superuser:
        return _("You have decided this yourself: ask somebody else of the staff.")
    return measures.refuse_decider(by, measure.person)


def grant_appeal(appeal_id: int, request: StaffRequest, *, now: datetime) -> Intervention:
    """Take the measure of an appeal back, for a reason that its person reads; return what was done.
    A form that is sent twice does it once.

    :raises Rejected: if ``request.by`` may not, it is answered already, or it holds no more.
    """
    with transaction.atomic():
        appeal = _lock_appeal(appeal_id, request.by)
        measure = appeal.intervention
        if appeal.taken_back is not None and appeal.taken_back.key == request.key:
            return appeal.taken_back
        if not measures.is_in_force(measure, now):
            raise Rejected(_("This does not hold any more."))
        done = _take_back(What(measure.what))(measure.person_id, request, now=now)
        _close(appeal, request.by, now, outcome=Outcome.GRANTED, taken_back=done)
        return done


def decline_appeal(appeal_id: int, by: Person, reason: str, *, now: datetime) -> None:
    """Answer an appeal by saying why the measure stands, in a letter to its person.

    :raises Rejected: if ``by`` may not, or it is answered already.
    """
    with transaction.atomic():
        appeal = _lock_appeal(appeal_id, by)
        _close(appeal, by, now, outcome=Outcome.DECLINED, answer=reason)
        notices.notify_declined_appeal(appeal.intervention, reason, now=now)


def _take_back(what: Intervention.What) -> TakeBack:
    if what == What.CLOSE:
        return interventions.reopen_account
    if what == What.WARN:
        return measures.unwarn

    def lift(person_id: int, request: StaffRequest, *, now: datetime) -> Intervention:
        return measures.lift(measures.UNDONE_BY[what], person_id, request, now=now)

    return lift


def _lock_appeal(appeal_id: int, by: Person) -> Appeal:
    # Locked, so that of two of the staff at once the second finds it answered.
    rows = Appeal.objects.select_for_update(of=("self",))
    appeal = rows.select_related("intervention__person", "taken_back").get(pk=appeal_id)
    if refusal := refuse_answerer(by, appeal):
        raise Rejected(refusal)
    return appeal


def _close(appeal: Appeal, by: Person, now: datetime, **answer: Any) -> None:
    open_one = Appeal.objects.filter(pk=appeal.pk, outcome=Outcome.OPEN)
    if not open_one.update(answered_at=now, answered_by=by, **answer):
        raise Rejected(_("This appeal is answered already."))


def _require_text(typed: str) -> str:
    text = clean_words(typed[: 4 * MAX_APPEAL_CHARS])
    if not text:
        raise ReportRefused(_("There is nothing to read in it."))
    if len(text) > MAX_APPEAL_CHARS or len(typed) > 4 * MAX_APPEAL_CHARS:
        words = _("That is too long: say it in %(n)s characters.")
        raise ReportRefused(words % {"n": MAX_APPEAL_CHARS})
    return text
