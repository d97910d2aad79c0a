"""The board of a game by letter: drawn and in words, with an answer to a question about it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext as _

from games.planner import commands
from games.planner.commands import BoardQuestion
from games.play import history
from games.replies import status
from games.replies.answers import Answer, Part
from games.replies.correspondence import Correspondence, select_seats
from games.replies.quotes import shorten_quote
from games.replies.words import Command
from mail import times

MAX_DIGITS = 12
WORD = re.compile(r"\w+")


def show_board(case: Correspondence, command: Command) -> Answer:
    """Return the position of a game: that of a number, or else that of the letter."""
    first, _blank, rest = command.argument.partition(" ")
    question = command.argument
    if first.isascii() and first.isdecimal() and len(first) <= MAX_DIGITS:
        case, question = _case_of_game(case, int(first)), rest.strip()
    if case.seat is None:
        return status.ask_which_game(case, command)
    return Answer(
        outcome="board",
        brief=_("The board"),
        headline=_("This is the position now."),
        paragraphs=tuple(asked_sentences(case)),
        parts=tuple(_answer_part(case, question)),
        seat=case.seat.pk,
        shows_board=True,
        around=tuple(_named_fields(case, question)),
    )


def asked_sentences(case: Correspondence) -> Iterator[str]:
    """Yield what a game asks of the person now, and until when."""
    decision = case.decision
    if decision is None or case.game.is_paused:
        yield _("Nothing is asked of you in this game now.")
        return
    until = times.full_time(decision.due_at, case.person.zone)
    asked = decision.ask.of_you.translate_with(_)
    yield asked if asked.endswith("?") else f"{asked}."
    yield _("Deadline: %(deadline)s") % {"deadline": until}


def _case_of_game(case: Correspondence, number: int) -> Correspondence:
    """Return a correspondence about the seat of its person in another game, about none if they
    have none there."""
    return replace(case, seat=select_seats(case).filter(game=number).first(), preview=None)


def _named_fields(case: Correspondence, question: str) -> Iterator[str]:
    """Yield the fields that a question names, however they are written."""
    fields = {field.casefold(): field for field in case.game.chart.fields}
    for word in WORD.findall(question.casefold()):
        if word in fields:
            yield fields[word]


def _answer_part(case: Correspondence, question: str) -> Iterator[Part]:
    """Yield the answer to a question about the board, such as "who S39"."""
    # What is no question is a courtesy.
    if question.partition(" ")[0].casefold() not in commands.COMMANDS:
        return
    steps = history.list_steps(case.game, case.known.viewer, after=max(0, case.game.version - 1))
    last = steps[-1].phrase.translate_with(_) if steps else ""
    board = BoardQuestion(case.game, case.known.state, last)
    lines = commands.answer_command(board, question)
    yield Part(
        _("Your question: %(question)s") % {"question": shorten_quote(question)}, _as_lines(lines)
    )


def _as_lines(lines: list[str]) -> tuple[tuple[str, str], ...]:
    return tuple(("", line) for line in lines)
