"""The rules of a game by letter: a chapter, or one of its rules."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from conquest import registry
from games.learn.plain_rules import RulesChapter, find_chapters, list_chapters
from games.replies.answers import Answer, Part
from games.replies.correspondence import Correspondence
from games.replies.game_names import list_games, split_game_name
from games.replies.quotes import shorten_quote
from games.replies.words import Command


def send_rules(case: Correspondence, command: Command) -> Answer:
    """Return a chapter of the rules of a game, or what chapters there are."""
    slug, words = split_game_name(command.argument.partition("\n")[0])
    if not slug and case.seat is not None:
        slug = case.game.ruleset
    if not slug:
        return _list_rulebooks()
    chapters = find_chapters(slug, _language(), words)
    answer = _send_chapters(slug, chapters) if chapters else _list_contents(slug, words)
    # In the thread of the game, whose orders may be the next thing that is written.
    return msgspec.structs.replace(answer, seat=case.seat.pk if case.seat else None)


def _send_chapters(slug: str, chapters: Iterable[RulesChapter]) -> Answer:
    first, *parts = chapters
    title = registry.get_ruleset(slug).title.translate_with(_)
    return Answer(
        outcome="rules",
        brief=_("Rules: %(chapter)s") % {"chapter": first.title},
        headline=_("From the rules of %(game)s") % {"game": title},
        parts=tuple(_chapter_part(one) for one in (first, *parts) if one.lines),
        links=(_rulebook_link(slug, _("The whole rules, with pictures")),),
    )


def _chapter_part(chapter: RulesChapter) -> Part:
    return Part(chapter.title, chapter.lines)


def _list_contents(slug: str, words: str) -> Answer:
    """Return the chapters that can be asked for, and that the ``words`` are none of them."""
    title = registry.get_ruleset(slug).title.translate_with(_)
    chapters = list_chapters(slug, _language())
    example = {"chapter": chapters[-1].title}
    unknown = _("“%(words)s” is neither a chapter of these rules nor the number of a rule.")
    return Answer(
        outcome="rules",
        brief=_("Rules: %(chapter)s") % {"chapter": title},
        headline=_("The rules of %(game)s have these chapters.") % {"game": title},
        paragraphs=(
            *([unknown % {"words": shorten_quote(words)}] if words else []),
            _("Answer with RULES and a chapter, such as RULES %(chapter)s.") % example,
        ),
        parts=(Part(_("Chapters"), tuple(("", one.title) for one in chapters)),),
        links=(_rulebook_link(slug, _("The whole rules, with pictures")),),
    )


def _list_rulebooks() -> Answer:
    """Return the games that rules can be asked of."""
    titles = [title for _slug, title in list_games()]
    return Answer(
        outcome="rules",
        brief=_("Rules of which game?"),
        headline=_("The rules of which game?"),
        paragraphs=(
            _("Answer with RULES and a game, such as RULES %(game)s.") % {"game": titles[0]},
        ),
        parts=(Part(_("The games"), tuple(("", title) for title in titles)),),
    )


def _rulebook_link(slug: str, label: str) -> tuple[str, str]:
    return label, settings.SITE_URL + reverse("rules", args=[slug])


def _language() -> str:
    return get_language() or settings.LANGUAGE_CODE
