"""Every letter the site sends, one function each, said in the active language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.conf import settings
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from mail import sheet, times
from mail.matter import Asked, News, Reader, Standing, Step, Topic
from mail.sheet import Link, Picture, Section, Sheet

ADDRESS = re.compile(r"\S*(://|www\.|[^\W\d_]\.[^\W\d_]{2})\S*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter ready to be put into an envelope, in one language.

    ``thread`` groups the letters of one game; ``unsubscribe`` is the address of the one-click
    door, where the letter has one.
    """

    subject: str
    text: str
    html: str
    language: str
    pictures: tuple[Picture, ...] = ()
    thread: str = ""
    unsubscribe: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)


def decision(
    reader: Reader, topic: Topic, asked: Asked, news: News, standing: Standing, *, now: datetime
) -> Letter:
    """Something is asked of the reader: his turn, or an answer."""
    return _about_game(
        reader,
        topic,
        _until(asked, reader, now),
        headline=asked.headline,
        paragraphs=(asked.reason,) if asked.reason else (),
        deadline=_deadline(asked, reader, now),
        button=Link(asked.action, asked.url),
        links=(_all_steps(news),) if news.total else (),
        pictures=standing.pictures,
        sections=(*_answers(asked), *_news(news), *_standing(standing)),
    )


def reminder(reader: Reader, topic: Topic, asked: Asked, *, now: datetime) -> Letter:
    """What was asked of the reader still waits, and its time runs out."""
    return _about_game(
        reader,
        topic,
        _("Still open: %(what)s") % {"what": _until(asked, reader, now)},
        headline=asked.headline,
        paragraphs=(
            *((asked.reason,) if asked.reason else ()),
            _("Your answer is still awaited. When the time is up, the game goes on without it."),
        ),
        deadline=_deadline(asked, reader, now),
        button=Link(asked.action, asked.url),
        foot=(_("You are reminded once before a deadline."),),
    )


def started(reader: Reader, topic: Topic, standing: Standing, *, first: str) -> Letter:
    """A game at the reader's table has begun; ``first`` says who plays first."""
    return _about_game(
        reader,
        topic,
        _("The game has begun"),
        headline=_("The game has begun."),
        paragraphs=(
            _("You play %(side)s.") % {"side": topic.side},
            first,
            _("You get a letter as soon as something is asked of you."),
        ),
        button=Link(_("See the game"), topic.url),
        pictures=standing.pictures,
        sections=_standing(standing),
    )


def over(
    reader: Reader, topic: Topic, news: News, standing: Standing, *, result: str, reason: str
) -> Letter:
    """A game the reader plays in has ended; ``result`` says who won, ``reason`` how."""
    return _about_game(
        reader,
        topic,
        _("Game over: %(result)s") % {"result": result},
        headline=result,
        paragraphs=tuple(part for part in (reason, _("Thank you for playing.")) if part),
        button=Link(_("See how it ended"), topic.url),
        links=(_all_steps(news),) if news.total else (),
        pictures=standing.pictures,
        sections=(_scores(replace(standing, notes=())), *_news(news), _board(standing)),
    )


def invitation(*, host: str, rules: str, title: str, seats: str, url: str) -> Letter:
    """Somebody is asked to a table; ``seats`` says who sits there already.

    It goes to addresses that never asked for it, so that no name may bring its own links.
    """
    host, title, seats = (ADDRESS.sub("…", words) for words in (host, title, seats))
    return _written(
        _("%(host)s invites you to a game of %(rules)s") % {"host": host, "rules": rules},
        Sheet(
            top=(settings.SITE_NAME, rules),
            headline=_("Will you play with us?"),
            paragraphs=(
                _("%(host)s keeps a seat for you at the table “%(title)s”, a game of %(rules)s.")
                % {"host": host, "title": title, "rules": rules},
                seats,
                _("The game is played slowly: a move when it suits you, within the time the table "
                  "has agreed on. Each turn comes to you as a letter."),
            ),
            button=Link(_("See the table"), url),
            foot=(
                _("%(host)s gave us your address for this one invitation.") % {"host": host},
                _("If you do nothing, nothing happens and we do not write again."),
                _no_replies(),
            ),
        ),
    )  # fmt: skip


