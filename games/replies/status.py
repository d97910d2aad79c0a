"""All games of a person by letter: what is asked of them first, each with where to answer it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.conf import settings
from django.template.defaultfilters import date as written_date
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import queries
from games.letters.reply_to import (
    request_reply_address,
    seat_reply_address,
    table_reply_address,
)
from games.models import Decision, Game, SeatRequest
from games.queries import Dashboard, GameRow
from games.reliability.words import describe_asked
from games.replies.answers import Answer, Part
from games.replies.correspondence import Correspondence
from games.replies.words import Command
from mail import times
from mail.layout import mail_link

Link = tuple[str, str]


def show_status(case: Correspondence, _command: Command) -> Answer:
    """Return all games and tables of a person, what is asked of them first."""
    dashboard = queries.load_dashboard(case.person)
    asked = dashboard.asked.total + dashboard.invited.total
    return Answer(
        outcome="status",
        brief=_("Your games"),
        headline=_count_in_words(asked),
        paragraphs=tuple(_hints(case, dashboard)),
        parts=tuple(_list_parts(case, dashboard)),
    )


def ask_which_game(case: Correspondence, _command: Command) -> Answer:
    """Return that a mail is about no game, with the games that it could be meant for."""
    dashboard = queries.load_dashboard(case.person)
    return Answer(
        outcome="no-game",
        brief=_("Which game?"),
        headline=_("Which game do you mean?"),
        paragraphs=(
            _("You have answered a letter that is about no game. Nothing was handed in."),
            *_hints(case, dashboard),
        ),
        parts=tuple(_list_parts(case, dashboard)),
    )


def _count_in_words(asked: int) -> str:
    if not asked:
        return _("No game is waiting for you now.")
    words = ngettext("%(n)s game is waiting for you.", "%(n)s games are waiting for you.", asked)
    return words % {"n": asked}


def _hints(case: Correspondence, dashboard: Dashboard) -> Iterator[str]:
    """Yield how a game is answered from this letter, and what else its reader should know."""
    rows = dashboard.asked.rows or dashboard.waiting.rows
    if rows:
        words = _(
            "Each game has an address of its own, to which you write your answer. Or answer with"
            " BOARD and its number, such as BOARD %(number)s, and you get a letter of that game."
        )
        yield words % {"number": rows[0].game.pk}
    if case.person.is_away(case.now):
        words = _(
            "You are away, back on %(at)s: nobody waits for your answers to captures. Your turns"
            " wait as ever."
        )
        yield words % {"at": written_date(case.person.back_on, "DATE_FORMAT")}
    pages = (dashboard.asked, dashboard.invited, dashboard.waiting, dashboard.tables)
    if any(page.next for page in pages):
        yield _("There are more of them on the page of your games.")


def _list_parts(case: Correspondence, dashboard: Dashboard) -> Iterator[Part]:
    for row in dashboard.asked.rows:
        if row.decision or row.offered or row.is_damaged:
            yield _asked_part(case, row)
        yield from (_request_part(case, row, request) for request in row.requests)
    for row in dashboard.invited.rows:
        yield _invited_part(case, row)
    if waiting := dashboard.waiting.rows:
        yield Part(_("Waiting for others"), tuple(("", _waiting_line(row)) for row in waiting))
    if tables := dashboard.tables.rows:
        yield Part(_("Tables"), tuple(("", describe_table(row)) for row in tables))


def _asked_part(case: Correspondence, row: GameRow) -> Part:
    """Return a game that waits for the reader: what for and until when, and where to answer."""
    lines = [_decision_line(case, row.decision)] if row.decision else []
    if row.offered and row.offered.accepts:
        lines.append(row.offered.accepts.of_you.translate_with(_))
    if row.last:
        lines.append(row.last.translate_with(_))
    links = [_page_link(_("See the game"), "game", row.game)]
    if row.mine and (address := seat_reply_address(row.mine, case.now)):
        links.insert(0, _reply_link(row.game, address))
    return Part(name_game(row.game), tuple(("", line) for line in lines), tuple(links))


def _request_part(case: Correspondence, row: GameRow, request: SeatRequest) -> Part:
    """Return a request for a seat that waits for a yes or no of the reader."""
    words = _("%(name)s asks to take over the seat of %(side)s.")
    side = row.game.rules.seating.names[request.seat.name].translate_with(_)
    lines = words % {"name": request.person.name, "side": side}, _("Answer YES or NO.")
    links = [_page_link(_("See the game"), "game", row.game)]
    if address := request_reply_address(request, case.now):
        links.insert(0, _reply_link(row.game, address))
    return Part(name_game(row.game), tuple(("", line) for line in lines), tuple(links))


def _decision_line(case: Correspondence, decision: Decision) -> str:
    return " · ".join((decision.ask.of_you.translate_with(_), *deadline_words(case, decision)))


def deadline_words(case: Correspondence, decision: Decision) -> Iterator[str]:
    """Yield until when a decision can wait, and how long that is from now."""
    until = times.brief_time(decision.due_at, case.now, case.person.zone)
    yield _("until %(deadline)s") % {"deadline": until}
    if decision.due_at > case.now:
        yield _("%(time)s left") % {"time": times.time_left(decision.due_at, case.now)}


def _invited_part(case: Correspondence, row: GameRow) -> Part:
    """Return a table that waits for a yes or no of the reader."""
    name = {"name": row.game.host.name}
    if not row.free_seats:
        lines = (_("All seats are taken: the game can begin."), _("Answer YES, and it begins."))
    elif row.game.rematch_of_id:
        lines = (_("%(name)s wants a rematch.") % name, _("Answer YES or NO."))
    else:
        lines = (_("%(name)s invites you.") % name, _("Answer YES or NO."))
    links = [_page_link(_("See the table"), "table", row.game)]
    if address := table_reply_address(row.game, case.person, case.now):
        links.insert(0, _reply_link(row.game, address))
    return Part(name_game(row.game), tuple(("", line) for line in lines), tuple(links))


def _waiting_line(row: GameRow) -> str:
    """Return whom a game waits for."""
    name = name_game(row.game)
    if row.is_damaged:
        return f"{name}: {_('This game is being mended. No move is lost, and its clocks wait.')}"
    if row.game.is_paused:
        return f"{name}: {_('paused')}"
    return f"{name}: {', '.join(_names(row.asked))}"


def _names(asked: Sequence[Decision]) -> Iterator[str]:
    for decision in asked:
        player = decision.seat.player
        what = decision.ask.named.translate_with(_)
        yield f"{player.name} ({what})" if player else what


def describe_table(row: GameRow) -> str:
    """Return the name of a table, how many seats are free there, and what it asks."""
    words = ngettext("%(free)s seat free", "%(free)s seats free", row.free_seats)
    asked = describe_asked(row.game)
    line = f"{name_game(row.game)}: {words % {'free': row.free_seats}}"
    return f"{line}. {asked}" if asked else line


def name_game(game: Game) -> str:
    """Return a game or table as letters name it: "Conquest 128 “Autumn”"."""
    name = f"{game.rules.title.translate_with(_)} {game.pk}"
    return _("%(game)s “%(title)s”") % {"game": name, "title": game.title}


def _reply_link(game: Game, address: str) -> Link:
    subject = f"Re: [{game.rules.title.translate_with(_)} {game.pk}]"
    link = mail_link(_("Answer by letter"), address, subject)
    return link.label, link.url


def _page_link(label: str, view: str, game: Game) -> Link:
    return label, settings.SITE_URL + reverse(view, args=[game.pk])
