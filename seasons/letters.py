"""The letters of seasons and cups: it begins, half time, the end is near, how it has ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db.models import QuerySet
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.deleted_user import display_name
from accounts.plain_text import ADDRESS
from conquest import registry
from games.labels import join_with_and
from games.letters import content
from games.letters.context import LetterNotice
from mail import times
from mail.layout import Layout, LetterLink, Section
from mail.letters import Letter, build_letter, reply_sentence
from mail.models import Delivery
from seasons import notices, words
from seasons.calendar import MilestoneKind
from seasons.models import Competition, Entrant, Fixture, Group, Member, Ruling


@dataclass(frozen=True, slots=True)
class News:
    """What is told of a competition: to whom, and of which group or ruling."""

    entry: Entrant
    competition: Competition
    group: Group | None
    ruling: Ruling | None
    what: str

    @property
    def member(self) -> Member:
        """The place of the reader in the group."""
        assert self.group is not None
        return self.group.members.get(entry=self.entry)


def write_news(delivery: Delivery, now: datetime) -> Letter | None:
    """Write to somebody who takes part in a season or cup what is new there; None if it concerns
    them no more."""
    news = _load_news(delivery)
    if news is None:
        return None
    with translation.override(news.entry.person.language):
        notice = WRITERS[news.what](news)
        return _write_letter(news, notice) if notice else None


def _load_news(delivery: Delivery) -> News | None:
    about = delivery.about
    entries = Entrant.objects.select_related("person", "competition")
    entry = entries.filter(pk=about["entry"], person=delivery.person_id).first()
    if entry is None:
        return None
    groups = Group.objects.select_related("stage__competition")
    group = groups.filter(pk=about.get("group") or 0).first()
    rulings = Ruling.objects.select_related("by", "entry__person", "successor__person", "fixture")
    ruling = rulings.filter(pk=about.get("ruling") or 0).first()
    # Who has left, or was never drawn, is in no group.
    if about.get("group") and (group is None or not group.members.filter(entry=entry).exists()):
        return None
    return News(entry, entry.competition, group, ruling, str(about["what"]))


def _write_letter(news: News, notice: LetterNotice) -> Letter:
    reader = content.letter_reader(news.entry.person)
    name, url = words.full_title(news.competition), _page_url(news)
    return build_letter(
        f"[{name}] {notice.brief}",
        Layout(
            top=(settings.SITE_NAME, name),
            headline=f"{notice.brief}.",
            paragraphs=notice.paragraphs,
            button=LetterLink(notice.action or _("See the standings"), url),
            sections=tuple(_list_sections(news)),
            foot=(_("You get this letter because you have entered there."), reply_sentence()),
            foot_links=(
                LetterLink(_("Preferences"), reader.preferences),
                LetterLink(_("No more letters"), reader.unsubscribe),
            ),
        ),
        thread=f"competition-{news.competition.pk}",
        unsubscribe=reader.unsubscribe,
    )


def _page_url(news: News) -> str:
    if news.group is None:
        return settings.SITE_URL + news.competition.get_absolute_url()
    return settings.SITE_URL + words.group_url(news.group)


def _list_sections(news: News) -> Iterator[Section]:
    """Yield the table of the group, where there is something in it."""
    if news.group is None or news.what in (MilestoneKind.BEGINS, notices.RULED):
        return
    members = news.group.members.select_related("entry__person").order_by("rank")
    rows = tuple(
        (str(one.rank), display_name(one.entry.person.name), words.points_text(one.points))
        for one in members
    )
    yield Section(words.group_title(news.group), head=("", _("Player"), _("Points")), rows=rows)


def _tell_beginning(news: News) -> LetterNotice:
    assert news.group is not None
    others = news.group.members.exclude(entry=news.entry).select_related("entry__person")
    names = [display_name(one.entry.person.name) for one in others.order_by("order")]
    if not names:
        return LetterNotice(
            _("You go on without a game"), (_("Nobody was left to play against in this round."),)
        )
    where = _("%(group)s: you play against %(names)s.") % {
        "group": words.group_title(news.group), "names": join_with_and(names),
    }  # fmt: skip
    return LetterNotice(
        _("It begins"), (where, _say_games(news), *_say_end(news)), action=_("See the group")
    )


def _say_games(news: News) -> str:
    games = news.member.seats.count()
    sentence = ngettext(
        "You have %(n)s game; each begins with a letter of its own.",
        "You have %(n)s games, at most %(most)s at once; each begins with a letter of its own.",
        games,
    )
    return sentence % {"n": games, "most": news.entry.at_once}


def _say_end(news: News) -> Sequence[str]:
    """Say when it ends, and what becomes of games that still run then."""
    assert news.group is not None
    until = times.full_time(news.group.stage.ends_at, news.entry.person.zone)
    rule = registry.get_ruleset(news.competition.ruleset).judgement.adjudication.rule
    return (
        _("It ends on its day, %(until)s. What still runs then counts as it stands.")
        % {"until": until},
        rule.translate_with(_),
    )


def _tell_half_time(news: News) -> LetterNotice:
    brief = _("Half time: you are in place %(rank)s") % {"rank": news.member.rank}
    still_open = _open_fixtures(news).count()
    left = ngettext(
        "%(n)s of your games is still to be decided.",
        "%(n)s of your games are still to be decided.",
        still_open,
    )
    return LetterNotice(brief, (left % {"n": still_open},) if still_open else ())


def _tell_near_end(news: News) -> LetterNotice | None:
    """Tell those who still have a game when it will be adjudicated."""
    games = [fixture.game for fixture in _open_fixtures(news).select_related("game")]
    if not games:
        return None
    assert news.group is not None
    until = times.full_time(news.group.stage.ends_at, news.entry.person.zone)
    titles = [f"{game.rules.title.translate_with(_)} {game.pk}" for game in games if game]
    running = _("Still running: %(games)s.") % {"games": join_with_and(titles)}
    return LetterNotice(
        _("Your games end on %(until)s") % {"until": until},
        (*([running] if titles else []), *_say_end(news)),
    )


def _open_fixtures(news: News) -> QuerySet[Fixture]:
    return Fixture.objects.filter(seats__member=news.member, settled_at=None)


def _tell_end(news: News) -> LetterNotice:
    member = news.member
    brief = _("You are in place %(rank)s") % {"rank": member.rank}
    return LetterNotice(brief, tuple(words.say_move(news.competition, member)))


def _tell_call_off(news: News) -> LetterNotice:
    reason = _("Too few people have entered.")
    return LetterNotice(_("It was called off"), (reason,), action=_("See the page"))


def _tell_take_over(news: News) -> LetterNotice:
    assert news.group is not None
    where = _("Somebody has left %(group)s, and you take over their place, with its points and its"
              " games.") % {"group": words.group_title(news.group)}  # fmt: skip
    return LetterNotice(_("You have a place"), (where, *_say_end(news)))


def _tell_ruling(news: News) -> LetterNotice:
    assert news.ruling is not None
    # A stranger has written it: a link in it would make the letter an advertisement.
    news.ruling.reason = ADDRESS.sub("…", news.ruling.reason)
    brief, sentences = words.say_ruling(news.ruling, news.entry.person.zone)
    return LetterNotice(brief, sentences, action=_("See the page"))


WRITERS: Mapping[str, Callable[[News], LetterNotice | None]] = {
    MilestoneKind.BEGINS: _tell_beginning,
    MilestoneKind.HALF_TIME: _tell_half_time,
    MilestoneKind.NEAR: _tell_near_end,
    MilestoneKind.LAST_DAYS: _tell_near_end,
    MilestoneKind.ENDED: _tell_end,
    notices.CALLED_OFF: _tell_call_off,
    notices.TOOK_OVER: _tell_take_over,
    notices.RULED: _tell_ruling,
}