def code(
    *,
    subject: str,
    headline: str,
    paragraphs: tuple[str, ...],
    code: str,
    button: Link | None = None,
) -> Letter:
    """A code to type in, or word that there is none to be had."""
    return _written(
        subject,
        Sheet(
            top=(settings.SITE_NAME,),
            headline=headline,
            paragraphs=paragraphs,
            code=code,
            button=button,
            foot=(
                _("Somebody, most likely you, gave this address at %(site)s.")
                % {"site": settings.SITE_URL},
                _no_replies(),
            ),
        ),
    )


def _about_game(
    reader: Reader, topic: Topic, what: str, *, foot: tuple[str, ...] = (), **parts: object
) -> Letter:
    """Write a letter of a game, with its thread and the door to stop such letters."""
    game = f"{topic.rules} {topic.number}"
    titled = _("%(game)s “%(title)s”") % {"game": game, "title": topic.title}
    whole = Sheet(
        top=(settings.SITE_NAME, titled, _("you play %(side)s") % {"side": topic.side}),
        foot=(
            *foot,
            _("You get this letter because you play in this game."),
            _no_replies(),
        ),
        foot_links=(
            Link(_("Change what we send you"), reader.preferences),
            Link(_("Stop all letters"), reader.unsubscribe),
        ),
        **parts,  # type: ignore[arg-type]
    )
    return _written(f"[{game}] {what}", whole, thread=topic.thread, unsubscribe=reader.unsubscribe)


def _written(subject: str, whole: Sheet, *, thread: str = "", unsubscribe: str = "") -> Letter:
    language = get_language() or settings.LANGUAGE_CODE
    return Letter(
        subject=subject,
        text=sheet.text(whole),
        html=sheet.html(whole, subject=subject, language=language),
        language=language,
        pictures=whole.pictures,
        thread=thread,
        unsubscribe=unsubscribe,
    )


def _until(asked: Asked, reader: Reader, now: datetime) -> str:
    until = times.brief(asked.due_at, now, reader.zone)
    return _("%(what)s, until %(deadline)s") % {"what": asked.brief, "deadline": until}


def _deadline(asked: Asked, reader: Reader, now: datetime) -> tuple[str, str]:
    until = _("Deadline: %(deadline)s") % {"deadline": times.full(asked.due_at, reader.zone)}
    if asked.due_at <= now:
        return until, _("The time is up; answer now if you can.")
    return until, _("%(time)s left") % {"time": times.left(asked.due_at, now)}


def _answers(asked: Asked) -> tuple[Section, ...]:
    title = _("What you can answer")
    return (Section(title, lines=asked.answers),) if asked.answers else ()


def _all_steps(news: News) -> Link:
    label = ngettext(
        "See what happened (%(n)s step)", "See what happened (%(n)s steps)", news.total
    )
    return Link(label % {"n": news.total}, news.url)


def _news(news: News) -> tuple[Section, ...]:
    if not news.steps:
        return ()
    earlier = news.total - len(news.steps)
    first = ngettext("… %(n)s step before these", "… %(n)s steps before these", earlier)
    lines = tuple((f"{step.number}.", _told(step)) for step in news.steps)
    if earlier:
        lines = (("", first % {"n": earlier}), *lines)
    return (Section(_("Since you last played"), lines=lines),)


def _told(step: Step) -> str:
    if not step.cost:
        return step.sentence
    cost = ngettext("%(n)s point", "%(n)s points", step.cost) % {"n": step.cost}
    return f"{step.sentence} · {cost}"


def _standing(standing: Standing) -> tuple[Section, ...]:
    lines = tuple(("", line) for line in (standing.points, *standing.reasons) if line)
    points = (Section(_("Points"), lines=lines),) if lines else ()
    return (*points, _scores(standing), _board(standing))


def _scores(standing: Standing) -> Section:
    facts = tuple(
        ("", f"{player.seat}: {fact}") for player in standing.players for fact in player.facts
    )
    return Section(
        _("The players"),
        head=(_("Seat"), _("Player"), _("Win points"), _("Pieces"), _("Captured")),
        rows=tuple(
            (player.seat, player.name, str(player.score), str(player.pieces), str(player.captured))
            for player in standing.players
        ),
        lines=(*facts, *(("", note) for note in standing.notes)),
    )


def _board(standing: Standing) -> Section:
    lines = tuple(("", line) for line in standing.board)
    return Section(_("The position in words"), lines=lines, is_small=True)


def _no_replies() -> str:
    return _("Nobody reads replies to this letter.")
