"""The letters that answer mails."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import Person
from games.letters import content, letters
from games.letters.context import LetterNotice
from games.letters.reply_to import (
    account_reply_address,
    decision_reply_address,
    preview_reply_address,
    seat_reply_address,
    table_reply_address,
)
from games.letters.writers import wait_if_damaged
from games.models import Decision, Game, Preview, Seat
from games.replies import positions
from games.replies.answers import KIND, Answer, Part, read_answer
from mail.layout import Layout, LetterLink, Section
from mail.letters import Letter, build_letter, reply_sentence
from mail.models import Delivery
from mail.outbox import Writer

# So that no machine answers in turn (RFC 3834).
REPLIED = {"Auto-Submitted": "auto-replied"}


def write_answer(delivery: Delivery, now: datetime) -> Letter | None:
    """Write the answer to a mail."""
    answer, person = read_answer(delivery), delivery.person
    if answer is None or person is None or not (person.is_active or answer.reaches_closed):
        return None
    if not (person.takes_letters or delivery.is_for_second_address):
        return None
    with translation.override(person.language):
        letter = _write_about(answer, person, now)
    answered = delivery.about.get("message_id", "")
    return replace(letter, headers=REPLIED, in_reply_to=answered)


def _write_about(answer: Answer, person: Person, now: datetime) -> Letter:
    """Return an answer as a letter about its table, its seat, or neither."""
    table = Game.objects.filter(pk=answer.table).first() if answer.table else None
    if table is not None:
        return _table_letter(answer, table, person, now)
    seats = Seat.objects.select_related("game", "person", "offer", "premove")
    seat = seats.filter(pk=answer.seat, person=person).first() if answer.seat else None
    if seat is None:
        return _plain_letter(answer, person, now)
    return _seat_letter(answer, seat, now)


def _seat_letter(answer: Answer, seat: Seat, now: datetime) -> Letter:
    """Return an answer about a seat, with the position where it shows one."""
    assert seat.person is not None
    shown = positions.show_position(answer, seat, now)
    reply_to = shown.reply_to or _reply_to(answer, seat, now)
    topic = content.game_topic(seat.game, seat, reply_to)
    # A preview is looked at first; what else an answer says is read first.
    parts = tuple(map(_section, answer.parts))
    return letters.game_letter(
        content.letter_reader(seat.person),
        topic,
        _subject(answer),
        headline=answer.headline,
        paragraphs=(*answer.paragraphs, *shown.offered),
        button=LetterLink(_("See the game"), topic.url),
        links=_links(answer.links),
        first_sections=(*(() if answer.preview else parts), *shown.first_sections),
        pictures=shown.pictures,
        sections=(*(parts if answer.preview else ()), *shown.sections),
    )


def _table_letter(answer: Answer, table: Game, person: Person, now: datetime) -> Letter:
    """Return an answer about a table."""
    topic = content.table_topic(table, table_reply_address(table, person, now))
    notice = LetterNotice(_subject(answer), answer.paragraphs)
    return letters.table_letter(content.letter_reader(person), topic, notice)


def _plain_letter(answer: Answer, person: Person, now: datetime) -> Letter:
    """Return an answer that is about no game, or about several; closed accounts have no games."""
    reply_to = account_reply_address(person, now) if person.is_active else ""
    home = LetterLink(_("My games"), settings.SITE_URL + reverse("home"))
    layout = Layout(
        top=(settings.SITE_NAME,),
        headline=answer.headline,
        paragraphs=answer.paragraphs,
        button=home if person.is_active else None,
        links=_links(answer.links),
        sections=tuple(map(_section, answer.parts)),
        foot=(_("You get this letter because you have written to us."), reply_sentence(reply_to)),
    )
    return build_letter(_subject(answer), layout, reply_to=reply_to)


def _subject(answer: Answer) -> str:
    # Filters of spam count a question mark at the end.
    asks = answer.brief.endswith("?")
    return f"{answer.brief} · {settings.SITE_NAME}" if asks else answer.brief


def _reply_to(answer: Answer, seat: Seat, now: datetime) -> str:
    preview = Preview.objects.select_related("person").filter(pk=answer.preview or 0).first()
    if preview is not None:
        return preview_reply_address(preview, now)
    decisions = Decision.objects.select_related("game", "seat__person")
    decision = decisions.filter(pk=answer.decision or 0, seat=seat).first()
    if decision is not None:
        return decision_reply_address(decision, now, version=answer.version)
    return seat_reply_address(seat, now, version=answer.version or seat.game.version)


def _section(part: Part) -> Section:
    return Section(part.title, lines=part.lines, links=_links(part.links))


def _links(pairs: Iterable[tuple[str, str]]) -> tuple[LetterLink, ...]:
    return tuple(LetterLink(label, url) for label, url in pairs)


WRITERS: Mapping[str, Writer] = {KIND: wait_if_damaged(write_answer)}
