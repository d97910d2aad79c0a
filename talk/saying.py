"""The one door to what is said at tables: pages and letters say, edit and withdraw by it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Person
from accounts.plain_text import clean_words
from games.play import restrictions
from games.queries import Visit
from talk import limits, notices
from talk.audiences import writable_audiences, written_side
from talk.courtesies import COURTESIES
from talk.models import MAX_TEXT_CHARS, Audience, Remark
from talk.refusals import RemarkRefused

EDITABLE = timedelta(minutes=5)
MAX_LINES = 60


@dataclass(frozen=True, slots=True)
class Words:
    """What somebody wants to say to an ``audience``: a ``text`` as they typed it, or the key of a
    ``courtesy``; ``form_key`` is what the form or mail with it is known by, "" without a key."""

    audience: str
    text: str = ""
    courtesy: str = ""
    form_key: str = ""


def say_words(visit: Visit, words: Words, *, now: datetime) -> Remark:
    """Say something at a table as its visitor; return it. The same form sent twice says it once.

    :raises RemarkRefused: with the one sentence that says why it is not said.
    """
    person = _require_writer(visit, words.audience)
    text = "" if words.courtesy else _require_text(words.text)
    if words.courtesy and words.courtesy not in COURTESIES:
        raise RemarkRefused(_("This courtesy is not known."))
    with transaction.atomic():
        # Locked, so that of many requests at once each counts what the others have said.
        Person.objects.lock_person(person.pk, no_key=True)
        if again := _find_said(visit, words.form_key):
            return again
        _require_unsilenced(person, now)
        limits.require_room(visit.game, person, now)
        remark = Remark.objects.create(
            game=visit.game,
            person=person,
            audience=words.audience,
            side=written_side(visit) if words.audience == Audience.PARTNERS else "",
            text=text,
            courtesy=words.courtesy,
            form_key=words.form_key,
            said_at=now,
        )
        notices.notify_readers(visit, remark)
        return remark


def edit_words(visit: Visit, pk: int, typed: str, *, now: datetime) -> Remark:
    """Put another text in the place of one's own words, within five minutes; return them.

    :raises RemarkRefused: if that is not possible any more, or the text says nothing.
    """
    remark = find_own(visit, pk)
    # Who may speak to them no more, such as after a seat was lost, changes nothing there either.
    _require_writer(visit, remark.audience)
    _require_unsilenced(remark.person, now)
    if refusal := refuse_edit(remark, now):
        raise RemarkRefused(refusal)
    text = _require_text(typed)
    # Asked for once more, as they may be withdrawn at the same time.
    same = Remark.objects.filter(pk=remark.pk, withdrawn_at=None)
    if text != remark.text and not same.update(text=text, edited_at=now):
        raise RemarkRefused(_("These words are withdrawn."))
    remark.text = text
    return remark


def withdraw_words(visit: Visit, pk: int, *, now: datetime) -> None:
    """Withdraw one's own words: all read from now on that they are withdrawn; a second time has no
    effect.

    :raises RemarkRefused: if they are not the visitor's.
    """
    remark = find_own(visit, pk)
    Remark.objects.filter(pk=remark.pk, withdrawn_at=None).update(withdrawn_at=now)
    notices.forget_unsent(remark)


def find_own(visit: Visit, pk: int) -> Remark:
    """Return words of the visitor's own at a table.

    :raises RemarkRefused: if there are none of that number.
    """
    remark = Remark.objects.filter(pk=pk, game=visit.game, person=visit.person).first()
    if remark is None:
        raise RemarkRefused(_("These are not your words."))
    return remark


def refuse_edit(remark: Remark, now: datetime) -> str:
    """Return why words cannot be edited, "" if they can."""
    if remark.withdrawn_at is not None:
        return _("These words are withdrawn.")
    if remark.courtesy or now - remark.said_at > EDITABLE:
        return _("Words can be edited for five minutes. After that they can be withdrawn.")
    return ""


def _require_writer(visit: Visit, audience: str) -> Person:
    if visit.person is None or audience not in writable_audiences(visit):
        raise RemarkRefused(_("You cannot say anything to them here."))
    return visit.person


def _require_unsilenced(person: Person, now: datetime) -> None:
    """Refuse a person whose words the staff has switched off."""
    if refusal := restrictions.refuse_words(person, now):
        raise RemarkRefused(refusal)


def _require_text(typed: str) -> str:
    text = clean_words(typed[: 4 * MAX_TEXT_CHARS])
    if not text:
        raise RemarkRefused(_("There is nothing to read in it."))
    if len(text) > MAX_TEXT_CHARS or len(typed) > 4 * MAX_TEXT_CHARS:
        words = _("That is too long: at most %(n)s characters are said at a time.")
        raise RemarkRefused(words % {"n": MAX_TEXT_CHARS})
    if text.count("\n") >= MAX_LINES:
        raise RemarkRefused(_("These are too many lines: say it in fewer."))
    return text


def _find_said(visit: Visit, form_key: str) -> Remark | None:
    """Return what a form has said already."""
    if not form_key:
        return None
    said = Remark.objects.filter(game=visit.game, person=visit.person, form_key=form_key)
    return said.first()
