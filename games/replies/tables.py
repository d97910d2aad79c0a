"""Tables by letter: open one, sit down, invite people, and the yes or no to an invitation."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import wraps
from typing import TypeAlias

import msgspec
from django import forms
from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.reply_address import Purpose
from conquest import registry
from games import labels, options, queries, search
from games.forms import InviteForm, TableForm, default_title, usual_values
from games.letters.reply_to import table_version
from games.models import Decision, Game, Invitation, Seat
from games.play import rematch, tables
from games.play.tables import TableRejected
from games.queries import Visit
from games.reliability.words import describe_asked
from games.replies import status
from games.replies.answers import Answer, Part
from games.replies.correspondence import Correspondence
from games.replies.game_names import (
    list_games,
    list_paces,
    split_game_name,
    split_pace_name,
    split_players,
)
from games.replies.refusals import refuse_words
from games.replies.submission import mail_key
from games.replies.words import Command

Act: TypeAlias = Callable[[Correspondence, Command], Answer]

USUAL_PACE = "normal"
MOST_LISTED = 12
NUMBER = r"(?:(?:the|den|dem|table|game|tisch|partie)\s+)*#?(?P<number>\d{1,12})"
TABLE = re.compile(rf"(?:(?:at|an)\s+)?{NUMBER}", re.IGNORECASE)
# Looked for from the end alone: a text of many blanks or commas is gone through once.
TARGET = re.compile(rf"[\s,](?:to|zu|an|for|für)\s+{NUMBER}$", re.IGNORECASE)
LINKED = re.compile(r"\s?<mailto:[^<>]{0,300}>", re.IGNORECASE)  # added by some mail programs


def _tell_rejection(act: Act) -> Act:
    """Make a function answer with the sentence of a rejection that it raises."""

    @wraps(act)
    def act_or_refuse(case: Correspondence, command: Command) -> Answer:
        try:
            return act(case, command)
        except TableRejected as rejection:
            return refuse_words(case, str(rejection))

    return act_or_refuse


@_tell_rejection
def open_table(case: Correspondence, command: Command) -> Answer:
    """Open a table for a game, perhaps with the number of players, a pace and a title."""
    ruleset, rest = split_game_name(command.argument)
    players, rest = split_players(rest)
    preset, title = split_pace_name(rest) if rest else (USUAL_PACE, "")
    if not ruleset or not preset:
        return _ask_for_terms(case)
    named = {"preset": preset, "title": title or default_title(case.person, ruleset)}
    form = TableForm(ruleset, usual_values(ruleset) | named | _count_players(ruleset, players))
    _require_valid(form)
    # The mail is the key: where it is handled again, it finds the table that it has opened.
    game = tables.host_table(case.person, form.terms, now=case.now, form_key=mail_key(case))
    return _show_table(game.pk, "opened", _("Your table is open"), _how_to_invite(game))


def _count_players(ruleset: str, count: int | None) -> dict[str, str]:
    """Return the field of a form for a table that says how many play, none for the usual number.

    :raises TableRejected: if the game is not for that many.
    """
    seating = registry.get_ruleset(ruleset).seating
    for option in seating.options:
        values = [value for value, _label in option.choices]
        if option.name == "players" and count in values:
            return {options.field_name(option): str(values.index(count))}
    if count in (None, len(seating.table_layout({}).seats)):
        return {}
    raise TableRejected(_("This game is not for %(n)s players.") % {"n": count})


@_tell_rejection
def join_table(case: Correspondence, command: Command) -> Answer:
    """Sit down at the table of a number, or at that of the letter."""
    match = TABLE.fullmatch(command.argument)
    number = _table_of_letter(case) if not command.argument else match and int(match["number"])
    if number is None:
        asked = _("Answer with JOIN and the number of a table, such as JOIN 123.")
        return _list_open_tables(case, asked)
    if queries.load_visit(number, case.person) is None:
        return _list_open_tables(case, _say_unseen(number))
    return _sit_down(case, number)


def _list_open_tables(case: Correspondence, sentence: str) -> Answer:
    """Return why nobody has sat down, with the tables at which the person could."""
    found = search.search_games(search.GameSearch(status=search.OPEN), case.person)
    rows = queries.game_rows(found.lists[search.OPEN][:MOST_LISTED], case.person)
    lines = tuple(("", status.describe_table(row)) for row in rows)
    return msgspec.structs.replace(
        refuse_words(case, sentence),
        parts=(Part(_("Open tables"), lines),) if lines else (),
        links=((_("All open tables"), settings.SITE_URL + reverse("tables")),),
    )


@_tell_rejection
def invite_people(case: Correspondence, command: Command) -> Answer:
    """Invite people by their addresses to a table of the person."""
    words = LINKED.sub("", command.argument)
    match = TARGET.search(words)
    number = int(match["number"]) if match else _table_of_letter(case)
    if number is None or not words:
        asked = _("Answer with INVITE, an address and a table: INVITE name@example.org to 123.")
        raise TableRejected(asked)
    _require_table(case, number)
    form = InviteForm({"addresses": words[: match.start()] if match else words})
    _require_valid(form)
    addresses = form.cleaned_data["addresses"]
    fresh = tables.invite_addresses(number, case.person, addresses, now=case.now)
    told = ngettext("%(n)s letter is on its way.", "%(n)s letters are on their way.", fresh)
    return _show_table(number, "invited", _("You have invited to your table"), told % {"n": fresh})


@_tell_rejection
def accept_invitation(case: Correspondence, command: Command) -> Answer:
    """Sit down at the table of the letter, or begin its game as its host if all have come."""
    number = _table_of_letter(case)
    if number is None:
        return status.ask_which_game(case, command)
    visit = _require_table(case, number)
    # Locked, so that nobody comes or goes between the look at the table and the yes to it.
    table = Game.objects.select_for_update().get(pk=number)
    is_same = case.topic.version == table_version(table, case.person)
    if visit.is_host and not table.seats.filter(person=None).exists():
        return _start_game(case, table) if is_same else _ask_to_start(table)
    _require_invitation(case, number)
    return _sit_down(case, number) if is_same else _ask_to_sit_down(table)


@_tell_rejection
def decline_invitation(case: Correspondence, command: Command) -> Answer:
    """Decline the invitation of the letter."""
    number = _table_of_letter(case)
    if number is None:
        return status.ask_which_game(case, command)
    _require_invitation(case, number)
    tables.decline_invitation(number, case.person, now=case.now)
    return Answer(outcome="declined", brief=_("Declined"), headline=_("You have declined."))


def is_invited(case: Correspondence) -> bool:
    """Whether the letter that was answered is about a table at which the person may sit down."""
    number = _table_of_letter(case)
    sent = Invitation.sent_to(case.person).filter(game=number, game__status=Game.Status.OPEN)
    return number is not None and sent.exists()


def _start_game(case: Correspondence, table: Game) -> Answer:
    tables.start_by_host(table.pk, case.person, now=case.now)
    return _show_game(case, table.pk)


def _ask_to_start(table: Game) -> Answer:
    """Ask the host, who has answered a letter of earlier, whether the game may begin."""
    words = _("The table has changed since that letter. Answer YES, and the game begins.")
    return _show_table(table.pk, "asked", _("The game can begin"), words)


def _ask_to_sit_down(table: Game) -> Answer:
    """Ask somebody who has declined since their letter whether they want to sit down."""
    words = _("Since that letter you have declined or stood up. Answer YES to sit down.")
    return _show_table(table.pk, "asked", _("You do not sit at this table"), words)


def _require_invitation(case: Correspondence, number: int) -> None:
    """Check that a person was invited to a table.

    :raises TableRejected: if they were not.
    """
    if not Invitation.sent_to(case.person).filter(game=number).exists():
        raise TableRejected(_("Nothing is asked of you now, so that YES or NO says nothing."))


def _sit_down(case: Correspondence, number: int) -> Answer:
    """Seat the person at a table; the answer shows it, or the game that has begun by that."""
    _require_table(case, number)
    tables.join_table(number, case.person, now=case.now)
    rematch.begin_if_complete(number, case.person, now=case.now)
    if Game.objects.get(pk=number).started_at is not None:
        return _show_game(case, number)
    return _show_table(number, "joined", _("You sit at the table"))


def _require_table(case: Correspondence, number: int) -> Visit:
    """Return a table as the person may see it.

    :raises TableRejected: if there is none, or none that they may know of.
    """
    visit = queries.load_visit(number, case.person)
    if visit is None:
        raise TableRejected(_say_unseen(number))
    return visit


def _say_unseen(number: int) -> str:
    return _("There is no table %(number)s that you can see.") % {"number": number}


def _require_valid(form: forms.Form) -> None:
    """Check what was written, as the page does.

    :raises TableRejected: with the sentences of the form.
    """
    if not form.is_valid():
        raise TableRejected(" ".join(str(error) for each in form.errors.values() for error in each))


def _table_of_letter(case: Correspondence) -> int | None:
    """Return the table that the letter was about, if it was about one."""
    return case.topic.about if case.topic.purpose == Purpose.TABLE else None


def _show_game(case: Correspondence, number: int) -> Answer:
    """Return that a game has begun, with its board."""
    seat = Seat.objects.get(game=number, person=case.person)
    is_asked = Decision.objects.filter(seat=seat, closed_at=None).exists()
    later = _("You get a letter as soon as it is your turn.")
    return Answer(
        outcome="begun",
        brief=_("The game has begun"),
        headline=_("The game has begun."),
        paragraphs=() if is_asked else (later,),
        seat=seat.pk,
        shows_board=True,
    )


def _show_table(number: int, outcome: str, headline: str, *more: str) -> Answer:
    """Return a table with those who sit there."""
    game = Game.objects.get(pk=number)
    return Answer(
        outcome=outcome,
        brief=headline,
        headline=headline,
        paragraphs=(*more, *_describe_table(game)),
        table=number,
    )


def _describe_table(game: Game) -> Iterator[str]:
    """Yield who sits at a table, how many seats are free, how fast it plays, and what it asks."""
    people = [seat.person for seat in game.seats.select_related("person")]
    names = ", ".join(person.name for person in people if person)
    if names:
        yield _("At the table so far: %(names)s.") % {"names": names}
    if free := people.count(None):
        yield ngettext("%(free)s seat free", "%(free)s seats free", free) % {"free": free} + "."
    pace = labels.describe_pace(game.pace, game.rules.judgement.decision_kinds)
    yield _("Pace: %(pace)s.") % {"pace": pace}
    if asked := describe_asked(game):
        yield asked


def _how_to_invite(game: Game) -> str:
    words = _(
        "Others find it among the open tables. To invite somebody, answer with INVITE"
        " name@example.org to %(number)s."
    )
    return words % {"number": game.pk}


def _ask_for_terms(case: Correspondence) -> Answer:
    """Return which games and paces a table can be opened with."""
    games = ", ".join(title for _slug, title in list_games())
    paces = ", ".join(name for _preset, name in list_paces())
    return refuse_words(
        case,
        _("Answer with NEW, a game and its pace, such as NEW %(game)s %(pace)s.")
        % {"game": list_games()[0][1], "pace": list_paces()[1][1].casefold()},
        _("The games are: %(games)s.") % {"games": games},
        _("The paces are: %(paces)s.") % {"paces": paces},
    )
