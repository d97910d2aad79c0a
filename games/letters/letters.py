"""Every letter about games, one function each, written in the active language."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.plain_text import ADDRESS
from games.letters import sections
from games.letters.by_letter import by_letter_sections, invitation_sentences
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
from mail.layout import Layout, LetterLink, Section
from mail.letters import Letter, build_letter, reply_sentence


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
    """Return the letter that asks the reader for a turn or an answer; the first one of a game has
    the commitment ``fixed``."""
    return game_letter(
        reader,
        topic,
        _subject_until(request, reader, now),
        headline=request.headline,
        paragraphs=(*filter(None, [request.reason]), *_offer_paragraph(request)),
        deadline=_request_deadline(request, reader, now),
        button=LetterLink(request.action, request.url),
        links=(sections.all_steps_link(news),) if news.total else (),
        first_sections=_request_sections(topic, request),
        pictures=situation.pictures,
        sections=(
            *sections.step_sections(news),
            *sections.situation_sections(situation),
            *sections.fairness_sections(fixed),
        ),
    )


def reminder_letter(
    reader: Reader,
    topic: GameTopic,
    request: DecisionRequest,
    *,
    now: datetime,
    is_only: bool = True,
) -> Letter:
    """Return the letter that reminds the reader of a decision whose time runs out; ``is_only`` if
    no other does."""
    return game_letter(
        reader,
        topic,
        _("Still open: %(what)s") % {"what": _subject_until(request, reader, now)},
        headline=request.headline,
        paragraphs=(
            *filter(None, [request.reason]),
            *_offer_paragraph(request),
            request.waits,
            request.silence,
        ),
        deadline=_request_deadline(request, reader, now),
        button=LetterLink(request.action, request.url),
        sections=_request_sections(topic, request),
        foot=(_("You are reminded once before a deadline."),) if is_only else (),
    )


def start_letter(
    reader: Reader,
    topic: GameTopic,
    situation: Situation,
    *,
    first: str,
    pace: str,
    fixed: SeedCommitment | None = None,
) -> Letter:
    """Return the letter that says that a game has begun; ``first`` says who plays first, ``pace``
    how much time there is, ``fixed`` is the commitment to its seed."""
    return game_letter(
        reader,
        topic,
        _("The game has begun"),
        headline=_("The game has begun."),
        paragraphs=(
            _("You play %(side)s.") % {"side": topic.side},
            first,
            _("Pace: %(pace)s.") % {"pace": pace},
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
    """Return the letter that says that a game has ended; ``result`` says who won, ``reason``
    how."""
    return game_letter(
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
    notice: LetterNotice,
    *,
    now: datetime,
    did: tuple[LetterStep, ...] = (),
) -> Letter:
    """Return the letter with a notice of a game or a seat, perhaps with a deadline, and with what
    silence ``did``."""
    return game_letter(
        reader,
        topic,
        notice.brief,
        headline=f"{notice.brief}.",
        paragraphs=notice.paragraphs,
        deadline=_deadline_lines(notice.due_at, reader, now) if notice.due_at else None,
        button=LetterLink(notice.action or _("See the game"), topic.url),
        sections=(
            *sections.silence_sections(did),
            *by_letter_sections(topic.reply_to, notice.by_letter),
        ),
    )


def table_letter(
    reader: Reader,
    place: TableTopic,
    notice: LetterNotice,
    *,
    because: str = "",
    situation: Situation | None = None,
) -> Letter:
    """Return the letter with a notice of a table, or of a game to somebody who need not play in it;
    ``because`` says why they get it, if they neither had a seat nor are the host. A ``situation``
    shows the position."""
    shown = (sections.board_section(situation),) if situation else ()
    name = f"{place.rules} {place.number}"
    titled = _("%(game)s “%(title)s”") % {"game": name, "title": place.title}
    layout = Layout(
        top=(settings.SITE_NAME, titled),
        headline=f"{notice.brief}.",
        paragraphs=notice.paragraphs,
        button=LetterLink(notice.action or _("See the table"), place.url),
        pictures=situation.pictures if situation else (),
        sections=(*shown, *by_letter_sections(place.reply_to, notice.by_letter)),
        foot=(because or _("You get this letter because you had a seat at this table, or are its"
                           " host."),
              reply_sentence(place.reply_to)),
        foot_links=_preference_links(reader),
    )  # fmt: skip
    # The same thread as the letters of its game, so that mail programs show them together.
    thread = f"game-{place.number}"
    return build_letter(
        f"[{name}] {notice.brief}",
        layout,
        thread=thread,
        unsubscribe=reader.unsubscribe,
        reply_to=place.reply_to,
    )


def account_letter(reason: str, *, is_closed: bool, reply_to: str = "") -> Letter:
    """Return the letter that says that somebody's account was closed, or opened again; one that is
    closed can appeal by answering it, or by writing to the operator."""
    appeal = ""
    if is_closed:
        headline = _("Your account is closed")
        words = _("You cannot sign in, you are absent in your games, and we write to you no more.")
        appeal = "" if reply_to else _appeal_by_mail_sentence()
    else:
        headline = _("Your account is open again")
        words = _(
            "You can sign in. Where you have a seat still, a button on the page of the game brings "
            "you back."
        )
    because = _("You get this letter because you have an account at %(site)s.")
    sign_in_url = settings.SITE_URL + reverse("account_login")
    return build_letter(
        headline,
        Layout(
            top=(settings.SITE_NAME,),
            headline=f"{headline}.",
            paragraphs=tuple(filter(None, (words, reason, appeal))),
            button=None if is_closed else LetterLink(_("Sign in"), sign_in_url),
            sections=_appeal_sections(reply_to),
            foot=(because % {"site": settings.SITE_URL}, _appeal_foot(reply_to)),
        ),
        reply_to=reply_to,
    )


def declined_letter(reason: str, *, is_closed: bool) -> Letter:
    """Return the letter that says why what was decided about somebody stands, who has appealed."""
    headline = _("It stays as it was decided")
    words = _("Somebody of the staff has looked at it once more, with what you have written.")
    because = _("You get this letter because you have an account at %(site)s.")
    look = LetterLink(_("See what was decided"), settings.SITE_URL + reverse("measures"))
    return build_letter(
        headline,
        Layout(
            top=(settings.SITE_NAME,),
            headline=f"{headline}.",
            paragraphs=(words, reason),
            button=None if is_closed else look,
            foot=(because % {"site": settings.SITE_URL}, reply_sentence()),
        ),
    )


def _appeal_sections(reply_to: str) -> tuple[Section, ...]:
    return by_letter_sections(reply_to, (_appeal_sentence(),))


def _appeal_sentence() -> str:
    return _(
        "If you think that it is wrong, say why in your answer to this letter. Somebody of the"
        " staff looks at it once more, and you get one answer."
    )


def _appeal_by_mail_sentence() -> str:
    words = _("If you think that it is wrong, write to %(contact)s.")
    return words % {"contact": settings.IMPRINT_CONTACT}


def _appeal_foot(reply_to: str) -> str:
    """Return the last sentence of a letter whose answer is an appeal."""
    return _("You can answer this letter, once.") if reply_to else reply_sentence()


def measure_letter(
    notice: LetterNotice, reason: str, *, can_appeal: bool = False, reply_to: str = ""
) -> Letter:
    """Return the letter to a person about a measure of the staff; if they ``can_appeal``, they do
    so on the page, or by answering it."""
    appeal = _("If you think that it is wrong, you can say so there, once.") if can_appeal else ""
    because = _("You get this letter because you have an account at %(site)s.")
    return build_letter(
        notice.brief,
        Layout(
            top=(settings.SITE_NAME,),
            headline=f"{notice.brief}.",
            paragraphs=tuple(filter(None, (*notice.paragraphs, reason, appeal))),
            button=LetterLink(_("See what was decided"), settings.SITE_URL + reverse("measures")),
            sections=_appeal_sections(reply_to),
            foot=(because % {"site": settings.SITE_URL}, _appeal_foot(reply_to)),
        ),
        reply_to=reply_to,
    )


def friend_letter(reader: Reader, notice: LetterNotice) -> Letter:
    """Return the letter to a person about playing for a friend, or about a friend of theirs."""
    layout = Layout(
        top=(settings.SITE_NAME,),
        headline=f"{notice.brief}.",
        paragraphs=notice.paragraphs,
        button=LetterLink(
            notice.action or _("Playing on for others"),
            settings.SITE_URL + reverse("substitutes"),
        ),
        foot=(_("You get this letter because you have an account here."), reply_sentence("")),
        foot_links=_preference_links(reader),
    )
    return build_letter(notice.brief, layout, unsubscribe=reader.unsubscribe)


def report_letter() -> Letter:
    """Return the letter to a person who has reported something about which something was done."""
    headline = _("Something was done about what you have reported")
    words = _("The staff has looked at it, and has done something. What, is told to nobody else.")
    because = _("You get this letter because you have reported something at %(site)s.")
    return build_letter(
        headline,
        Layout(
            top=(settings.SITE_NAME,),
            headline=f"{headline}.",
            paragraphs=(words,),
            button=LetterLink(
                _("See what you have reported"), settings.SITE_URL + reverse("reports")
            ),
            foot=(because % {"site": settings.SITE_URL}, reply_sentence()),
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
    reply_to: str = "",
) -> Letter:
    """Return the letter that invites somebody to a table.

    ``seats`` says who is there already, ``never`` is the URL that refuses all invitations,
    ``reply_to`` where its reader can answer, who has an account.
    """
    # Except for rematches it goes to addresses that never asked for it, and the names come from
    # strangers: a link in one of them would make it an advertisement.
    host, title, seats = (ADDRESS.sub("…", words) for words in (host, title, seats))
    return build_letter(
        _("%(host)s invites you to a game of %(rules)s") % {"host": host, "rules": rules},
        Layout(
            top=(settings.SITE_NAME, rules),
            headline=_("A rematch?") if is_rematch else _("Will you play with us?"),
            paragraphs=_invitation_paragraphs(host, rules, title, seats),
            button=LetterLink(_("See the table"), url),
            sections=by_letter_sections(reply_to, invitation_sentences()),
            foot=(
                _invitation_reason(host, is_rematch=is_rematch),
                _("If you do nothing, nothing happens and we do not write again."),
                reply_sentence(reply_to),
            ),
            foot_links=(LetterLink(_("No more invitations"), never),) if never else (),
        ),
        unsubscribe=never,
        reply_to=reply_to,
    )


def _invitation_paragraphs(host: str, rules: str, title: str, seats: str) -> tuple[str, ...]:
    keeps = _("%(host)s keeps a seat for you at the table “%(title)s”, a game of %(rules)s.")
    return (
        keeps % {"host": host, "title": title, "rules": rules},
        seats,
        _(
            "The game is played slowly: a move when it suits you, within the time the table "
            "has agreed on. Each turn comes to you as a letter."
        ),
    )


def _invitation_reason(host: str, *, is_rematch: bool) -> str:
    """Return why the letter comes to this address."""
    if is_rematch:
        return _("You get this letter because you have played with %(host)s.") % {"host": host}
    return _("%(host)s gave us your address for this one invitation.") % {"host": host}


def game_letter(
    reader: Reader, topic: GameTopic, what: str, *, foot: tuple[str, ...] = (), **parts: object
) -> Letter:
    """Return a letter of a game, with its thread and the links to stop such letters."""
    game = f"{topic.rules} {topic.number}"
    titled = _("%(game)s “%(title)s”") % {"game": game, "title": topic.title}
    layout = Layout(
        top=(settings.SITE_NAME, titled, _("you play %(side)s") % {"side": topic.side}),
        foot=(
            *foot,
            _("You get this letter because you play in this game."),
            reply_sentence(topic.reply_to),
        ),
        foot_links=_preference_links(reader),
        **parts,  # type: ignore[arg-type]
    )
    return build_letter(
        f"[{game}] {what}",
        layout,
        thread=topic.thread,
        unsubscribe=reader.unsubscribe,
        reply_to=topic.reply_to,
    )


def _preference_links(reader: Reader) -> tuple[LetterLink, ...]:
    """Return the links with which readers change or stop their letters."""
    return (
        LetterLink(_("Change what we send you"), reader.preferences),
        LetterLink(_("Stop all letters"), reader.unsubscribe),
    )


def _request_sections(topic: GameTopic, request: DecisionRequest) -> tuple[Section, ...]:
    """Return what can be answered, and how by letter."""
    reply = by_letter_sections(topic.reply_to, request.by_letter)
    return (*sections.answer_sections(request), *reply)


def _offer_paragraph(request: DecisionRequest) -> tuple[str, ...]:
    return (" ".join(request.offered),) if request.offered else ()


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
