"""Every letter about games, one function each, said in the active language."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from games.letters import sections
from games.letters.context import (
    DecisionRequest,
    GameTopic,
    LetterNews,
    LetterNotice,
    LetterStep,
    Reader,
    SeedCommitment,
    Situation,
    TableTopic,
)
from mail import times
from mail.layout import Layout, LetterLink
from mail.letters import Letter, build_letter, no_reply_sentence

DOT = r"[.．。｡․﹒]"
ADDRESS = re.compile(
    rf"\S*(:[/／]|www{DOT}|[@＠﹫]|\w{DOT}[^\W\d_]{{2}}|\d{DOT}\d+{DOT}\d)\S*", re.IGNORECASE
)


def decision_letter(
    reader: Reader,
    topic: GameTopic,
    request: DecisionRequest,
    news: LetterNews,
    situation: Situation,
    *,
    now: datetime,
    fixed: SeedCommitment | None = None,
) -> Letter:
    """Return the letter that asks something of the reader: his turn, or an answer. The first one
    tells what was ``fixed``."""
    return _game_letter(
        reader,
        topic,
        _subject_until(request, reader, now),
        headline=request.headline,
        paragraphs=(request.reason,) if request.reason else (),
        deadline=_request_deadline(request, reader, now),
        button=LetterLink(request.action, request.url),
        links=(sections.all_steps_link(news),) if news.total else (),
        pictures=situation.pictures,
        sections=(
            *sections.answer_sections(request),
            *sections.step_sections(news),
            *sections.situation_sections(situation),
            *sections.fairness_sections(fixed),
        ),
    )


def reminder_letter(
    reader: Reader, topic: GameTopic, request: DecisionRequest, *, now: datetime
) -> Letter:
    """Return the letter that says: what was asked still waits, and its time runs out."""
    return _game_letter(
        reader,
        topic,
        _("Still open: %(what)s") % {"what": _subject_until(request, reader, now)},
        headline=request.headline,
        paragraphs=(
            *((request.reason,) if request.reason else ()),
            request.waits,
            request.silence,
        ),
        deadline=_request_deadline(request, reader, now),
        button=LetterLink(request.action, request.url),
        foot=(_("You are reminded once before a deadline."),),
    )


def start_letter(
    reader: Reader,
    topic: GameTopic,
    situation: Situation,
    *,
    first: str,
    fixed: SeedCommitment | None = None,
) -> Letter:
    """Return the news that a game has begun; ``first`` says who plays first, and it is told what
    was ``fixed``."""
    return _game_letter(
        reader,
        topic,
        _("The game has begun"),
        headline=_("The game has begun."),
        paragraphs=(
            _("You play %(side)s.") % {"side": topic.side},
            first,
            _("You get a letter as soon as it is your turn."),
        ),
        button=LetterLink(_("See the game"), topic.url),
        pictures=situation.pictures,
        sections=(*sections.situation_sections(situation), *sections.fairness_sections(fixed)),
    )


def game_over_letter(
    reader: Reader,
    topic: GameTopic,
    news: LetterNews,
    situation: Situation,
    *,
    result: str,
    reason: str,
) -> Letter:
    """Return the news that a game has ended; ``result`` says who won, ``reason`` how."""
    return _game_letter(
        reader,
        topic,
        _("Game over: %(result)s") % {"result": result},
        headline=result,
        paragraphs=tuple(part for part in (reason, _("Thank you for playing.")) if part),
        button=LetterLink(_("See how it ended"), topic.url),
        links=(sections.all_steps_link(news),) if news.total else (),
        pictures=situation.pictures,
        sections=(
            sections.player_section(replace(situation, notes=())),
            *sections.step_sections(news),
            sections.board_section(situation),
        ),
    )


def notice_letter(
    reader: Reader,
    topic: GameTopic,
    told: LetterNotice,
    *,
    now: datetime,
    did: tuple[LetterStep, ...] = (),
) -> Letter:
    """Return the letter that tells what was done to a game or to a seat, perhaps until when there
    is time now, and what silence ``did``."""
    return _game_letter(
        reader,
        topic,
        told.brief,
        headline=f"{told.brief}.",
        paragraphs=told.paragraphs,
        deadline=_deadline_lines(told.due_at, reader, now) if told.due_at else None,
        button=LetterLink(told.action or _("See the game"), topic.url),
        sections=sections.silence_sections(did),
    )


def table_letter(reader: Reader, place: TableTopic, told: LetterNotice) -> Letter:
    """Return the letter that tells what has become of a table whose game has not begun."""
    named = f"{place.rules} {place.number}"
    titled = _("%(game)s “%(title)s”") % {"game": named, "title": place.title}
    whole = Layout(
        top=(settings.SITE_NAME, titled),
        headline=f"{told.brief}.",
        paragraphs=told.paragraphs,
        button=LetterLink(_("See the table"), place.url),
        foot=(_("You get this letter because you had a seat at this table, or are its host."),
              no_reply_sentence()),
        foot_links=_preference_links(reader),
    )  # fmt: skip
    thread = f"game-{place.number}"
    return build_letter(
        f"[{named}] {told.brief}", whole, thread=thread, unsubscribe=reader.unsubscribe
    )


def account_letter(reason: str, *, is_closed: bool) -> Letter:
    """Return the letter that says that somebody's account was closed, or opened again."""
    if is_closed:
        headline = _("Your account is closed")
        words = _("You cannot sign in, you are absent in your games, and we write to you no more.")
    else:
        headline = _("Your account is open again")
        words = _(
            "You can sign in. Where you have a seat still, a button on the page of the game brings "
            "you back."
        )
    because = _("You get this letter because you have an account at %(site)s.")
    door = settings.SITE_URL + reverse("account_login")
    return build_letter(
        headline,
        Layout(
            top=(settings.SITE_NAME,),
            headline=f"{headline}.",
            paragraphs=(words, reason),
            button=None if is_closed else LetterLink(_("Sign in"), door),
            foot=(because % {"site": settings.SITE_URL}, no_reply_sentence()),
        ),
    )


