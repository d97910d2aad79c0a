"""The letter with what is new at a table, which can be answered: the answer is said there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.display_text import display_text
from accounts.models import Person
from accounts.plain_text import ADDRESS
from games import queries
from games.letters import content, letters
from games.letters.context import LetterNotice
from games.letters.reply_to import words_reply_address
from games.models import Game
from games.queries import Visit
from mail.letters import Letter
from mail.models import Delivery
from talk.courtesies import translate_courtesy
from talk.models import Audience
from talk.remarks import HeardRemark, list_remarks

MOST = 20  # the others stand on the page


def write_words(delivery: Delivery, now: datetime) -> Letter | None:
    """Write to a person what is new at a table, None if they have read it, or may not any more."""
    person = delivery.person
    visit = queries.load_visit(int(delivery.about["game"]), person)
    if person is None or visit is None or visit.game.status == Game.Status.CALLED_OFF:
        return None
    new = [one for one in list_remarks(visit, most=MOST) if one.is_new and _is_for_table(one)]
    if not new:
        return None
    with translation.override(person.language):
        return _write_letter(visit, person, list(reversed(new)), now)


def _is_for_table(heard: HeardRemark) -> bool:
    return heard.remark.audience != Audience.WATCHERS


def _write_letter(
    visit: Visit, person: Person, new: Sequence[HeardRemark], now: datetime
) -> Letter:
    # What is answered to a partner is never said to others, also if these have spoken since.
    among_partners = [one for one in new if one.remark.audience == Audience.PARTNERS]
    notice = LetterNotice(
        _brief(new),
        tuple(line for one in new for line in _say_remark(one)),
        action=_("Open the game") if visit.game.started_at else "",
        by_letter=(_explain_answer(is_among_partners=bool(among_partners)),),
    )
    answered = (among_partners or new)[-1].remark
    reply_to = words_reply_address(visit.game, person, now, read_to=answered.pk)
    reader = content.letter_reader(person)
    if visit.mine is None or visit.game.started_at is None:
        return letters.table_letter(reader, content.table_topic(visit.game, reply_to), notice)
    topic = content.game_topic(visit.game, visit.mine, reply_to)
    return letters.notice_letter(reader, topic, notice, now=now)


def _explain_answer(*, is_among_partners: bool) -> str:
    if is_among_partners:
        return _("What you answer is said to your partner alone: nothing else is done.")
    return _("What you answer is said at the table, to all who play: nothing else is done.")


def _brief(new: Sequence[HeardRemark]) -> str:
    """Return how many have spoken, without what was said: subjects are read by others, too."""
    names = list(dict.fromkeys(one.remark.person.name for one in new))
    if len(names) == 1:
        return _("%(name)s has said something") % {"name": names[0]}
    words = ngettext("%(n)s new word at the table", "%(n)s new words at the table", len(new))
    return words % {"n": len(new)}


def _say_remark(heard: HeardRemark) -> Iterator[str]:
    """Yield who has said something and its first line, then the other lines, each with a mark: so
    no line looks as if somebody else had said it."""
    remark = heard.remark
    said = translate_courtesy(remark.courtesy) if remark.courtesy else _plain_text(heard)
    first, *others = map(display_text, filter(None, said.split("\n")))
    template = _("%(name)s: %(words)s")
    if remark.audience == Audience.PARTNERS:
        template = _("%(name)s, to you alone: %(words)s")
    yield template % {"name": remark.person.name, "words": first}
    yield from (f"… {line}" for line in others)


def _plain_text(heard: HeardRemark) -> str:
    """Return a text for a letter, where mail programs make links of addresses by themselves."""
    text = heard.remark.text
    return text if heard.has_links else ADDRESS.sub("…", text)
