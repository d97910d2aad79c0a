"""Digests: several letters to one person in one, what is most urgent first.

Each part is written by the writer of its letter, so that a digest says nothing that the letter
would not, and is left out when that would be withdrawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TypeAlias

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.manners import MARGIN
from accounts.models import Person
from games.letters import content
from games.models import Decision
from mail import times
from mail.layout import Block, Layout, LetterLink, Picture, Section, mail_link
from mail.letters import Letter, build_letter, reply_sentence
from mail.models import Delivery

Part: TypeAlias = tuple[Delivery, Letter]
QUESTIONS = ("decision", "reminder", "nudge")
ASKING = ("offer", "seat-request", "substitute-ask")
# Not what an answer is waited for at once, nor what is about more than a game.
KINDS = {
    *QUESTIONS, *ASKING, "started", "over", "missed", "seat", "table", "extension", "pause",
    "take-back", "vacation", "words", "competition",
}  # fmt: skip
QUIET_KINDS = {*KINDS, "intervention", "report", "stand-in"}
URGENT = {"decision", "reminder"}  # which break through quiet hours
MOST_PICTURES = 20


def hold_until(delivery: Delivery, until: datetime) -> datetime | None:
    """Return until when a letter is held back that may leave at a moment: then, or when its
    reader's quiet hours end; None if it must leave now.

    That is what is asked and would leave too little time to answer, and what no digest tells.
    """
    if delivery.kind not in KINDS or delivery.person is None:
        return None
    later = delivery.person.quiet_until(until) or until
    asked = _find_asked(delivery)
    is_urgent = delivery.kind in QUESTIONS and asked and asked.due_at < later + MARGIN
    return None if is_urgent else later


def quiet_until(delivery: Delivery, now: datetime) -> datetime | None:
    """Return until when the reader of a letter or a notice that is late wants none, None if they
    want it now: they have no quiet hours then, or its time runs out in these."""
    person = delivery.person
    until = person.quiet_until(now) if person and delivery.kind in QUIET_KINDS else None
    if person is None or until is None:
        return None
    asked = _find_asked(delivery) if delivery.kind in URGENT else None
    if asked is None:
        return until
    # What a paused game asks for waits for that, and no clock begins meanwhile.
    is_urgent = asked.due_at <= until and person.urgent_breaks_quiet
    return None if is_urgent or asked.game.is_paused else until


def _find_asked(delivery: Delivery) -> Decision | None:
    """Return the open decision that a letter asks for, if any."""
    asked = Decision.objects.filter(pk=delivery.about.get("decision") or 0, closed_at=None)
    return asked.select_related("game").first()


def join_letters(parts: Sequence[Part], now: datetime) -> Letter:
    """Return one letter that says what several to the same person say."""
    person = parts[0][0].person
    assert person is not None
    decisions = _open_decisions(parts)
    ordered = _order_parts(parts, decisions)
    with translation.override(person.language):
        return _write_digest(person, ordered, decisions, now)


def _open_decisions(parts: Sequence[Part]) -> dict[int, Decision]:
    asked = {int(one.about["decision"]) for one, _letter in parts if one.kind in QUESTIONS}
    return Decision.objects.filter(closed_at=None).in_bulk(asked)


def _order_parts(parts: Sequence[Part], decisions: dict[int, Decision]) -> list[Part]:
    """Return the parts that a digest tells: what is asked first, most urgent first; of several
    about one decision only the fullest."""
    asked: dict[int, Part] = {}
    for part in sorted(parts, key=_fullness):
        if _is_question(part):
            asked.setdefault(part[0].about["decision"], part)
    urgent = sorted(asked, key=lambda pk: _urgency(decisions.get(pk)))
    others = [part for part in parts if not _is_question(part)]
    others.sort(key=lambda part: (not _is_asking(part), part[0].pk))
    return [*(asked[pk] for pk in urgent), *others]


def _is_question(part: Part) -> bool:
    return part[0].kind in QUESTIONS


def _is_asking(part: Part) -> bool:
    """Whether a part asks for a yes or no beside turns and answers."""
    return part[0].kind in ASKING or part[0].about.get("what") == "asked"


def _fullness(part: Part) -> tuple[int, int]:
    """Return by which of several letters about one decision a digest takes."""
    delivery = part[0]
    place = QUESTIONS.index(delivery.kind) if delivery.kind in QUESTIONS else len(QUESTIONS)
    return place, delivery.pk


def _urgency(decision: Decision | None) -> tuple[bool, float]:
    # What was answered while the digest was written comes last of all that is asked.
    return decision is None, decision.due_at.timestamp() if decision else 0


def _write_digest(
    person: Person, parts: Sequence[Part], decisions: dict[int, Decision], now: datetime
) -> Letter:
    waiting = [part for part in parts if _is_question(part)]
    headline = _headline(sum(map(_is_asking, parts)) + len(waiting))
    blocks = [_build_block(number, letter) for number, (_row, letter) in enumerate(parts, start=1)]
    first = next((letter for _row, letter in parts if letter.reply_to), None)
    reply_to = first.reply_to if first else ""
    reader = content.letter_reader(person)
    layout = Layout(
        top=(settings.SITE_NAME,),
        headline=headline,
        button=LetterLink(_("See your games"), f"{settings.SITE_URL}/"),
        first_sections=_reply_sections(first, len(blocks)),
        pictures=tuple(block.picture for block in blocks if block.picture),
        blocks=tuple(blocks),
        foot=(
            _("This comes in one letter, as you have chosen."),
            reply_sentence(reply_to),
        ),
        foot_links=(
            LetterLink(_("Change what we send you"), reader.preferences),
            LetterLink(_("Stop all letters"), reader.unsubscribe),
        ),
    )
    subject = _subject(headline, waiting, decisions, person, now)
    return build_letter(subject, layout, unsubscribe=reader.unsubscribe, reply_to=reply_to)


def _headline(waiting: int) -> str:
    if not waiting:
        return _("What happened in your games")
    words = ngettext("%(n)s game waits for you", "%(n)s games wait for you", waiting)
    return words % {"n": waiting}


def _subject(
    headline: str,
    waiting: Sequence[Part],
    decisions: dict[int, Decision],
    person: Person,
    now: datetime,
) -> str:
    """Return the headline, and until when the most urgent of what is asked can be answered."""
    decision = decisions.get(waiting[0][0].about["decision"]) if waiting else None
    if decision is None:
        return headline
    until = times.brief_time(decision.due_at, now, person.zone)
    words = _("%(what)s · the first until %(deadline)s")
    return words % {"what": headline, "deadline": until}


def _reply_sections(first: Letter | None, blocks: int) -> tuple[Section, ...]:
    """Say to which game an answer to a digest goes."""
    if first is None or blocks < 2:
        return ()
    words = _(
        "An answer to this letter is an answer about %(game)s. For the others there are links."
    )
    said = words % {"game": _title(first.layout)}
    return (Section(_("By letter"), lines=(("", said),), is_about_mail=True),)


def _build_block(number: int, letter: Letter) -> Block:
    """Return what a digest says of one of its letters, which is ``number`` in it."""
    layout = letter.layout
    sections = [one for one in (*layout.first_sections, *layout.sections) if _is_told(one)]
    return Block(
        title=f"{number}. {_title(layout)}",
        headline=layout.headline,
        paragraphs=layout.paragraphs,
        deadline=layout.deadline,
        sections=tuple(sections),
        links=tuple(_block_links(letter, layout)),
        picture=_block_picture(number, letter),
    )


def _is_told(section: Section) -> bool:
    """Whether a digest tells a section: what is asked and what happened, not how it all stands."""
    return bool(section.lines) and not (section.is_about_mail or section.is_small or section.rows)


def _title(layout: Layout) -> str:
    """Return the game that a letter is about: its strip without the name of the site."""
    return " · ".join(layout.top[1:]) or layout.top[0]


def _block_links(letter: Letter, layout: Layout) -> Iterator[LetterLink]:
    if layout.button:
        yield layout.button
    yield from layout.links
    if letter.reply_to:
        yield mail_link(_("Answer by letter"), letter.reply_to, f"Re: {letter.subject}")


def _block_picture(number: int, letter: Letter) -> Picture | None:
    """Return the picture of a letter, under a name of its own; no digest has very many."""
    if not letter.pictures or number > MOST_PICTURES:
        return None
    return replace(letter.pictures[0], cid=f"board-{number}")