def invitation_letter(
    *,
    host: str,
    rules: str,
    title: str,
    seats: str,
    url: str,
    never: str = "",
    is_rematch: bool = False,
) -> Letter:
    """Return the letter that asks somebody to a table; ``seats`` says who sits there already,
    ``never`` is the door where he refuses all invitations.

    But for rematches it goes to addresses that never asked for it, so that no name may bring
    its own links.
    """
    host, title, seats = (ADDRESS.sub("…", words) for words in (host, title, seats))
    because = _("%(host)s gave us your address for this one invitation.")
    if is_rematch:
        because = _("You get this letter because you have played with %(host)s.")
    return build_letter(
        _("%(host)s invites you to a game of %(rules)s") % {"host": host, "rules": rules},
        Layout(
            top=(settings.SITE_NAME, rules),
            headline=_("A rematch?") if is_rematch else _("Will you play with us?"),
            paragraphs=(
                _("%(host)s keeps a seat for you at the table “%(title)s”, a game of %(rules)s.")
                % {"host": host, "title": title, "rules": rules},
                seats,
                _("The game is played slowly: a move when it suits you, within the time the table "
                  "has agreed on. Each turn comes to you as a letter."),
            ),
            button=LetterLink(_("See the table"), url),
            foot=(
                because % {"host": host},
                _("If you do nothing, nothing happens and we do not write again."),
                no_reply_sentence(),
            ),
            foot_links=(LetterLink(_("No more invitations"), never),) if never else (),
        ),
        unsubscribe=never,
    )  # fmt: skip


def _game_letter(
    reader: Reader, topic: GameTopic, what: str, *, foot: tuple[str, ...] = (), **parts: object
) -> Letter:
    """Write a letter of a game, with its thread and the door to stop such letters."""
    game = f"{topic.rules} {topic.number}"
    titled = _("%(game)s “%(title)s”") % {"game": game, "title": topic.title}
    whole = Layout(
        top=(settings.SITE_NAME, titled, _("you play %(side)s") % {"side": topic.side}),
        foot=(
            *foot,
            _("You get this letter because you play in this game."),
            no_reply_sentence(),
        ),
        foot_links=_preference_links(reader),
        **parts,  # type: ignore[arg-type]
    )
    return build_letter(
        f"[{game}] {what}", whole, thread=topic.thread, unsubscribe=reader.unsubscribe
    )


def _preference_links(reader: Reader) -> tuple[LetterLink, ...]:
    """Return the doors at which a reader changes or stops his letters."""
    return (
        LetterLink(_("Change what we send you"), reader.preferences),
        LetterLink(_("Stop all letters"), reader.unsubscribe),
    )


def _subject_until(request: DecisionRequest, reader: Reader, now: datetime) -> str:
    until = times.brief_time(request.due_at, now, reader.zone)
    return _("%(what)s · until %(deadline)s") % {"what": request.brief, "deadline": until}


def _request_deadline(request: DecisionRequest, reader: Reader, now: datetime) -> tuple[str, str]:
    return _deadline_lines(request.due_at, reader, now)


def _deadline_lines(due_at: datetime, reader: Reader, now: datetime) -> tuple[str, str]:
    until = _("Deadline: %(deadline)s") % {"deadline": times.full_time(due_at, reader.zone)}
    if due_at <= now:
        return until, _("The time is up; answer now if you can.")
    return until, _("%(time)s left") % {"time": times.time_left(due_at, now)}
